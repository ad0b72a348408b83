// Backups under write load, each restored and verified:
//   node --import tsx scripts/torture/restores.ts [BACKUPS] [SEED]
// Two processes store verdicts all the while. Prints what was counted; ends with 1 where a backup or a restore was not whole.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backupDatabase } from "../../src/store/sqlite/backup.ts";
import { compareDatabase, exportDatabase } from "../../src/store/sqlite/export-file.ts";
import { restoreDatabase } from "../../src/store/sqlite/restore.ts";
import { openStore } from "../../src/store/sqlite/sqlite-store.ts";
import { startChild } from "../../test/store/sqlite/child/run-child.ts";
import { filledWorkspace } from "../../test/support/older-database.ts";
import { randomOf } from "../../test/support/seeded-random.ts";

const [backups = 100, seed = 1] = process.argv.slice(2).map(Number);
const random = randomOf(seed);
const root = mkdtempSync(join(tmpdir(), "ic-restores-"));
const options = { ...filledWorkspace, now: () => 1, randomBytes: () => new Uint8Array(32).fill(7) };
const counts = {
  seed,
  backups: 0,
  verified: 0,
  "written while copied": 0,
  rows: 0,
  failed: 0,
  "writers failed": 0,
};

/** Backups are made of a database that is written to all the while: of a new one after some, since each copy is compared row by row. */
const backupsOfOne = 20;

for (let n = 0; n < backups; n += backupsOfOne) await backUpUnderLoad(n, Math.min(backups, n + backupsOfOne));
rmSync(root, { recursive: true, force: true });
console.table(counts);
process.exitCode = counts.verified === backups && counts["writers failed"] === 0 ? 0 : 1;

async function backUpUnderLoad(from: number, to: number): Promise<void> {
  const file = join(root, `live${from}`, "improve-cron.db");
  await (await openStore({ ...options, file })).close();
  const writers = [1, 2].map((n) => startChild("record-batches.ts", [file, `load${n}`, "1"]));
  const stored = (): number => writers.reduce((sum, { lines }) => sum + lines.length, 0);
  try {
    await Promise.all(writers.map((writer) => writer.waitForLine((line) => line === "stored 2")));
    for (let n = from; n < to; n += 1) {
      await new Promise((goOn) => setTimeout(goOn, random() * 50));
      const before = stored();
      await backUp(file, n);
      await new Promise((goOn) => setImmediate(goOn));
      counts["written while copied"] += stored() - before;
    }
  } finally {
    for (const { process: child } of writers) child.kill("SIGKILL");
    for (const { process: child, ended } of writers) {
      const { code, errors } = await ended;
      // A writer that ended by itself is told: a backup must not make anybody fail.
      if (child.signalCode === "SIGKILL") continue;
      counts["writers failed"] += 1;
      console.log(`a writer ended with ${code}: ${errors}`);
    }
    rmSync(join(root, `live${from}`), { recursive: true, force: true });
  }
}

/** One backup, restored to another place and compared with it row by row. */
async function backUp(file: string, n: number): Promise<void> {
  const backup = join(root, `${n}.db`);
  const restored = join(root, `${n}`, "improve-cron.db");
  try {
    const made = await backupDatabase(file, backup, { replace: false, processId: process.pid });
    counts.backups += 1;
    const { rows } = restoreDatabase({
      ...filledWorkspace,
      file: restored,
      backup,
      now: 1,
      processId: process.pid,
      force: false,
      dryRun: false,
    });
    if (JSON.stringify(rows) !== JSON.stringify(made.rows)) throw new Error("other rows than the snapshot");
    const store = await openStore({ ...options, file: restored });
    const findings = (await store.inspect({ quickCheck: true })).filter(({ ok }) => !ok);
    await store.close();
    if (findings.length > 0) throw new Error(JSON.stringify(findings));
    // Row by row: the backup says what the restored database says.
    const listed = exportDatabase(backup, `${backup}.ndjson`, {
      ...filledWorkspace,
      program: "torture",
      replace: false,
      processId: process.pid,
    });
    if (compareDatabase(restored, filledWorkspace.workspace, listed.file).kind !== "equal") {
      throw new Error("other rows than the backup");
    }
    counts.verified += 1;
    counts.rows += Object.values(made.rows).reduce((sum, one) => sum + one, 0);
  } catch (error) {
    counts.failed += 1;
    console.log(`backup ${n} (seed ${seed}): ${String(error)}`);
  }
  for (const path of [backup, `${backup}.ndjson`, join(root, `${n}`)])
    rmSync(path, { recursive: true, force: true });
}
