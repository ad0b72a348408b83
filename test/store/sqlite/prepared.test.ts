import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { describe, expect, it } from "vitest";
import { prepared } from "../../../src/store/sqlite/prepared.ts";
import type { Session } from "../../../src/store/sqlite/session.ts";

function session(): Session {
  const connection = new Database(":memory:");
  return { connection, orm: drizzle({ client: connection }), workspace: "default", step: () => {} };
}

describe("prepared", () => {
  it("builds a statement once for each connection, and never asks another one's", () => {
    let built = 0;
    const number = prepared(({ connection }) => {
      built += 1;
      return connection.prepare<[number], number>("SELECT ? + 1").pluck();
    });
    const [one, other] = [session(), session()];
    expect([number(one).get(1), number(one).get(2), number(other).get(3)]).toEqual([2, 3, 4]);
    expect(built).toBe(2);
    one.connection.close();
    expect(number(other).get(4)).toBe(5);
  });
});
