import { nextCusum } from "../cusum.ts";
import { monthStanding } from "../overrides.ts";
import { binomialProbabilities } from "./binomial.ts";
import { type Block, blocksOf, mergedCusum, mostExactItems } from "./chart-cells.ts";
import type { MonthSizes } from "./family-share.ts";
import { probabilitiesOfKappaBelow } from "./kappa-below.ts";
import { type AxisSizes, monthsOfWait, type Scenarios, type SimulatedAxis, sizesOf } from "./setup.ts";

/** The rules whose figures can be computed, not only estimated: they read base samples and no pooled posterior. */
export type ExactRule = "literal" | "literal kappa" | "literal streak" | "CUSUM";

/** Probability that what an axis has behind it is this; probabilities below it are let go. */
const negligible = 1e-13;

/** All that a month leaves to the next one, as far as the rule asked for can tell. */
interface Standing {
  readonly streak: number;
  readonly uncounted: number;
  readonly cusum: number;
  readonly raised: boolean;
  /** Months in which other axes have their turn before this one is asked again. */
  readonly waits: number;
}

const start: Standing = { streak: 0, uncounted: 0, cusum: 0, raised: false, waits: 0 };

/** Where a number of overrides in the base sample leads, and whether the rule fires. */
interface Outcome {
  readonly next: number;
  readonly streakFull: boolean;
  readonly alarm: boolean;
}

/** One block at one override rate. */
interface BlockChance {
  readonly chance: number;
  /** Probability, given the block, that kappa is below the threshold. */
  readonly kappaBelow: number;
}

/**
 * A Markov chain over what the literal rules and the CUSUM carry from month to month: the streak, the uncounted months
 * in it, the chart's value, and whether a watch raised the next sample. A month's overrides are binomial (beta-binomial
 * where rates swing), so every probability is a finite sum; nothing is drawn.
 *
 * Only what the rule can tell apart is kept, and equal values of the chart are one state. Samples of at most 50 PASS items
 * are followed exactly. In larger ones there are too many values: they are merged ({@link mergedCusum}), and the numbers of
 * overrides followed in blocks ({@link blocksOf}), so that there are never more than a few thousand states.
 * Merging moves a chart's value by at most 1/800 of the alarm below it; above it, by what matters only for the month in which
 * the chart falls below it again. For 50 items or fewer it would move a probability by less than 0.0005, a mean number of
 * months by less than 0.002 and one of graded items by less than 0.2% (swing 0 and 0.3); blocks come on top at more than 255.
 */
export class LiteralChain {
  readonly #axis: SimulatedAxis;
  readonly #rule: ExactRule;
  readonly #sizes: AxisSizes;
  readonly #merges: boolean;
  readonly #begin: ReadonlyMap<number, number>;
  readonly #standings: Standing[] = [];
  readonly #numberOf = new Map<string, number>();
  /** By state, then by block: {@link packed} outcomes, -1 where it is not known yet. */
  readonly #outcomes: Int32Array[] = [];
  readonly #unraisedOf: (number | undefined)[] = [];
  readonly #blocks = new Map<MonthSizes, readonly Block[]>();
  readonly #kappaBelow = new Map<MonthSizes, readonly number[]>();

