import type { Axis } from "../axis.ts";
import { itemsInHour } from "../burden.ts";
import { planMonth } from "../month-plan.ts";
import type { BurdenPolicy, DecisionPolicy, SamplingPolicy, TopUpPolicy } from "../policy.ts";
import { type FamilyShare, type MonthSizes, monthOf, type Volumes } from "./family-share.ts";

/** One axis as a simulation sees it: what comes in each month, the rules, and how the founder grades. */
export interface SimulatedAxis {
  readonly volumes: Volumes;
  readonly sampling: SamplingPolicy;
  /** The rate that holds for this axis: its own, else the config's. */
  readonly passRate: number;
  /** Its top-up minutes are those that this axis has. */
  readonly burden: BurdenPolicy;
  readonly topUp: TopUpPolicy;
  readonly decision: DecisionPolicy;
  /** Share of the critic's FAIL verdicts that the founder would pass. */
  readonly founderPassInFail: number;
  /** Correlation of two items of one month in being overridden, 0 to below 1; 0: the rate is the same every month. */
  readonly swing: number;
  /** Whether a watch raises the next month's sample, as the program does. Published tables were made without. */
  readonly raiseAfterWatch: boolean;
  /** What it gets of hours that other axes share; left out: it has both to itself and is asked every month. */
  readonly family?: FamilyShare;
}

/** How the founder grades, where nothing else is known: he passes a tenth of the critic's FAIL, and no month is unlike another. */
const usualGrading = { founderPassInFail: 0.1, swing: 0 };

/** An axis under the rules that hold for it: its own thresholds and rate beat the config's. */
export function simulatedAxis(
  axis: Pick<Axis, "passRate" | "kappaThreshold" | "overrideRate"> | null,
  volumes: Volumes,
  policies: Pick<SimulatedAxis, "sampling" | "burden" | "topUp" | "decision">,
  grading: Pick<SimulatedAxis, "founderPassInFail" | "swing"> = usualGrading,
  family: FamilyShare | null = null,
): SimulatedAxis {
  const { sampling, burden, topUp, decision } = policies;
  return {
    volumes,
    sampling,
    burden: family === null ? burden : { ...burden, topUpMinutes: family.topUpMinutes },
    topUp,
    ...grading,
    passRate: axis?.passRate ?? sampling.passRate,
    decision: {
      ...decision,
      kappaThreshold: axis?.kappaThreshold ?? decision.kappaThreshold,
      overrideRate: axis?.overrideRate ?? decision.overrideRate,
    },
    raiseAfterWatch: true,
    ...(family === null ? {} : { family }),
  };
}

/** Months that an axis waits for its turn after one in which it was asked; a watch makes it wait for none. */
export function monthsOfWait({ family }: Pick<SimulatedAxis, "family">): number {
  return (family?.askedEvery ?? 1) - 1;
}

/** The sizes of an ordinary month, of one after a watch, and the minutes of the first; both 0 below the threshold. */
export interface AxisSizes {
  readonly ordinary: MonthSizes;
  readonly raised: MonthSizes;
  readonly belowThreshold: boolean;
}

/**
 * What the plan of a month draws of this axis when it is asked: PASS and FAIL sample, no probes, no risk items. With the hour
 * for itself, or what a family leaves of it; a raised sample is never cut.
 */
export function sizesOf(axis: SimulatedAxis): AxisSizes {
  const ordinary = planOf(axis, false);
  const raised = axis.raiseAfterWatch ? planOf(axis, true) : ordinary;
  return {
    ordinary: axis.family?.ordinary ?? { pass: ordinary.passSize, fail: ordinary.failSize },
    raised:
      axis.raiseAfterWatch || axis.family === undefined
        ? { pass: raised.passSize, fail: raised.failSize }
        : axis.family.ordinary,
    belowThreshold: ordinary.state === "below-threshold",
  };
}

function planOf(axis: SimulatedAxis, raised: boolean): ReturnType<typeof planMonth>["axes"][number] {
  const month = monthOf({ axis: "simulated", volumes: axis.volumes, passRate: axis.passRate }, { raised });
  const [plan] = planMonth([month], axis.sampling, axis.burden).axes;
  if (plan === undefined) throw new RangeError("a plan of one axis has one axis");
  return plan;
}

/** Items that the founder's top-up minutes have room for in a month, as many as this axis has of them. */
export function topUpRoom(burden: BurdenPolicy): number {
  return itemsInHour({ ...burden, minutesPerMonth: burden.topUpMinutes });
}

/** What is asked of the rules: how long a healthy critic must be left alone, and how soon a drift must be seen. */
export interface Scenarios {
  /** Override rates of critics that do not change; the first is the healthy one that drifts start from. */
  readonly steady: readonly [number, ...number[]];
  /** Months within which a revert of a steady critic is counted. */
  readonly steadyMonths: number;
  /** Override rates that a healthy critic drifts to. */
  readonly drifts: readonly number[];
  /** Healthy months before a drift; what they left is carried. */
  readonly healthyMonths: number;
  /** Months of drift after which a rule that has not fired is given up. */
  readonly horizon: number;
}

export const usualScenarios: Scenarios = {
  steady: [0.02, 0.05],
  steadyMonths: 12,
  drifts: [0.15, 0.3, 0.6],
  healthyMonths: 6,
  horizon: 24,
};
