import type { BurdenPolicy } from "./policy.ts";

/** What one axis would like of the hour, in items. */
export interface Demand {
  readonly axis: string;
  /** PASS sample, probes, the smallest FAIL sample, and whatever was set by hand: never cut. */
  readonly uncut: number;
  /** Further FAIL items up to the better size. */
  readonly fail: number;
  /** Old items that are asked again. */
  readonly reAsk: number;
  readonly risk: number;
}

/** What the hour allows one axis beside its uncut items. */
type HourShare = Pick<Demand, "fail" | "reAsk" | "risk">;

/** How the hour is shared out. */
export interface HourShares {
  /** What is given beside the uncut items, by axis. */
  readonly shares: ReadonlyMap<string, HourShare>;
  /** Minutes by which the uncut items alone exceed the hour; 0 when they fit. */
  readonly overBy: number;
}

/**
 * Who gets how much of the month's hour: the uncut items of every axis first, whatever they cost; then further FAIL items;
 * then old items asked again; then risk items. What does not suffice for all is dealt out one item at a time, by axis name
 * from the axis whose turn it is, so that no axis starves and the same month gives the same plan.
 *
 * @param turn A count of months: the dealing begins with another axis in each, and with the first by name at 0.
 */
export function shareHour(demands: readonly Demand[], policy: BurdenPolicy, turn = 0): HourShares {
  const byName = [...demands].sort((a, b) => (a.axis < b.axis ? -1 : 1));
  const uncut = byName.reduce((sum, demand) => sum + demand.uncut, 0);
  let left = Math.max(0, itemsInHour(policy) - uncut);
  const deal = (wanted: readonly number[]): readonly number[] => {
    const dealt = dealOut(left, wanted, turn);
    left -= dealt.reduce((sum, n) => sum + n, 0);
    return dealt;
  };
  const fail = deal(byName.map((demand) => demand.fail));
  const reAsk = deal(byName.map((demand) => demand.reAsk));
  const risk = deal(byName.map((demand) => demand.risk));
  return {
    shares: new Map(
      byName.map(
        (demand, i) =>
          [demand.axis, { fail: fail[i] ?? 0, reAsk: reAsk[i] ?? 0, risk: risk[i] ?? 0 }] as const,
      ),
    ),
    overBy: Math.max(0, round(minutesOf(uncut, policy) - policy.minutesPerMonth)),
  };
}

/** What a number of items is expected to cost, in minutes. */
export function minutesOf(items: number, policy: BurdenPolicy): number {
  return round(items * policy.minutesPerItem);
}

/** Thousandths of a minute are enough, and sums of tenths come out as people write them. */
function round(minutes: number): number {
  return Math.round(minutes * 1000) / 1000;
}

/** How many whole items the month's minutes have room for; negative where less than none is left. */
export function itemsInHour(policy: BurdenPolicy): number {
  if (policy.minutesPerItem <= 0) return Number.POSITIVE_INFINITY;
  // 0.3 / 0.1 is 2.9999999999999996: an item that fits exactly is not lost to the last binary digit.
  return Math.floor(policy.minutesPerMonth / policy.minutesPerItem + 1e-9);
}

function dealOut(available: number, wanted: readonly number[], turn: number): readonly number[] {
  const dealt = wanted.map(() => 0);
  const order = inTurn(
    [...wanted.entries()].filter(([, want]) => want > 0),
    turn,
  );
  let left = available;
  let dealing = true;
  while (dealing) {
    dealing = false;
    for (const [i, want] of order) {
      const have = dealt[i] ?? 0;
      if (left < 1 || have >= want) continue;
      dealt[i] = have + 1;
      left -= 1;
      dealing = true;
    }
  }
  return dealt;
}

/**
 * The same list, beginning elsewhere: every one of n turns in a row with another one. After n turns the round begins one
 * further on, else three axes that are asked in every third month only would find the same one first for ever.
 */
function inTurn<One>(list: readonly One[], turn: number): readonly One[] {
  const n = list.length;
  if (n === 0) return list;
  const start = (((turn + Math.floor(turn / n)) % n) + n) % n;
  return [...list.slice(start), ...list.slice(0, start)];
}
