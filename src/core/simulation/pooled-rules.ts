import { type DecisionStep, nothingDecided } from "../decision.ts";
import type { Generator } from "./generator.ts";
import { type AxisSizes, monthsOfWait, type Scenarios, type SimulatedAxis, sizesOf } from "./setup.ts";
import { type AxisState, passMonth, simulateMonth } from "./simulated-month.ts";
import { type Detection, detectionOf, type Share, shareOf } from "./waiting-time.ts";

/** A rule that is asked when it would fire first. */
export interface WatchedRule {
  readonly name: string;
  readonly fires: (step: DecisionStep) => boolean;
}

/** The guarded mode and its parts, each alone: when would it have fired, had nothing else reverted the axis? */
export const guardedRules: readonly WatchedRule[] = [
  { name: "guarded", fires: ({ guarded }) => guarded.action === "revert" },
  { name: "K", fires: ({ rules }) => rules.kappa },
  { name: "K!", fires: ({ rules }) => rules.kappaOverwhelming },
  { name: "S", fires: ({ rules }) => rules.streak },
  { name: "CUSUM", fires: ({ cusumAlarm }) => cusumAlarm },
];

/** How often a rule reverts a critic that does not change, and how soon it sees one that does. */
export interface RuleFigures {
  readonly rule: string;
  readonly falseReverts: readonly { readonly overrideRate: number; readonly share: Share }[];
  readonly detections: readonly Detection[];
}

/** Graded items in a month of a critic with this override rate, means over its months. */
export interface ItemsFigures {
  readonly overrideRate: number;
  readonly base: number;
  readonly all: number;
  /** Of `all`. */
  readonly standardError: number | null;
}

export interface PooledFigures {
  readonly runs: number;
  readonly rules: readonly RuleFigures[];
  readonly items: readonly ItemsFigures[];
}

export interface PooledOptions {
  readonly scenarios: Scenarios;
  readonly runs: number;
  readonly random: Generator;
  readonly rules: readonly WatchedRule[];
  /** A drift is given up as seen once the first rule fired; the figures of the others then mean nothing. */
  readonly firstRuleOnly?: boolean;
  /** Called after each run with the number of runs so far. */
  readonly progress?: (done: number) => void;
}

/**
 * Lives through so many years of an axis and counts when each rule fires first. Whoever fires, the axis is left to act, so
 * that each rule is seen alone; a revert in the healthy months before a drift restarts nothing, and only firing in the
 * drift counts as seeing it.
 *
 * In each run the drifts start from the same healthy months, those of the first steady rate.
 */
export function simulatePooledRules(axis: SimulatedAxis, options: PooledOptions): PooledFigures {
  const { scenarios, runs, rules } = options;
  const sizes = sizesOf(axis);
  const steady = scenarios.steady.map(() => ({
    fired: rules.map(() => 0),
    items: newMean(),
    base: newMean(),
  }));
  const drifts = scenarios.drifts.map(() =>
    rules.map(() => Array.from({ length: scenarios.horizon }, () => 0)),
  );
  for (let run = 0; run < runs; run += 1) {
    let beforeDrift: AxisState = start;
    for (const [index, rate] of scenarios.steady.entries()) {
      const tally = steady[index];
      if (tally === undefined) continue;
      const year = simulateYear(axis, sizes, rate, options);
      if (index === 0) beforeDrift = year.beforeDrift;
      for (const [rule, fired] of year.fired.entries()) {
        tally.fired[rule] = (tally.fired[rule] ?? 0) + Number(fired);
      }
      tally.items.add(year.items / scenarios.steadyMonths);
      tally.base.add(year.base / scenarios.steadyMonths);
    }
    for (const [index, rate] of scenarios.drifts.entries()) {
      for (const [rule, month] of driftMonths(axis, sizes, beforeDrift, rate, options).entries()) {
        const counts = drifts[index]?.[rule];
        if (month !== null && counts !== undefined) counts[month] = (counts[month] ?? 0) + 1;
      }
    }
    options.progress?.(run + 1);
  }
  return {
    runs,
    rules: rules.map(({ name }, rule) => ({
      rule: name,
      falseReverts: scenarios.steady.map((overrideRate, index) => ({
        overrideRate,
        share: shareOf((steady[index]?.fired[rule] ?? 0) / runs, runs),
      })),
      detections: scenarios.drifts.map((overrideRate, index) =>
        detectionOf(overrideRate, drifts[index]?.[rule] ?? [], runs),
      ),
    })),
    items: scenarios.steady.map((overrideRate, index) => ({
      overrideRate,
      base: steady[index]?.base.mean() ?? 0,
      all: steady[index]?.items.mean() ?? 0,
      standardError: steady[index]?.items.error() ?? 0,
    })),
  };
}

