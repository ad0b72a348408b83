import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { ImproveCronError, fileMessageOf } from "../errors.ts";
import type { Terminal } from "./terminal.ts";

/** All of stdin. A terminal is refused: nobody would know that the program waits for them to type. */
export async function readStdin(stdin: Terminal["stdin"]): Promise<Buffer> {
  if (stdin.isTTY) {
    throw new ImproveCronError(
      "usage",
      "- reads stdin, and stdin is a terminal",
      "Give it a file: ... - < FILE",
    );
  }
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** A file named on the command line, `-` is stdin. */
export async function readInput(file: string, terminal: Terminal): Promise<Buffer> {
  if (file === "-") return readStdin(terminal.stdin);
  try {
    return await readFile(file);
  } catch (error) {
    throw new ImproveCronError(
      "input",
      `cannot read ${file}: ${fileMessageOf(error)}`,
      "Name a file that exists and can be read.",
      error,
    );
  }
}

/**
 * The text in what came through stdin.
 *
 * @throws ImproveCronError `input` where the bytes are not UTF-8: read anyway, artifacts would not be what the critic saw.
 */
export function textOfStdin(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) {
    throw new ImproveCronError("input", "stdin is not UTF-8 text", "Convert it, e.g. with iconv -t utf-8.");
  }
  return Buffer.from(bytes).toString("utf8");
}
