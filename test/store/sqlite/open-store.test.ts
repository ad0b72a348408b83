import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { createHash, randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { disconnect } from "../../../src/store/sqlite/connection.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { migrations } from "../../../src/store/sqlite/migrations.ts";
import { openStore, type StoreOptions } from "../../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { aBatch, aVerdict, midMay } from "../samples.ts";
import { startChild } from "./child/run-child.ts";

const folders: string[] = [];
const stores: Store[] = [];

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "ic-open-"));
  folders.push(folder);
  return join(folder, "state/improve-cron.db");
}

async function open(file: string, more: Partial<StoreOptions> = {}): Promise<Store> {
  const store = await openStore({
    file,
    workspace: "default",
    timezone: "America/New_York",
    now: () => midMay,
    randomBytes: (size) => randomBytes(size),
    ...more,
  });
  stores.push(store);
  return store;
}

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function askedAgain(): never {
  throw new Error("the salt was asked for again");
}

/** A closed database that is mostly the content of artifacts. */
async function filledDatabase(): Promise<string> {
  const file = newFile();
  const store = await open(file);
  const contents = Array.from({ length: 20 }, () => randomBytes(40_000));
  const hashes = contents.map((content) => createHash("sha256").update(content).digest("hex"));
  await store.recordVerdicts({
    verdicts: hashes.map((sha256, index) =>
      aVerdict({ externalId: `${index}`, artifact: { kind: "snapshot", sha256 } }),
    ),
    artifacts: new Map(hashes.map((hash, index) => [hash, contents[index] ?? new Uint8Array()])),
    storedAt: 1,
  });
  await store.close();
  return file;
}

/** Overwrites pages in the middle of the file, in the content of artifacts: reading anything else goes well. */
function damagePages(file: string): void {
  const middle = Math.floor(statSync(file).size / 4096 / 2) * 4096;
  const descriptor = openSync(file, "r+");
  for (const page of [0, 1, 2])
    writeSync(descriptor, Buffer.alloc(4096, 0xff), 0, 4096, middle + page * 4096);
  closeSync(descriptor);
}

async function endUncleanly(file: string): Promise<void> {
  const child = startChild("open-store.ts", [file, "last word", "stay"]);
  await child.waitForLine((line) => line.startsWith("salt"));
  child.process.kill("SIGKILL");
  await child.ended;
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
}

describe("openStore after an unclean end", () => {
  it("takes in what was committed", async () => {
    const file = await filledDatabase();
    await endUncleanly(file);
    const store = await open(file);
    expect(await store.listMonthCounts({})).toMatchObject([{ artifact: "ref", count: 1 }, { count: 20 }]);
  });

  it("checks the pages, and refuses a damaged database without changing it", async () => {
    const file = await filledDatabase();
    await endUncleanly(file);
    damagePages(file);
    const before = [file, `${file}-wal`].map((path) => readFileSync(path));
    await expect(open(file)).rejects.toMatchObject({ code: "store-damaged" });
    // Nor its log, which whoever rescues it will need.
    expect([file, `${file}-wal`].map((path) => readFileSync(path))).toEqual(before);
  });

  it("does not check them for whoever must be quick, nor after a clean end, nor while others are at work", async () => {
    const quick = await filledDatabase();
    await endUncleanly(quick);
    damagePages(quick);
    await open(quick, { quickCheck: "never" });

    const clean = await filledDatabase();
    damagePages(clean);
    await open(clean);
    await expect(open(clean, { quickCheck: "always" })).rejects.toMatchObject({ code: "store-damaged" });

    const busy = await filledDatabase();
    const child = startChild("open-store.ts", [busy, "at work", "stay"]);
    await child.waitForLine((line) => line.startsWith("salt"));
    damagePages(busy);
    await open(busy);
    child.process.kill("SIGKILL");
    await child.ended;
  });
});

describe("a store", () => {
  it("raises the program's own errors", async () => {
    const file = await filledDatabase();
    damagePages(file);
    const store = await open(file);
    const findings = await store.inspect({ quickCheck: true });
    expect(findings.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(["database integrity"]);
    await expect(store.copyTo(join(file, "../copy.db"))).rejects.toMatchObject({ code: "store-damaged" });
    expect(statSync(join(file, "../copy.db"), { throwIfNoEntry: false })).toBeUndefined();
  });

  it("asks for randomness once, when the database is new", async () => {
    const file = newFile();
    const salt = await (await open(file, { randomBytes: (size) => new Uint8Array(size).fill(1) })).readSalt();
    expect(salt).toBe("01".repeat(32));
    expect(await (await open(file, { randomBytes: askedAgain })).readSalt()).toBe(salt);
  });

  it("may be closed twice, and leaves no log behind", async () => {
    const file = newFile();
    const store = await open(file);
    await store.recordVerdicts(aBatch([aVerdict()]));
    await store.close();
    await store.close();
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })).toBeUndefined();
  });

  it("copies the whole of it to a new file, with what still stands in the log", async () => {
    const file = newFile();
    const store = await open(file);
    await store.recordVerdicts(aBatch([aVerdict()]));
    const path = join(file, "../copy.db");
    await store.copyTo(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await expect(store.copyTo(path)).rejects.toMatchObject({ code: "conflict" });
    await store.recordVerdicts(aBatch([aVerdict({ externalId: "later" })]));
    const copy = await open(path);
    expect(await copy.listMonthCounts({})).toMatchObject([{ count: 1 }]);
    expect(await copy.readSalt()).toBe(await store.readSalt());
    expect((await copy.inspect({ quickCheck: true })).filter(({ ok }) => !ok)).toEqual([]);
  });
});

it("notices a newer schema that another program has given the database meanwhile", async () => {
  const file = newFile();
  const store = await open(file);
  await store.expectSchema();
  const other = openDatabase(file, {
    now: () => midMay,
    migrations: [
      ...migrations,
      { name: "9999_later", hash: "later", sql: "CREATE TABLE later (a TEXT) STRICT" },
    ],
  });
  disconnect(other);
  await expect(store.expectSchema()).rejects.toMatchObject({ code: "store-newer" });
});
