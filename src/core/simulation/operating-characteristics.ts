import { minutesOf } from "../burden.ts";
import { createGenerator } from "./generator.ts";
import { type ExactRule, LiteralChain } from "./literal-chain.ts";
import { guardedRules, type ItemsFigures, type RuleFigures, simulatePooledRules } from "./pooled-rules.ts";
import type { MonthSizes, Volumes } from "./family-share.ts";
import { type Scenarios, type SimulatedAxis, sizesOf } from "./setup.ts";
import { detectionOf, shareOf } from "./waiting-time.ts";

/** What one month costs the founder, sample and top-up, for a critic with this override rate. */
export interface MinutesFigures {
  readonly overrideRate: number;
  /** Graded items in a month, mean over those in which the axis waits, too, and the minutes they take. */
  readonly items: number;
  readonly minutes: number;
  /** Standard error of `minutes`; null where they are exact. */
  readonly standardError: number | null;
  /** `items` over those of the base sample alone. */
  readonly ratio: number;
}

/** One decision mode at one volume. The first of `rules` is the whole mode, the others its parts. */
export interface ModeFigures {
  readonly mode: "literal" | "guarded";
  /** Simulated years; null where every figure is computed. */
  readonly runs: number | null;
  readonly rules: readonly (RuleFigures & { readonly acts: "reverts" | "watches" })[];
  readonly minutes: readonly MinutesFigures[];
}

/** What was taken of the hours that the axes of a workspace share. */
export interface SharedHours {
  /** Axes that share them, this one among them; null: as if it had both to itself. */
  readonly axes: number | null;
  /** Every how many months it is asked: 1 is each month. */
  readonly askedEvery: number;
  /** Its minutes of top-up in a month in which it is asked; null: as many as it takes. */
  readonly topUpMinutes: number | null;
}

/** What each decision mode would do at these volumes, or why that cannot be told. */
export type OperatingCharacteristics =
  | { readonly status: "below-threshold"; readonly volumes: Volumes; readonly threshold: number }
  | {
      readonly status: "ok";
      readonly volumes: Volumes;
      readonly assumes: SharedHours;
      /** Items of an ordinary month's sample, and the minutes they take. */
      readonly sample: MonthSizes & { readonly minutes: number };
      readonly modes: readonly ModeFigures[];
    };

export interface CharacteristicsOptions {
  readonly scenarios: Scenarios;
  readonly modes: readonly ("literal" | "guarded")[];
  readonly runs: number;
  readonly seed: number;
  /** `false`: the whole modes alone, which is quicker. */
  readonly parts?: boolean;
  readonly progress?: (done: number) => void;
}

/**
 * How often would each decision mode revert a sound critic at these volumes, how soon would it see one that drifts, and
 * what does that cost the founder? The literal mode is computed, the guarded one (it pools posteriors, and tops up) simulated.
 *
 * A month with fewer PASS verdicts than `below_threshold` is never sampled: then no mode ever does anything.
 */
export function operatingCharacteristics(
  axis: SimulatedAxis,
  options: CharacteristicsOptions,
): OperatingCharacteristics {
  const { volumes, burden } = axis;
  const { ordinary, belowThreshold } = sizesOf(axis);
  const { topUpMinutes } = burden;
  if (belowThreshold) {
    return { status: "below-threshold", volumes, threshold: axis.sampling.belowThreshold };
  }
  const figuresOf = { literal: literalFigures, guarded: guardedFigures };
  return {
    status: "ok",
    volumes,
    assumes: {
      axes: axis.family?.axes ?? null,
      askedEvery: axis.family?.askedEvery ?? 1,
      topUpMinutes: Number.isFinite(topUpMinutes) ? topUpMinutes : null,
    },
    sample: { ...ordinary, minutes: minutesOf(ordinary.pass + ordinary.fail, burden) },
    modes: options.modes.map((mode) =>
      figuresOf[mode]({ ...axis, decision: { ...axis.decision, mode } }, options),
    ),
  };
}

const literalRules: readonly ExactRule[] = ["literal", "literal kappa", "literal streak", "CUSUM"];

function literalFigures(axis: SimulatedAxis, { scenarios, parts }: CharacteristicsOptions): ModeFigures {
  const sizes = sizesOf(axis).ordinary;
  const asked = parts === false ? literalRules.slice(0, 1) : literalRules;
  const chains = asked.map((rule) => ({ rule, chain: new LiteralChain(axis, rule) }));
  const rules = chains.map(({ rule, chain }) => ({
    rule,
    acts: actsOf(rule, axis),
    falseReverts: scenarios.steady.map((overrideRate) => ({
      overrideRate,
      share: shareOf(chain.steady(overrideRate, scenarios.steadyMonths).fires, null),
    })),
    detections: scenarios.drifts.map((overrideRate) =>
      detectionOf(overrideRate, chain.drift(overrideRate, scenarios), null),
    ),
  }));
  const whole = chains[0]?.chain;
  const items = scenarios.steady.map((overrideRate) => ({
    overrideRate,
    base: sizes.pass + sizes.fail,
    all: whole?.steady(overrideRate, scenarios.steadyMonths).itemsPerMonth ?? 0,
    standardError: null,
  }));
  return { mode: "literal", runs: null, rules, minutes: minutesFigures(items, sizes, axis) };
}

function guardedFigures(axis: SimulatedAxis, options: CharacteristicsOptions): ModeFigures {
  const { rules, items, runs } = simulatePooledRules(axis, {
    scenarios: options.scenarios,
    runs: options.runs,
    random: createGenerator(options.seed),
    rules: options.parts === false ? guardedRules.slice(0, 1) : guardedRules,
    ...(options.progress === undefined ? {} : { progress: options.progress }),
  });
  return {
    mode: "guarded",
    runs,
    rules: rules.map((figures) => ({ ...figures, acts: actsOf(figures.rule, axis) })),
    minutes: minutesFigures(items, sizesOf(axis).ordinary, axis),
  };
}

function actsOf(rule: string, { decision }: SimulatedAxis): "reverts" | "watches" {
  if (rule !== "CUSUM") return "reverts";
  return decision.mode === "guarded" && decision.cusum.acts === "revert" ? "reverts" : "watches";
}

function minutesFigures(
  items: readonly ItemsFigures[],
  sample: MonthSizes,
  { burden, family }: SimulatedAxis,
): readonly MinutesFigures[] {
  const ordinary = (sample.pass + sample.fail) / (family?.askedEvery ?? 1);
  return items.map(({ overrideRate, all, standardError }) => ({
    overrideRate,
    items: all,
    minutes: minutesOf(all, burden),
    standardError: standardError === null ? null : standardError * burden.minutesPerItem,
    ratio: ordinary > 0 ? all / ordinary : 1,
  }));
}
