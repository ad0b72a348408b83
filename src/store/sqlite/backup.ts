import Database from "better-sqlite3";
import { checkCopy, rowsOf } from "./check-copy.ts";
import { beginNewFile } from "./new-file.ts";
import { readSalt } from "./salt.ts";
import { damaged, storeError } from "./store-error.ts";
import { type FileFacts, measureFile, syncFile } from "./sync-file.ts";

export interface Backup extends FileFacts {
  readonly file: string;
  /** Rows of each table, the same in the copy as in the snapshot that it was made of. */
  readonly rows: Readonly<Record<string, number>>;
}

/** More pages than any database has: all of them in one step. */
const allPages = 0x7f_ff_ff_ff;

/**
 * Writes one consistent copy of a database that others may be writing to, and reads it back whole before it gets its name.
 *
 * The copy is made in a single step within a read transaction of the same connection: a backup in several steps begins again
 * each time that somebody writes in between, and under load never ends. The rows are counted in that same transaction, so that
 * the counts of the copy must be equal and not merely near. Everybody else goes on writing meanwhile.
 *
 * Throws `conflict` where the target exists and `replace` is false, `usage` where it is the database itself, `store-damaged`
 * where the copy is not whole, else what `storeError` makes of it. No half copy is left.
 */
export async function backupDatabase(
  file: string,
  target: string,
  options: { readonly replace: boolean; readonly processId: number },
): Promise<Backup> {
  const { replace, processId } = options;
  const copied = beginNewFile(target, { database: file, replace, processId });
  try {
    const snapshot = await copyInOneStep(file, copied.partial);
    const copy = checkCopy(copied.partial);
    if (JSON.stringify(copy.rows) !== JSON.stringify(snapshot.rows) || copy.salt !== snapshot.salt) {
      throw damaged(copied.partial, "it does not hold the rows of the database");
    }
    const facts = measureFile(copied.partial);
    copied.finish();
    return { file: target, ...facts, rows: copy.rows };
  } catch (error) {
    throw storeError(error, target);
  } finally {
    copied.dispose();
  }
}

async function copyInOneStep(
  file: string,
  partial: string,
): Promise<{ readonly rows: Readonly<Record<string, number>>; readonly salt: string | null }> {
  const source = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    source.exec("BEGIN");
    const snapshot = { rows: rowsOf(source), salt: readSalt(source) };
    await source.backup(partial, { progress: () => allPages });
    source.exec("COMMIT");
    closeForGood(partial);
    return snapshot;
  } finally {
    source.close();
  }
}

/** One file that needs no other beside it, and can be read from a folder that cannot be written. */
function closeForGood(file: string): void {
  const connection = new Database(file, { fileMustExist: true });
  try {
    connection.pragma("journal_mode = DELETE");
  } finally {
    connection.close();
  }
  syncFile(file);
}
