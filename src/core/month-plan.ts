import { minutesOf, shareHour } from "./burden.ts";
import type { Frame, MonthCount } from "./cycle.ts";
import { notesOfPlan, type PlanNote } from "./plan-notes.ts";
import type { BurdenPolicy, SamplingPolicy } from "./policy.ts";
import { type DecidingEpoch, decidingEpoch, type StratumSizes, stratumSizes } from "./sampling.ts";

/** One axis as the plan of a month sees it. */
export interface AxisMonth {
  readonly axis: string;
  /** The rollup of this axis and this month. */
  readonly counts: readonly MonthCount[];
  readonly acceptRef: boolean;
  /** The rate that holds for this axis: its own, else the config's. */
  readonly passRate: number;
  readonly firstMonth: boolean;
  /** Size set by hand for this opening (`--sample-target`), or null. */
  readonly sampleTarget: number | null;
  /** Probes that will be mixed in. */
  readonly probes: number;
  /** The last decision was a watch: at least 20 of each stratum, never cut. */
  readonly raised: boolean;
}

interface AxisPlanSizes {
  readonly axis: string;
  readonly frame: Frame;
  readonly passSize: number;
  readonly failSize: number;
  /** Risk items that the hour has room for; whether there are any, only the store knows. */
  readonly riskMax: number;
  readonly passRate: number;
  readonly failRate: number;
  /** The size by hand that holds: of this opening, else `first_month_target` in a first month; null where sizes follow rates. */
  readonly sampleTarget: number | null;
  /** Expected minutes for the sample and the probes; risk items come on top, within the hour. */
  readonly minutes: number;
}

/** A month of one axis is opened, or left alone for having too few PASS verdicts; sizes and minutes are then 0. */
export type AxisPlan =
  | (AxisPlanSizes & { readonly state: "open"; readonly epoch: string })
  | (AxisPlanSizes & { readonly state: "below-threshold"; readonly epoch: string | null });

export interface MonthPlan {
  /** By axis name. */
  readonly axes: readonly AxisPlan[];
  /** Sum of the axes' minutes. */
  readonly minutesPlanned: number;
  /** Minutes by which what is never cut exceeds the hour; 0 when it fits. */
  readonly overBy: number;
  readonly notes: readonly PlanNote[];
}

/** An axis before the hour is shared out. */
interface Draft {
  readonly month: AxisMonth;
  readonly target: number | null;
  readonly chosen: DecidingEpoch;
  readonly sizes: StratumSizes;
}

/**
 * What is to be graded of one month, for all its axes at once, since they share the founder's hour: which epoch decides,
 * how many of each stratum, what the hour cuts, and the sentences that explain it.
 */
export function planMonth(
  months: readonly AxisMonth[],
  sampling: SamplingPolicy,
  burden: BurdenPolicy,
): MonthPlan {
  const byName = [...months].sort((a, b) => (a.axis < b.axis ? -1 : 1));
  const drafts = byName.map((month) => draftOf(month, sampling));
  const demands = drafts.filter(isOpen).map(({ month, sizes }) => ({
    axis: month.axis,
    uncut: sizes.pass + month.probes + sizes.failMin,
    fail: sizes.failBetter - sizes.failMin,
    risk: sampling.riskMax,
  }));
  const { shares, overBy } = shareHour(demands, burden);

  const planned = drafts.map((draft) => {
    const share = shares.get(draft.month.axis) ?? { fail: 0, risk: 0 };
    const failSize = draft.sizes.failMin + share.fail;
    const items = isOpen(draft) ? draft.sizes.pass + failSize + draft.month.probes : 0;
    return { draft, failSize, riskMax: share.risk, items };
  });
  const axes = planned.map(({ draft, failSize, riskMax, items }): AxisPlan => {
    const { month, chosen } = draft;
    const sizes = {
      axis: month.axis,
      frame: chosen.frame,
      passSize: draft.sizes.pass,
      failSize,
      riskMax,
      passRate: month.passRate,
      failRate: sampling.failRate,
      sampleTarget: draft.target,
      minutes: minutesOf(items, burden),
    };
    return chosen.kind === "deciding"
      ? { ...sizes, state: "open", epoch: chosen.epoch }
      : { ...sizes, state: "below-threshold", epoch: chosen.epoch };
  });
  const explained = planned.map(({ draft, failSize }) => ({
    axis: draft.month.axis,
    open: isOpen(draft),
    frame: draft.chosen.frame,
    firstMonth: draft.month.firstMonth,
    raised: draft.month.raised,
    passRate: draft.month.passRate,
    target: draft.target,
    failSize,
    failBetter: draft.sizes.failBetter,
  }));
  return {
    axes,
    minutesPlanned: minutesOf(
      planned.reduce((sum, { items }) => sum + items, 0),
      burden,
    ),
    overBy,
    notes: notesOfPlan(explained, overBy, sampling, burden),
  };
}

function draftOf(month: AxisMonth, sampling: SamplingPolicy): Draft {
  const target = month.sampleTarget ?? (month.firstMonth ? sampling.firstMonthTarget : null);
  const chosen = decidingEpoch(month.counts, {
    belowThreshold: sampling.belowThreshold,
    acceptRef: month.acceptRef,
    lifted: target !== null,
  });
  const wish = { passRate: month.passRate, sampleTarget: target, raised: month.raised };
  const sizes =
    chosen.kind === "deciding"
      ? stratumSizes(chosen.frame, sampling, wish)
      : { pass: 0, failMin: 0, failBetter: 0 };
  return { month, target, chosen, sizes };
}

function isOpen(draft: Draft): boolean {
  return draft.chosen.kind === "deciding";
}
