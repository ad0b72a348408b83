import type { MonthCount } from "../cycle.ts";
import { type AxisMonth, planMonth } from "../month-plan.ts";
import { addMonths } from "../month.ts";
import type { BurdenPolicy, SamplingPolicy } from "../policy.ts";
import { firstTurn, type Turn } from "../rotation.ts";

/** Verdicts of one month that have something to show. */
export interface Volumes {
  readonly pass: number;
  readonly fail: number;
}

/** How many of each word are drawn in one month. */
export interface MonthSizes {
  readonly pass: number;
  readonly fail: number;
}

/** One axis of those that share the founder's hours. */
export interface FamilyMember {
  readonly axis: string;
  readonly volumes: Volumes;
  /** The rate that holds for this axis: its own, else the config's. */
  readonly passRate: number;
  /** Only graduated axes are topped up. */
  readonly graduated: boolean;
}

/** What one axis gets of the hours that it shares. */
export interface FamilyShare {
  /** Axes that are sampled, this one among them. */
  readonly axes: number;
  /** Every how many months it is asked: 1 is each month. Rounded up. */
  readonly askedEvery: number;
  /** Its sample in a month in which it is asked, mean and rounded: how much FAIL the hour has room for depends on who else is asked. */
  readonly ordinary: MonthSizes;
  /** Minutes of top-up in a month in which it is asked. */
  readonly topUpMinutes: number;
}

/** Months of turns that are played through, and those of them that count: at first all axes are due alike. */
const playedMonths = 18;
const countedMonths = 12;

/**
 * What does each axis get of the hour and of the top-up minutes, when all of them bring these volumes month after month?
 *
 * The hour is what `planMonth` gives; above `rotate_above_axes` the turns of a year are played through, all axes being of
 * equal risk. Top-up minutes are shared equally: as much for each graduated axis that is asked in the same month.
 * In a real month those most at risk come first and the others rarely need any, so a share is on the safe side.
 */
export function shareFamily(
  members: readonly FamilyMember[],
  sampling: SamplingPolicy,
  burden: BurdenPolicy,
): ReadonlyMap<string, FamilyShare> {
  const asked = playTurns(members, sampling, burden);
  const frequencyOf = ({ axis }: FamilyMember): number => {
    const { months, of } = asked.get(axis) ?? { months: [], of: 1 };
    return months.length / of;
  };
  const sampled = members.filter((member) => frequencyOf(member) > 0);
  return new Map(
    sampled.map((member) => {
      const months = asked.get(member.axis)?.months ?? [];
      const others = sampled.filter(({ axis, graduated }) => graduated && axis !== member.axis);
      const sharing = 1 + others.reduce((sum, other) => sum + frequencyOf(other), 0);
      return [
        member.axis,
        {
          axes: sampled.length,
          askedEvery: Math.ceil(1 / frequencyOf(member) - 1e-9),
          ordinary: { pass: meanOf(months, "pass"), fail: meanOf(months, "fail") },
          topUpMinutes: burden.topUpMinutes / sharing,
        },
      ] as const;
    }),
  );
}

/** By axis: its sizes in each counted month in which it is asked, and how many months were counted. */
function playTurns(
  members: readonly FamilyMember[],
  sampling: SamplingPolicy,
  burden: BurdenPolicy,
): ReadonlyMap<string, { readonly months: readonly MonthSizes[]; readonly of: number }> {
  const takesTurns = members.length > burden.rotateAboveAxes;
  const turns = new Map<string, Turn>();
  const asked = new Map(members.map(({ axis }) => [axis, [] as MonthSizes[]]));
  for (let month = 0; month < (takesTurns ? playedMonths : 1); month += 1) {
    const period = addMonths("2000-01", month);
    const { axes } = planMonth(
      members.map((member) => monthOf(member, { period, turn: turns.get(member.axis) ?? firstTurn })),
      sampling,
      burden,
    );
    for (const { axis, state, passSize, failSize } of axes) {
      const turn = turns.get(axis) ?? firstTurn;
      if (state === "rotated") turns.set(axis, { ...turn, missed: turn.missed + 1 });
      if (state !== "open") continue;
      turns.set(axis, { ...turn, lastAsked: period, missed: 0 });
      if (!takesTurns || month >= playedMonths - countedMonths) {
        asked.get(axis)?.push({ pass: passSize, fail: failSize });
      }
    }
  }
  const of = takesTurns ? countedMonths : 1;
  return new Map([...asked].map(([axis, months]) => [axis, { months, of }]));
}

/** An ordinary month with these volumes, as the plan of a month sees it: no probes, nothing asked again. */
export function monthOf(
  { axis, volumes, passRate }: Omit<FamilyMember, "graduated">,
  options: { readonly period?: string; readonly turn?: Turn; readonly raised?: boolean } = {},
): AxisMonth {
  const { period = "2000-01", turn = firstTurn, raised = false } = options;
  const shared = { axis, period, epoch: "simulated", artifact: "snapshot" } as const;
  const rest = { firstAt: 0, lastAt: 0, costUsd: 0, costKnown: 0 };
  const counts: readonly MonthCount[] = [
    { ...shared, ...rest, word: "PASS", count: volumes.pass },
    { ...shared, ...rest, word: "FAIL", count: volumes.fail },
  ];
  return {
    axis,
    counts,
    acceptRef: false,
    passRate,
    firstMonth: false,
    sampleTarget: null,
    probes: 0,
    raised,
    turn,
  };
}

function meanOf(months: readonly MonthSizes[], word: keyof MonthSizes): number {
  return Math.round(months.reduce((sum, sizes) => sum + sizes[word], 0) / Math.max(1, months.length));
}
