import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { storeVerdicts } from "../../../src/light-record/store-verdict.ts";
import { backupDatabase } from "../../../src/store/sqlite/backup.ts";
import { checkCopy } from "../../../src/store/sqlite/check-copy.ts";
import { connect, disconnect } from "../../../src/store/sqlite/connection.ts";
import { migrations } from "../../../src/store/sqlite/migrations.ts";
import { type RestoreOptions, restoreDatabase } from "../../../src/store/sqlite/restore.ts";
import { acquireRunLock } from "../../../src/store/sqlite/run-lock.ts";
import { openStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { filledDatabase, filledWorkspace, releasedSchemas } from "../../support/older-database.ts";
import { aBatch, aVerdict, verdicts } from "../samples.ts";
import { startChild } from "./child/run-child.ts";

const root = mkdtempSync(join(tmpdir(), "ic-restore-"));
const now = Date.UTC(2026, 5, 1, 13);
let folders = 0;

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function newFile(): string {
  folders += 1;
  return join(root, `${folders}`, "improve-cron.db");
}

function open(file: string): Promise<Store> {
  return openStore({
    file,
    ...filledWorkspace,
    now: () => now,
    randomBytes: () => new Uint8Array(32).fill(7),
  });
}

function restore(file: string, backup: string, changes: Partial<RestoreOptions> = {}) {
  const options = {
    ...filledWorkspace,
    file,
    backup,
    now,
    processId: process.pid,
    force: false,
    dryRun: false,
  };
  return restoreDatabase({ ...options, ...changes });
}

/** Buffers of this size take the test's own comparison seconds. */
function hashOf(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

function codeOf(work: () => unknown): unknown {
  try {
    work();
    return "nothing was thrown";
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
}

/** A backup of 10 verdicts, and the database that went on to 12 and a setting. */
async function backupAndMore(): Promise<{ readonly file: string; readonly backup: string }> {
  const file = newFile();
  const store = await open(file);
  await store.recordVerdicts(aBatch(verdicts(10, "old")));
  const backup = `${file}.backup`;
  await backupDatabase(file, backup, { replace: false, processId: 1 });
  await store.recordVerdicts({ ...aBatch(verdicts(2, "new")), storedAt: now });
  await store.close();
  return { file, backup };
}

async function countVerdicts(file: string): Promise<number> {
  const store = await open(file);
  const counts = await store.listMonthCounts({});
  expect((await store.inspect({ quickCheck: true })).filter(({ ok }) => !ok)).toEqual([]);
  await store.close();
  return counts.reduce((sum, { count }) => sum + count, 0);
}

describe("restoreDatabase", () => {
  it("tells what would be gone, refuses, and with force keeps the old one beside the new one", async () => {
    const { file, backup } = await backupAndMore();
    const before = hashOf(file);
    expect(codeOf(() => restore(file, backup))).toBe("conflict");
    const dry = restore(file, backup, { dryRun: true });
    expect(dry.aside).toBeNull();
    expect(dry.losing).toEqual([{ table: "verdict", rows: 2, newest: now }]);
    expect(hashOf(file)).toBe(before);

    const told: unknown[] = [];
    const restored = restore(file, backup, { force: true, tell: (plan) => told.push(plan.losing) });
    expect(told).toEqual([dry.losing]);
    expect(restored.aside).toBe(`${file}.before-restore-20260601T130000Z`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(file).nlink).toBe(1);
    expect(await countVerdicts(file)).toBe(10);
    expect(checkCopy(restored.aside ?? "").rows["verdict"]).toBe(12);
    expect(readdirSync(dirname(file)).filter((name) => /incoming|-wal|-shm/.test(name))).toEqual([]);
    // The way back is the same one.
    restore(file, restored.aside ?? "");
    expect(await countVerdicts(file)).toBe(12);
  });

  it.each(releasedSchemas)("brings a backup of $name up to date", async ({ name, released }) => {
    const old = newFile();
    filledDatabase(old, { released });
    const file = newFile();
    const restored = restore(file, old);
    expect(restored.migrated).toEqual(migrations.slice(released).map((one) => one.name));
    expect(restored.present.kind).toBe("none");
    const before = checkCopy(old).rows;
    expect(checkCopy(file).rows).toMatchObject(before);
    expect(checkCopy(old).pending.map((one) => one.name)).toEqual(restored.migrated);
    expect(name).toBe(migrations[released - 1]?.name);
  });

  it("takes the log of a copy that was made by hand", async () => {
    const file = newFile();
    const store = await open(file);
    await store.recordVerdicts(aBatch(verdicts(10, "old")));
    const copy = join(dirname(file), "by-hand.db");
    copyFileSync(file, copy);
    copyFileSync(`${file}-wal`, `${copy}-wal`);
    await store.close();
    const other = newFile();
    restore(other, copy);
    expect(await countVerdicts(other)).toBe(10);
  });

  it("refuses while anybody uses the database, and changes nothing", async () => {
    const { file, backup } = await backupAndMore();
    const store = await open(file);
    expect(codeOf(() => restore(file, backup, { force: true }))).toBe("store-busy");
    await store.close();
    // A program that knows nothing of the locks.
    const foreign = new Database(file);
    foreign.prepare("SELECT count(*) FROM verdict").get();
    expect(codeOf(() => restore(file, backup, { force: true }))).toBe("store-busy");
    foreign.close();
    const lock = acquireRunLock(dirname(file), process.pid);
    expect(codeOf(() => restore(file, backup, { force: true }))).toBe("store-busy");
    if (lock.kind === "held") lock.release();
    expect(await countVerdicts(file)).toBe(12);
    expect(readdirSync(dirname(file)).filter((name) => /before-|incoming/.test(name))).toEqual([]);
  });

  it("lets nobody in meanwhile, the light record included", async () => {
    const { file, backup } = await backupAndMore();
    const place = { databaseFile: file, ...filledWorkspace };
    const refused: Promise<unknown>[] = [];
    const steps: string[] = [];
    restore(file, backup, {
      force: true,
      step: (name) => {
        steps.push(name);
        // From the rename on there is nothing left to wait for, and the light record takes the new database.
        if (name === "replace: new one in place") return;
        expect(codeOf(() => restore(file, backup, { force: true }))).toBe("store-busy");
        expect(storeVerdicts(place, aBatch([aVerdict({ externalId: "meanwhile" })]))).toBeNull();
        if (name === "replace: checked") refused.push(open(file).catch((error: unknown) => error));
      },
    });
    expect(steps).toHaveLength(4);
    expect(await Promise.all(refused)).toMatchObject([{ code: "store-busy" }]);
    expect(storeVerdicts(place, aBatch([aVerdict({ externalId: "after" })]))).toMatchObject([
      { outcome: "stored" },
    ]);
    expect(await countVerdicts(file)).toBe(11);
  });

  it.each<
    readonly [what: string, code: string, change: (backup: string) => void, options: Partial<RestoreOptions>]
  >([
    ["is cut off", "store-damaged", (backup) => truncateSync(backup, 8192), {}],
    ["is no database", "store-damaged", (backup) => writeFileSync(backup, "a letter\n".repeat(500)), {}],
    ["is empty", "store-damaged", (backup) => truncateSync(backup, 0), {}],
    ["has a damaged page", "store-damaged", spoilPage, {}],
    ["is another program's", "store-damaged", (backup) => execute(backup, "PRAGMA application_id = 1"), {}],
    [
      "has rows of nobody",
      "store-damaged",
      (backup) =>
        execute(
          backup,
          "PRAGMA foreign_keys = 0; INSERT INTO grade_observation (workspace, ref, observed_at, via) VALUES ('default', 'nobody', 1, 'x')",
        ),
      {},
    ],
    [
      "is newer than the program",
      "store-newer",
      (backup) => execute(backup, "INSERT INTO schema_migration VALUES ('00', '9999_later', 1)"),
      {},
    ],
    ["is not there", "input", (backup) => rmSync(backup), {}],
    ["is of another workspace", "config", () => {}, { workspace: "other" }],
    ["is of another zone", "config", () => {}, { timezone: "Asia/Tokyo" }],
  ])(
    "changes nothing where the backup %s, and speaks of no other file",
    async (_what, code, change, options) => {
      const { file, backup } = await backupAndMore();
      change(backup);
      const before = hashOf(file);
      for (const dryRun of [true, false]) {
        const restoring = (): unknown => restore(file, backup, { ...options, dryRun, force: true });
        expect(codeOf(restoring)).toBe(code);
        expect(restoring).not.toThrow(/incoming|improve-cron-restore-/);
      }
      expect(hashOf(file)).toBe(before);
      expect(readdirSync(dirname(file)).filter((name) => /before-|incoming/.test(name))).toEqual([]);
    },
  );

  it("takes the place of a database that cannot be read, and keeps all of its bytes", async () => {
    const { file, backup } = await backupAndMore();
    writeFileSync(file, "no database any more".repeat(500));
    writeFileSync(`${file}-wal`, "a log");
    const bytes = hashOf(file);
    const restored = restore(file, backup);
    expect(restored.present.kind).toBe("unreadable");
    expect(hashOf(restored.aside ?? "")).toBe(bytes);
    expect(readFileSync(`${restored.aside}-wal`, "utf8")).toBe("a log");
    expect(await countVerdicts(file)).toBe(10);
  });

  it("refuses the database itself", async () => {
    const { file } = await backupAndMore();
    expect(codeOf(() => restore(file, file))).toBe("usage");
  });
});

function execute(file: string, sql: string): void {
  const connection = new Database(file);
  connection.exec(sql);
  connection.close();
}

/** The page that the table of verdicts begins with. */
function spoilPage(file: string): void {
  const connection = new Database(file, { readonly: true });
  const page = Number(
    connection.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'verdict'").pluck().get(),
  );
  connection.close();
  const bytes = readFileSync(file);
  bytes.fill(0x5a, (page - 1) * 4096, page * 4096);
  writeFileSync(file, bytes);
}

describe("a restore that is killed", () => {
  // Each with a kill -9 of its own process.
  it.each([
    ["replace: checked", 12],
    ["replace: old one put aside", 12],
    ["replace: logs taken away", 12],
    ["replace: new one in place", 10],
  ])("at “%s” leaves a whole database, and can be done again", async (step, expected) => {
    const { file, backup } = await backupAndMore();
    // A log of an unclean end lies beside the old one: it is part of it.
    const killed = startChild("restore-until.ts", [file, backup, step]);
    await killed.ended;
    expect(killed.process.signalCode).toBe("SIGKILL");
    expect(checkCopyOf(file).rows["verdict"]).toBe(expected);
    expect(await countVerdicts(file)).toBe(expected);
    expect(existsSync(`${file}.incoming`)).toBe(false);
    const restored = restore(file, backup, { force: true });
    expect(await countVerdicts(file)).toBe(10);
    const kept = readdirSync(dirname(file)).filter((name) => name.includes(".before-restore-"));
    const sizes = kept.map((name) => checkCopyOf(join(dirname(file), name)).rows["verdict"]);
    // Nothing that was there is gone, and nothing is kept twice.
    expect(sizes.toSorted((a = 0, b = 0) => a - b)).toEqual(expected === 12 ? [12] : [10, 12]);
    expect(restored.aside).not.toBeNull();
    expect(statSync(file).nlink).toBe(1);
  });
});

/** Looked at in a copy, so that looking changes nothing. */
function checkCopyOf(file: string) {
  const folder = mkdtempSync(join(root, "look-"));
  mkdirSync(folder, { recursive: true });
  for (const suffix of ["", "-wal"]) {
    if (existsSync(file + suffix)) copyFileSync(file + suffix, join(folder, `db${suffix}`));
  }
  return checkCopy(join(folder, "db"));
}

describe("backupDatabase", () => {
  it("copies what others are still writing, whole, with the counts of one instant", async () => {
    const file = newFile();
    const first = await open(file);
    await first.close();
    const writer = startChild("record-batches.ts", [file, "load", "20"]);
    await writer.waitForLine((line) => line === "stored 3");
    const sizes: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const backup = `${file}.${n}`;
      const acknowledged = writer.lines.filter((line) => line.startsWith("stored")).length;
      const made = await backupDatabase(file, backup, { replace: false, processId: n });
      expect(made.rows["verdict"]).toBeGreaterThanOrEqual(acknowledged * 20);
      expect((made.rows["verdict"] ?? 0) % 20).toBe(0);
      expect(statSync(backup).mode & 0o777).toBe(0o600);
      const other = newFile();
      const restored = restore(other, backup);
      expect(restored.rows).toEqual(made.rows);
      expect(restored.backup.sha256).toBe(made.sha256);
      expect(await countVerdicts(other)).toBe(made.rows["verdict"]);
      sizes.push(made.rows["verdict"] ?? 0);
      const seen = writer.lines.length;
      await writer.waitForLine((line) => writer.lines.length > seen + 1 && line.startsWith("stored"));
    }
    writer.process.kill("SIGKILL");
    await writer.ended;
    // The writer was at work all the time.
    expect(sizes).toEqual([...new Set(sizes)].toSorted((a, b) => a - b));
    expect(readdirSync(dirname(file)).filter((name) => name.includes("partial"))).toEqual([]);
  });

  it("carries the salt, and leaves one file", async () => {
    const { backup } = await backupAndMore();
    expect(checkCopy(backup).salt).toBe("07".repeat(32));
    expect(readdirSync(dirname(backup)).filter((name) => name.includes("backup"))).toEqual([
      "improve-cron.db.backup",
    ]);
  });

  it("keeps a file that is there, unless it is told to replace it; never the database", async () => {
    const { file, backup } = await backupAndMore();
    const attempt = (target: string, replace: boolean) =>
      backupDatabase(file, target, { replace, processId: 1 }).then(
        () => "made",
        (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
      );
    const before = hashOf(backup);
    expect(await attempt(backup, false)).toBe("conflict");
    expect(hashOf(backup)).toBe(before);
    expect(await attempt(backup, true)).toBe("made");
    expect(checkCopy(backup).rows["verdict"]).toBe(12);
    expect(await attempt(file, true)).toBe("usage");
    expect(await attempt(`${file}-wal`, true)).toBe("usage");
    expect(await attempt(dirname(file), true)).toBe("usage");
  });

  it("refuses to call a damaged database a backup", async () => {
    const { file } = await backupAndMore();
    spoilPage(file);
    await expect(backupDatabase(file, `${file}.bad`, { replace: false, processId: 1 })).rejects.toMatchObject(
      {
        code: "store-damaged",
      },
    );
    expect(existsSync(`${file}.bad`)).toBe(false);
  });

  it("answers verdicts by their keys when a database was restored and went on by itself", async () => {
    const { file, backup } = await backupAndMore();
    restore(file, backup, { force: true });
    const store = await open(file);
    await store.recordVerdicts(aBatch([aVerdict({ externalId: "later" })]));
    await store.close();
    const kept = readdirSync(dirname(file)).find((name) => name.includes(".before-restore-")) ?? "";
    const { present } = restore(file, join(dirname(file), kept), { dryRun: true });
    expect(present).toMatchObject({
      onlyHere: [{ table: "verdict", rows: 1 }],
      onlyInBackup: [{ table: "verdict", rows: 2 }],
    });
  });
});

describe("a log beside the old database", () => {
  it("is taken in before the old one is put aside", async () => {
    const { file, backup } = await backupAndMore();
    // As after a kill: committed rows that are in the log alone.
    const connection = connect(file);
    connection.pragma("wal_autocheckpoint = 0");
    connection.exec("INSERT INTO setting VALUES ('default', 'last', 'in the log')");
    const folder = dirname(newFile());
    mkdirSync(folder, { recursive: true });
    const copy = join(folder, "improve-cron.db");
    for (const suffix of ["", "-wal"]) copyFileSync(file + suffix, copy + suffix);
    disconnect(connection);
    const { aside } = restore(copy, backup, { force: true });
    const old = new Database(aside ?? "", { readonly: true });
    expect(old.prepare("SELECT value FROM setting WHERE name = 'last'").pluck().get()).toBe("in the log");
    old.close();
  });
});
