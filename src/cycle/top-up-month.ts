import type { Axis } from "../core/axis.ts";
import { minutesOf } from "../core/burden.ts";
import type { Cycle } from "../core/cycle.ts";
import { type DecisionStep, decide, type MonthEvidence } from "../core/decision.ts";
import { evidenceOfMonths, type GradedItem, gradeItems, monthsSinceRestart } from "../core/evidence.ts";
import type { StratumGrades } from "../core/needed-grades.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import type { ToppedUpMonth } from "../core/run-summary.ts";
import { judgeTopUp, type TopUp } from "../core/top-up.ts";
import { leftBefore, type TopUpEnd } from "../core/top-up-outcome.ts";
import { policyOf, readAxisRecord, statusNow } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";
import { drawBatch } from "./draw-batch.ts";
import type { HeldAxes } from "./held-axes.ts";
import {
  availableMonths,
  byPeriod,
  isOver,
  oldestOfEach,
  type Readiness,
  readinessOf,
} from "./month-readiness.ts";

/** What came of looking at a month: it waits for answers, asks for further ones, or is to be decided on what there is. */
export type TopUpTurn =
  | { readonly kind: "waiting" }
  | { readonly kind: "drawn"; readonly month: ToppedUpMonth }
  | {
      readonly kind: "settled";
      readonly ended: TopUpEnd;
      /** The grades that this was found on: later ones may raise the question anew. */
      readonly gradesMark: number;
    };

/**
 * Draws further items for the months that have all their answers and are still in doubt, and closes none: what is done
 * between two runs, since a doubt that waits for the run at the due date finds no time left.
 */
export async function topUpMonths(
  context: CycleContext,
  unreachable: ReadonlySet<string>,
  held: Pick<HeldAxes, "closing">,
): Promise<readonly ToppedUpMonth[]> {
  const months = oldestOfEach(await availableMonths(context, unreachable, held));
  const drawn: ToppedUpMonth[] = [];
  for (const period of byPeriod(months)) {
    for (const turn of (await topUpPeriod(context, period)).values()) {
      if (turn.kind === "drawn") drawn.push(turn.month);
    }
  }
  return drawn;
}

/**
 * Looks at open months of one period and draws further items where the rules ask for them. The axes share the minutes of
 * the period: the one most likely to be unsound first, then by name.
 *
 * @returns by axis
 */
export async function topUpPeriod(
  context: CycleContext,
  months: readonly Cycle[],
): Promise<ReadonlyMap<string, TopUpTurn>> {
  const turns = new Map<string, TopUpTurn>();
  const doubts: { readonly cycle: Cycle; readonly risk: number }[] = [];
  for (const cycle of months) {
    const items = await context.store.listItems({ axis: cycle.axis, period: cycle.period });
    if (readinessOf(cycle, items, context.now()) === "waiting") {
      turns.set(cycle.axis, { kind: "waiting" });
      continue;
    }
    const { step } = await lookAt(context, cycle);
    doubts.push({ cycle, risk: step?.pBelowThreshold ?? -1 });
  }
  doubts.sort((a, b) => b.risk - a.risk || (a.cycle.axis < b.cycle.axis ? -1 : 1));
  for (const { cycle } of doubts) turns.set(cycle.axis, await topUpMonth(context, cycle));
  return turns;
}

/** Looks at one open month, and draws the next batch where the rules ask for it. */
export async function topUpMonth(context: CycleContext, cycle: Cycle): Promise<TopUpTurn> {
  for (;;) {
    const look = await lookAt(context, cycle);
    if (look.readiness === "waiting") return { kind: "waiting" };
    const next = await judge(context, look);
    if (next.kind === "settled") {
      return { kind: "settled", ended: next.because, gradesMark: look.gradesMark };
    }
    const { axis, step } = look;
    // A step and an axis file are what the judgement rests on.
    if (axis === null || step === null) return { kind: "waiting" };
    context.step("top-up: begin");
    const batch = await drawBatch(context, { ...look, axis, step, next });
    if (batch === null) return { kind: "settled", ended: "exhausted", gradesMark: look.gradesMark };
    context.step("top-up: drawn");
    const outcome = await context.store.addBatch(batch);
    context.step("top-up: stored");
    if (outcome === "not-open") return { kind: "waiting" };
    // A grade arrived meanwhile, or all that was reached is answered already: look again.
    if (outcome === "changed" || batch.items.length === 0) continue;
    const { period } = cycle;
    return {
      kind: "drawn",
      month: {
        period,
        axis: cycle.axis,
        batch: batch.batch,
        items: batch.items.length,
        because: next.because,
      },
    };
  }
}

