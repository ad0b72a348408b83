import type { Axis } from "../core/axis.ts";
import { minutesOf } from "../core/burden.ts";
import {
  type Cycle,
  type CycleBecause,
  type Item,
  type Month,
  type MonthCount,
  daysToGrade,
} from "../core/cycle.ts";
import type { AxisPlan, MonthPlan } from "../core/month-plan.ts";
import { ownAxis } from "../core/own-decisions.ts";
import { flipsNote } from "../core/plan-notes.ts";
import type { Probe } from "../core/probe.ts";
import { askedProbes } from "../core/probe-choice.ts";
import type { RunSummary } from "../core/run-summary.ts";
import { adjustmentsOfMonth } from "./adjustments-of-month.ts";
import type { CycleContext } from "./context.ts";
import { drawItems } from "./draw-items.ts";
import { atLeastDaysLater } from "./due.ts";
import { clearFlipped, countWaiting, type Flipped, readFlipped, settleFlipped } from "./flipped-items.ts";
import type { HeldAxes } from "./held-axes.ts";
import { openingEffects } from "./opening-effects.ts";
import { isFirstMonth, planAxes, takenBy } from "./plan-axes.ts";
import { prepareProbes } from "./prepare-probes.ts";

type Opened = RunSummary["opened"];

/**
 * Opens one period for every axis that has no cycle in it yet: the frame is frozen, the sample drawn, items,
 * log entry and message planned, all in one transaction. What exists already is left alone.
 */
export async function openMonth(
  context: CycleContext,
  period: Month,
  options: {
    readonly sampleTarget: number | null;
    readonly skip: CycleBecause | null;
    readonly held: Pick<HeldAxes, "opening">;
  },
): Promise<Opened> {
  context.step("open: begin");
  const { store } = context;
  const existing = await store.listCycles({ period });
  const known = new Set(existing.map(({ axis }) => axis));
  const counted = await store.listMonthCounts({ period });
  const files = context.readAxes();
  for (const axis of files.filter(({ name }) => known.has(name))) await settleFlipped(context, axis);
  const names = axesToOpen(files, counted, known, existing.length > 0).filter(
    (name) => !options.held.opening(name, files),
  );
  if (names.length === 0) return [];
  // Made before the month is looked at: it may take half an hour, and what is recorded meanwhile still counts.
  const probes = await prepareProbes(context, { period, names, ...options });
  const { counts, watermark } = await store.readMonth(period);
  const openedAt = context.now();
  const { plan, reAsks } = await planAxes(context, {
    period,
    names,
    files,
    counts,
    sampleTarget: options.sampleTarget,
    skip: options.skip,
    openedAt,
    taken: await takenBy(context, existing),
    probes: new Map([...probes].map(([name, made]) => [name, made.probes.length])),
  });
  const drawn = new Map<string, readonly Item[]>();
  const flipped = new Map<string, Flipped>();
  const cycles: Cycle[] = [];
  for (const name of names) {
    const axis = files.find((one) => one.name === name) ?? null;
    const axisPlan = plan.axes.find((one) => one.axis === name) ?? null;
    const skip = options.skip ?? (axis === null ? "no-axis-file" : null);
    const opening = await openAxis(context, {
      name,
      axis,
      period,
      plan: axisPlan,
      skip,
      counts,
      watermark,
      openedAt,
      reAsks: reAsks.get(name) ?? [],
      probes: probes.get(name)?.probes ?? [],
    });
    cycles.push(opening.cycle);
    drawn.set(name, opening.items);
    if (opening.flipped !== null) flipped.set(name, opening.flipped);
  }
  const late = existing.length > 0;
  const address = (await context.queue.address?.()) ?? null;
  const adjustments = late || options.skip !== null ? [] : await adjustmentsOfMonth(context, openedAt);
  context.step("open: planned");
  const outcome = await store.planOpening({
    period,
    cycles,
    items: [...drawn.values()].flat(),
    effects: openingEffects(context, {
      period,
      cycles,
      drawn,
      plan: withFlips(context, plan, drawn, flipped),
      probes,
      openedAt,
      late,
      address,
      adjustments,
    }),
    probeMoves: [...drawn].flatMap(([axis, items]) =>
      askedProbes(items, probes.get(axis)?.probes ?? [], openedAt).map((move) => ({ axis, move })),
    ),
    openedAt,
  });
  context.step("open: stored");
  for (const [name, flips] of flipped) {
    // Items of an opening that somebody else stored first are not ours.
    if (outcome.opened.includes(name)) {
      await clearFlipped(context, name, { flips, items: drawn.get(name) ?? [] });
    }
  }
  return cycles
    .filter(({ axis }) => outcome.opened.includes(axis))
    .map(({ axis, state, because }) => ({
      period,
      axis,
      state,
      items: drawn.get(axis)?.length ?? 0,
      because,
    }));
}

