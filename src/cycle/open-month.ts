import type { Axis } from "../core/axis.ts";
import { minutesOf } from "../core/burden.ts";
import type { Cycle, CycleBecause, Item, Month, MonthCount } from "../core/cycle.ts";
import { type AxisMonth, type AxisPlan, type MonthPlan, planMonth } from "../core/month-plan.ts";
import type { RunSummary } from "../core/run-summary.ts";
import type { CycleContext } from "./context.ts";
import { drawItems } from "./draw-items.ts";
import { atLeastDaysLater } from "./due.ts";
import type { HeldAxes } from "./held-axes.ts";
import { openingEffects } from "./opening-effects.ts";

/** A cycle waits at least this long for its grades. */
const daysToGrade = 14;

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
  const { counts, watermark } = await store.readMonth(period);
  const files = context.readAxes();
  const names = axesToOpen(files, counts, known, existing.length > 0).filter(
    (name) => !options.held.opening(name),
  );
  if (names.length === 0) return [];
  const openedAt = context.now();
  const plan = await planAxes(context, {
    period,
    names,
    files,
    counts,
    sampleTarget: options.sampleTarget,
    skip: options.skip,
  });
  const drawn = new Map<string, readonly Item[]>();
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
    });
    cycles.push(opening.cycle);
    drawn.set(name, opening.items);
  }
  const late = existing.length > 0;
  const address = (await context.queue.address?.()) ?? null;
  context.step("open: planned");
  const outcome = await store.planOpening({
    period,
    cycles,
    items: [...drawn.values()].flat(),
    effects: openingEffects(context, { period, cycles, drawn, plan, openedAt, late, address }),
    openedAt,
  });
  context.step("open: stored");
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
  const withVerdicts = new Set(counts.map(({ axis }) => axis));
  const withFile = files.map(({ name }) => name);
  const candidates = late
    ? withFile.filter((name) => withVerdicts.has(name))
    : [...new Set([...withFile, ...withVerdicts])];
  return candidates.filter((name) => !known.has(name)).toSorted();
}

async function planAxes(
  context: CycleContext,
  month: {
    readonly period: Month;
    readonly names: readonly string[];
    readonly files: readonly Axis[];
    readonly counts: readonly MonthCount[];
    readonly sampleTarget: number | null;
    readonly skip: CycleBecause | null;
  },
): Promise<MonthPlan> {
  const axes: AxisMonth[] = [];
  for (const name of month.names) {
    const axis = month.files.find((one) => one.name === name);
    if (axis === undefined || month.skip !== null) continue;
    const firstMonth = await isFirstMonth(context, name, month.period);
    axes.push({
      axis: name,
      counts: month.counts.filter((one) => one.axis === name),
      acceptRef: axis.acceptRef,
      passRate: axis.passRate ?? context.sampling.passRate,
      firstMonth,
      sampleTarget: month.sampleTarget ?? (firstMonth ? context.sampling.firstMonthTarget : null),
      // Probes are drawn by the month's critic runs; an axis without any plans for none.
      probes: 0,
      raised: await isRaised(context, name),
    });
  }
  return planMonth(axes, context.sampling, context.burden);
}

async function isFirstMonth(context: CycleContext, axis: string, period: Month): Promise<boolean> {
  const counts = await context.store.listMonthCounts({ axis });
  return !counts.some((one) => one.period < period);
}

/** After a watch the next cycle that the axis opens is raised, once. */
async function isRaised(context: CycleContext, axis: string): Promise<boolean> {
  const latest = (await context.store.listDecisions({ axis })).toSorted((a, b) => a.at - b.at).at(-1);
  if (latest?.action !== "watch") return false;
  const cycles = await context.store.listCycles({ axis });
  return !cycles.some(
    ({ state, openedAt }) => (state === "open" || state === "closed") && openedAt >= latest.at,
  );
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
}

async function openAxis(
  context: CycleContext,
  opening: AxisOpening,
): Promise<{ readonly cycle: Cycle; readonly items: readonly Item[] }> {
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
  if (skip !== null || plan === null || axis === null) return { cycle: row, items: [] };
  if (plan.state === "below-threshold" || plan.epoch === null) {
    return { cycle: { ...row, state: "below-threshold", because: "too-few-pass" }, items: [] };
  }
  const frame = { axis: name, period, epoch: plan.epoch, watermark, acceptRef: axis.acceptRef };
  const items = await drawItems(context, frame, plan, axis);
  return {
    cycle: {
      ...row,
      state: "open",
      because: null,
      dueAt: atLeastDaysLater(context.schedule, openedAt, daysToGrade),
      frameHash: await context.store.hashFrame(frame),
      minutesPlanned:
        plan.minutes + minutesOf(items.filter(({ kind }) => kind === "risk").length, context.burden),
    },
    items,
  };
}
