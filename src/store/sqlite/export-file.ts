import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import Database from "better-sqlite3";
import { compareWithExport, type ExportComparison } from "./compare-export.ts";
import { expectOurs } from "./connection.ts";
import { exportLines } from "./export-rows.ts";
import { beginNewFile } from "./new-file.ts";
import { storeError } from "./store-error.ts";
import { type FileFacts, measureFile } from "./sync-file.ts";

export interface Exported extends FileFacts {
  readonly file: string;
  readonly lines: number;
  /** The hash of the last line, which stands for all of them. */
  readonly hash: string;
}

export interface ExportOptions {
  readonly workspace: string;
  /** The program's version. */
  readonly program: string;
  readonly replace: boolean;
  readonly processId: number;
}

/**
 * Writes a workspace as NDJSON whose lines are chained, as of one instant, while others may go on writing. One row is in memory
 * at a time; the file gets its name when it is whole.
 * Throws `conflict` where it exists and `replace` is false, `not-found` where the database holds no such workspace.
 */
export function exportDatabase(file: string, target: string, options: ExportOptions): Exported {
  const written = beginNewFile(target, { ...options, database: file });
  try {
    const { lines, hash } = atOneInstant(file, (connection) =>
      writeLines(connection, written.partial, options),
    );
    const facts = measureFile(written.partial);
    written.finish();
    return { file: target, ...facts, lines, hash };
  } catch (error) {
    throw storeError(error, file);
  } finally {
    written.dispose();
  }
}

/** Whether a database is what an export says; throws `input` where the export itself is broken. */
export function compareDatabase(file: string, workspace: string, source: string): ExportComparison {
  try {
    return atOneInstant(file, (connection) => compareWithExport(connection, workspace, source));
  } catch (error) {
    throw storeError(error, file);
  }
}

function atOneInstant<T>(file: string, work: (connection: Database.Database) => T): T {
  const connection = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    expectOurs(connection, file);
    return connection.transaction(() => work(connection))();
  } finally {
    connection.close();
  }
}

/** Small enough to stay in memory, large enough that writing costs little. */
const bufferedCharacters = 1 << 18;

function writeLines(
  connection: Database.Database,
  file: string,
  { workspace, program }: ExportOptions,
): Pick<Exported, "lines" | "hash"> {
  const descriptor = openSync(file, "r+");
  try {
    let lines = 0;
    let hash = "";
    let text = "";
    for (const one of exportLines(connection, { workspace, program })) {
      lines += 1;
      hash = one.hash;
      text += `${one.line}\n`;
      if (text.length < bufferedCharacters) continue;
      writeAll(descriptor, text);
      text = "";
    }
    writeAll(descriptor, text);
    fsyncSync(descriptor);
    return { lines, hash };
  } finally {
    closeSync(descriptor);
  }
}

function writeAll(descriptor: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
}
