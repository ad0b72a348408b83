import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Fault, JobFault } from "./fault.ts";
import { findBreaches, type Findings } from "./invariants.ts";
import { Trial } from "./trial.ts";
import { clearWorkspace, freshWorkspace, keepWorkspace, makeSlot, type Slot } from "./workspace.ts";

export interface Count {
  readonly fault: string;
  readonly what: string;
  /** Why none was tried; null where some were. */
  readonly skipped: string | null;
  trials: number;
  /** Trials in which the fault is known to have struck. */
  struck: number;
  lost: number;
  doubled: number;
  /** Messages that were sent again and said so. */
  repeatsTold: number;
  /** Messages sent again after their database was taken away. */
  withoutMemory: number;
  inconsistent: number;
  seconds: number;
}

export interface Failure {
  readonly fault: string;
  readonly seed: number;
  readonly plan: readonly string[];
  readonly findings: readonly string[];
  readonly kept: string | null;
}

export interface CampaignOptions {
  readonly entry: string;
  readonly root: string;
  readonly seed: number;
  readonly faults: readonly Fault[];
  /** How many trials of a kind have to strike. */
  readonly trialsOf: (fault: Fault) => number;
  readonly atOnce: number;
  /** Called after each trial. */
  readonly onTrial?: (count: Count) => void;
  readonly onFailure?: (failure: Failure) => void;
  /** No new trial begins once this is true. */
  readonly isOver?: () => boolean;
  /** What was counted before with the same seed: the trials go on behind those. */
  readonly before?: readonly Count[];
  /** Exactly one trial of each kind, with the seed as it is. */
  readonly alone?: boolean;
}

/** The trials of one kind: how many were begun, and how many of those are not over. */
interface Course {
  readonly fault: Fault;
  readonly count: Count;
  readonly wanted: number;
  begun: number;
  inFlight: number;
}

/** Tries every kind of fault so many times; the n-th trial of a kind is the same for the same seed. */
export async function runCampaign(
  options: CampaignOptions,
): Promise<{ readonly counts: readonly Count[]; readonly failures: readonly Failure[] }> {
  const failures: Failure[] = [];
  const slots = new Map<string, Promise<Slot>>();
  const courses = options.faults.map((fault): Course => {
    const known = options.before?.find((one) => one.fault === fault.name) ?? noTrials;
    const count = { ...known, fault: fault.name, what: fault.what, skipped: fault.unavailable() };
    const wanted = count.skipped === null ? options.trialsOf(fault) : 0;
    return { fault, count, wanted, begun: count.trials, inFlight: 0 };
  });
  const worker = async (name: string): Promise<void> => {
    for (let course = nextOf(courses); course !== undefined; course = nextOf(courses)) {
      if (options.isOver?.() === true) return;
      const { fault, count } = course;
      const seed = options.alone === true ? options.seed : seedOf(options.seed, fault.name, course.begun);
      course.begun += 1;
      course.inFlight += 1;
      const begun = performance.now();
      const failure = await tryOnce(fault, seed, name, options, slots, count);
      course.inFlight -= 1;
      count.seconds += (performance.now() - begun) / 1000;
      if (failure !== null) {
        failures.push(failure);
        options.onFailure?.(failure);
      }
      options.onTrial?.(count);
      if (options.alone === true) return;
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, (_, n) => worker(`worker-${n}`)));
  for (const slot of slots.values()) clearWorkspace(await slot);
  return { counts: courses.map(({ count }) => ({ ...count, seconds: Math.round(count.seconds) })), failures };
}

/**
 * The kind that is furthest from its number, so that a campaign that is ended early has tried all. One that cannot
 * strike any more must not go on for ever.
 */
function nextOf(courses: readonly Course[]): Course | undefined {
  const share = ({ count, wanted, inFlight }: Course): number => (count.struck + inFlight) / wanted;
  return courses
    .filter((course) => course.wanted > 0 && share(course) < 1 && course.begun < course.wanted * 3)
    .toSorted((a, b) => share(a) - share(b))[0];
}

const noTrials = {
  trials: 0,
  struck: 0,
  lost: 0,
  doubled: 0,
  repeatsTold: 0,
  withoutMemory: 0,
  inconsistent: 0,
  seconds: 0,
};

/** FNV-1a over the kind, with seed and number mixed in: neighbouring trials have nothing in common. */
function seedOf(seed: number, fault: string, nth: number): number {
  let hash = 2_166_136_261;
  for (const char of `${seed} ${fault} ${nth}`)
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}

async function tryOnce(
  fault: Fault,
  seed: number,
  worker: string,
  options: CampaignOptions,
  slots: Map<string, Promise<Slot>>,
  count: Count,
): Promise<Failure | null> {
  const plan: string[] = [];
  let slot: Slot | null = null;
  let findings: Findings;
  let struck = false;
  try {
    if ("play" in fault) {
      const { entry, root } = options;
      const played = await fault.play({ seed, entry, root, note: (what) => plan.push(what) });
      ({ struck } = played);
      findings = played;
    } else {
      slot = await slotOf(fault, worker, options, slots);
      ({ struck, findings } = await disturb(fault, slot, seed, plan));
    }
  } catch (error) {
    findings = {
      ...nothing,
      inconsistent: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    };
  }
  count.trials += 1;
  if (struck) count.struck += 1;
  count.lost += findings.lost.length;
  count.doubled += findings.doubled.length;
  count.inconsistent += findings.inconsistent.length;
  count.repeatsTold += findings.repeated;
  count.withoutMemory += findings.withoutMemory;
  const all = [
    ...findings.lost.map((one) => `lost: ${one}`),
    ...findings.doubled.map((one) => `doubled: ${one}`),
    ...findings.inconsistent.map((one) => `inconsistent: ${one}`),
  ];
  if (all.length === 0) return null;
  const kept = slot === null ? null : keepWorkspace(slot, `failed-${fault.name}-${seed}`);
  return { fault: fault.name, seed, plan, findings: all, kept };
}

const nothing: Findings = { lost: [], doubled: [], inconsistent: [], repeated: 0, withoutMemory: 0 };

/** Workers keep their workspace from kind to kind, unless a kind needs other axis files. */
function slotOf(
  fault: JobFault,
  worker: string,
  { root, entry }: CampaignOptions,
  slots: Map<string, Promise<Slot>>,
): Promise<Slot> {
  const name = fault.axes === undefined ? worker : `${worker}-${fault.name}`;
  const known = slots.get(name);
  if (known !== undefined) return known;
  const { axes, jobs } = fault;
  const made = makeSlot({ root, name, entry, ...(axes === undefined ? {} : { axes, jobs }) });
  slots.set(name, made);
  return made;
}

async function disturb(
  fault: JobFault,
  slot: Slot,
  seed: number,
  plan: string[],
): Promise<{ readonly struck: boolean; readonly findings: Findings }> {
  const stages = slot.stages.filter(({ job }) => fault.jobs?.includes(job.name) ?? true);
  const stage = stages[seed % stages.length];
  if (stage === undefined) throw new RangeError(`no job for ${fault.name}`);
  const trial = new Trial(slot, stage, seed, plan);
  trial.note(stage.job.name);
  try {
    freshWorkspace(slot, stage, fault.diskBytes);
    const struck = await fault.strike(trial);
    await trial.finish();
    await fault.afterwards?.(trial);
    const findings = await findBreaches(trial, { sameEnd: fault.sameEnd ?? true });
    return { struck, findings };
  } finally {
    await trial.leaveNothing();
  }
}

/** Removes what a campaign made. */
export function removeCampaign(root: string): void {
  rmSync(join(root), { recursive: true, force: true });
}
