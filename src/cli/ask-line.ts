import { createInterface } from "node:readline/promises";

/**
 * Asks for one line. The end of the input, Ctrl-C and Ctrl-D included, is an empty answer: never a yes.
 *
 * @param question its last line stands before the cursor
 */
export async function askLine(
  { stdin, stdout }: { readonly stdin: NodeJS.ReadableStream; readonly stdout: NodeJS.WritableStream },
  question: string,
): Promise<string> {
  const lines = createInterface({ input: stdin, output: stdout });
  try {
    const ended = new Promise<string>((resolve) => {
      lines.once("close", () => resolve(""));
    });
    return await Promise.race([lines.question(question), ended]);
  } finally {
    lines.close();
  }
}
