import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { exportDatabase } from "../../src/store/sqlite/export-file.ts";
import { importDatabase } from "../../src/store/sqlite/import-database.ts";
import { importInto, openBenchStore, removeDatabase } from "./import-log.ts";
import { drawAll } from "./draw-sample.ts";
import { outputOfNode } from "./processes.ts";
import { against, type Result } from "./result.ts";
import { lastMonth, monthBefore, writeVerdictLog } from "./made-verdicts.ts";

/** Every database of this measure has the same salt, which a backup or an export would carry over. */
const sameBytes = (size: number): Buffer => Buffer.alloc(size, 7);

/**
 * G7: how many of the drawn verdicts differ after the database was vacuumed, after it was exported and imported, and when the log
 * is imported in another order.
 */
export async function measureSameSample(folder: string, rows: number): Promise<readonly Result[]> {
  const log = join(folder, "ordered.jsonl");
  const shuffledLog = join(folder, "shuffled.jsonl");
  writeVerdictLog(log, rows);
  writeFileSync(
    shuffledLog,
    shuffled(readFileSync(log, "utf8").trimEnd().split("\n")).join("\n").concat("\n"),
  );
  const [file, imported] = [join(folder, "ordered.db"), join(folder, "imported.db")];
  const reordered = join(folder, "reordered.db");
  await importInto(file, log, sameBytes);
  await importInto(reordered, shuffledLog, sameBytes);
  const before = await idsOf(file);
  const connection = new Database(file);
  connection.exec("VACUUM");
  connection.close();
  const vacuumed = await idsOf(file);
  const target = join(folder, "export.ndjson");
  const workspace = "default";
  const { pid: processId } = process;
  exportDatabase(file, target, { workspace, program: "bench", replace: true, processId });
  const place = { file: imported, source: target, workspace, timezone: "America/New_York" };
  importDatabase({ ...place, now: Date.now(), processId, dryRun: false });
  const line = (what: string, ids: ReadonlySet<string>): Result => {
    const differing = [...before].filter((id) => !ids.has(id)).length + Math.abs(ids.size - before.size);
    const told = { goal: "G7", what, against: `none of ${before.size}`, unit: "ids" } as const;
    return against(told, [differing], 0);
  };
  const results = [
    line("other ids after VACUUM", vacuumed),
    line("other ids after export and import", await idsOf(imported)),
    line("other ids after a shuffled import", await idsOf(reordered)),
  ];
  for (const each of [file, imported, reordered]) removeDatabase(each);
  for (const each of [log, shuffledLog, target]) rmSync(each);
  return results;
}

/** G7: how much memory drawing takes, in a process of its own. */
export function measureDrawMemory(folder: string, built: string, database: string, rounds: number): Result {
  const script = join(import.meta.dirname, "draw-memory.mjs");
  const args = [script, built, database, lastMonth, monthBefore, "20"];
  const grown = Array.from({ length: rounds }, () =>
    Math.max(
      0,
      Number(outputOfNode({ cwd: folder, env: { PATH: process.env["PATH"], HOME: folder } }, args)),
    ),
  );
  const line = { goal: "G7", what: "memory that drawing takes", against: "10 MB", unit: "MB" } as const;
  return against(line, grown, 10);
}

async function idsOf(file: string): Promise<ReadonlySet<string>> {
  const store = await openBenchStore(file);
  try {
    return new Set(await drawAll(store));
  } finally {
    await store.close();
  }
}

/** Another order, the same every time. */
function shuffled(lines: readonly string[]): readonly string[] {
  const result = [...lines];
  let state = 7;
  for (let last = result.length - 1; last > 0; last -= 1) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (last + 1);
    [result[last], result[other]] = [result[other] ?? "", result[last] ?? ""];
  }
  return result;
}