  constructor(axis: SimulatedAxis, rule: ExactRule) {
    this.#axis = axis;
    this.#rule = rule;
    this.#sizes = sizesOf(axis);
    this.#merges = Math.max(this.#sizes.ordinary.pass, this.#sizes.raised.pass) > mostExactItems;
    // Whose turn it is when the look begins is chance.
    const turns = Array.from({ length: monthsOfWait(axis) + 1 }, (_, waits) => waits);
    this.#begin = new Map(
      turns.map((waits) => [this.#stateOf({ ...start, waits }), 1 / turns.length] as const),
    );
  }

  /** How many states there are by now: what a longer look costs in time and memory. */
  get states(): number {
    return this.#standings.length;
  }

  /** How probable is it that the rule fires within so many months at this override rate, and what is graded in each? */
  steady(rate: number, months: number): { readonly fires: number; readonly itemsPerMonth: number } {
    const walk = this.#walk(rate, months, this.#begin, true);
    const items = walk.items.reduce((sum, value) => sum + value, 0);
    const lived = walk.lived.reduce((sum, value) => sum + value, 0);
    return {
      fires: walk.firing.reduce((sum, value) => sum + value, 0),
      // Beyond what the negligible probabilities that were let go leave of its digits.
      itemsPerMonth: lived > 0 ? Math.round((items / lived) * 1e9) / 1e9 : 0,
    };
  }

  /** Probability that the rule fires first in month 1, 2, ... of a drift after healthy months, whatever fired in those. */
  drift(rate: number, { steady: [healthy], healthyMonths, horizon }: Scenarios): readonly number[] {
    const before = this.#walk(healthy, healthyMonths, this.#begin, false).at;
    return this.#walk(rate, horizon, before, true).firing;
  }

  /** `stops`: what fired leaves the chain. `lived` and `items` are of the months that are begun in it. */
  #walk(
    rate: number,
    months: number,
    from: ReadonlyMap<number, number>,
    stops: boolean,
  ): {
    readonly at: ReadonlyMap<number, number>;
    readonly firing: readonly number[];
    readonly lived: readonly number[];
    readonly items: readonly number[];
  } {
    const chances = new Map<MonthSizes, readonly BlockChance[]>();
    const chancesOf = (sizes: MonthSizes): readonly BlockChance[] => {
      const known = chances.get(sizes) ?? this.#blockChances(sizes, rate);
      chances.set(sizes, known);
      return known;
    };
    const firing: number[] = [];
    const lived: number[] = [];
    const items: number[] = [];
    let at = from;
    for (let month = 0; month < months; month += 1) {
      const after = new Map<number, number>();
      let fired = 0;
      let alive = 0;
      let graded = 0;
      for (const [state, mass] of at) {
        if (mass < negligible) continue;
        const waited = this.#afterWait(state);
        if (waited !== null) {
          alive += mass;
          after.set(waited, (after.get(waited) ?? 0) + mass);
          continue;
        }
        const sizes = this.#sizesAt(state);
        alive += mass;
        graded += mass * (sizes.pass + sizes.fail);
        for (const [block, { chance, kappaBelow }] of chancesOf(sizes).entries()) {
          if (mass * chance < negligible) continue;
          const outcome = this.#outcomeOf(state, block);
          const share = this.#firesWith(outcome, kappaBelow);
          fired += mass * chance * share;
          const left = mass * chance * (1 - share);
          after.set(outcome.next, (after.get(outcome.next) ?? 0) + left);
          if (stops || share === 0) continue;
          const reverted = this.#unraised(outcome.next);
          after.set(reverted, (after.get(reverted) ?? 0) + mass * chance * share);
        }
      }
      firing.push(fired);
      lived.push(alive);
      items.push(graded);
      at = after;
    }
    return { at, firing, lived, items };
  }

