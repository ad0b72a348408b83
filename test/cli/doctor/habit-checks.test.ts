import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkBackupAge, checkChannelTrial, checkOldEffects } from "../../../src/cli/doctor/habit-checks.ts";
import { noteDone, readDone } from "../../../src/cli/last-done.ts";

const day = 86_400_000;
const now = Date.parse("2026-06-01T13:00:00Z");
let stateFolder: string;
let config: { readonly stateFolder: string; readonly databaseFile: string };
beforeEach(() => {
  stateFolder = mkdtempSync(join(tmpdir(), "improve-cron-habits-"));
  config = { stateFolder, databaseFile: join(stateFolder, "improve-cron.db") };
  writeFileSync(config.databaseFile, "");
});
afterEach(() => rmSync(stateFolder, { recursive: true, force: true }));

const needsWork = (checks: readonly { readonly fix: string | null }[]): readonly boolean[] =>
  checks.map(({ fix }) => fix !== null);

it("counts the days since a backup that is still there", () => {
  const file = join(stateFolder, "copy.db");
  expect(needsWork(checkBackupAge(config, now))).toEqual([true]);
  noteDone(stateFolder, "backup", { at: now - 35 * day, ok: true, what: file });
  expect(needsWork(checkBackupAge(config, now))).toEqual([true]);
  writeFileSync(file, "");
  expect(needsWork(checkBackupAge(config, now))).toEqual([false]);
  expect(needsWork(checkBackupAge(config, now + day))).toEqual([true]);
  expect(checkBackupAge({ ...config, databaseFile: join(stateFolder, "none") }, now)).toEqual([]);
});

it("asks for a trial of channels that were never tried, were changed since, or failed", () => {
  const notify = [{ channel: "sendmail", to: "ana@example.org", path: null }] as const;
  const look = (): readonly boolean[] => needsWork(checkChannelTrial({ stateFolder, notify }, now));
  expect(checkChannelTrial({ stateFolder, notify: [{ channel: "stdout" }] }, now)).toEqual([]);
  expect(look()).toEqual([true]);
  noteDone(stateFolder, "notify-test", { at: now, ok: true, what: "stdout" });
  expect(look()).toEqual([true]);
  noteDone(stateFolder, "notify-test", { at: now, ok: false, what: "sendmail" });
  expect(look()).toEqual([true]);
  noteDone(stateFolder, "notify-test", { at: now, ok: true, what: "sendmail" });
  expect(look()).toEqual([false]);
});

it("takes a note that is no note for none", () => {
  for (const text of ["", "null", '{"at":"yesterday"}', "[]"]) {
    writeFileSync(join(stateFolder, "last-backup.json"), text);
    expect(readDone(stateFolder, "backup")).toBeNull();
  }
});

const effect = (plannedAt: number, state: "sending" | "done") => ({
  payload: { kind: "vault-log", marker: "^ic", markdown: "" } as const,
  plannedAt,
  lastError: null,
  state,
});

it("names steps that have waited for more than a day", () => {
  expect(checkOldEffects([effect(now - day, "sending"), effect(0, "done")], now, "UTC")).toEqual([]);
  expect(checkOldEffects([effect(now - day - 1, "sending")], now, "UTC")).toMatchObject([{ ok: false }]);
});
