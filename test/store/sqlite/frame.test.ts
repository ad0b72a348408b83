import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { disconnect } from "../../../src/store/sqlite/connection.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { drawQuery, frameQuery, riskQuery } from "../../../src/store/sqlite/frame.ts";

const folder = mkdtempSync(join(tmpdir(), "ic-frame-"));
const connection = openDatabase(join(folder, "improve-cron.db"), { now: () => 1 });

afterAll(() => {
  disconnect(connection);
  rmSync(folder, { recursive: true, force: true });
});

/** Every step of SQLite's plan, as it words them. */
function planOf(query: string, parameters: number): readonly string[] {
  return connection
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`)
    .all(...Array.from({ length: parameters }, () => 1))
    .map(({ detail }) => detail);
}

describe("the plan of the draw", () => {
  const byIndex =
    "SEARCH verdict USING COVERING INDEX verdict_sample (workspace=? AND axis=? AND period=? AND epoch_id=? AND word=?)";

  it.each([
    ["the sample", drawQuery, 10],
    ["the hash of the frame", frameQuery, 8],
  ])("reads %s from the index alone, in its order, without sorting", (_what, query, parameters) => {
    const plan = planOf(query, parameters);
    expect(plan).toContain(byIndex);
    expect(plan.filter((detail) => detail.includes("TEMP B-TREE"))).toEqual([]);
  });

  it.each(Object.entries(riskQuery))("reads the risk items %s from the index alone", (_what, query) => {
    expect(planOf(query, 9)).toContain(byIndex);
  });
});
