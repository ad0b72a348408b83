import { spawn } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listBlindItems } from "../../src/cycle/blind-items.ts";
import { buildCrashRunner } from "../support/crash-build.ts";
import { type PassName, performPass, readPages, withApp } from "../support/crash-passes.ts";
import { inParallel } from "../support/crash-pool.ts";
import { findDamage, findTornAxisFiles } from "../support/crash-damage.ts";
import { countMessages, readMessages, type SentMessage } from "../support/crash-messages.ts";
import { type FinalState, findDifferences, readFinalState } from "../support/crash-state.ts";
import {
  copyWorkspace,
  createOlderDatabase,
  createSharedDatabase,
  founder,
  newFolder,
  removeFolder,
  writeWorkspace,
} from "../support/crash-workspace.ts";

// Every trial: a copy of a workspace, a process that kills itself at one step, and the same pass once more. What comes
// out has to be what a run brings about that nobody disturbed.

const page = join(import.meta.dirname, "../../docs/crash-points.md");
const june1 = Date.parse("2026-06-01T13:00:00Z");

/** Where each pass starts from, and what is done after a crash. */
const passes: readonly {
  readonly name: PassName;
  readonly from: string;
  readonly again: readonly PassName[];
  /** Points that other passes try already are left to them. */
  readonly only?: RegExp;
}[] = [
  { name: "create", from: "files", again: ["create"] },
  { name: "migrate", from: "older", again: ["migrate"] },
  { name: "open", from: "prepared", again: ["open"] },
  { name: "publish", from: "prepared", again: ["publish"], only: /^publish:/ },
  { name: "grade", from: "opened", again: ["grade"] },
  { name: "close", from: "graded", again: ["close"] },
  { name: "doubt", from: "doubted", again: ["doubt"], only: /^(top-up:|store: batch)/ },
  {
    name: "collect",
    from: "published",
    again: ["collect"],
    only: /^(collect:|store: grading|store: closing, items)/,
  },
  // Asked again by a person who does not know how far it came, and then by the next run.
  { name: "assist", from: "closed", again: ["assist", "run"] },
  {
    name: "graduate",
    from: "assisted",
    again: ["graduate", "run"],
    only: /^(store: status|axis-file: after rename|vault-log: after sync|effect (axis-file|vault-log): (before claim|claimed|recorded))/,
  },
];

interface Point {
  readonly step: string;
  readonly nth: number;
}

/** CRASH_POINTS=all: the first and the last time that each step is reached, and one between where it is reached often. */
const triesAll = process.env["CRASH_POINTS"] === "all";

/** Every step, at all those times or, in turns, at one of them. */
function pointsOf(reached: readonly string[], only: RegExp | undefined): readonly Point[] {
  const names = [...new Set(reached)].filter((name) => only === undefined || only.test(name));
  return names.flatMap((step, index) => {
    const times = reached.filter((one) => one === step).length;
    const all = [...new Set(times < 5 ? [1, times] : [1, Math.ceil(times / 2), times])];
    const tried = triesAll ? all : all.filter((_, place) => place === index % all.length);
    return tried.map((nth) => ({ step, nth }));
  });
}

/** Writes the founder's grades of the open items; the last item of `thrownAway` is gone from the board. */
async function writeGrades(folder: string, thrownAway: boolean, gradeOf = founder()): Promise<void> {
  const items = await withApp(
    folder,
    june1,
    () => {},
    (app) => listBlindItems(app.cycle, { axis: null }),
  );
  for (const item of items) {
    const gone = thrownAway && item === items.at(-1);
    const line = { ref: item.ref, grade: gone ? null : gradeOf(item) };
    appendFileSync(join(folder, "grades.jsonl"), `${JSON.stringify(line)}\n`);
  }
}

function findDoubledPages(folder: string): readonly string[] {
  const pages = readPages(folder);
  const doubled = pages.length - new Set(pages).size;
  return doubled === 0 ? [] : [`${doubled} pages made twice`];
}