/** The plan with a note for each axis on flipped items that it has no room for; which ones the sample asks, only the draw tells. */
function withFlips(
  { sampling }: Pick<CycleContext, "sampling">,
  plan: MonthPlan,
  drawn: ReadonlyMap<string, readonly Item[]>,
  flipped: ReadonlyMap<string, Flipped>,
): MonthPlan {
  const notes = plan.axes.flatMap(({ axis, riskMax }) => {
    const flips = flipped.get(axis);
    if (flips === undefined) return [];
    return (
      flipsNote(axis, { waits: countWaiting(flips, drawn.get(axis) ?? []), room: riskMax }, sampling) ?? []
    );
  });
  return { ...plan, notes: [...plan.notes, ...notes] };
}

/**
 * At the opening every axis with a file or with verdicts gets a row. Once a period is open, only axes whose file
 * came later and that have verdicts in it are added.
 */
function axesToOpen(
  files: readonly Axis[],
  counts: readonly MonthCount[],
  known: ReadonlySet<string>,
  late: boolean,
): readonly string[] {
  // The program's own decisions are asked about only where somebody wants them to be: by adding the file.
  const withVerdicts = new Set(counts.map(({ axis }) => axis).filter((axis) => axis !== ownAxis));
  for (const { name } of files) if (counts.some(({ axis }) => axis === name)) withVerdicts.add(name);
  const withFile = files.map(({ name }) => name);
  const candidates = late
    ? withFile.filter((name) => withVerdicts.has(name))
    : [...new Set([...withFile, ...withVerdicts])];
  return candidates.filter((name) => !known.has(name)).toSorted();
}

interface AxisOpening {
  readonly name: string;
  readonly axis: Axis | null;
  readonly period: Month;
  readonly plan: AxisPlan | null;
  readonly skip: CycleBecause | null;
  readonly counts: readonly MonthCount[];
  readonly watermark: number;
  readonly openedAt: number;
  readonly reAsks: readonly Item[];
  readonly probes: readonly Probe[];
}

interface OpenedAxis {
  readonly cycle: Cycle;
  readonly items: readonly Item[];
  /** What waited to be looked at after a rubric edit; null where nothing was drawn. */
  readonly flipped: Flipped | null;
}

function notAsked(cycle: Cycle): OpenedAxis {
  return { cycle, items: [], flipped: null };
}

async function openAxis(context: CycleContext, opening: AxisOpening): Promise<OpenedAxis> {
  const { name, axis, period, plan, skip, watermark, openedAt } = opening;
  const row: Cycle = {
    axis: name,
    period,
    state: "skipped",
    because: skip,
    epoch: plan?.epoch ?? null,
    openedAt,
    dueAt: null,
    closedAt: null,
    frame: plan?.frame ?? { pass: 0, fail: 0, noArtifact: 0 },
    frameHash: null,
    watermark,
    passRate: plan?.passRate ?? 0,
    failRate: plan?.failRate ?? 0,
    minutesPlanned: 0,
    sampleTarget: plan?.sampleTarget ?? null,
    firstMonth: await isFirstMonth(context, name, period),
    queue: context.queue.kind,
  };
  if (skip !== null || plan === null || axis === null) return notAsked(row);
  if (plan.state === "below-threshold") {
    return notAsked({ ...row, state: "below-threshold", because: "too-few-pass" });
  }
  // Its frame and epoch stay in the row: the sizes of a month that waited still weigh the pool.
  if (plan.state === "rotated") return notAsked({ ...row, because: "rotated" });
  const frame = { axis: name, period, epoch: plan.epoch, watermark, acceptRef: axis.acceptRef };
  const flipped = await readFlipped(context, axis);
  const items = await drawItems(context, frame, plan, axis, {
    reAsks: opening.reAsks,
    flipped: flipped.waiting,
    probes: opening.probes,
  });
  const beside = items.filter(({ kind }) => kind === "risk" || kind === "reask").length;
  return {
    cycle: {
      ...row,
      state: "open",
      because: null,
      dueAt: atLeastDaysLater(context.schedule, openedAt, daysToGrade),
      frameHash: await context.store.hashFrame(frame),
      minutesPlanned: plan.minutes + minutesOf(beside, context.burden),
    },
    items,
    flipped,
  };
}
