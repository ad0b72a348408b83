import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verdictKey } from "../../../src/core/verdict.ts";
import { openStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { aBatch, aCycle, aDecision, anItem, aVerdict, midMay, sha256 } from "../samples.ts";

let file = "";
let store: Store;

beforeEach(async () => {
  file = join(mkdtempSync(join(tmpdir(), "ic-inspect-")), "improve-cron.db");
  store = await openStore({
    file,
    workspace: "default",
    timezone: "America/New_York",
    now: () => midMay,
    randomBytes: () => new Uint8Array(32).fill(7),
  });
  const text = "what the critic saw";
  const verdict = aVerdict({ artifact: { kind: "snapshot", sha256: sha256(text) } });
  await store.recordVerdicts(aBatch([verdict], [text]));
  await store.planOpening({
    period: "2026-05",
    cycles: [aCycle()],
    items: [anItem("one", { verdictKey: verdictKey("default", verdict) })],
    effects: [],
    openedAt: 1,
  });
  await store.closeCycle({
    axis: "verify-dispatch",
    period: "2026-05",
    closedAt: 9,
    gradesMark: 0,
    decision: aDecision(),
    statusChange: null,
    effects: [],
  });
});

afterEach(async () => {
  await store.close();
  rmSync(join(file, ".."), { recursive: true, force: true });
});

async function wrong(): Promise<readonly string[]> {
  const findings = await store.inspect({ quickCheck: true });
  for (const { ok, fix } of findings) expect(fix === null).toBe(ok);
  return findings.filter(({ ok }) => !ok).map(({ name }) => name);
}

describe("inspect", () => {
  it("finds nothing in a good database", async () => {
    expect(await wrong()).toEqual([]);
  });

  it.each([
    ["monthly rollup", "UPDATE month_count SET count = 2"],
    ["monthly rollup", "UPDATE month_count SET last_at = last_at + 1"],
    ["monthly rollup", "DELETE FROM month_count"],
    ["monthly rollup", "UPDATE month_count SET axis = 'a-first'"],
    ["database guards", "DROP TRIGGER verdict_no_update"],
    ["database guards", "DROP TRIGGER decision_no_delete"],
    ["database guards", "CREATE TABLE loose (a)"],
    ["database schema", "INSERT INTO schema_migration VALUES ('hash', '0099_later', 1)"],
    ["database schema", "DELETE FROM schema_migration"],
    ["decisions", "DROP TRIGGER decision_no_delete; DELETE FROM decision"],
    ["decisions", "UPDATE cycle SET state = 'open', closed_at = NULL"],
    ["items", "UPDATE item SET verdict_key = 'ab'"],
    ["artifacts", "DROP TRIGGER artifact_no_delete; DELETE FROM artifact"],
    ["database references", "PRAGMA foreign_keys = OFF; UPDATE cycle SET period = '2026-04'"],
  ])("finds what is wrong with the %s after: %s", async (name, sql) => {
    const connection = new Database(file);
    connection.exec(sql);
    connection.close();
    expect(await wrong()).toContain(name);
  });

  it("finds files that others can read", async () => {
    chmodSync(file, 0o640);
    expect(await wrong()).toEqual(["database privacy"]);
  });

  it("is not needed to notice an artifact whose bytes were changed: reading it refuses", async () => {
    const connection = new Database(file);
    connection.exec("DROP TRIGGER artifact_no_update; UPDATE artifact SET content = CAST('other' AS BLOB)");
    connection.close();
    await expect(store.readArtifact(sha256("what the critic saw"))).rejects.toMatchObject({
      code: "store-damaged",
    });
  });
});
