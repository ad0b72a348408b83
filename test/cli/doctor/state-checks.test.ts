import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkDiskSpace, checkStateFolder } from "../../../src/cli/doctor/state-checks.ts";

describe("checkStateFolder", () => {
  it("wants a private folder, or none yet", () => {
    const folder = mkdtempSync(join(tmpdir(), "improve-cron-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const state = join(folder, "state");
    expect(checkStateFolder(state).ok).toBe(true);
    mkdirSync(state, { mode: 0o700 });
    expect(checkStateFolder(state).ok).toBe(true);
    chmodSync(state, 0o750);
    expect(checkStateFolder(state)).toMatchObject({ name: "state folder", ok: false });
    writeFileSync(join(folder, "file"), "");
    expect(checkStateFolder(join(folder, "file")).ok).toBe(false);
  });
});

function megabytes(count: number): () => number {
  return () => count * 1024 * 1024;
}

describe("checkDiskSpace", () => {
  it("wants room for two copies of the database and a month", () => {
    const folder = mkdtempSync(join(tmpdir(), "improve-cron-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const database = join(folder, "improve-cron.db");
    expect(checkDiskSpace(folder, database, megabytes(200))).toMatchObject([{ ok: true }]);
    writeFileSync(database, Buffer.alloc(2 * 1024 * 1024));
    expect(checkDiskSpace(folder, database, megabytes(203))).toMatchObject([
      { name: "disk space", ok: false },
    ]);
    expect(checkDiskSpace(folder, database, megabytes(204))).toMatchObject([{ ok: true }]);
    expect(checkDiskSpace(join(folder, "none"), database)).toEqual([]);
    expect(checkDiskSpace(folder, database)).toHaveLength(1);
  });
});
