import type { Month } from "../core/cycle.ts";
import type { DecisionStep } from "../core/decision.ts";
import type { Message } from "../core/effect.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import type { TopUpReason } from "../core/top-up.ts";
import { whereToGrade } from "./decision-words.ts";
import { countOf, showNumber, showPercent, showProbability } from "./numbers.ts";
import { showInstant } from "./time.ts";

/** A batch as it was just drawn, and the doubt that it is to settle. */
export interface DrawnBatch {
  readonly kind: Extract<Message["kind"], "top-up-1" | "top-up-2">;
  readonly axis: string;
  readonly period: Month;
  /** New items, and the minutes that they are expected to take. */
  readonly items: number;
  readonly minutes: number;
  /** Items that the minutes left out. */
  readonly cut: number;
  readonly because: TopUpReason;
  /** PASS verdicts of the month that the founder failed, of those he graded. */
  readonly overrides: number;
  readonly graded: number;
  readonly step: DecisionStep;
  readonly policy: DecisionPolicy;
  readonly dueAt: number | null;
  readonly timezone: string;
  readonly queue: string;
  readonly address: string | null;
}

/**
 * The message that brings further items of a month: what is in doubt, how many, how long they take. It tells nothing of the
 * items themselves: grading is blind.
 */
export function topUpMessage(batch: DrawnBatch): Message {
  const { axis, cut, dueAt, items, kind, period, timezone } = batch;
  const more = countOf(items, "more item");
  const minutes = `about ${countOf(Math.ceil(batch.minutes), "minute")}`;
  return {
    kind,
    subject: `improve-cron: ${axis}, ${period} is in doubt: ${more} to grade, ${minutes}`,
    text: [
      `${axis}, ${period}: ${doubtOf(batch)}.`,
      `${purposeOf(batch)}: ${more} of the month, ${minutes}.`,
      ...(cut === 0
        ? []
        : [
            `${countOf(cut, "item")} fewer than the rule asks for: the month's minutes for this are used up.`,
          ]),
      ...(dueAt === null
        ? []
        : [`Due ${showInstant(dueAt, timezone)}, as before. What is missing then is left out.`]),
      whereToGrade(batch.queue, batch.address),
    ].join("\n"),
  };
}

/** What raised the question, in figures: the overrides, and each rule that spoke. */
function doubtOf({ because, graded, overrides, policy, step }: DrawnBatch): string {
  const words = [`${countOf(overrides, "override")} of ${graded}`];
  const { cusum, pBelowThreshold, pOverrideAboveInStreak, rules, streak } = step;
  if (rules.streak) {
    words.push(
      `an override in ${countOf(streak, "month")} running, P(override rate > ${showPercent(policy.overrideRate)}) = ` +
        showProbability(pOverrideAboveInStreak, policy.streakProbability),
    );
  }
  if (rules.cusum === true) {
    words.push(`overrides pile up (CUSUM at ${showNumber(cusum, 2)}, bar ${policy.cusum.alarm})`);
  }
  if (pBelowThreshold !== null) {
    const bar = because === "confirm" && rules.kappa ? policy.kProbability : null;
    words.push(
      `P(kappa < ${policy.kappaThreshold}) = ${showProbability(pBelowThreshold, bar)}${bar === null ? "" : ` (bar ${bar})`}`,
    );
  }
  return words.join(", ");
}

function purposeOf({ axis, because }: DrawnBatch): string {
  switch (because) {
    case "confirm":
      return `Before ${axis} loses its autonomy`;
    case "grey":
      return `Too little to tell a sound critic from one that has drifted. To settle it`;
  }
}
