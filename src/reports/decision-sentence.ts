import type { Action, DecisionStep, ModeOutcome, Reason } from "../core/decision.ts";
import type { HistoryRow, ShownRow } from "../core/history-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { kappaCell } from "./kappa-words.ts";
import { countOf, showNumber, showPercent, showProbability } from "./numbers.ts";
import { oneLine } from "./terminal-text.ts";

const actionWords: Readonly<Record<Action, string>> = {
  keep: "kept",
  watch: "watched",
  revert: "reverted to assisted",
  none: "no decision",
};

/** What was done, as a past participle that follows the axis' name. */
export function actionWord(action: Action): string {
  return actionWords[action];
}

const becauseWords = {
  "too-old": "it lies outside the catch-up window",
  "no-axis-file": "there is no axis file",
  rotated: "another axis has its turn",
  "not-caught-up": "missed months are not caught up",
  "too-few-pass": "too few PASS verdicts",
} as const satisfies Record<NonNullable<HistoryRow["because"]>, string>;

/** Why a month was set aside, in words. */
export function becauseWord(because: NonNullable<HistoryRow["because"]>): string {
  return becauseWords[because];
}

/** `4 overrides of 9`: of the graded PASS items, how many the founder failed. */
export function overridesOf(row: Pick<HistoryRow, "graded" | "overrides">): string {
  return `${countOf(row.overrides, "override")} of ${row.graded.pass}`;
}

/**
 * One sentence for one row: what was decided and the figures that decided it, each with its n.
 * `step` adds what the row does not carry (the streak's probability, the CUSUM).
 *
 * @example "reverted to assisted: P(kappa < 0.6) = 0.996 (bar 0.99), 4 overrides of 9"
 */
export function decisionSentence(
  row: ShownRow,
  policy: DecisionPolicy,
  step: DecisionStep | null = null,
): string {
  switch (row.state) {
    case "below-threshold":
      return `below-threshold: ${countOf(row.frame.pass, "PASS verdict")} with an artifact, too few to sample`;
    case "skipped":
      return row.because === null ? "skipped" : `skipped: ${becauseWord(row.because)}`;
    case "open":
      return `open: ${answeredWords(row)}`;
    case "closed":
      return closedSentence(row, policy, step);
  }
}

/** How far the grading of a month is, and nothing that tells the critic's word of an item. */
export function answeredWords({ answered }: Pick<ShownRow, "answered">): string {
  return `${answered.answered} of ${answered.items} answered`;
}

function closedSentence(row: HistoryRow, policy: DecisionPolicy, step: DecisionStep | null): string {
  const { action, mode, reasons } = row.decision;
  if (action === "none") {
    return row.graded.pass + row.graded.fail === 0
      ? "no decision: nothing was graded"
      : `no decision: the axis is ${oneLine(row.status.before, 40)}; ${overridesOf(row)}`;
  }
  const why =
    reasons.length === 0 ? [figure(row, policy, mode)] : reasonWords(row, policy, mode, reasons, step);
  return `${actionWord(action)}: ${[...why, overridesOf(row)].join(", ")}`;
}

/** The figure that a mode looks at first, where no rule fired. */
function figure(row: HistoryRow, policy: DecisionPolicy, mode: HistoryRow["decision"]["mode"]): string {
  if (mode === "literal" || row.pBelowThreshold === null) return `kappa ${kappaCell(row.kappa)}`;
  if (hasGrades(row, policy.kGate)) {
    return `${probabilityWords(row, policy, policy.kProbability)} (bar ${policy.kProbability})`;
  }
  const bar = policy.overwhelmingProbability;
  if (hasGrades(row, policy.overwhelmingGate))
    return `${probabilityWords(row, policy, bar)} (bar ${bar} on so few grades)`;
  const [pass, fail] = policy.overwhelmingGate;
  return `${probabilityWords(row, policy, bar)} (too few grades to act on: at least ${pass} PASS and ${fail} FAIL needed)`;
}

/** Whether the pool has the (discounted) grades that a rule asks for. */
export function hasGrades(row: HistoryRow, [pass, fail]: DecisionPolicy["kGate"]): boolean {
  return row.pool !== null && row.pool.passGraded >= pass && row.pool.failGraded >= fail;
}

/** `P(kappa < 0.6) = 0.996`, with as many decimals as it takes to see on which side of the bar it lies. */
export function probabilityWords(row: HistoryRow, policy: DecisionPolicy, bar: number | null): string {
  return `P(kappa < ${policy.kappaThreshold}) = ${showProbability(row.pBelowThreshold, bar)}`;
}

function reasonWords(
  row: HistoryRow,
  policy: DecisionPolicy,
  mode: HistoryRow["decision"]["mode"],
  reasons: readonly Reason[],
  step: DecisionStep | null,
): readonly string[] {
  // The higher bar says all that the lower one does.
  const shown = reasons.filter((one) => one !== "kappa" || !reasons.includes("kappa-overwhelming"));
  return shown.map((reason) => reasonWord(row, policy, mode, reason, step));
}

