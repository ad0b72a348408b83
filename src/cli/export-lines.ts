import { resolve } from "node:path";
import type { Session } from "./session.ts";
import { refuseMissingFolder, writeOutput } from "./write-output.ts";

/**
 * Writes lines to a file, or to stdout where FILE is `-`, and says how many. The folder is looked at before `read` is asked
 * for the lines. Returns the exit code.
 */
export async function exportLines(
  session: Session,
  file: string,
  read: () => Promise<readonly string[]>,
): Promise<number> {
  const target = file === "-" ? null : resolve(session.cwd, file);
  if (target !== null) refuseMissingFolder(target);
  const lines = await read();
  const text = lines.join("");
  const count = lines.length === 1 ? "1 item" : `${lines.length} items`;
  if (target === null) {
    session.terminal.out(text);
    session.note(`${count} exported`);
    return 0;
  }
  await writeOutput(target, text);
  session.answer({ exported: lines.length, file: target }, () => `${count} written to ${file}`);
  return 0;
}
