// Measures the goals G1 to G10, both sides of every comparison in the same run, in turns:
//   npm run bench -- [--size small|medium|large | --rows N] [--goals G1,G7] [--rounds N] [--peers FOLDER] [--dist FOLDER]
//                    [--json] [--write]
//   npm run bench:short                     a smaller form that fails only where a ratio misses its goal by more than twice
// Ratios are what counts; absolute times differ from machine to machine. `--peers` installs promptfoo, evalite and scikit-learn
// into a folder outside the repository and compares with them; `--write` puts the table into docs/performance.md.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { measureColdStart } from "./cold-start.ts";
import { measureCommits } from "./commits.ts";
import { measureHistory, measureUpkeep } from "./count-months.ts";
import { measureSampling } from "./draw-sample.ts";
import { importInto, measureImport } from "./import-log.ts";
import { measureImportMemory } from "./import-memory.ts";
import { measureInterval } from "./interval.ts";
import { grossRegressions } from "./limits.ts";
import { writeVerdictLog } from "./made-verdicts.ts";
import { measureProgram } from "./monthly-run.ts";
import { installPeers, measurePeers, pythonOf } from "./peers.ts";
import { type Measured, writePage } from "./performance-page.ts";
import { type Goal, goalNames, isMeasured, isReached, type Row } from "./result.ts";
import { measureDrawMemory, measureSameSample } from "./same-sample.ts";
import { terminalTable } from "./table.ts";

const root = join(import.meta.dirname, "../..");
const sizes = new Map([
  ["small", 100_000],
  ["medium", 1_000_000],
  ["large", 10_000_000],
]);

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "medium" },
    rows: { type: "string" },
    goals: { type: "string" },
    rounds: { type: "string" },
    peers: { type: "string" },
    dist: { type: "string", default: join(root, "dist") },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
  },
});
const rows = values.short ? 20_000 : Number(values.rows ?? sizes.get(values.size));
if (!Number.isSafeInteger(rows) || rows < 20_000)
  throw new Error("--size must be small, medium or large, and --rows a whole number of at least 20000");
const goals = goalsOf(values.goals ?? goalNames.filter((goal) => !values.short || goal !== "G4").join(","));
const built = resolve(values.dist);
const peers = values.peers === undefined ? null : resolve(values.peers);
const progress = (text: string): void => console.error(`bench: ${text}`);
/** How often everything is done: as said, else `usual`, and in the short form as seldom as gives a median at all. */
const roundsOr = (usual: number, short = 3): number => {
  if (values.rounds !== undefined) return Number(values.rounds);
  return values.short ? short : usual;
};