const start: AxisState = { decided: nothingDecided, raised: false, month: 0, waits: 0 };

/** Whose turn it is when the look begins is chance: a drift does not wait for the month in which the axis is asked. */
function startOf(axis: SimulatedAxis, random: Generator): AxisState {
  const waits = monthsOfWait(axis);
  return waits === 0 ? start : { ...start, waits: Math.floor(random() * (waits + 1)) };
}

interface Year {
  /** By rule. */
  readonly fired: readonly boolean[];
  readonly items: number;
  readonly base: number;
  readonly beforeDrift: AxisState;
}

function simulateYear(
  axis: SimulatedAxis,
  sizes: AxisSizes,
  rate: number,
  { scenarios, rules, random }: PooledOptions,
): Year {
  const fired = rules.map(() => false);
  let items = 0;
  let base = 0;
  let state = startOf(axis, random);
  let beforeDrift = state;
  for (let month = 0; month < Math.max(scenarios.steadyMonths, scenarios.healthyMonths); month += 1) {
    const lived = state.waits > 0 ? null : simulateMonth(axis, sizes, state, rate, random);
    state = lived?.state ?? passMonth(state);
    if (month + 1 === scenarios.healthyMonths) beforeDrift = state;
    if (month >= scenarios.steadyMonths || lived === null) continue;
    items += lived.base + lived.toppedUp;
    base += lived.base;
    for (const [rule, { fires }] of rules.entries()) {
      if (fires(lived.step)) fired[rule] = true;
    }
  }
  return { fired, items, base, beforeDrift };
}

/** The month of the drift, from 0, in which each rule fires first; null where it does not within the horizon. */
function driftMonths(
  axis: SimulatedAxis,
  sizes: AxisSizes,
  from: AxisState,
  rate: number,
  { scenarios, rules, random, firstRuleOnly }: PooledOptions,
): readonly (number | null)[] {
  const seen = rules.map((): number | null => null);
  let state = from;
  for (let month = 0; month < scenarios.horizon; month += 1) {
    if (state.waits > 0) {
      state = passMonth(state);
      continue;
    }
    const lived = simulateMonth(axis, sizes, state, rate, random);
    state = lived.state;
    for (const [rule, { fires }] of rules.entries()) {
      if (seen[rule] === null && fires(lived.step)) seen[rule] = month;
    }
    if (firstRuleOnly === true ? seen[0] !== null : !seen.includes(null)) break;
  }
  return seen;
}

/** Mean of what was added and the standard error of that mean. */
function newMean(): {
  readonly add: (value: number) => void;
  readonly mean: () => number;
  readonly error: () => number;
} {
  let count = 0;
  let mean = 0;
  let squares = 0;
  return {
    // Welford 1962: no difference of two large sums.
    add: (value) => {
      count += 1;
      const off = value - mean;
      mean += off / count;
      squares += off * (value - mean);
    },
    mean: () => mean,
    error: () => (count < 2 ? 0 : Math.sqrt(squares / (count - 1) / count)),
  };
}
