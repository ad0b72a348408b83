import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listBlindItems } from "../../src/cycle/blind-items.ts";
import { type CliResult, finished, spawnCli } from "./built-cli.ts";
import { withApp } from "./crash-passes.ts";
import { inParallel } from "./crash-pool.ts";
import { findDamage } from "./crash-damage.ts";
import { countMessages, readMessages, type SentMessage } from "./crash-messages.ts";
import { type FinalState, findDifferences, readFinalState } from "./crash-state.ts";
import {
  createSharedDatabase,
  founder,
  logText,
  newFolder,
  removeFolder,
  revertedAxis,
  writeWorkspace,
} from "./crash-workspace.ts";

/** Messages go through a process of their own into a file: one line each, appended at once. */
export const appendingChannel = '[{ channel: command, command: [sh, -c, "cat >> messages.jsonl"] }]';

export interface KillTrials {
  readonly trials: number;
  readonly kills: number;
  /** Kills of a process that held the run lock: it was at the month itself. */
  readonly atWork: number;
  /** Differences from the end of a run that nobody disturbed, and damage found on the way; a sentence each. */
  readonly problems: readonly string[];
  readonly lostMessages: number;
  readonly doubledMessages: number;
  /** Messages that were sent again and said so. */
  readonly repeatedMessages: number;
}

/** What is done in a trial, in order: two months, from the first log line to a revert and the next opening. */
const passes: readonly { readonly now: string; readonly args: readonly string[] }[] = [
  { now: "2026-06-01T13:00:00Z", args: ["run"] },
  { now: "2026-06-10T13:00:00Z", args: ["queue", "import", "grades.jsonl"] },
  { now: "2026-06-15T13:00:00Z", args: ["run"] },
  { now: "2026-07-01T13:00:00Z", args: ["run"] },
];
const killsPerPass = 3;
const soonestMs = 30;

/** How long each pass took when it last was let live, in milliseconds, by its instant: kills are aimed by it. */
type Durations = Map<string, number>;

/** The moment of the next kill as a share of the time that the pass takes; null lets it live. */
type NextKill = () => number | null;

/**
 * Kills the built program at random moments, again and again, until so many kills are reached, and lets each workspace
 * run to its end. The moments follow from the seed as shares of the time that a pass takes on this machine, so that a
 * slow or busy one is hit at its work, too.
 */
export async function runRandomKills(options: {
  readonly kills: number;
  readonly seed: number;
  readonly atOnce: number;
}): Promise<KillTrials> {
  const durations: Durations = new Map();
  const undisturbed = await play(() => null, durations);
  const ends: Play[] = [];
  for (let next = 0; sum(ends, "kills") < options.kills; next += options.atOnce) {
    const seeds = Array.from({ length: options.atOnce }, (_, index) => options.seed + next + index);
    ends.push(
      ...(await inParallel(seeds, options.atOnce, (seed) => play(randomKills(seed), durations, undisturbed))),
    );
  }
  return {
    trials: ends.length,
    kills: sum(ends, "kills"),
    atWork: sum(ends, "atWork"),
    problems: ends.flatMap(({ problems }) => problems),
    lostMessages: sum(ends, "lost"),
    doubledMessages: sum(ends, "doubled"),
    repeatedMessages: sum(ends, "repeated"),
  };
}

type Counted = "kills" | "atWork" | "lost" | "doubled" | "repeated";

function sum(plays: readonly Play[], what: Counted): number {
  return plays.reduce((total, one) => total + one[what], 0);
}

function randomKills(seed: number): NextKill {
  const random = seededRandom(seed);
  // The root favours late moments: a process spends more than its first half on loading itself.
  return () => Math.cbrt(random());
}

/** Marsaglia's xorshift32: good enough to spread kills over time, and the same for the same seed. */
function seededRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

interface Play extends Readonly<Record<Counted, number>> {
  readonly state: FinalState;
  readonly messages: readonly SentMessage[];
  readonly problems: readonly string[];
}

/** One workspace through all passes; each is killed up to three times before it may end. */
async function play(nextKill: NextKill, durations: Durations, expected?: Play): Promise<Play> {
  const folder = newFolder();
  const problems: string[] = [];
  let kills = 0;
  let atWork = 0;
  try {
    writeWorkspace(folder, appendingChannel);
    await createSharedDatabase(folder, Date.parse("2026-06-01T13:00:00Z"));
    for (const pass of passes) {
      await prepare(folder, pass.now);
      let ended = false;
      for (let attempt = 0; attempt < killsPerPass && !ended; attempt += 1) {
        const share = nextKill();
        const { pid, result } = await start(folder, pass, durations, share);
        ended = result.code !== null;
        if (ended) problems.push(...complaints(pass.args, result));
        else {
          kills += 1;
          if (lockHolder(folder) === pid) atWork += 1;
          problems.push(...findDamage(folder));
        }
      }
      if (!ended)
        problems.push(...complaints(pass.args, (await start(folder, pass, durations, null)).result));
    }
    const state = readFinalState(folder);
    const messages = readMessages(folder);
    problems.push(...findDamage(folder));
    if (expected !== undefined) problems.push(...findDifferences(state, expected.state));
    const { lost, doubled, repeated } = countMessages(folder, expected?.messages ?? messages);
    problems.push(...lost.map((text) => `lost: ${text}`), ...doubled.map((text) => `doubled: ${text}`));
    return { state, messages, problems, kills, atWork, lost: lost.length, doubled: doubled.length, repeated };
  } finally {
    removeFolder(folder);
  }
}

/** What the world brings before a pass: the founder's grades, and a further month of verdicts. */
async function prepare(folder: string, now: string): Promise<void> {
  if (now.startsWith("2026-06-10")) {
    const gradeOf = founder();
    const items = await withApp(
      folder,
      Date.parse(now),
      () => {},
      (app) => listBlindItems(app.cycle, { axis: null }),
    );
    const lines = items.map((item) => `${JSON.stringify({ ref: item.ref, grade: gradeOf(item) })}\n`);
    writeFileSync(join(folder, "grades.jsonl"), lines.join(""));
  }
  if (now.startsWith("2026-07-01")) {
    appendFileSync(
      join(folder, `logs/${revertedAxis}.jsonl`),
      logText(revertedAxis, "2026-06", { pass: 20, fail: 5 }),
    );
  }
}

async function start(
  folder: string,
  { now, args }: (typeof passes)[number],
  durations: Durations,
  killAt: number | null,
): Promise<{ readonly pid: number | undefined; readonly result: CliResult }> {
  const child = spawnCli([...args, "--config", "improve-cron.yaml", "--now", now], { cwd: folder });
  child.stdin.end();
  const begun = performance.now();
  const killAfterMs = Math.max(soonestMs, (killAt ?? 0) * (durations.get(now) ?? 0));
  const timer = killAt === null ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  const result = await finished(child);
  clearTimeout(timer);
  if (result.code !== null) durations.set(now, performance.now() - begun);
  return { pid: child.pid, result };
}

function complaints(args: readonly string[], { code, stdout, stderr }: CliResult): readonly string[] {
  return code === 0 ? [] : [`${args.join(" ")} ended with ${code}: ${stdout}${stderr}`];
}

/** The process that holds the run lock, or held it when it was killed. */
function lockHolder(folder: string): number | null {
  const file = join(folder, "state/run.lock.pid");
  return existsSync(file) ? Number(readFileSync(file, "utf8")) : null;
}
