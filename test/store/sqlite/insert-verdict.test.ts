import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type Database from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import type { VerdictReading } from "../../../src/core/intake.ts";
import { disconnect } from "../../../src/store/sqlite/connection.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { prepareVerdictInsert } from "../../../src/store/sqlite/insert-verdict.ts";
import { settleTimezone } from "../../../src/store/sqlite/months.ts";
import { openStore } from "../../../src/store/sqlite/sqlite-store.ts";
import { storeError } from "../../../src/store/sqlite/store-error.ts";
import { aBatch, aVerdict, midMay, sha256, verdicts } from "../samples.ts";
import { startChild } from "./child/run-child.ts";

const salt = sha256("salt");
const folders: string[] = [];

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "ic-insert-"));
  folders.push(folder);
  return join(folder, "improve-cron.db");
}

function newDatabase(): Database.Database {
  const connection = openDatabase(newFile(), { now: () => midMay });
  settleTimezone(connection, "default", "America/New_York");
  return connection;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const count = (connection: Database.Database, table: string): unknown =>
  connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

describe("prepareVerdictInsert", () => {
  it("lets the write-ahead log of a reading grow, and of nothing else", () => {
    const connection = newDatabase();
    const pages = (): unknown => connection.pragma("wal_autocheckpoint", { simple: true });
    const before = pages();
    const during: unknown[] = [];
    const { reading } = prepareVerdictInsert(connection, "default", salt);
    const end = { rejects: [] };
    function* oneThen(fails: boolean): VerdictReading {
      yield { verdict: aVerdict({}), content: null };
      during.push(pages());
      if (fails) throw new Error("the disk went away");
      return end;
    }
    reading(oneThen(false), midMay);
    expect(() => {
      reading(oneThen(true), midMay);
    }).toThrow("went away");
    expect(Math.min(...during.map(Number))).toBeGreaterThan(10_000);
    expect(pages()).toBe(before);
    disconnect(connection);
  });

  it("keeps keys, hashes and compressed content as blobs", () => {
    const connection = newDatabase();
    const text = "A paragraph that a critic has seen. ".repeat(100);
    const verdict = aVerdict({ artifact: { kind: "snapshot", sha256: sha256(text) } });
    prepareVerdictInsert(connection, "default", salt).batch(aBatch([verdict], [text]));
    const row = connection
      .prepare<[], Record<string, unknown>>(
        `SELECT typeof(key) AS key, typeof(artifact_hash) AS hash, encoding, size, length(content) AS stored
         FROM verdict JOIN artifact ON sha256 = artifact_hash`,
      )
      .get();
    expect(row).toMatchObject({ key: "blob", hash: "blob", encoding: "deflate", size: text.length });
    expect(Number(row?.stored)).toBeLessThan(200);
    disconnect(connection);
  });

  it("leaves nothing behind when the disk is full in the middle", () => {
    const connection = newDatabase();
    const { batch: insert } = prepareVerdictInsert(connection, "default", salt);
    insert(aBatch([aVerdict()]));
    const pages = Number(connection.pragma("page_count", { simple: true }));
    connection.pragma(`max_page_count = ${pages + 5}`);
    const full = (): unknown => {
      try {
        return insert(aBatch(verdicts(5000, "many")));
      } catch (error) {
        return storeError(error, connection.name);
      }
    };
    expect(full()).toMatchObject({ code: "store-full" });
    expect([count(connection, "verdict"), count(connection, "month_count")]).toEqual([1, 1]);
    connection.pragma("max_page_count = 1000000");
    expect(insert(aBatch([aVerdict({ externalId: "after" })]))).toMatchObject([{ outcome: "stored" }]);
    expect(count(connection, "verdict")).toBe(2);
    disconnect(connection);
  });

  it("says store-busy when another process keeps the lock longer than the wait", () => {
    const connection = newDatabase();
    const other = openDatabase(connection.name, { now: () => midMay });
    other.exec("BEGIN IMMEDIATE");
    connection.pragma("busy_timeout = 50");
    const { batch: insert } = prepareVerdictInsert(connection, "default", salt);
    const busy = (): unknown => {
      try {
        return insert(aBatch([aVerdict()]));
      } catch (error) {
        return storeError(error, connection.name);
      }
    };
    expect(busy()).toMatchObject({ code: "store-busy" });
    other.exec("ROLLBACK");
    expect(insert(aBatch([aVerdict()]))).toMatchObject([{ outcome: "stored" }]);
    disconnect(other);
    disconnect(connection);
  });

  it("asks the table of months in each transaction, so that another zone counts at once", () => {
    const connection = newDatabase();
    const { batch: insert } = prepareVerdictInsert(connection, "default", salt);
    insert(aBatch([]));
    settleTimezone(connection, "default", "Asia/Tokyo");
    // 31 May, 16:00 UTC is 1 June in Tokyo.
    insert(aBatch([aVerdict({ at: Date.UTC(2026, 4, 31, 16) })]));
    expect(connection.prepare("SELECT period FROM verdict").pluck().get()).toBe("2026-06");
    disconnect(connection);
  });

  it("needs only better-sqlite3 and node, so that a single verdict is stored quickly", () => {
    const source = join(import.meta.dirname, "../../../src/store/sqlite");
    const seen = new Set<string>();
    const packages = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      // Imports of types alone are gone when the program runs.
      const imports = readFileSync(file, "utf8").matchAll(
        /^(?:import|export) (?!type )[^;]*?from "([^"]+)";/gms,
      );
      for (const [, name = ""] of imports) {
        if (name.startsWith(".")) visit(join(dirname(file), name));
        else packages.add(name);
      }
    };
    for (const name of ["insert-verdict.ts", "database.ts", "salt.ts"]) visit(join(source, name));
    expect(seen.size).toBeGreaterThan(10);
    expect([...packages].filter((name) => !name.startsWith("node:"))).toEqual(["better-sqlite3"]);
  });
});

