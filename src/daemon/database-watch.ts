import { statSync } from "node:fs";
import { ImproveCronError } from "../errors.ts";

/**
 * Remembers which file a database is, right after it was opened, and answers a function that throws `store-damaged`
 * once another file, or none, stands at its place. SQLite goes on writing into a file that was deleted or replaced
 * under it without any error, and everything written since is lost with the process.
 */
export function watchDatabase(file: string): () => void {
  const opened = identityOf(file);
  return () => {
    const found = identityOf(file);
    if (found === opened) return;
    throw new ImproveCronError(
      "store-damaged",
      `the database ${file} was ${found === null ? "deleted or moved" : "replaced"} while it was in use`,
      "Put the right file in its place, with nothing beside it that belongs to another one, and start `serve` again.",
    );
  };
}

function identityOf(file: string): string | null {
  const status = statSync(file, { bigint: true, throwIfNoEntry: false });
  return status === undefined ? null : `${status.dev}:${status.ino}`;
}
