import { itemsInHour } from "./burden.ts";
import type { Cycle, Month } from "./cycle.ts";
import { addMonths } from "./month.ts";
import type { BurdenPolicy } from "./policy.ts";
import type { RiskBand } from "./risk.ts";

/** An axis waits for this many months in a row at most: it is asked at least every third month. */
const longestWait = 2;

/** What decides when an axis has its turn. */
export interface Turn {
  readonly risk: RiskBand;
  /** P(kappa < threshold) and streak of its last closed month. */
  readonly pBelowThreshold: number | null;
  readonly streak: number;
  /** The latest month of which items were asked; null for an axis that never was. */
  readonly lastAsked: Month | null;
  /** Months since then that passed without it. */
  readonly missed: number;
}

/** An axis that would open a cycle. */
export interface Candidate {
  readonly axis: string;
  /** Items that are never cut. */
  readonly uncut: number;
  /** A raised sample, or a size set by hand: this axis never waits. */
  readonly fixed: boolean;
  readonly turn: Turn;
}

/** An axis that waits, and the month in which it is asked at the latest, counted from this one: 1 is the next. */
export interface Wait {
  readonly atLatestIn: number;
}

/** What was opened of the same month before: axes whose file or log came late find the hour partly used. */
export interface Taken {
  readonly axes: number;
  readonly minutes: number;
}

export const nothingTaken: Taken = { axes: 0, minutes: 0 };

/** For an axis of which nothing is known yet. */
export const firstTurn: Turn = { risk: 1, pBelowThreshold: null, streak: 0, lastAsked: null, missed: 0 };

/**
 * When an axis was last asked, and how many months it has missed since: months that it waited, and months with too few
 * verdicts. Months that the program itself missed do not count, else every axis were overdue on the day it is back. An axis
 * that was never asked counts from its first wait.
 *
 * @param cycles The axis's rows, ascending by period; those of `period` and later are not looked at.
 */
export function missedMonths(
  cycles: readonly Pick<Cycle, "period" | "state" | "because">[],
  period: Month,
): { readonly lastAsked: Month | null; readonly missed: number } {
  const earlier = cycles.filter((cycle) => cycle.period < period);
  const last = earlier.findLastIndex(({ state }) => state === "open" || state === "closed");
  const firstWait = earlier.findIndex(({ because }) => because === "rotated");
  const from = last >= 0 ? last + 1 : firstWait;
  const missed =
    from < 0
      ? 0
      : earlier
          .slice(from)
          .filter(({ state, because }) => state === "below-threshold" || because === "rotated").length;
  return { lastAsked: earlier[last]?.period ?? null, missed };
}

/**
 * The month in which an axis is asked at the latest, if its latest row says that it waits; else null.
 *
 * @param cycles The axis's rows, ascending by period.
 */
export function waitsUntil(
  cycles: readonly Pick<Cycle, "period" | "state" | "because">[],
): { readonly period: Month; readonly until: Month } | null {
  const last = cycles.at(-1);
  if (last?.because !== "rotated") return null;
  const { missed } = missedMonths(cycles, addMonths(last.period, 1));
  return { period: last.period, until: addMonths(last.period, Math.max(1, longestWait + 1 - missed)) };
}

/**
 * Which axes wait this month, since there are more of them than the hour carries; nobody does up to `rotate_above_axes`.
 *
 * Asked are those that may not wait (a raised sample, a size by hand, the third month), then the others as far as the hour
 * has room: highest risk first, then those asked longest ago, each of them unless another one would then have to be asked
 * past the hour later. Where the third month asks for more than the hour, that is spread over the three months, so that it
 * does not come down on one of them: three axes a month of thirty would leave twenty-four for the third. So no month passes
 * the hour unless a later one would have to pass it by more.
 */
