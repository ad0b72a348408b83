import type { Rule } from "./rule.ts";
import { valueAt } from "./written-problems.ts";

/** The range of a number, and how to say it. */
interface Bound {
  readonly rule:
    | "whole-number"
    | "probability"
    | "share"
    | "positive"
    | "not-negative"
    | "port"
    | "score"
    | "seconds"
    | "rounds"
    | "minutes";
  readonly holds: (value: number) => boolean;
  readonly message: string;
  readonly hint: (value: number) => string;
}

function wholeFrom(least: number): Bound {
  return {
    rule: "whole-number",
    holds: (value) => Number.isSafeInteger(value) && value >= least,
    message: `must be a whole number of at least ${least}`,
    hint: (value) => `Write ${Math.max(least, Math.round(value))}.`,
  };
}

/** Batches of one month beside its sample: a third would cost more than it tells. */
const batches: Bound = {
  rule: "whole-number",
  holds: (value) => Number.isInteger(value) && value >= 0 && value <= 2,
  message: "must be 0, 1 or 2",
  hint: () => "Write 2, or 0 for none.",
};

/** Percentages written as such are the likely slip: 10 where 0.10 is meant. */
function asShare(value: number): string {
  return value > 1 && value <= 100 ? `For ${value}% write ${value / 100}.` : "Write a number such as 0.1.";
}

const probability: Bound = {
  rule: "probability",
  holds: (value) => value > 0 && value < 1,
  message: "must lie between 0 and 1, both excluded",
  hint: asShare,
};

const shareAboveZero: Bound = {
  rule: "share",
  holds: (value) => value > 0 && value <= 1,
  message: "must lie between 0 and 1, 0 excluded",
  hint: asShare,
};

const share: Bound = {
  rule: "share",
  holds: (value) => value >= 0 && value <= 1,
  message: "must lie between 0 and 1",
  hint: asShare,
};

const positive: Bound = {
  rule: "positive",
  holds: (value) => value > 0,
  message: "must be more than 0",
  hint: () => "Write a positive number.",
};

const notNegative: Bound = {
  rule: "not-negative",
  holds: (value) => value >= 0,
  message: "cannot be negative",
  hint: () => "Write 0 or more.",
};

const port: Bound = {
  rule: "port",
  holds: (value) => Number.isInteger(value) && value >= 1 && value <= 65_535,
  message: "must be a whole number from 1 to 65535",
  hint: () => "Write a free port, e.g. 4187.",
};

const riskScore: Bound = {
  rule: "score",
  holds: (value) => value > 0 && value <= 10,
  message: "must lie between 0 and 10, 0 excluded",
  hint: () => "Write e.g. 5; 10 lets all but the worst through.",
};

/** As long as a critic of an axis may take. */
export const callSeconds: Bound = {
  rule: "seconds",
  holds: (value) => value >= 1 && value <= 1800,
  message: "must be a number from 1 to 1800",
  hint: () => "Write e.g. 300.",
};

const rounds: Bound = {
  rule: "rounds",
  holds: (value) => Number.isInteger(value) && value >= 1 && value <= 20,
  message: "must be a whole number from 1 to 20",
  hint: () => "Write e.g. 5.",
};

const turnMinutes: Bound = {
  rule: "minutes",
  holds: (value) => value > 0 && value <= 30,
  message: "must be more than 0 and at most 30",
  hint: () => "Write e.g. 5.",
};

/** Every number of the config with its range. Null, where a key takes it, is always allowed. */
export const numberBounds: Readonly<Record<string, Bound>> = {
  "sampling.pass_rate": shareAboveZero,
  "sampling.pass_min": wholeFrom(1),
  "sampling.below_threshold": wholeFrom(0),
  "sampling.fail_rate": share,
  "sampling.fail_min": wholeFrom(0),
  "sampling.fail_target": wholeFrom(0),
  "sampling.risk_max": wholeFrom(0),
  "sampling.re_ask_max": wholeFrom(0),
  // Sooner he remembers his first answer, and the two of them tell nothing.
  "sampling.re_ask_days": wholeFrom(60),
  "sampling.first_month_target": wholeFrom(1),
  "burden.minutes_per_month": positive,
  "burden.minutes_per_item": positive,
  "burden.top_up_minutes": notNegative,
  "burden.rotate_above_axes": wholeFrom(1),
  "top_up.zone": probability,
  "top_up.batches": batches,
  "decision.kappa_threshold": probability,
  "decision.streak_months": wholeFrom(1),
  "decision.streak_gap": wholeFrom(0),
  "decision.k_probability": probability,
  "decision.k_gate.0": positive,
  "decision.k_gate.1": positive,
  "decision.overwhelming_probability": probability,
  "decision.overwhelming_gate.0": positive,
  "decision.overwhelming_gate.1": positive,
  "decision.override_rate": probability,
  "decision.streak_probability": probability,
  "decision.pool_discount": shareAboveZero,
  "decision.provisional_below": share,
  "decision.cusum.from": probability,
  "decision.cusum.to": probability,
  "decision.cusum.alarm": positive,
  "cost.production_usd_per_month": positive,
  "cost.warn": positive,
  "cost.alarm": positive,
  "cost.judge_usd_per_month": positive,
  "probes.per_axis": wholeFrom(0),
  "probes.generate": wholeFrom(0),
  "dialogue.rounds": rounds,
  "dialogue.turn_minutes": turnMinutes,
  "panel.ai_risk_limit": riskScore,
  "panel.peer.timeout_seconds": callSeconds,
  "panel.peer.max_cost_usd": positive,
  "panel.limits.draft_kilobytes": wholeFrom(1),
  "panel.limits.contract_kilobytes": wholeFrom(1),
  "panel.limits.findings": wholeFrom(1),
  "catch_up.window_months": wholeFrom(1),
  "server.port": port,
  "server.poll_minutes": wholeFrom(1),
};

const ruleNames: readonly Bound["rule"][] = [
  "whole-number",
  "probability",
  "share",
  "positive",
  "not-negative",
  "port",
  "score",
  "seconds",
  "rounds",
  "minutes",
];

/** One rule for each kind of range. */
export const numberRules: readonly Rule[] = ruleNames.map((name) => ({
  name,
  check: (config) =>
    Object.entries(numberBounds).flatMap(([dotted, bound]) => {
      const path = dotted.split(".");
      const value = valueAt(config, path);
      if (bound.rule !== name || typeof value !== "number" || bound.holds(value)) return [];
      return [{ path, value, message: bound.message, hint: bound.hint(value) }];
    }),
}));
