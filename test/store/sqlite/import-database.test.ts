import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { chainStart, sealLine } from "../../../src/core/export-chain.ts";
import { connect, disconnect } from "../../../src/store/sqlite/connection.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { compareDatabase, exportDatabase } from "../../../src/store/sqlite/export-file.ts";
import { importDatabase, type ImportOptions } from "../../../src/store/sqlite/import-database.ts";
import { migrations } from "../../../src/store/sqlite/migrations.ts";
import { openStore } from "../../../src/store/sqlite/sqlite-store.ts";
import { filledDatabase, filledWorkspace, releasedSchemas } from "../../support/older-database.ts";
import { aBatch, aVerdict, midMay, sha256 } from "../samples.ts";

const root = mkdtempSync(join(tmpdir(), "ic-import-"));
let folders = 0;

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function newFile(name = "improve-cron.db"): string {
  folders += 1;
  return join(root, `${folders}`, name);
}

function exported(file: string, target = `${file}.ndjson`): string {
  const options = { workspace: filledWorkspace.workspace, program: "0.1.0", replace: true, processId: 1 };
  return exportDatabase(file, target, options).file;
}

function doImport(source: string, file: string, changes: Partial<ImportOptions> = {}) {
  return importDatabase({
    ...filledWorkspace,
    file,
    source,
    now: midMay,
    processId: 1,
    dryRun: false,
    ...changes,
  });
}

