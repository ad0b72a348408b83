import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type App, openApp } from "../../src/app.ts";
import type { Grade, GradeObservation } from "../../src/core/cycle.ts";
import { assistAxis } from "../../src/cycle/assist-axis.ts";
import { graduateAxis } from "../../src/cycle/graduate-axis.ts";
import { runMonth } from "../../src/cycle/run-month.ts";
import type { RegradeQueue } from "../../src/regrade/queue.ts";
import { createSharedDatabase, keptAxis } from "./crash-workspace.ts";

/** What the fault trials do with a workspace; each may be killed anywhere and is then done once more. */
const passNames = [
  "create",
  "migrate",
  "open",
  "publish",
  "grade",
  "collect",
  "close",
  "doubt",
  "assist",
  "graduate",
  "run",
] as const;
export type PassName = (typeof passNames)[number];

export function passNamed(name: string | undefined): PassName {
  const pass = passNames.find((one) => one === name);
  if (pass === undefined) throw new Error(`no pass ${name}`);
  return pass;
}

const june1 = Date.parse("2026-06-01T13:00:00Z");
const june10 = Date.parse("2026-06-10T13:00:00Z");
const june15 = Date.parse("2026-06-15T13:00:00Z");
const june20 = Date.parse("2026-06-20T13:00:00Z");

export async function performPass(
  pass: PassName,
  folder: string,
  step: (name: string) => void = () => {},
): Promise<void> {
  switch (pass) {
    case "create":
    case "migrate":
      return createSharedDatabase(folder, june1, step);
    case "open":
      return withApp(folder, june1, step, (app) => run(app, null));
    case "publish":
      return withApp(folder, june1, step, (app) => run(app, createBoard(folder)));
    case "grade":
      return withApp(folder, june10, step, async (app) => {
        await app.localQueue.answer(readGrades(folder, june10));
      });
    case "close":
    case "doubt":
      return withApp(folder, june15, step, (app) => run(app, null));
    case "collect":
      return withApp(folder, june15, step, (app) => run(app, createBoard(folder)));
    case "assist":
      return withApp(folder, june20, step, async (app) => {
        await assistAxis(app.cycle, keptAxis, "approved two wrong addresses");
      });
    case "graduate":
      return withApp(folder, june20, step, async (app) => {
        await graduateAxis(app.cycle, keptAxis, {
          reason: "rule 2 is in the rubric",
          force: true,
          confirm: async () => true,
        });
      });
    case "run":
      return withApp(folder, june20, step, (app) => run(app, null));
  }
}

/** The program on a workspace whose messages go to a file, one JSON text a line. */
export async function withApp<Result>(
  folder: string,
  now: number,
  step: (name: string) => void,
  work: (app: App) => Promise<Result>,
): Promise<Result> {
  const app = await openApp({
    configFile: join(folder, "improve-cron.yaml"),
    env: { PATH: process.env["PATH"], HOME: folder },
    cwd: folder,
    now,
    dryRun: false,
    write: (text) => appendFileSync(join(folder, "messages.jsonl"), `${JSON.stringify({ text })}\n`),
    step,
  });
  try {
    return await work(app);
  } finally {
    await app[Symbol.asyncDispose]();
  }
}

/** The monthly job as the command does it: under the lock that ends with its holder. */
async function run(app: App, queue: RegradeQueue | null): Promise<void> {
  const lock = app.acquireRunLock();
  if (lock.kind === "busy") throw new Error(`the run lock is held by ${lock.pid}`);
  try {
    const context = queue === null ? app.cycle : { ...app.cycle, queue, queueOf: () => queue };
    const summary = await runMonth(context, { month: null, sampleTarget: null });
    if (summary.pending.length > 0) throw new Error(`left pending: ${JSON.stringify(summary.pending)}`);
  } finally {
    lock.release();
  }
}

interface GradeLine {
  readonly ref: string;
  readonly grade: Grade | null;
}

function readGradeLines(folder: string): readonly GradeLine[] {
  return readLines(join(folder, "grades.jsonl")).map((line): GradeLine => JSON.parse(line));
}

/** The pages on the board of a workspace, by the ref of their item; a page that was made twice stands there twice. */
export function readPages(folder: string): readonly string[] {
  return readLines(join(folder, "board.jsonl")).map((line) => {
    const { ref }: { ref: string } = JSON.parse(line);
    return ref;
  });
}

function readGrades(folder: string, observedAt: number): readonly GradeObservation[] {
  return readGradeLines(folder).flatMap(({ ref, grade }) =>
    grade === null
      ? []
      : [{ ref, grade, reason: null, by: "founder", at: june10, observedAt, via: "import" }],
  );
}

/**
 * A queue outside of the program: a file of pages. It is asked by the reference, as a board is, when an earlier call
 * may have made the page already. A grade of null in the file of grades stands for a page that was thrown away.
 */
function createBoard(folder: string): RegradeQueue {
  return {
    kind: "notion",
    outside: true,
    // The task of a month is a page, too: made once, then found.
    prepare: async ({ axis, period }) => {
      const ref = `task of ${axis} in ${period}`;
      if (!readPages(folder).includes(ref)) {
        appendFileSync(join(folder, "board.jsonl"), `${JSON.stringify({ ref })}\n`);
      }
      return { state: "ready" };
    },
    // Looking for a page before making it leaves nothing to sweep here.
    sweep: async () => ({ status: "ok", observations: [], questions: [] }),
    publish: async ({ ref, title }, attempt) => {
      const made = { ref, state: "created", externalId: `page of ${ref}`, url: null } as const;
      const isThere = attempt > 1 && readPages(folder).includes(ref);
      if (!isThere) appendFileSync(join(folder, "board.jsonl"), `${JSON.stringify({ ref, title })}\n`);
      return made;
    },
    collect: async (items, now) => {
      const asked = new Set(items.map(({ ref }) => ref));
      const thrownAway = readGradeLines(folder)
        .filter(({ ref, grade }) => grade === null && asked.has(ref))
        .map(({ ref }) => ({ ref, because: "the page is in the trash" }));
      const observations = readGrades(folder, now).filter(({ ref }) => asked.has(ref));
      return { status: "ok", observations, withdrawn: thrownAway };
    },
  };
}

/** The lines of a text file that a test has written; none where it does not exist. */
export function readLines(file: string): readonly string[] {
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
}
