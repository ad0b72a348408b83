import { minutesOf, shareHour } from "./burden.ts";
import type { Frame, Month, MonthCount } from "./cycle.ts";
import { addMonths } from "./month.ts";
import { monthDistance } from "./month-distance.ts";
import { notesOfPlan, type PlanNote } from "./plan-notes.ts";
import type { BurdenPolicy, SamplingPolicy } from "./policy.ts";
import { firstTurn, nothingTaken, type Taken, takeTurns, type Turn } from "./rotation.ts";
import { type DecidingEpoch, decidingEpoch, type StratumSizes, stratumSizes } from "./sampling.ts";

/** Months are counted from here; any month would do, as long as it stays. */
const firstTurnOfAll: Month = "2015-01";

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
  /** Old items that could be asked again, none where left out. */
  readonly reAsks?: number;
  /** Where it stands when axes take turns; left out for one of which nothing is known. */
  readonly turn?: Turn;
}

interface AxisPlanSizes {
  readonly axis: string;
  readonly frame: Frame;
  readonly passSize: number;
  readonly failSize: number;
  /** Old items that the hour has room for. */
  readonly reAskSize: number;
  /** Risk items that the hour has room for; whether there are any, only the store knows. */
  readonly riskMax: number;
  readonly passRate: number;
  readonly failRate: number;
  /** The size by hand that holds: of this opening, else `first_month_target` in a first month; null where sizes follow rates. */
  readonly sampleTarget: number | null;
  /** Expected minutes for the sample and the probes; re-asked and risk items come on top, within the hour. */
  readonly minutes: number;
}

/**
 * A month of one axis is opened, waits since other axes have their turn (`until` is the month in which it is asked at
 * the latest), or is left alone for having too few PASS verdicts; sizes and minutes of the latter two are 0.
 */
export type AxisPlan =
  | (AxisPlanSizes & { readonly state: "open"; readonly epoch: string })
  | (AxisPlanSizes & { readonly state: "rotated"; readonly epoch: string; readonly until: Month })
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
 * which axes have their turn, how many of each stratum, what the hour cuts, and the sentences that explain it.
 *
 * @param taken What was opened of this month before.
 * @param period The month: who is dealt the first of what does not suffice for all moves on with it. Null: the first by name.
 */
export function planMonth(
  months: readonly AxisMonth[],
  sampling: SamplingPolicy,
  burden: BurdenPolicy,
  taken: Taken = nothingTaken,
  period: Month | null = null,
): MonthPlan {
  const byName = [...months].sort((a, b) => (a.axis < b.axis ? -1 : 1));
  const drafts = byName.map((month) => draftOf(month, sampling));
  const waits = waitsOf(drafts, burden, taken);
  const asked = drafts.filter((draft) => isOpen(draft) && !waits.has(draft.month.axis));
  const demands = asked.map((draft) => ({
    axis: draft.month.axis,
    uncut: uncutOf(draft),
    fail: draft.sizes.failBetter - draft.sizes.failMin,
    reAsk: Math.min(draft.month.reAsks ?? 0, sampling.reAskMax),
    risk: sampling.riskMax,
  }));
  const left = { ...burden, minutesPerMonth: burden.minutesPerMonth - taken.minutes };
  const { shares, ...hour } = shareHour(
    demands,
    left,
    period === null ? 0 : monthDistance(firstTurnOfAll, period),
  );
  // What was opened before has said itself by how much it passed the hour.
  const overBy = asked.length === 0 ? 0 : hour.overBy;

  const axes = drafts.map((draft): AxisPlan => {
    const { month, chosen } = draft;
    const share = shares.get(month.axis);
    const failSize = share === undefined ? 0 : draft.sizes.failMin + share.fail;
    const sizes = {
      axis: month.axis,
      frame: chosen.frame,
      passSize: share === undefined ? 0 : draft.sizes.pass,
      failSize,
      reAskSize: share?.reAsk ?? 0,
      riskMax: share?.risk ?? 0,
      passRate: month.passRate,
      failRate: sampling.failRate,
      sampleTarget: draft.target,
      minutes: share === undefined ? 0 : minutesOf(draft.sizes.pass + failSize + month.probes, burden),
    };
    if (chosen.kind !== "deciding") return { ...sizes, state: "below-threshold", epoch: chosen.epoch };
    const until = waits.get(month.axis);
    return until === undefined
      ? { ...sizes, state: "open", epoch: chosen.epoch }
      : { ...sizes, state: "rotated", epoch: chosen.epoch, until };
  });
  const explained = drafts.map(({ month, chosen, sizes, target }, i) => ({
    axis: month.axis,
    open: chosen.kind === "deciding",
    until: waits.get(month.axis) ?? null,
    frame: chosen.frame,
    firstMonth: month.firstMonth,
    raised: month.raised,
    passRate: month.passRate,
    target,
    failSize: axes[i]?.failSize ?? 0,
    failBetter: sizes.failBetter,
  }));
  return {
    axes,
    minutesPlanned: sumOf(axes.map(({ minutes }) => minutes)),
    overBy,
    notes: notesOfPlan(explained, { overBy, turns: isFamily(drafts, burden, taken) }, sampling, burden),
  };
}

/** Thousandths of a minute, as everywhere: sums of tenths come out as people write them. */
function sumOf(minutes: readonly number[]): number {
  return Math.round(minutes.reduce((sum, one) => sum + one, 0) * 1000) / 1000;
}

/** PASS sample, probes, and the smallest FAIL sample. */
function uncutOf({ month, sizes }: Draft): number {
  return sizes.pass + month.probes + sizes.failMin;
}

/** The axes that wait, each with the month in which it is asked at the latest. */
function waitsOf(drafts: readonly Draft[], burden: BurdenPolicy, taken: Taken): ReadonlyMap<string, Month> {
  const candidates = drafts.filter(isOpen).map((draft) => ({
    axis: draft.month.axis,
    uncut: uncutOf(draft),
    fixed: draft.month.raised || draft.target !== null,
    turn: draft.month.turn ?? firstTurn,
  }));
  const periodOf = new Map(drafts.map(({ month }) => [month.axis, month.counts[0]?.period] as const));
  return new Map(
    [...takeTurns(candidates, burden, taken)].flatMap(([axis, { atLatestIn }]) => {
      const period = periodOf.get(axis);
      return period === undefined ? [] : [[axis, addMonths(period, atLatestIn)] as const];
    }),
  );
}

/** Whether there are so many axes that they take turns where the hour needs it. */
function isFamily(drafts: readonly Draft[], burden: BurdenPolicy, taken: Taken): boolean {
  return drafts.filter(isOpen).length + taken.axes > burden.rotateAboveAxes;
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