/** Buffers of this size take the test's own comparison seconds. */
function hashOf(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

function problemOf(work: () => unknown): { readonly code: unknown; readonly message: string } {
  try {
    work();
    return { code: "nothing was thrown", message: "" };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { code: "code" in error ? error.code : null, message: error.message };
  }
}

const whole = newFile();
filledDatabase(whole, { rows: 6 });
const source = exported(whole);
const lines = readFileSync(source, "utf8").trimEnd().split("\n");

function text(some: readonly string[]): string {
  return `${some.join("\n")}\n`;
}

type Value = Record<string, unknown>;

function inTable(table: string, change: (row: Value) => Value): (value: Value) => Value {
  return (value) =>
    value["table"] === table && typeof value["row"] === "object"
      ? { ...value, row: change({ ...value["row"] }) }
      : value;
}

describe("an export", () => {
  it("is private, and the same whenever it is made", () => {
    expect(statSync(source).mode & 0o777).toBe(0o600);
    const again = exported(whole, newFileIn(whole, "again.ndjson"));
    expect(hashOf(again)).toBe(hashOf(source));
    const [header = "", ...rows] = lines;
    expect(JSON.parse(header)).toMatchObject({
      program: "0.1.0",
      workspace: "default",
      timezone: "America/New_York",
      database: { salt: "07".repeat(32) },
      schema: migrations.map(({ name, hash }) => ({ name, hash })),
    });
    const end = JSON.parse(rows.at(-1) ?? "");
    const counted = rows.length - 1;
    expect(Object.values<number>(end.rows).reduce((sum, one) => sum + one, 0)).toBe(counted);
    expect(Object.keys(end.rows)).toContain("grade_observation");
  });

  it("refuses to replace a file, or the database, unless it is told to", () => {
    const options = { workspace: "default", program: "0.1.0", processId: 1 };
    expect(problemOf(() => exportDatabase(whole, source, { ...options, replace: false })).code).toBe(
      "conflict",
    );
    expect(problemOf(() => exportDatabase(whole, whole, { ...options, replace: true })).code).toBe("usage");
    const nobody = { ...options, workspace: "nobody", replace: false };
    expect(problemOf(() => exportDatabase(whole, newFileIn(whole, "n.ndjson"), nobody)).code).toBe(
      "not-found",
    );
    expect(readdirSync(dirname(whole)).filter((name) => name.includes(".partial"))).toEqual([]);
  });

  it("holds the rows of its workspace alone", async () => {
    const file = newFile();
    const options = {
      file,
      now: () => midMay,
      randomBytes: () => new Uint8Array(32).fill(7),
      timezone: "UTC",
    };
    const [one, two] = [
      await openStore({ ...options, workspace: "one" }),
      await openStore({ ...options, workspace: "two" }),
    ];
    const seen = "what the critic saw ".repeat(100);
    await one.recordVerdicts(
      aBatch([aVerdict({ artifact: { kind: "snapshot", sha256: sha256(seen) } })], [seen]),
    );
    await two.recordVerdicts(aBatch([aVerdict({ externalId: "of the other" })]));
    await one.close();
    await two.close();
    const target = `${file}.ndjson`;
    exportDatabase(file, target, { workspace: "one", program: "x", replace: false, processId: 1 });
    expect(readFileSync(target, "utf8")).not.toContain("of the other");
    const copy = newFile();
    doImport(target, copy, { workspace: "one", timezone: "UTC" });
    const store = await openStore({ ...options, file: copy, workspace: "one" });
    expect(Buffer.from((await store.readArtifact(sha256(seen))) ?? []).toString()).toBe(seen);
    expect((await store.inspect({ quickCheck: true })).filter(({ ok }) => !ok)).toEqual([]);
    await store.close();
  });
});

function newFileIn(file: string, name: string): string {
  return join(dirname(file), name);
}

describe("importDatabase", () => {
  it.each(releasedSchemas)("makes the database that an export of $name says", ({ released }) => {
    const old = newFile();
    filledDatabase(old, { released, seed: released });
    const from = exported(old);
    const file = newFile();
    const made = doImport(from, file);
    expect(made).toMatchObject({ outcome: "imported", aside: null });
    expect(made.migrated).toEqual(migrations.slice(released).map(({ name }) => name));
    // Brought up by itself, the old one says the same as the new one.
    disconnect(openDatabase(old, { now: () => 1 }));
    expect(hashOf(exported(file))).toBe(hashOf(exported(old)));
    expect(readdirSync(dirname(file)).toSorted()).toEqual(
      [
        "improve-cron.db",
        "improve-cron.db.ndjson",
        "improve-cron.db.open",
        "migrate.lock",
        "run.lock",
      ].toSorted(),
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("is a duplicate where the database is that already, and refuses one that holds something else", () => {
    const file = newFile();
    doImport(source, file);
    expect(doImport(source, file)).toMatchObject({ outcome: "duplicate", lines: lines.length });
    const connection = connect(file);
    connection.exec("UPDATE effect SET attempts = attempts + 1 WHERE id = 2");
    disconnect(connection);
    const before = hashOf(file);
    const problem = problemOf(() => doImport(source, file));
    expect(problem.code).toBe("conflict");
    const n = lines.findIndex((line) => line.includes('"table":"effect","row":{"id":2,')) + 1;
    expect(problem.message).toContain(`${source}:${n}:`);
    expect(problem.message).toContain("effect (id 2) differs in attempts");
    expect(hashOf(file)).toBe(before);
  });

  it("keeps an empty database beside the new one, and leaves nothing behind in a dry run", async () => {
    const file = newFile();
    const store = await openStore({
      file,
      ...filledWorkspace,
      now: () => 1,
      randomBytes: () => new Uint8Array(32).fill(9),
    });
    expect(problemOf(() => doImport(source, file)).code).toBe("store-busy");
    await store.close();
    // SQLite's own companions of a reader do not count.
    const listed = (): readonly string[] =>
      readdirSync(dirname(file)).filter((name) => !/-(wal|shm)$/.test(name));
    const names = listed();
    expect(doImport(source, file, { dryRun: true })).toMatchObject({ outcome: "imported", aside: null });
    expect(listed()).toEqual(names);
    const made = doImport(source, file);
    expect(made.aside).toBe(`${file}.before-import-20260515T160000Z`);
    expect(compareDatabase(file, "default", source).kind).toBe("equal");
  });

  const middle = Math.floor(lines.length / 2);
  const swap = (n: number): readonly string[] =>
    lines.with(n, lines[n + 1] ?? "").with(n + 1, lines[n] ?? "");
  it.each<readonly [what: string, line: number, bytes: string]>([
    [
      "a changed digit",
      middle + 1,
      text(lines.with(middle, (lines[middle] ?? "").replace(/\d(?=[^\d]*,"hash")/, "x"))),
    ],
    [
      "a changed header",
      1,
      text(lines.with(0, (lines[0] ?? "").replace("America/New_York", "America/New_Yorl"))),
    ],
    ["a line taken out", middle + 1, text(lines.toSpliced(middle, 1))],
    ["a doubled line", middle + 2, text(lines.toSpliced(middle, 0, lines[middle] ?? ""))],
    ["two lines in the other order", middle + 1, text(swap(middle))],
    ["an end that is missing", lines.length, text(lines.slice(0, -1))],
    ["a cut in a line", middle + 1, text(lines).slice(0, text(lines.slice(0, middle)).length + 20)],
    ["a cut of the last newline", lines.length, text(lines).slice(0, -1)],
    ["something behind the end", lines.length + 1, `${text(lines)}{}\n`],
    ["line ends of another system", 1, text(lines).replaceAll("\n", "\r\n")],
    ["a byte order mark", 1, `\ufeff${text(lines)}`],
    ["no line", 1, ""],
    ["another file", 1, '{"axis":"verify-dispatch","verdict":"PASS"}\n'],
  ])("stores nothing of an export with %s, and names the line", (_what, line, bytes) => {
    const bad = newFileIn(source, "bad.ndjson");
    writeFileSync(bad, bytes);
    const file = newFile();
    const problem = problemOf(() => doImport(bad, file));
    expect(problem.code).toBe("input");
    expect(problem.message.slice(0, bad.length + 10)).toContain(`${bad}:${line}:`);
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(dirname(file)).filter((name) => name.includes("incoming"))).toEqual([]);
    expect(problemOf(() => compareDatabase(whole, "default", bad)).code).toBe("input");
  });

  /** A chain made anew around changed lines: what it says is then looked at, and not only whether it is whole. */
  function rechained(
    change: (value: Record<string, unknown>) => Record<string, unknown>,
    write: (value: Record<string, unknown>) => string = JSON.stringify,
  ): string {
    let previous = chainStart;
    const all = lines.map((line) => {
      const { hash: _hash, ...value } = JSON.parse(line);
      const sealed = sealLine(previous, write(change(value)));
      previous = sealed.hash;
      return sealed.line;
    });
    const file = newFileIn(source, "forged.ndjson");
    writeFileSync(file, text(all));
    return file;
  }
  it("stores nothing of an export that gives a key twice, and names line and key", () => {
    const doubled = rechained(
      (value) => value,
      (value) => JSON.stringify(value).replace('"word":', '"word":"FAIL", "word" :'),
    );
    const n = lines.findIndex((line) => line.includes('"word":')) + 1;
    const problem = problemOf(() => doImport(doubled, newFile()));
    expect(problem).toMatchObject({
      code: "input",
      message: expect.stringContaining(`${doubled}:${n}: "word" is`),
    });
    expect(problemOf(() => compareDatabase(whole, "default", doubled)).message).toBe(problem.message);
  });

  it.each<readonly [string, string, (value: Record<string, unknown>) => Record<string, unknown>]>([
    ["a word that no verdict has", "input", inTable("verdict", (row) => ({ ...row, word: "MAYBE" }))],
    ["a text where a number belongs", "input", inTable("verdict", (row) => ({ ...row, at: "soon" }))],
    ["a column too many", "input", inTable("verdict", (row) => ({ ...row, mood: 1 }))],
    ["a column too few", "input", inTable("item", ({ title: _title, ...row }) => row)],
    [
      "bytes that are no base64",
      "input",
      inTable("verdict", (row) => ({ ...row, key: `${String(row["key"])}=` })),
    ],
    [
      "a row that belongs to nothing",
      "input",
      inTable("grade_observation", (row) => ({ ...row, ref: "nobody" })),
    ],
    ["a table that is not there", "input", (value) => ("row" in value ? { ...value, table: "mood" } : value)],
    [
      "counts that are wrong",
      "input",
      (value) => (value["table"] === undefined && "rows" in value ? { rows: {} } : value),
    ],
    [
      "another workspace",
      "config",
      (value) => ("format" in value ? { ...value, workspace: "other" } : value),
    ],
    ["another zone", "config", (value) => ("format" in value ? { ...value, timezone: "UTC" } : value)],
    [
      "a schema that is not known",
      "store-newer",
      (value) => ("format" in value ? { ...value, schema: [{ name: "9999_later", hash: "00" }] } : value),
    ],
    [
      "a later format",
      "store-newer",
      (value) => ("format" in value ? { ...value, format: "improve-cron-export-9" } : value),
    ],
  ])("stores nothing of a whole chain with %s", (_what, code, change) => {
    const file = newFile();
    expect(problemOf(() => doImport(rechained(change), file)).code).toBe(code);
    expect(existsSync(file)).toBe(false);
  });
});

describe("compareDatabase", () => {
  it("names the row that one of them lacks", () => {
    const file = newFile();
    doImport(source, file);
    const connection = new Database(file);
    connection.exec("DELETE FROM run WHERE id = 3");
    connection.close();
    const compared = compareDatabase(file, "default", source);
    const n = lines.findIndex((line) => line.includes('"table":"run","row":{"id":3,')) + 1;
    expect(compared).toMatchObject({ kind: "differs", line: n });
    expect(compared.kind === "differs" && compared.because).toBe(
      "the file has run (id 3) here, the database run (id 4)",
    );
  });
});