/** A month as it stands: its grades, what the rules see in them, and whether anything may be done now. */
export interface MonthLook {
  readonly cycle: Cycle;
  readonly axis: Axis | null;
  readonly policy: DecisionPolicy;
  readonly status: string;
  readonly readiness: Readiness;
  /** The month's items. */
  readonly graded: readonly GradedItem[];
  /** Months since the latest restart; the last is this one. */
  readonly months: readonly MonthEvidence[];
  /** Null where the month lies before the latest restart. */
  readonly step: DecisionStep | null;
  /** Batches drawn beside the base sample. */
  readonly drawn: number;
  /** Verdicts of the month that somebody asked for while the axis did not act alone: the next ones in the order, then. */
  readonly asked: StratumGrades;
  readonly gradesMark: number;
}

async function lookAt(context: CycleContext, cycle: Cycle): Promise<MonthLook> {
  const now = context.now();
  const { record, gradesMark } = await readAxisRecord(context, cycle.axis);
  const axis = context.readAxes().find(({ name }) => name === cycle.axis) ?? null;
  const policy = policyOf(context, axis);
  const graded = gradeItems(record.items, record.observations, Number.POSITIVE_INFINITY);
  const months = evidenceOfMonths(monthsSinceRestart(record, cycle.period, now), graded);
  const own = graded.filter(({ item }) => item.period === cycle.period);
  const asked = await context.store.listItems({ axis: cycle.axis, period: cycle.period, asked: true });
  return {
    // As it stands now: an earlier batch of this pass may have changed what it is planned to cost.
    cycle: record.cycles.find(({ period }) => period === cycle.period) ?? cycle,
    axis,
    policy,
    status: await statusNow(context, record, axis),
    readiness: readinessOf(
      cycle,
      own.map(({ item }) => item),
      now,
    ),
    graded: own,
    months,
    step: months.at(-1)?.period === cycle.period ? decide({ months, policy }) : null,
    drawn: Math.max(1, ...own.map(({ item }) => item.batch)) - 1,
    asked: {
      pass: asked.filter(({ kind }) => kind === "pass").length,
      fail: asked.filter(({ kind }) => kind === "fail").length,
    },
    gradesMark,
  };
}

type Judgement = Extract<TopUp, { kind: "draw" }> | { readonly kind: "settled"; readonly because: TopUpEnd };

function settled(because: TopUpEnd): Judgement {
  return { kind: "settled", because };
}

async function judge(context: CycleContext, look: MonthLook): Promise<Judgement> {
  const { asked, axis, cycle, drawn, graded, months, policy, readiness, status, step } = look;
  if (readiness === "due") return settled("unanswered");
  if (axis === null || status !== "graduated") return settled("not-graduated");
  if (step === null) return settled("clear");
  const own = months.at(-1);
  if (own === undefined || own.pass.graded + own.fail.graded === 0) return settled("no-grades");
  const left = leftBefore(cycle, graded, drawn + 2);
  const next = judgeTopUp(step, {
    months,
    policy,
    topUp: context.topUp,
    drawn,
    left: { pass: Math.max(0, left.pass - asked.pass), fail: Math.max(0, left.fail - asked.fail) },
    itemsLeft: await itemsLeft(context, cycle),
  });
  if (next.kind !== "draw") return next;
  if (isOver(cycle, context.now())) return settled("due");
  // A base sample without any grade was settled above.
  return drawn > 0 && !isGraded(graded, drawn + 1) ? settled("no-grades") : next;
}

/** Whether any item of a batch was graded PASS or FAIL: who could not tell, or put it all away, is not asked more of the same. */
function isGraded(graded: readonly GradedItem[], batch: number): boolean {
  return graded.some(({ item, grade }) => item.batch === batch && (grade === "PASS" || grade === "FAIL"));
}

/** How many further items of a period its minutes still have room for, whatever became of those that were drawn. */
async function itemsLeft(context: CycleContext, { period }: Cycle): Promise<number> {
  const { minutesPerItem, topUpMinutes } = context.burden;
  const items = await context.store.listItems({ period });
  const left = topUpMinutes - minutesOf(items.filter(({ batch }) => batch > 1).length, context.burden);
  // 0.3 / 0.1 is 2.9999999999999996: an item that fits exactly is not lost to the last binary digit.
  return left / minutesPerItem + 1e-9;
}
