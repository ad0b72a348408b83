import { copyFileSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { interleave, type Side } from "./compare.ts";
import { axisNames } from "./made-verdicts.ts";
import { environments, ProcessSides, timeNode } from "./processes.ts";
import { type Result, resultOf } from "./result.ts";

/** What a person would write to store one verdict durably: no validation, no months, no counts, no config. */
const bareScript = `import Database from "better-sqlite3";
const db = new Database("bare.db");
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.exec("CREATE TABLE IF NOT EXISTS verdict (id TEXT PRIMARY KEY, axis TEXT, word TEXT, at INTEGER, text TEXT)");
const insert = db.prepare("INSERT INTO verdict VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING");
const [id, text] = process.argv.slice(2);
insert.run(id, "critic-1", "PASS", Date.now(), text);
db.close();
console.log("stored");
`;

const line = "Dear all, the room is booked for the third; please tell me who comes by train.";

/**
 * G1: one `record` from a cold shell, against a bare script and against Node doing nothing, in the environment of the
 * shell that the benchmark was started from. Variables that make Node itself start slower (NODE_EXTRA_CA_CERTS doubles
 * it) flatter everything that is compared with it: so the same is told for an empty environment.
 * `built` is the folder of the built program.
 */
export async function measureColdStart(
  folder: string,
  built: string,
  rounds: number,
): Promise<readonly Result[]> {
  const home = join(folder, "home");
  const { shell, empty } = environments(home);
  const entry = makeHousehold(folder, home, built);
  const processes = new ProcessSides();
  let calls = 0;
  const record = (id: string, ...artifact: readonly string[]): readonly string[] => {
    const verdict = ["--axis", "critic-1", "--verdict", "PASS", "--id", id];
    return [entry, "record", ...verdict, ...artifact];
  };
  const sidesIn = (env: NodeJS.ProcessEnv, place: string): readonly Side[] => {
    const side = (name: string, argsOf: (id: string) => readonly string[]): Side =>
      processes.side(name + place, () => {
        calls += 1;
        return timeNode({ cwd: home, env }, argsOf(`d-${calls}`));
      });
    return [
      side("node -e 0", () => ["-e", "0"]),
      side("bare script", (id) => ["bare.mjs", id, line]),
      side("record, a line of text", (id) => record(id, "--text", line)),
      side("record, 8 KB of text", (id) => {
        writeFileSync(join(home, "reply.md"), letter(id));
        return record(id, "--artifact", "reply.md");
      }),
    ];
  };
  const bare = ", empty environment";
  const times = await interleave([...sidesIn(shell, ""), ...sidesIn(empty, bare)], rounds);
  expectStored(home, 4 * (rounds + 1));
  const result = (what: string, against: string, limit: number | null): Result =>
    resultOf(times, { goal: "G1", what, against, limit, cpuRatio: processes.cpuRatio(what, against) });
  return [
    result("record, a line of text", "bare script", 0.95),
    result("record, a line of text", "node -e 0", 1.15),
    result("record, 8 KB of text", "node -e 0", 1.2),
    result(`record, a line of text${bare}`, `bare script${bare}`, 0.95),
    result(`record, a line of text${bare}`, `node -e 0${bare}`, 1.15),
    result(`record, 8 KB of text${bare}`, `node -e 0${bare}`, 1.2),
    result(`bare script${bare}`, `node -e 0${bare}`, null),
  ];
}

/** A config with 12 axes, an hour old, its database, and the entry of `lightOnlyEntry`. */
function makeHousehold(folder: string, home: string, built: string): string {
  const configFiles = new Map([
    ["improve-cron.yaml", "timezone: America/New_York\n"],
    ...axisNames.map(
      (name) => [`axes/${name}.yaml`, `axis: ${name}\nstatus: graduated\nmodel: judge-3\n`] as const,
    ),
  ]);
  mkdirSync(join(home, "config/axes"), { recursive: true });
  for (const [name, text] of configFiles) writeFileSync(join(home, "config", name), text);
  const hourAgo = Date.now() / 1000 - 3600;
  for (const name of [...configFiles.keys(), "axes"])
    utimesSync(join(home, "config", name), hourAgo, hourAgo);
  writeFileSync(join(home, "bare.mjs"), bareScript);

  const entry = lightOnlyEntry(folder, built);
  timeNode({ cwd: home, env: { HOME: home } }, [join(built, "improve-cron.cjs"), "status"]);
  return entry;
}

/**
 * The built entry beside a full command line that refuses to work: a call that does not take the light path ends the benchmark
 * instead of slowing it down.
 */
export function lightOnlyEntry(folder: string, built: string): string {
  const light = join(folder, "light/dist");
  mkdirSync(join(light, "cli"), { recursive: true });
  const entryFiles = readdirSync(built).filter((name) =>
    /^improve-cron\.cjs$|^(record|history)\..*(script|cache)$/.test(name),
  );
  for (const name of entryFiles) copyFileSync(join(built, name), join(light, name));
  writeFileSync(join(light, "cli/main.js"), "process.exitCode = 99;\n");
  return join(light, "improve-cron.cjs");
}

function letter(name: string): string {
  const lines = Array.from({ length: 100 }, (_, index) => `Letter ${name}, line ${index}: ${line}\n`);
  return lines.join("").slice(0, 8192);
}

function expectStored(home: string, verdicts: number): void {
  const database = new Database(join(home, "config/state/improve-cron.db"), { readonly: true });
  const stored = database.prepare("SELECT count(*) FROM verdict").pluck().get();
  database.close();
  if (stored !== verdicts) throw new Error(`${String(stored)} of ${verdicts} verdicts were stored`);
}
