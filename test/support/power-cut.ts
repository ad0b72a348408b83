import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { randomOf } from "./seeded-random.ts";
import { startChild } from "../store/sqlite/child/run-child.ts";

/*
 * What a power cut leaves, as far as it can be had without one. A child writes; at a random instant it is stopped with SIGSTOP,
 * and the database and its log are copied while nothing moves: the files of one instant, and no others would do. Copied from
 * under a writer, the log first and the database later (or the other way round), the two belong to different moments as soon
 * as a checkpoint falls between, which no power cut can bring about. The index of the log (-shm) is left out, as it is lost.
 * Then the end of the log behind the last whole transaction is torn: filled with noise or cut, as writes that were under way are.
 *
 * What it shows: whatever was acknowledged is in the files and found without the index, at every instant, also in a checkpoint.
 * What it cannot show: that what was synced is on the disk (the kernel's cache is read, not the drive), and that pages written
 * without a sync may land in another order. For these the program relies on SQLite with synchronous=FULL, which each
 * connection sets and reads back.
 */

export interface PowerCutCounts {
  readonly cuts: number;
  /** Copies whose log had an unfinished end of its own, and those that were torn by this. */
  readonly torn: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly damaged: number;
  /** Copies in which the database itself had grown since the one before: a checkpoint had happened. */
  readonly checkpoints: number;
  readonly problems: readonly string[];
}

/** Copies a database that a child is writing to at random instants, and looks in each copy for all that was acknowledged. */
export async function cutPower({
  cuts,
  seed,
}: {
  readonly cuts: number;
  readonly seed: number;
}): Promise<PowerCutCounts> {
  const random = randomOf(seed);
  const folder = mkdtempSync(join(tmpdir(), "ic-power-cut-"));
  const file = join(folder, "state", "improve-cron.db");
  const child = startChild("acknowledge.ts", [file]);
  const problems: string[] = [];
  let [torn, acknowledged, lost, damaged, checkpoints] = [0, 0, 0, 0, 0];
  let before: Buffer | null = null;
  try {
    await child.waitForLine((line) => line === "ready");
    for (let n = 0; n < cuts; n += 1) {
      await new Promise((goOn) => setTimeout(goOn, 1 + random() * 25));
      const said = child.lines.length;
      child.process.kill("SIGSTOP");
      const copy = join(folder, `cut-${n}`);
      mkdirSync(copy);
      copyFileSync(file, join(copy, "db"));
      if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, join(copy, "db-wal"));
      child.process.kill("SIGCONT");
      if (tearLog(join(copy, "db-wal"), random)) torn += 1;
      const bytes = readFileSync(join(copy, "db"));
      if (before !== null && !before.equals(bytes)) checkpoints += 1;
      before = bytes;
      const promised = child.lines.slice(0, said).filter((line) => line !== "ready");
      acknowledged = promised.length;
      const found = lookInto(join(copy, "db"), promised);
      lost += found.lost.length;
      if (found.damage.length > 0) damaged += 1;
      problems.push(...[...found.lost, ...found.damage].map((what) => `cut ${n} (seed ${seed}): ${what}`));
      rmSync(copy, { recursive: true });
    }
  } finally {
    child.process.kill("SIGKILL");
    await child.ended;
    rmSync(folder, { recursive: true, force: true });
  }
  return { cuts, torn, acknowledged, lost, damaged, checkpoints, problems };
}

const headerSize = 32;
const frameHeaderSize = 24;

/** Spoils what stands behind the last whole transaction of a write-ahead log. False where there is nothing to spoil. */
function tearLog(file: string, random: () => number): boolean {
  if (!existsSync(file)) return false;
  const log = readFileSync(file);
  if (log.length < headerSize) return false;
  const frameSize = frameHeaderSize + log.readUInt32BE(8);
  let end = headerSize;
  for (let at = headerSize; at + frameSize <= log.length; at += frameSize) {
    // Frames of an earlier round of the log carry another salt.
    if (!log.subarray(at + 8, at + 16).equals(log.subarray(16, 24))) break;
    // A commit names the size of the database.
    if (log.readUInt32BE(at + 4) !== 0) end = at + frameSize;
  }
  const tail = Buffer.from(log.subarray(end));
  // Half of a further frame, where the log ends with a whole transaction.
  const noise = tail.length > 0 ? tail : Buffer.alloc(Math.floor(frameSize / 2));
  for (let at = 0; at < noise.length; at += 512) {
    if (random() < 0.5) noise.fill(Math.floor(random() * 256), at, Math.min(at + 512, noise.length));
  }
  writeFileSync(
    file,
    Buffer.concat([log.subarray(0, end), noise.subarray(0, Math.ceil(random() * noise.length))]),
  );
  return true;
}

function lookInto(
  file: string,
  promised: readonly string[],
): { readonly lost: readonly string[]; readonly damage: readonly string[] } {
  const connection = new Database(file);
  try {
    const check = connection.prepare<[], string>("PRAGMA integrity_check").pluck().all();
    const orphans = connection.prepare("PRAGMA foreign_key_check").all();
    const verdicts = new Set(connection.prepare<[], string>("SELECT external_id FROM verdict").pluck().all());
    const grades = new Set(
      connection.prepare<[], string>("SELECT reason FROM grade_observation").pluck().all(),
    );
    const lost = promised.filter((line) => {
      const [kind, n] = line.split(" ");
      if (kind === "grade") return !grades.has(line);
      return Array.from({ length: 1 + (Number(n) % 3) }, (_, k) => `v${n}-${k}`).some(
        (id) => !verdicts.has(id),
      );
    });
    return {
      lost: lost.map((line) => `lost: ${line}`),
      damage: [...check.filter((line) => line !== "ok"), ...orphans.map(() => "a row without its parent")],
    };
  } finally {
    connection.close();
  }
}