describe("processes that store at the same time, or die", () => {
  it("stores every verdict of two that write as fast as they can, without a single BUSY", async () => {
    const file = newFile();
    const children = ["a", "b"].map((prefix) => startChild("record-batches.ts", [file, prefix, "1", "150"]));
    const ends = await Promise.all(children.map(({ ended }) => ended));
    expect(ends).toEqual([
      { code: 0, errors: "" },
      { code: 0, errors: "" },
    ]);
    const connection = openDatabase(file, { now: () => midMay });
    expect(count(connection, "verdict")).toBe(300);
    expect(connection.prepare("SELECT sum(count) FROM month_count").pluck().get()).toBe(300);
    disconnect(connection);
  });

  it("stores a batch whole or not at all when its process is killed with -9", async () => {
    const file = newFile();
    const size = 1500;
    let acknowledged = 0;
    for (const [trial, delay] of [0, 15, 40, 90].entries()) {
      const child = startChild("record-batches.ts", [file, `t${trial}`, `${size}`]);
      await child.waitForLine((line) => line === "stored 0");
      await new Promise((resolve) => {
        setTimeout(resolve, delay);
      });
      child.process.kill("SIGKILL");
      await child.ended;
      acknowledged += child.lines.filter((line) => line.startsWith("stored")).length;
    }
    const store = await openStore({
      file,
      workspace: "default",
      timezone: "America/New_York",
      now: () => midMay,
      randomBytes: () => new Uint8Array(32),
    });
    const counts = await store.listMonthCounts({});
    const stored = counts.reduce((sum, one) => sum + one.count, 0);
    expect(stored % size).toBe(0);
    expect(stored / size).toBeGreaterThanOrEqual(acknowledged);
    let batches = 0;
    for (const trial of [0, 1, 2, 3]) {
      batches += (await store.readLogPosition(`t${trial}`, "/log"))?.offset ?? 0;
    }
    expect(batches).toBe(stored / size);
    const findings = await store.inspect({ quickCheck: true });
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    await store.close();
  });
});
