import { fork } from "node:child_process";
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { quantile } from "./compare.ts";
import { openBenchStore, removeDatabase } from "./import-log.ts";
import { against, type Result, resultOf } from "./result.ts";

const contenders = 16;
/** What one process tells when it is done. */
interface Written {
  readonly acknowledged: number;
  readonly busy: number;
  readonly times: readonly number[];
}

/**
 * G6: durable commits of one verdict each, against what the disk allows (4 KiB appended, then fdatasync), and of sixteen
 * processes at once against one: what was acknowledged and is not there, how often the database was busy, how long the slowest
 * took. Every process lasts `seconds`.
 */
export async function measureCommits(
  { folder, built }: { readonly folder: string; readonly built: string },
  rounds: number,
  seconds: number,
): Promise<readonly Result[]> {
  const file = join(folder, "commits.db");
  removeDatabase(file);
  await (await openBenchStore(file)).close();
  const [limit, one, many]: [number[], number[], number[]] = [[], [], []];
  const [slowest, busy]: [number[], number[]] = [[], []];
  let acknowledged = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const synced = appendAndSync(join(folder, "appended"), seconds * 500);
    const alone = await write({ built, file, processes: 1, seconds });
    const together = await write({ built, file, processes: contenders, seconds });
    acknowledged += alone.acknowledged + together.acknowledged;
    busy.push(alone.busy + together.busy);
    // The first round warms up; what it stored must be there all the same.
    if (round === 0) continue;
    limit.push(synced);
    one.push(alone.perSecond);
    many.push(together.perSecond);
    slowest.push(quantile(together.times, 0.999));
  }
  const database = new Database(file, { readonly: true });
  const stored = Number(database.prepare("SELECT count(*) FROM verdict").pluck().get());
  database.close();
  removeDatabase(file);
  const names = {
    one: "commits of one process",
    many: "commits of 16 processes",
    limit: "append and fdatasync",
  };
  const rates = new Map([
    [names.one, one],
    [names.many, many],
    [names.limit, limit],
  ]);
  const rate = { goal: "G6", sense: "at-least", unit: "/s" } as const;
  return [
    resultOf(rates, { ...rate, what: names.one, against: names.limit, limit: 0.7 }),
    resultOf(rates, { ...rate, what: names.many, against: names.one, limit: 0.85 }),
    against(fixed(`lost of ${acknowledged} acknowledged`, "none", "verdicts"), [acknowledged - stored], 0),
    against(fixed("database busy", "never", "times"), [busy.reduce((sum, each) => sum + each, 0)], 0),
    against(fixed("99.9% of 16 processes within", "300 ms (stretch)", "ms"), slowest, 300),
  ];
}

/** The ends of a line that holds a figure against a bound. */
function fixed(what: string, bound: string, unit: string): Parameters<typeof against>[0] {
  return { goal: "G6", what, against: bound, unit };
}

/** How many times a second 4 KiB can be appended and made durable. */
function appendAndSync(file: string, milliseconds: number): number {
  const page = Buffer.alloc(4096, "x");
  const fd = openSync(file, "w");
  const begun = performance.now();
  let done = 0;
  while (performance.now() - begun < milliseconds) {
    writeSync(fd, page);
    fdatasyncSync(fd);
    done += 1;
  }
  const perSecond = (done / (performance.now() - begun)) * 1000;
  closeSync(fd);
  rmSync(file);
  return perSecond;
}

async function write(order: {
  readonly built: string;
  readonly file: string;
  readonly processes: number;
  readonly seconds: number;
}): Promise<Written & { readonly perSecond: number }> {
  const { built, file, processes, seconds } = order;
  const writers = await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      startWriter([built, file, `writer-${index + 1}`, String(seconds * 1000)]),
    ),
  );
  const all = await Promise.all(writers.map((begin) => begin()));
  const acknowledged = all.reduce((sum, each) => sum + each.acknowledged, 0);
  return {
    acknowledged,
    busy: all.reduce((sum, each) => sum + each.busy, 0),
    times: all.flatMap(({ times }) => times),
    perSecond: acknowledged / seconds,
  };
}

/** Starts a writer; when it is ready this answers with the way to let it begin. */
function startWriter(args: readonly string[]): Promise<() => Promise<Written>> {
  return new Promise((ready, fail) => {
    const child = fork(join(import.meta.dirname, "contender.mjs"), args, { execArgv: [] });
    let told: Written | null = null;
    child.on("error", fail);
    const done = new Promise<Written>((resolve, reject) => {
      child.on("close", (code) => {
        if (code === 0 && told !== null) resolve(told);
        else reject(new Error(`a writer ended with ${code}`));
      });
    });
    // Whoever waits for it hears of its end: that of one that never became ready is told here.
    done.catch(fail);
    child.on("message", (message: "ready" | Written) => {
      if (message !== "ready") told = message;
      else
        ready(() => {
          child.send("begin");
          return done;
        });
    });
  });
}