// Inside the package, so that what is copied there finds its packages.
const cache = join(root, "node_modules/.cache");
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "improve-cron-bench-"));
try {
  const before = loadavg()[0] ?? 0;
  const results = await measure();
  const measured: Measured = {
    date: new Date().toISOString().slice(0, 10),
    command: ["npm run bench --", ...process.argv.slice(2)].join(" "),
    rows,
    machine: {
      cpu: cpus()[0]?.model ?? "",
      cpus: cpus().length,
      node: process.version,
      sqlite: sqliteVersion(),
      load: [before, loadavg()[0] ?? 0],
      slowedBy: ["NODE_EXTRA_CA_CERTS", "NODE_OPTIONS"].filter((name) => (process.env[name] ?? "") !== ""),
    },
    results,
  };
  if (values.write) {
    const docs = join(root, "docs");
    writePage(join(docs, "performance.md"), join(docs, "performance.json"), measured);
  }
  const { machine } = measured;
  console.log(
    values.json
      ? JSON.stringify({ machine: { ...machine, rows }, results: results.map(judged) }, null, 2)
      : terminalTable(results),
  );
  progress(
    `load ${machine.load.map((load) => load.toFixed(1)).join(" to ")} on ${machine.cpus} processors, Node ${machine.node}, SQLite ${machine.sqlite}`,
  );
  if (machine.slowedBy.length > 0)
    progress(
      `${machine.slowedBy.join(", ")} make every Node process start slower: unset, the ratios of G1 are larger`,
    );
  const regressions = values.short ? grossRegressions(results) : [];
  for (const regression of regressions) progress(`a gross regression: ${regression}`);
  if (regressions.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function goalsOf(text: string): ReadonlySet<string> {
  const wanted = text.split(",");
  const unknown = wanted.filter((one) => !goalNames.some((goal) => goal === one));
  if (unknown.length > 0)
    throw new Error(`--goals are among ${goalNames.join(", ")}, not ${unknown.join(", ")}`);
  return new Set(wanted);
}

function wants(...these: readonly Goal[]): boolean {
  return these.some((goal) => goals.has(goal));
}

async function measure(): Promise<readonly Row[]> {
  const results: Row[] = [];
  const begun = performance.now();
  const tell = (text: string): void =>
    progress(`${Math.round((performance.now() - begun) / 1000)} s: ${text}`);
  if (goals.has("G4") && peers !== null) installPeers(peers, tell);
  if (goals.has("G1")) {
    tell("G1, cold start");
    results.push(...(await measureColdStart(folder, built, roundsOr(45, 7))));
  }
  if (goals.has("G9")) {
    tell("G9, interval");
    results.push(...(await measureInterval(values.short ? "no-python" : pythonOf(peers), roundsOr(5))));
  }
  if (goals.has("G6")) {
    tell("G6, commits");
    const commits = await measureCommits({ folder, built }, roundsOr(5, 1), values.short ? 0.5 : 2);
    results.push(...commits);
  }
  if (goals.has("G4")) {
    tell("G4, peers");
    results.push(...(await measurePeers(folder, peers, Math.min(rows, 10_000), roundsOr(3))));
  }
  if (wants("G2", "G3", "G5", "G7", "G8", "G10")) results.push(...(await measureStored(tell)));
  return results.toSorted((a, b) => goalNames.indexOf(a.goal) - goalNames.indexOf(b.goal));
}

/** What needs databases with all the rows, a tenth, and a hundredth of them. */
async function measureStored(tell: (text: string) => void): Promise<readonly Row[]> {
  const results: Row[] = [];
  const log = join(folder, "verdicts.jsonl");
  const tenth = join(folder, "tenth.jsonl");
  const hundredth = join(folder, "hundredth.jsonl");
  const [large, small, smallest] = [
    join(folder, "large.db"),
    join(folder, "small.db"),
    join(folder, "smallest.db"),
  ];
  tell(`writing and importing a log of ${rows} verdicts`);
  for (const [target, database, count] of [
    [log, large, rows],
    [tenth, small, Math.floor(rows / 10)],
    // So many that every axis has its twenty in the last month.
    [hundredth, smallest, Math.max(10_000, Math.floor(rows / 100))],
  ] as const) {
    writeVerdictLog(target, count);
    await importInto(database, target);
  }
  if (goals.has("G3")) {
    tell("G3, import");
    results.push(
      ...(await measureImport({ folder, log, first: large }, roundsOr(rows >= 1_000_000 ? 2 : 7, 2))),
    );
  }
  if (goals.has("G5")) {
    tell("G5, memory of an import");
    results.push(...measureImportMemory({ folder, built, log, tenth }, roundsOr(2, 1)));
  }
  // A log of ten million rows is 6 GB that nothing needs any more.
  rmSync(log);
  if (goals.has("G7")) {
    tell("G7, sampling");
    results.push(...(await measureSampling({ large, small, rows }, roundsOr(45, 15))));
    results.push(measureDrawMemory(folder, built, large, roundsOr(3, 1)));
    results.push(...(await measureSameSample(folder, Math.min(rows, 100_000))));
  }
  if (goals.has("G8")) {
    tell("G8, history");
    results.push(...(await measureHistory({ large, small, smallest, rows }, roundsOr(15))));
    // A tenth of the rows, and no more than fit into memory, is enough to see a share.
    const counted = rows > 1_000_000 ? { log: hundredth, first: smallest } : { log: tenth, first: small };
    results.push(...(await measureUpkeep({ ...counted, file: join(folder, "upkeep.db") }, roundsOr(7, 2))));
  }
  if (wants("G2", "G10")) {
    tell("G2 and G10, the program");
    const rounds = { starts: roundsOr(25, 5), runs: roundsOr(rows > 1_000_000 ? 2 : 7, 2) };
    results.push(...(await measureProgram({ folder, built, verdicts: large }, goals, rounds)));
  }
  return results;
}

function judged(row: Row): Row & { readonly reached: boolean | null } {
  return { ...row, reached: isMeasured(row) ? isReached(row) : null };
}

function sqliteVersion(): string {
  const database = new Database(":memory:");
  const version = String(database.prepare("SELECT sqlite_version()").pluck().get());
  database.close();
  return version;
}