function reasonWord(
  row: HistoryRow,
  policy: DecisionPolicy,
  mode: HistoryRow["decision"]["mode"],
  reason: Reason,
  step: DecisionStep | null,
): string {
  switch (reason) {
    case "kappa":
      return mode === "literal"
        ? `kappa ${kappaCell(row.kappa)} < ${policy.kappaThreshold}`
        : `${probabilityWords(row, policy, policy.kProbability)} (bar ${policy.kProbability})`;
    case "kappa-overwhelming":
      return `${probabilityWords(row, policy, policy.overwhelmingProbability)} (bar ${policy.overwhelmingProbability})`;
    case "streak":
      return streakWords(row, policy, mode, step);
    case "cusum": {
      const { cusum } = step ?? row;
      const value = cusum === null ? "" : ` at ${showNumber(cusum, 2)}`;
      return `overrides pile up (CUSUM${value}, bar ${policy.cusum.alarm})`;
    }
  }
}

function streakWords(
  row: HistoryRow,
  policy: DecisionPolicy,
  mode: HistoryRow["decision"]["mode"],
  step: DecisionStep | null,
): string {
  const streak = `an override in ${countOf(row.streak, "month")} running (bar ${policy.streakMonths})`;
  const probability = streakProbability(row, policy, step);
  return mode === "literal" || probability === null ? streak : `${streak}, ${probability}`;
}

/** `P(override rate > 10%) = 0.623 (bar 0.5)`, what rule S looks at once the streak is full; null where there is no streak. */
export function streakProbability(
  row: HistoryRow,
  policy: DecisionPolicy,
  step: DecisionStep | null,
): string | null {
  const { pOverrideAboveInStreak: probability } = step ?? row;
  if (probability === null) return null;
  const shown = showProbability(probability, policy.streakProbability);
  return `P(override rate > ${showPercent(policy.overrideRate)}) = ${shown} (bar ${policy.streakProbability})`;
}

/** `2 months with an override`; says so where the month's only overrides are among further items, which the streak leaves out. */
export function streakCount({
  overrides,
  pool,
  streak,
}: Pick<HistoryRow, "overrides" | "pool" | "streak">): string {
  if (streak === 0 && overrides > 0 && pool !== null)
    return "0 (an override in further items does not count)";
  return `${countOf(streak, "month")} with an override`;
}

/**
 * What one mode would do with the row's month, and why.
 *
 * @example "revert (kappa 0.345 [0.062, 0.633] < 0.6)"
 */
export function modeSentence(
  row: HistoryRow,
  policy: DecisionPolicy,
  mode: HistoryRow["decision"]["mode"],
  step: DecisionStep | null = null,
): string {
  const outcome: ModeOutcome = row.decision[mode];
  if (outcome.action === "none") return "none";
  const why =
    outcome.reasons.length === 0
      ? quietWords(row, policy, mode, step)
      : reasonWords(row, policy, mode, outcome.reasons, step).join(", ");
  return `${outcome.action} (${why})`;
}

/** Why a mode does nothing; a full streak, which the literal rule acts on, is not passed over. */
function quietWords(
  row: HistoryRow,
  policy: DecisionPolicy,
  mode: HistoryRow["decision"]["mode"],
  step: DecisionStep | null,
): string {
  const first = figure(row, policy, mode);
  if (mode === "literal" || row.streak < policy.streakMonths) return first;
  return [first, streakWords(row, policy, mode, step)].join(", ");
}

/**
 * How much the grades say, as a sentence; null where nothing was graded. Null beside a revert, too: the word is about
 * P(kappa < threshold) alone, and beside the reasons of a revert it would read as if the revert were uncertain.
 */
export function evidenceSentence(row: HistoryRow, policy: DecisionPolicy): string | null {
  if (row.decision.action === "revert") return null;
  switch (row.decision.evidence) {
    case null:
      return null;
    case "healthy":
      return `healthy: ${probabilityWords(row, policy, 0.1)}, at most 0.1`;
    case "uncertain":
      return `uncertain: ${probabilityWords(row, policy, 0.1)}, more than 0.1`;
    case "insufficient": {
      const [pass, fail] = policy.kGate;
      const passGraded = showNumber(row.pool?.passGraded ?? null, 1);
      const failGraded = showNumber(row.pool?.failGraded ?? null, 1);
      return (
        `insufficient for the bar of ${policy.kProbability}: ${passGraded} PASS and ${failGraded} FAIL graded ` +
        `(older months discounted), ${pass} and ${fail} needed`
      );
    }
  }
}

/**
 * That a month was decided on an epoch that another had replaced by then; null where it was the latest. Such a decision acts
 * like any other, for the way back leads through the edit that was shipped.
 */
export function supersededSentence({
  epoch,
  state,
  supersededBy,
}: Pick<ShownRow, "epoch" | "state" | "supersededBy">): string | null {
  if (epoch === null || supersededBy === null) return null;
  const [own, other] = [shortEpoch(epoch), shortEpoch(supersededBy)];
  return state === "open"
    ? `its epoch ${own} is superseded by ${other}; it will be decided on it like any other month`
    : `decided on epoch ${own}, superseded by ${other} since; it acts like any other decision`;
}

function shortEpoch(epoch: string): string {
  return oneLine(epoch).slice(0, 12);
}

/** Whether the literal rule and the mode that acts came to different actions on an axis that can be acted on. */
export function modesDiffer(row: HistoryRow): boolean {
  const { mode, action, literal, guarded } = row.decision;
  return mode === "guarded" && action !== "none" && literal.action !== guarded.action;
}