  /** Probability that the rule fires, given the month's overrides: only kappa still depends on the FAIL side. */
  #firesWith(outcome: Outcome, kappaBelow: number): number {
    switch (this.#rule) {
      case "literal":
        return outcome.streakFull ? 1 : kappaBelow;
      case "literal kappa":
        return kappaBelow;
      case "literal streak":
        return Number(outcome.streakFull);
      case "CUSUM":
        return Number(outcome.alarm);
    }
  }

  /** A month with a revert is no watch: the same standing without a raised sample. The chart's own alarm is a watch. */
  #unraised(state: number): number {
    const standing = this.#standings[state];
    if (standing === undefined || this.#rule === "CUSUM") return state;
    const known = this.#unraisedOf[state];
    if (known !== undefined) return known;
    const unraised = this.#stateOf({ ...standing, raised: false, waits: monthsOfWait(this.#axis) });
    this.#unraisedOf[state] = unraised;
    return unraised;
  }

  /** Where a month without this axis leads; null where it is asked. */
  #afterWait(state: number): number | null {
    const standing = this.#standings[state];
    if (standing === undefined || standing.waits === 0) return null;
    const streak = this.#streakAfter(standing, 0, 0);
    return this.#stateOf({ ...standing, ...streak, waits: standing.waits - 1 });
  }

  #sizesAt(state: number): MonthSizes {
    return this.#standings[state]?.raised === true ? this.#sizes.raised : this.#sizes.ordinary;
  }

  #blocksOf(sizes: MonthSizes): readonly Block[] {
    const known = this.#blocks.get(sizes);
    if (known !== undefined) return known;
    const blocks = blocksOf(sizes.pass, this.#axis.decision.cusum);
    this.#blocks.set(sizes, blocks);
    return blocks;
  }

  #blockChances(sizes: MonthSizes, rate: number): readonly BlockChance[] {
    const chances = binomialProbabilities(sizes.pass, rate, this.#axis.swing);
    const kappaBelow = this.#kappaBelowOf(sizes);
    return this.#blocksOf(sizes).map(({ from, to }) => {
      let [chance, below] = [0, 0];
      for (let overrides = from; overrides <= to; overrides += 1) {
        const one = chances[overrides] ?? 0;
        chance += one;
        below += one * (kappaBelow[overrides] ?? 0);
      }
      if (from === to) return { chance, kappaBelow: kappaBelow[from] ?? 0 };
      return { chance, kappaBelow: chance > 0 ? below / chance : 0 };
    });
  }

  /** Whatever the rate: so one chain serves all rates. */
  #outcomeOf(state: number, block: number): Outcome {
    const known = this.#outcomes[state]?.[block] ?? -1;
    if (known >= 0) return unpacked(known);
    const sizes = this.#sizesAt(state);
    const { overrides } = this.#blocksOf(sizes)[block] ?? { overrides: 0 };
    const outcome = this.#after(this.#standings[state] ?? start, sizes.pass, overrides);
    const row = this.#outcomes[state];
    if (row !== undefined) row[block] = packed(outcome);
    return outcome;
  }

  #after(before: Standing, graded: number, overrides: number): Outcome {
    const { decision } = this.#axis;
    const value = nextCusum(before.cusum, { graded, overrides }, decision.cusum);
    const alarm = value >= decision.cusum.alarm;
    const cusum = this.#merges ? mergedCusum(value, this.#sizes.raised.pass, decision.cusum) : value;
    const { streak, uncounted } = this.#streakAfter(before, graded, overrides);
    const raised = this.#axis.raiseAfterWatch && alarm;
    const waits = raised ? 0 : monthsOfWait(this.#axis);
    const next = this.#stateOf({ streak, uncounted, cusum, raised, waits });
    return { next, streakFull: streak >= decision.streakMonths, alarm };
  }

  /** A full streak is kept as one, however long it is. */
  #streakAfter(before: Standing, graded: number, overrides: number): Pick<Standing, "streak" | "uncounted"> {
    const { streakMonths, streakGap } = this.#axis.decision;
    switch (monthStanding({ sampled: graded, answered: graded, graded, overrides })) {
      case "bad":
        return { streak: Math.min(streakMonths, before.streak + 1), uncounted: 0 };
      case "clean":
        return { streak: 0, uncounted: 0 };
      case "uncounted": {
        const uncounted = before.uncounted + 1;
        const kept = before.streak > 0 && uncounted <= streakGap;
        return kept ? { streak: before.streak, uncounted } : { streak: 0, uncounted: 0 };
      }
    }
  }

  #stateOf(full: Standing): number {
    const readsStreak = this.#rule === "literal" || this.#rule === "literal streak";
    const readsChart = this.#rule === "CUSUM" || this.#axis.raiseAfterWatch;
    const standing: Standing = {
      streak: readsStreak ? full.streak : 0,
      uncounted: readsStreak ? full.uncounted : 0,
      cusum: readsChart ? full.cusum : 0,
      raised: full.raised,
      waits: full.waits,
    };
    // Sums of the same steps in another order differ in the last digits.
    const key = `${standing.streak} ${standing.uncounted} ${standing.cusum.toFixed(9)} ${standing.raised} ${standing.waits}`;
    const known = this.#numberOf.get(key);
    if (known !== undefined) return known;
    const number = this.#standings.length;
    this.#standings.push(standing);
    this.#outcomes.push(new Int32Array(this.#blocksOf(this.#sizesAt(number)).length).fill(-1));
    this.#numberOf.set(key, number);
    return number;
  }

  /** By number of overrides: the probability, over the FAIL side's grades, that the month's kappa is below the threshold. */
  #kappaBelowOf(sizes: MonthSizes): readonly number[] {
    const known = this.#kappaBelow.get(sizes);
    if (known !== undefined) return known;
    const reads = this.#rule === "literal" || this.#rule === "literal kappa";
    const below = reads ? probabilitiesOfKappaBelow(this.#axis, sizes) : [];
    this.#kappaBelow.set(sizes, below);
    return below;
  }
}

/** An outcome in one number: a sample may have thousands of them in each of thousands of states. */
function packed({ next, streakFull, alarm }: Outcome): number {
  return next * 4 + Number(streakFull) * 2 + Number(alarm);
}

function unpacked(number: number): Outcome {
  return { next: number >> 2, streakFull: (number & 2) !== 0, alarm: (number & 1) !== 0 };
}
