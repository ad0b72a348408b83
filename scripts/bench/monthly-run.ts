import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { interleave } from "./compare.ts";
import {
  environments,
  outputOfNode,
  peakMegabytes,
  type Place,
  ProcessSides,
  timeNode,
} from "./processes.ts";
import { against, type Result, resultOf } from "./result.ts";
import { makeWorkspace, writeAxisFiles } from "./workspace.ts";

const firstSlot = "2026-06-01T09:00:00-04:00";
const nextSlot = "2026-07-01T09:00:00-04:00";

/** What both measures start from: a database of verdicts, the built program, and a folder. */
export interface Given {
  readonly folder: string;
  readonly built: string;
  readonly verdicts: string;
}

/**
 * G10: the month's run over 12 axes with a local queue, as a process of the built program, against Node doing nothing: one that
 * opens the first month and closes none, and one that closes a month whose items are all graded and opens the next. Every run
 * starts from a copy of the same database. Both sides are measured in the environment of the shell and in an empty one: what
 * makes Node itself start slower flatters the ratio.
 * G2: `--version`, `--help`, and `history` of what was so measured.
 */
export async function measureProgram(
  { folder, built, verdicts }: Given,
  goals: ReadonlySet<string>,
  rounds: { readonly starts: number; readonly runs: number },
): Promise<readonly Result[]> {
  const home = join(folder, "month");
  const workspace = makeWorkspace(home, built);
  const { place, database, program } = workspace;
  const graded = join(folder, "graded.db");
  workspace.take(verdicts);
  timeNode(place, program("--now", firstSlot, "run"));
  gradeAll(home, (...args) => outputOfNode(place, program("--now", "2026-06-10T12:00:00Z", ...args)));
  copyFileSync(database, graded);

  const run = program("--now", nextSlot, "run");
  const begin = (file: string) => () => {
    workspace.take(file);
    writeAxisFiles(home);
    rmSync(join(home, "config/vault"), { recursive: true, force: true });
  };
  const processes = new ProcessSides();
  const { shell, empty } = environments(home);
  const places = [
    { name: "", place: { ...place, env: shell } },
    { name: ", empty environment", place: { ...place, env: empty } },
  ] as const;
  const node = (where: Place) => () => timeNode(where, ["-e", "0"]);
  const results: Result[] = [];
  const told = (
    goal: "G2" | "G10",
    times: ReadonlyMap<string, readonly number[]>,
    what: string,
    limit: number,
    suffix = "",
  ) => {
    const sides = { what: `${what}${suffix}`, against: `node -e 0${suffix}` };
    const cpuRatio = processes.cpuRatio(sides.what, sides.against);
    return resultOf(times, { goal, ...sides, limit, cpuRatio });
  };
  if (goals.has("G10")) {
    const opens = "run that opens 12 axes";
    const closes = "run that closes 12 axes and opens 12";
    const times = await interleave(
      places.flatMap(({ name, place: where }) => [
        processes.side(`node -e 0${name}`, node(where)),
        processes.side(`${opens}${name}`, () => timeNode(where, run), begin(verdicts)),
        processes.side(`${closes}${name}`, () => timeNode(where, run), begin(graded)),
      ]),
      rounds.runs,
    );
    for (const { name } of places) {
      results.push(told("G10", times, opens, 4, name), told("G10", times, closes, 4, name));
    }
    for (const [what, file] of [
      [opens, verdicts],
      [closes, graded],
    ] as const) {
      begin(file)();
      const memory = { goal: "G10", what: `memory of a ${what}`, against: "120 MB", unit: "MB" } as const;
      results.push(against(memory, [peakMegabytes(place, run)], 120));
    }
  }
  if (goals.has("G2")) {
    begin(graded)();
    timeNode(place, run);
    const calls = { "--version": 1.15, "--help": 1.15, history: 1.5 };
    const times = await interleave(
      [
        processes.side("node -e 0", node(place)),
        ...Object.keys(calls).map((name) => processes.side(name, () => timeNode(place, program(name)))),
      ],
      rounds.starts,
    );
    results.push(...Object.entries(calls).map(([name, limit]) => told("G2", times, name, limit)));
  }
  rmSync(home, { recursive: true, force: true });
  rmSync(graded);
  return results;
}

/** Grades whatever waits: every seventh is a FAIL. */
function gradeAll(home: string, call: (...args: readonly string[]) => string): void {
  const asked = join(home, "asked.jsonl");
  const answers = join(home, "answers.jsonl");
  call("queue", "export", asked);
  const items: { ref: string }[] = readFileSync(asked, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  if (items.length < 12) throw new Error(`${items.length} items wait for a grade`);
  const grades = items.map(({ ref }, index) => ({
    ref,
    grade: index % 7 === 0 ? "FAIL" : "PASS",
    at: "2026-06-10T12:00:00Z",
    by: "desk",
  }));
  writeFileSync(answers, grades.map((grade) => `${JSON.stringify(grade)}\n`).join(""));
  call("queue", "import", answers);
}
