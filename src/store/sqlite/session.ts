import type Database from "better-sqlite3";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";

/** What the subjects of the store work with: one connection, seen raw and through drizzle, and one workspace. */
export interface Session {
  readonly connection: Database.Database;
  readonly orm: BetterSQLite3Database;
  readonly workspace: string;
  /** Told the name of every moment inside a transaction at which a fault trial may stop the program. */
  readonly step: (name: string) => void;
}

/**
 * Runs synchronous work as one transaction that takes the write lock at its start. A transaction that reads first and
 * asks for the lock later fails at once, timeout or not, when another process has written in between.
 */
export function writeAtOnce<T>(session: Session, work: () => T): T {
  return session.connection.transaction(work).immediate();
}

/** Runs synchronous reads on one and the same state of the database. */
export function readAtOnce<T>(session: Pick<Session, "connection">, work: () => T): T {
  return session.connection.transaction(work).deferred();
}

/** Order of texts by their UTF-16 units: the same on every engine, which the engines' own orders are not. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Rows in portions that fit into one statement: SQLite takes 32,766 values, and building a statement costs more than a row. */
export function inPortions<T>(rows: readonly T[]): readonly (readonly T[])[] {
  const size = 500;
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}