export function takeTurns(
  candidates: readonly Candidate[],
  burden: BurdenPolicy,
  taken: Taken = nothingTaken,
): ReadonlyMap<string, Wait> {
  if (candidates.length + taken.axes <= burden.rotateAboveAxes) return new Map();
  const left = { ...burden, minutesPerMonth: burden.minutesPerMonth - taken.minutes };
  const hour = { now: Math.max(0, itemsInHour(left)), later: Math.max(0, itemsInHour(burden)) };
  const queue = candidates.map(placeOf).toSorted(byUrgency);
  const { room, overrun } = roomFor(queue, hour);
  let asked: readonly Place[] = queue.filter(isDue);
  for (const place of queue) {
    if (isDue(place)) continue;
    const tried = [...asked, place];
    if (uncutOf(tried) <= room.now && largestOverrun(queue, hour, room, tried) <= overrun) asked = tried;
  }
  return new Map(
    queue
      .filter((place) => !asked.includes(place))
      .map(({ candidate, monthsLeft }) => [candidate.axis, { atLatestIn: monthsLeft - 1 }] as const),
  );
}

/** An axis in the queue: it has its turn within so many months, this one included. */
interface Place {
  readonly candidate: Candidate;
  readonly monthsLeft: number;
}

function placeOf(candidate: Candidate): Place {
  const monthsLeft = Math.max(1, longestWait + 1 - candidate.turn.missed);
  return { candidate, monthsLeft: candidate.fixed ? 1 : monthsLeft };
}

function isDue({ monthsLeft }: Place): boolean {
  return monthsLeft === 1;
}

function byUrgency(a: Place, b: Place): number {
  const [one, other] = [a.candidate.turn, b.candidate.turn];
  return (
    other.risk - one.risk ||
    compare(one.lastAsked ?? "", other.lastAsked ?? "") ||
    other.missed - one.missed ||
    (other.pBelowThreshold ?? 0) - (one.pBelowThreshold ?? 0) ||
    other.streak - one.streak ||
    compare(a.candidate.axis, b.candidate.axis)
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Items that have room in this month, and in each later one. */
interface Room {
  readonly now: number;
  readonly later: number;
}

/**
 * The hour where that suffices for all within three months; else the room that keeps the largest of the three months
 * smallest. Found by playing them through: axes are indivisible, so a third of all items is not always to be had.
 */
function roomFor(queue: readonly Place[], hour: Room): { readonly room: Room; readonly overrun: number } {
  let best = { room: hour, overrun: largestOverrun(queue, hour, hour) };
  const largest = Math.max(0, ...queue.map(({ candidate }) => candidate.uncut));
  const step = Math.max(1, Math.floor(largest / 64));
  for (let more = step; more < best.overrun; more += step) {
    const room = { now: hour.now + more, later: hour.later + more };
    const overrun = largestOverrun(queue, hour, room);
    if (overrun < best.overrun) best = { room, overrun };
  }
  return best;
}

/**
 * By how many items the largest of three months passes its hour, when `first` are asked in the first of them and every
 * month is filled with those that are due soonest.
 */
function largestOverrun(
  queue: readonly Place[],
  hour: Room,
  room: Room,
  first: readonly Place[] = queue.filter(isDue),
): number {
  let asked = fillWith(queue, first, room.now);
  let largest = Math.max(0, uncutOf(asked) - hour.now);
  // Who was asked is not due again within these months.
  let waiting = queue;
  for (let month = 1; month <= longestWait; month += 1) {
    const done = new Set(asked);
    waiting = waiting
      .filter((place) => !done.has(place))
      .map(({ candidate, monthsLeft }) => ({ candidate, monthsLeft: monthsLeft - 1 }));
    asked = fillWith(waiting, waiting.filter(isDue), room.later);
    largest = Math.max(largest, uncutOf(asked) - hour.later);
  }
  return largest;
}

/** Those that are given, and of the others as many as have room, due soonest first. */
function fillWith(queue: readonly Place[], given: readonly Place[], room: number): readonly Place[] {
  const asked = [...given];
  let used = uncutOf(given);
  for (const place of queue.toSorted((a, b) => a.monthsLeft - b.monthsLeft)) {
    if (given.includes(place) || used + place.candidate.uncut > room) continue;
    asked.push(place);
    used += place.candidate.uncut;
  }
  return asked;
}

function uncutOf(places: readonly Place[]): number {
  return places.reduce((sum, { candidate }) => sum + candidate.uncut, 0);
}