describe("a run that is killed", () => {
  let runner = { folder: "", file: "" };
  const folders = new Map<string, string>();
  const reachedIn = new Map<PassName, readonly string[]>();
  const tried = new Map<PassName, number>();

  const start = (name: string): string => {
    const folder = folders.get(name);
    if (folder === undefined) throw new Error(`no workspace ${name}`);
    return folder;
  };

  /** A child that does one pass; answers the signal that ended it, and what it printed. */
  function child(
    ...args: readonly string[]
  ): Promise<{ signal: string | null; code: number | null; out: string }> {
    return new Promise((resolve, reject) => {
      const started = spawn(process.execPath, [runner.file, ...args], { stdio: ["ignore", "pipe", "pipe"] });
      const out: Buffer[] = [];
      started.stdout.on("data", (chunk: Buffer) => out.push(chunk));
      started.stderr.on("data", (chunk: Buffer) => out.push(chunk));
      started.on("error", reject);
      started.on("close", (code, signal) =>
        resolve({ signal, code, out: Buffer.concat(out).toString("utf8") }),
      );
    });
  }

  beforeAll(async () => {
    runner = await buildCrashRunner();
    const made = (name: string, from: string | null): string => {
      const folder = from === null ? newFolder() : copyWorkspace(start(from));
      folders.set(name, folder);
      return folder;
    };
    writeWorkspace(made("files", null), "[{ channel: stdout }]");
    createOlderDatabase(made("older", "files"));
    await createSharedDatabase(made("prepared", "files"), june1);
    await performPass("open", made("opened", "prepared"));
    // Two overrides of nine settle nothing: further items are drawn.
    await writeGrades(made("doubted", "opened"), false, founder(2));
    await performPass("grade", start("doubted"));
    await writeGrades(start("opened"), false);
    await performPass("grade", made("graded", "opened"));
    await performPass("close", made("closed", "graded"));
    await performPass("assist", made("assisted", "closed"));
    await performPass("publish", made("published", "prepared"));
    await writeGrades(start("published"), true);
  });

  afterAll(() => {
    for (const folder of folders.values()) removeFolder(folder);
    removeFolder(runner.folder);
  });

  interface Reference {
    readonly before: FinalState | null;
    readonly after: FinalState;
    readonly messages: readonly SentMessage[];
  }

  async function trial(
    { name, from, again }: (typeof passes)[number],
    point: Point,
    reference: Reference,
  ): Promise<readonly string[]> {
    const folder = copyWorkspace(start(from));
    try {
      const ended = await child(name, folder, point.step, String(point.nth));
      if (ended.signal !== "SIGKILL") return [`was not killed: ${ended.code} ${ended.out}`];
      const problems = [...findDamage(folder)];
      if (reference.before !== null)
        problems.push(...findTornAxisFiles(folder, reference.before, reference.after));
      for (const pass of again) await performPass(pass, folder);
      problems.push(...findDifferences(readFinalState(folder), reference.after));
      const messages = countMessages(folder, reference.messages);
      problems.push(
        ...messages.lost.map((text) => `lost: ${text}`),
        ...messages.doubled.map((text) => `doubled: ${text}`),
        ...findDamage(folder),
        ...findDoubledPages(folder),
      );
      // Nobody can ask a phone what it has received: only between sending and recording is a message sent again.
      const unsure = /^(message: after send|effect message: performed)$/.test(point.step);
      if (messages.repeated !== (unsure ? 1 : 0)) problems.push(`${messages.repeated} messages repeated`);
      return problems;
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    } finally {
      removeFolder(folder);
    }
  }

  it.each(passes)(
    "at any point of the pass $name ends like one that nobody disturbed",
    async (pass) => {
      const folder = copyWorkspace(start(pass.from));
      const before = pass.from === "files" || pass.from === "older" ? null : readFinalState(folder);
      const undisturbed = await child(pass.name, folder);
      expect(undisturbed).toMatchObject({ code: 0 });
      const reached: readonly string[] = JSON.parse(undisturbed.out);
      for (const then of pass.again) await performPass(then, folder);
      const reference = {
        before,
        after: readFinalState(folder),
        messages: readMessages(folder),
      };
      expect(countMessages(folder, reference.messages)).toEqual({ lost: [], doubled: [], repeated: 0 });
      removeFolder(folder);
      reachedIn.set(pass.name, [...new Set(reached)]);
      const points = pointsOf(reached, pass.only);
      tried.set(pass.name, points.length);

      const failures = await inParallel(points, 2, async (point) =>
        (await trial(pass, point, reference)).map((what) => `${point.step}, time ${point.nth}: ${what}`),
      );
      expect(failures.flat()).toEqual([]);
    },
    480_000,
  );

  it("has a line for every point in docs/crash-points.md, and no others", () => {
    const lines = readFileSync(page, "utf8").matchAll(/^\| \d+ \| `([^`]+)` \| ([a-z, ]+) \|/gm);
    const rows = new Map(Array.from(lines, ([, step = "", names = ""]) => [step, names]));
    const seen = new Map<string, string>();
    for (const { name, only } of passes) {
      for (const step of reachedIn.get(name) ?? []) {
        if (only !== undefined && !only.test(step)) continue;
        seen.set(step, seen.has(step) ? `${seen.get(step)}, ${name}` : name);
      }
    }
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(seen));
    expect(seen.size).toBeGreaterThanOrEqual(24);
    const trials = [...tried.values()].reduce((sum, one) => sum + one, 0);
    process.stdout.write(`crash points: ${seen.size} points, ${trials} kills\n`);
  });
});
