import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { ingestFile } from "../../src/intake/named-file.ts";
import { firstLine, readChunks, splitLines, textOf } from "../../src/intake/line-reader.ts";
import { connect } from "../../src/store/sqlite/connection.ts";
import { openStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { interleave, type Side } from "./compare.ts";
import { type Result, resultOf } from "./result.ts";

/** Long enough ago that no verdict of the log lies ahead of it. */
const now = Date.UTC(2026, 6, 2);

const columns =
  "workspace, key, axis, word, raw_word, error_kind, at, period, epoch_id, skey, external_id, source, artifact_kind, artifact_hash, artifact_text, rubric, model, reason, score, cost_usd, latency_ms, tokens, meta, stored_at";

/**
 * G3: a log through the whole intake (split, parsed, checked, keyed, counted by month), against prepared inserts of the
 * finished rows in one transaction, and against the import of the sqlite3 shell with its JSON operators where it is here.
 * `first` is a database into which the log was imported before.
 */
export async function measureImport(
  { folder, log, first }: { readonly folder: string; readonly log: string; readonly first: string },
  rounds: number,
): Promise<readonly Result[]> {
  const finished = join(folder, "finished.jsonl");
  writeFinishedRows(first, finished);

  const file = join(folder, "import.db");
  const onEmptyDatabase = async (work: () => number | Promise<number>): Promise<number> => {
    removeDatabase(file);
    await (await openBenchStore(file)).close();
    return work();
  };
  const sides: Side[] = [
    { name: "import of a log", run: () => onEmptyDatabase(() => importInto(file, log)) },
    { name: "prepared inserts", run: () => onEmptyDatabase(() => insertRaw(file, first, finished)) },
  ];
  const hasShell = spawnSync("sqlite3", ["--version"]).status === 0;
  if (hasShell)
    sides.push({ name: "sqlite3 shell", run: () => onEmptyDatabase(() => importByShell(file, log)) });
  const times = await interleave(sides, rounds);
  const result = (against: string, limit: number): Result =>
    resultOf(times, {
      goal: "G3",
      what: "import of a log",
      against,
      limit,
    });
  // At least 0.85 of the rows per second are at most 1 / 0.85 of the time.
  return [result("prepared inserts", 1 / 0.85), ...(hasShell ? [result("sqlite3 shell", 1)] : [])];
}

/** Removes a database with everything beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ["", "-wal", "-shm", ".open"]) rmSync(file + suffix, { force: true });
}

export function openBenchStore(
  file: string,
  bytes: (size: number) => Uint8Array = randomBytes,
): Promise<Store> {
  const timezone = "America/New_York";
  return openStore({ file, workspace: "default", timezone, now: () => now, randomBytes: bytes });
}

/** Imports a log into a database; answers with the milliseconds, opening and closing left out. */
export async function importInto(
  file: string,
  log: string,
  bytes?: (size: number) => Uint8Array,
): Promise<number> {
  const store = await openBenchStore(file, bytes);
  try {
    const begun = performance.now();
    const report = await ingestFile({ file: log, axis: null, axes: new Map(), now, sink: store });
    const ms = performance.now() - begun;
    if (report.stored !== report.read) throw new Error(`${report.stored} of ${report.read} rows were stored`);
    return ms;
  } finally {
    await store.close();
  }
}

/** The rows of a database as arrays of their values, in the order in which they came in. */
function writeFinishedRows(file: string, target: string): void {
  const database = new Database(file, { readonly: true });
  const fd = openSync(target, "w");
  const rows = database.prepare<[], readonly unknown[]>(`SELECT ${columns} FROM verdict ORDER BY seq`).raw();
  let held = "";
  for (const row of rows.iterate()) {
    const values = row.map((value) => (Buffer.isBuffer(value) ? value.toString("hex") : value));
    held += `${JSON.stringify(values)}\n`;
    if (held.length < 1_000_000) continue;
    writeSync(fd, held);
    held = "";
  }
  writeSync(fd, held);
  closeSync(fd);
  database.close();
}

/** Nothing is checked, keyed or counted: parsed arrays go as they are into one prepared statement, in one transaction. */
function insertRaw(file: string, first: string, finished: string): number {
  const database = connect(file);
  copyEpochs(database, first);
  const marks = columns.replaceAll(/\w+/g, "?");
  const begun = performance.now();
  const insert = database.prepare(
    `INSERT INTO verdict (${columns}) VALUES (${marks}) ON CONFLICT DO NOTHING`,
  );
  const fd = openSync(finished, "r");
  database.exec("BEGIN IMMEDIATE");
  for (const line of splitLines(readChunks(fd, 0), firstLine)) {
    const values: unknown[] = JSON.parse(textOf(line.bytes));
    values[1] = Buffer.from(String(values[1]), "hex");
    insert.run(values);
  }
  database.exec("COMMIT");
  const ms = performance.now() - begun;
  closeSync(fd);
  database.close();
  return ms;
}

function copyEpochs(database: Database.Database, from: string): void {
  database.prepare("ATTACH ? AS first").run(from);
  database.exec("INSERT INTO epoch SELECT * FROM first.epoch; DETACH first");
}

/** The SQL for what a line says under a key. */
function text(key: string): string {
  return `line ->> '$.${key}'`;
}

/** What the shell can do by itself: no check, its own hash for the key, a random sampling key, no counts. */
function importByShell(file: string, log: string): number {
  const script = `PRAGMA synchronous = FULL;
CREATE TEMP TABLE log (line TEXT);
.mode ascii
.separator "\\037" "\\n"
.import --schema temp ${log} log
INSERT INTO epoch (id, workspace, fingerprint) SELECT value, 'default', value FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12]');
INSERT INTO verdict (${columns}) SELECT 'default', sha3(${text("id")}, 256), ${text("axis")}, ${text("verdict")},
  ${text("verdict")}, NULL, unixepoch(${text("at")}) * 1000, substr(${text("at")}, 1, 7),
  CAST(substr(${text("axis")}, 8) AS INTEGER), abs(random()) % 4503599627370496, ${text("id")}, ${text("source")}, 'ref', NULL,
  ${text("artifact.ref")}, ${text("rubric")}, ${text("model")}, ${text("reason")}, ${text("score")}, ${text("cost_usd")},
  ${text("latency_ms")}, NULL, line -> '$.meta', ${now} FROM temp.log;
`;
  const begun = performance.now();
  const { status, stderr } = spawnSync("sqlite3", ["-bail", file], { input: script, encoding: "utf8" });
  const ms = performance.now() - begun;
  if (status !== 0 || stderr !== "") throw new Error(`sqlite3 ended with ${status}: ${stderr}`);
  return ms;
}
