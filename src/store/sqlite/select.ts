import type Database from "better-sqlite3";
import type { Session } from "./session.ts";

/*
 * Reading in plain SQL, without the query builder: whoever only reads (the light `history`) does without loading it, and
 * everybody does without building the same statement again and again.
 */

/** What a reader works with. */
export type ReadSession = Pick<Session, "connection" | "workspace">;

type Value = string | number | Buffer;

/** A condition in SQL and what its question marks stand for; null where nothing is asked. */
export type Condition = readonly [sql: string, ...values: readonly Value[]] | null;

/** The condition, where there is a value to ask for. */
export function when(value: Value | undefined, sql: string): Condition {
  return value === undefined ? null : [sql, value];
}

/** One of these: as one value, so that the statement is the same for any number of them. */
export function whenIn(values: readonly string[] | undefined, column: string): Condition {
  return values === undefined
    ? null
    : [`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values)];
}

/**
 * A way to ask one table for the rows that fulfil every condition; its columns bear the names that `Row` has. A statement is
 * prepared once for each connection, since that takes longer than asking it. `more` is for question marks in `rest`.
 */
export function selector<Row>(
  select: string,
  rest = "",
): (session: ReadSession, conditions: readonly Condition[], ...more: readonly Value[]) => Row[] {
  const known = new WeakMap<Database.Database, Map<string, Database.Statement<unknown[], Row>>>();
  return ({ connection }, conditions, ...more) => {
    const asked = conditions.filter((condition) => condition !== null);
    const where = asked.map(([condition]) => condition).join(" AND ");
    // Bounded: there is one for each set of conditions that the code writes, since values are not part of them.
    const statements = known.get(connection) ?? new Map<string, Database.Statement<unknown[], Row>>();
    known.set(connection, statements);
    const statement =
      statements.get(where) ?? connection.prepare<unknown[], Row>(`${select} WHERE ${where} ${rest}`);
    statements.set(where, statement);
    return statement.all(...asked.flatMap(([, ...values]) => values), ...more);
  };
}
