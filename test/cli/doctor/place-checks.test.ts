import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkCopies, checkPlace, checkPrivateFiles } from "../../../src/cli/doctor/place-checks.ts";

let folder: string;
let database: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "improve-cron-place-"));
  mkdirSync(join(folder, "state"));
  database = join(folder, "state/improve-cron.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("names a folder that a sync program marks as its own, and one with its name", () => {
  expect(checkPlace(database).ok).toBe(true);
  mkdirSync(join(folder, ".stfolder"));
  expect(checkPlace(database)).toMatchObject({ ok: false, message: expect.stringContaining("Syncthing") });
  expect(checkPlace(join(folder, "Dropbox/state/improve-cron.db")).ok).toBe(false);
});

it("names files that others can read", () => {
  writeFileSync(database, "", { mode: 0o600 });
  expect(checkPrivateFiles(join(folder, "state"))).toMatchObject([{ ok: true }]);
  writeFileSync(join(folder, "state/token"), "");
  chmodSync(join(folder, "state/token"), 0o640);
  expect(checkPrivateFiles(join(folder, "state"))).toMatchObject([
    { ok: false, message: expect.stringContaining("token") },
  ]);
  expect(checkPrivateFiles(join(folder, "none"))).toEqual([]);
});

it("names copies that a sync service made of the database and of an axis file", async () => {
  const axis = join(folder, "verify-dispatch.yaml");
  for (const file of [database, axis]) writeFileSync(file, "");
  expect(await checkCopies(database, [axis])).toEqual([]);
  writeFileSync(join(folder, "state/improve-cron (conflicted copy 2026-06-01).db"), "");
  writeFileSync(join(folder, "verify-dispatch.sync-conflict-20260601.yaml"), "");
  const found = await checkCopies(database, [axis, axis]);
  expect(found.map(({ ok }) => ok)).toEqual([false, false]);
});
