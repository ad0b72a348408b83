import type { Axis } from "../core/axis.ts";
import { minutesOf } from "../core/burden.ts";
import type { Cycle, CycleBecause, Item, Month, MonthCount } from "../core/cycle.ts";
import { type EffectPayload, messageKey, type PlannedEffect } from "../core/effect.ts";
import { addMonths, monthStart, monthsFrom } from "../core/month.ts";
import { type AxisMonth, type AxisPlan, type MonthPlan, planMonth } from "../core/month-plan.ts";
import type { RunSummary } from "../core/run-summary.ts";
import { orderKeyOf } from "../core/sampling.ts";
import { openedMessage } from "../reports/decision-words.ts";
import { openedEntry, openedMarker } from "../reports/log-entry.ts";
import type { DrawnVerdict } from "../store/store.ts";
import { atLeastDaysLater } from "./due.ts";
import type { CycleContext } from "./context.ts";

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
  options: { readonly sampleTarget: number | null; readonly skip: CycleBecause | null },
): Promise<Opened> {
  context.step("open: begin");
  const { store } = context;
  const existing = await store.listCycles({ period });
  const known = new Set(existing.map(({ axis }) => axis));
  const { counts, watermark } = await store.readMonth(period);
  const files = context.readAxes();
  const names = axesToOpen(files, counts, known, existing.length > 0);
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
  context.step("open: planned");
  const outcome = await store.planOpening({
    period,
    cycles,
    items: [...drawn.values()].flat(),
    effects: openingEffects(context, { period, cycles, drawn, plan, openedAt, late }),
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

interface FrameKey {
  readonly axis: string;
  readonly period: Month;
  readonly epoch: string;
  readonly watermark: number;
  readonly acceptRef: boolean;
}

/** Draws the strata and the risk items and puts them into an order that tells nothing of either. */
async function drawItems(
  context: CycleContext,
  frame: FrameKey,
  plan: AxisPlan,
  axis: Axis,
): Promise<readonly Item[]> {
  const { store } = context;
  const pass = await store.drawSample({ ...frame, word: "PASS", n: plan.passSize, skip: 0 });
  const fail = await store.drawSample({ ...frame, word: "FAIL", n: plan.failSize, skip: 0 });
  const taken = new Set([...pass, ...fail].map(({ key }) => key));
  const risk = await drawRisk(context, frame, plan.riskMax, taken);
  const salt = await store.readSalt();
  const drawn = [
    ...pass.map((verdict) => ({ verdict, kind: "pass" as const })),
    ...fail.map((verdict) => ({ verdict, kind: "fail" as const })),
    ...risk.map((verdict) => ({ verdict, kind: "risk" as const })),
  ]
    .map((one) => ({ ...one, orderKey: orderKeyOf(salt, `${frame.period}/${one.verdict.key}`) }))
    .toSorted((a, b) => a.orderKey - b.orderKey);
  return drawn.map(({ verdict, kind, orderKey }, index) => ({
    ref: context.newRef(),
    axis: frame.axis,
    period: frame.period,
    kind,
    batch: 1,
    state: context.queue.outside ? "planned" : "created",
    verdictKey: verdict.key,
    word: verdict.word,
    artifact: verdict.artifact,
    title: `${axis.title ?? axis.name} · ${index + 1} of ${drawn.length}`,
    orderKey,
    attempts: 0,
    externalId: null,
    url: null,
    withdrawnBecause: null,
  }));
}

/** Alternately the lowest score and the highest cost of the frame, beside the sample and outside every estimate. */
async function drawRisk(
  context: CycleContext,
  frame: FrameKey,
  max: number,
  taken: ReadonlySet<string>,
): Promise<readonly DrawnVerdict[]> {
  if (max === 0) return [];
  const { byScore, byCost } = await context.store.listRiskCandidates({ ...frame, limit: taken.size + max });
  const chosen = new Map<string, DrawnVerdict>();
  const lists = [byScore, byCost].map((list) => list.filter(({ key }) => !taken.has(key)));
  for (let turn = 0; chosen.size < max && lists.some((list) => list.length > 0); turn += 1) {
    const list = lists[turn % lists.length] ?? [];
    let next = list.shift();
    while (next !== undefined && chosen.has(next.key)) next = list.shift();
    if (next !== undefined) chosen.set(next.key, next);
  }
  return [...chosen.values()];
}

interface OpeningWords {
  readonly period: Month;
  readonly cycles: readonly Cycle[];
  readonly drawn: ReadonlyMap<string, readonly Item[]>;
  readonly plan: MonthPlan;
  readonly openedAt: number;
  readonly late: boolean;
}

/** One log entry and one message for the period; axes that join later bring their own. */
function openingEffects(context: CycleContext, opening: OpeningWords): readonly PlannedEffect[] {
  const { period, cycles, drawn, plan, openedAt, late } = opening;
  const axis = late ? cycles.map((cycle) => cycle.axis).join("+") : "*";
  const words = {
    period,
    openedAt,
    timezone: context.timezone,
    rows: cycles.map((cycle) => ({ cycle, items: drawn.get(cycle.axis) ?? [] })),
    sentences: plan.notes.map(({ text }) => text),
    // Of the cycles and not of the plan: it counts the risk items that were really found.
    minutesPlanned: cycles.reduce((sum, cycle) => sum + cycle.minutesPlanned, 0),
  };
  const effect = (dedupeKey: string, payload: EffectPayload): PlannedEffect => ({
    axis,
    period,
    dedupeKey,
    payload,
  });
  const message = effect(messageKey(period, axis, "opened"), {
    kind: "message",
    message: openedMessage(words),
  });
  if (context.vaultLog === null) return [message];
  const marker = openedMarker(period, late ? axis : null);
  return [
    effect(`vault-log/${period}/${axis}/opened`, {
      kind: "vault-log",
      marker,
      markdown: openedEntry({ ...words, marker }),
    }),
    message,
  ];
}

/**
 * Which periods this pass has to open, oldest first, and why some of them are passed over.
 * `opened` are the periods that have at least one cycle; `since` is the month before the first run.
 */
export function periodsToOpen(month: {
  readonly lastComplete: Month;
  readonly since: Month;
  readonly opened: ReadonlySet<Month>;
  readonly now: number;
  readonly timezone: string;
  readonly catchUp: CycleContext["catchUp"];
}): readonly { readonly period: Month; readonly skip: CycleBecause | null }[] {
  const { lastComplete, since, opened, now, timezone, catchUp } = month;
  const first = since < lastComplete ? since : lastComplete;
  return monthsFrom(first, lastComplete)
    .filter((period) => !opened.has(period))
    .map((period) => {
      if (period === lastComplete) return { period, skip: null };
      const endOfWindow = monthStart(addMonths(period, 1 + catchUp.windowMonths), timezone);
      if (now >= endOfWindow) return { period, skip: "too-old" as const };
      return { period, skip: catchUp.mode === "all" ? null : ("not-caught-up" as const) };
    });
}
