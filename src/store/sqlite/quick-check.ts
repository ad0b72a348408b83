import Database from "better-sqlite3";
import { bindingOf, type ConnectionOptions } from "./connection.ts";
import { damaged } from "./store-error.ts";

/**
 * What SQLite's quick_check finds wrong: pages, order of rows, constraints; not whether every index agrees.
 * Reads the whole file: about a second for 0.5 GB.
 */
export function quickCheck(connection: Database.Database): readonly string[] {
  const lines = connection.prepare<[], string>("PRAGMA quick_check").pluck().all();
  return lines.filter((line) => line !== "ok");
}

/**
 * Refuses a database whose pages are damaged, before anything opens it for writing: the last writer to close takes
 * the log into the file and removes it, which would change what a person may still want to rescue.
 * Throws `store-damaged`.
 */
export function refuseDamagedPages(file: string, options: ConnectionOptions): void {
  const connection = new Database(file, { readonly: true, fileMustExist: true, ...bindingOf(options) });
  try {
    const problems = quickCheck(connection);
    if (problems.length > 0) throw damaged(file, problems.slice(0, 3).join("; "));
  } finally {
    connection.close();
  }
}
