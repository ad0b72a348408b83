import { type DecisionState, type DecisionStep, decideNext, type MonthEvidence } from "../decision.ts";
import { judgeTopUp } from "../top-up.ts";
import { drawBinomial, drawRate } from "./binomial.ts";
import type { Generator } from "./generator.ts";
import type { MonthSizes } from "./family-share.ts";
import { type AxisSizes, monthsOfWait, type SimulatedAxis, topUpRoom } from "./setup.ts";

/** An axis between two months. */
export interface AxisState {
  readonly decided: DecisionState;
  /** The last action was a watch. */
  readonly raised: boolean;
  /** Months so far. */
  readonly month: number;
  /** Months in which other axes have their turn before this one is asked again. */
  readonly waits: number;
}

/** One month that was lived through: what the rules saw at its last look, and how much was graded. */
export interface SimulatedMonth {
  readonly state: AxisState;
  readonly step: DecisionStep;
  /** Graded items of the base sample. */
  readonly base: number;
  /** Graded items of all top-up batches. */
  readonly toppedUp: number;
}

const epoch = "simulated";

/** A month in which other axes have their turn: it passes without a grade, as one missing from the calendar. */
export function passMonth(before: AxisState): AxisState {
  return { ...before, month: before.month + 1, waits: before.waits - 1 };
}

/**
 * Lives through one month: the base sample is graded, the rules look, top-up draws while they ask for it and verdicts and
 * minutes are left, and the last look decides. Every item is graded; overrides are independent, given the month's rate.
 *
 * @param overrideRate Of this month, before its swing.
 */
export function simulateMonth(
  axis: SimulatedAxis,
  sizes: AxisSizes,
  before: AxisState,
  overrideRate: number,
  random: Generator,
): SimulatedMonth {
  const base = before.raised ? sizes.raised : sizes.ordinary;
  const rate = drawRate(overrideRate, axis.swing, random);
  let month = gradeMore(emptyMonth(axis, base, before.month), axis, base, rate, random);
  month = { ...month, base: { ...month.base, graded: base.pass, overrides: month.pass.overrides } };
  let look = decideNext(before.decided, month, axis.decision);
  const room = topUpRoom(axis.burden);
  const graded = base.pass + base.fail;
  for (let drawn = 0; ; drawn += 1) {
    const toppedUp = month.pass.graded + month.fail.graded - graded;
    const more = judgeTopUp(look.step, {
      months: [month],
      policy: axis.decision,
      topUp: axis.topUp,
      drawn,
      left: {
        pass: axis.volumes.pass - month.pass.graded,
        fail: axis.volumes.fail - month.fail.graded,
      },
      itemsLeft: room - toppedUp,
    });
    if (more.kind === "settled") {
      const { action } = look.step[axis.decision.mode];
      const raised = action === "watch";
      const waits = raised && axis.raiseAfterWatch ? 0 : monthsOfWait(axis);
      const state = { decided: look.state, raised, month: before.month + 1, waits };
      return { state, step: look.step, base: graded, toppedUp };
    }
    month = gradeMore(month, axis, more, rate, random);
    look = decideNext(before.decided, month, axis.decision);
  }
}

function gradeMore(
  month: MonthEvidence,
  axis: SimulatedAxis,
  more: MonthSizes,
  rate: number,
  random: Generator,
): MonthEvidence {
  return {
    ...month,
    pass: {
      graded: month.pass.graded + more.pass,
      overrides: month.pass.overrides + drawBinomial(more.pass, rate, random),
    },
    fail: {
      graded: month.fail.graded + more.fail,
      founderPass: month.fail.founderPass + drawBinomial(more.fail, axis.founderPassInFail, random),
    },
  };
}

/** A month whose base sample was answered, before its grades are counted. */
function emptyMonth({ volumes }: SimulatedAxis, base: MonthSizes, index: number): MonthEvidence {
  return {
    period: periodOf(index),
    epoch,
    frame: { pass: volumes.pass, fail: volumes.fail },
    base: { sampled: base.pass, answered: base.pass, graded: 0, overrides: 0 },
    pass: { graded: 0, overrides: 0 },
    fail: { graded: 0, founderPass: 0 },
  };
}

/** Any calendar will do, as long as its months follow one another. */
function periodOf(index: number): string {
  return `${2000 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
}
