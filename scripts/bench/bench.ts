// Measures the goals G1, G3, G7 and G8, each side of a comparison in the same run, in turns:
//   npm run bench -- [--rows N] [--rounds N] [--only G1,G7] [--dist FOLDER] [--json]
// Ratios are what counts; absolute times differ from machine to machine. Rows: a million unless said otherwise.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { alignTable } from "../../src/reports/table.ts";
import { measureColdStart } from "./cold-start.ts";
import { measureHistory, measureUpkeep } from "./count-months.ts";
import { measureSampling } from "./draw-sample.ts";
import { importInto, measureImport } from "./import-log.ts";
import { writeVerdictLog } from "./made-verdicts.ts";
import { isReached, type Result } from "./result.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "1000000" },
    rounds: { type: "string" },
    only: { type: "string", default: "G1,G3,G7,G8" },
    dist: { type: "string", default: join(import.meta.dirname, "../../dist") },
    json: { type: "boolean", default: false },
  },
});
const rows = Number(values.rows);
if (!Number.isSafeInteger(rows) || rows < 20_000)
  throw new Error("--rows must be a whole number of at least 20000");
const goals = new Set(values.only.split(","));
const roundsOr = (usual: number): number => (values.rounds === undefined ? usual : Number(values.rounds));
const progress = (text: string): void => console.error(`bench: ${text}`);

// Inside the package, so that what is copied there finds its packages.
const place = join(import.meta.dirname, "../../node_modules/.cache");
mkdirSync(place, { recursive: true });
const folder = mkdtempSync(join(place, "improve-cron-bench-"));
try {
  const before = loadavg();
  const results = await measure();
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model ?? "",
    cpus: cpus().length,
    load: [before[0], loadavg()[0]],
    rows,
  };
  console.log(
    values.json ? JSON.stringify({ machine, results: results.map(judged) }, null, 2) : tableOf(results),
  );
  progress(
    `load ${machine.load.map((load) => load?.toFixed(1)).join(" to ")} on ${machine.cpus} processors, ${machine.node}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<readonly Result[]> {
  const results: Result[] = [];
  if (goals.has("G1")) {
    progress("G1, cold start");
    results.push(...(await measureColdStart(folder, resolve(values.dist), roundsOr(45))));
  }
  if (!["G3", "G7", "G8"].some((goal) => goals.has(goal))) return results;
  const log = join(folder, "verdicts.jsonl");
  const tenth = join(folder, "tenth.jsonl");
  const [large, small] = [join(folder, "large.db"), join(folder, "small.db")];
  progress(`writing and importing a log of ${rows} verdicts`);
  writeVerdictLog(log, rows);
  writeVerdictLog(tenth, Math.floor(rows / 10));
  await importInto(large, log);
  await importInto(small, tenth);
  const imports = roundsOr(rows >= 1_000_000 ? 3 : 7);
  if (goals.has("G3")) {
    progress("G3, import");
    results.push(...(await measureImport({ folder, log, first: large }, imports)));
  }
  if (goals.has("G7")) {
    progress("G7, sampling");
    results.push(...(await measureSampling({ large, small, rows }, roundsOr(45))));
  }
  if (goals.has("G8")) {
    progress("G8, history");
    results.push(...(await measureHistory({ large, small, rows }, roundsOr(15))));
    // A tenth of the rows is enough to see a share, and is what fits into memory.
    results.push(
      ...(await measureUpkeep({ log: tenth, first: small, file: join(folder, "upkeep.db") }, roundsOr(7))),
    );
  }
  return results;
}

function judged(result: Result): Result & { readonly reached: boolean | null } {
  return { ...result, reached: isReached(result) };
}

function tableOf(results: readonly Result[]): string {
  const words = new Map([
    [true, "yes"],
    [false, "no"],
    [null, ""],
  ]);
  const cells = results.map((result) => {
    const { goal, what, against, ms, baseMs, ratio, low, high, limit, cpuRatio, rounds } = result;
    const figures = [
      `${short(ratio)} (${short(low)} to ${short(high)})`,
      cpuRatio === null ? "" : short(cpuRatio),
      limit === null ? "" : `<= ${short(limit)}`,
    ];
    return [
      goal,
      what,
      against,
      short(ms),
      short(baseMs),
      ...figures,
      words.get(isReached(result)) ?? "",
      String(rounds),
    ];
  });
  const headers = [
    "goal",
    "this",
    "against",
    "ms",
    "ms",
    "ratio (quartiles)",
    "cpu",
    "goal",
    "reached",
    "rounds",
  ];
  const align = [
    "left",
    "left",
    "left",
    "right",
    "right",
    "right",
    "right",
    "right",
    "left",
    "right",
  ] as const;
  return alignTable(headers, cells, { align }).join("\n");
}

/** Three figures, without the exponent. */
function short(value: number): string {
  const places = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toFixed(Math.min(places, 5));
}
