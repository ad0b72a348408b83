import type { Month } from "../core/cycle.ts";
import type { DecisionStep } from "../core/decision.ts";
import type { Message } from "../core/effect.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import type { TopUpReason } from "../core/top-up.ts";
import { whereToGrade } from "./decision-words.ts";
import { countOf } from "./numbers.ts";
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
  /** The rules that would take the axis's autonomy. Their figures stay out of it: the month is still being graded. */
  readonly rules: DecisionStep["rules"];
  readonly policy: Pick<DecisionPolicy, "kappaThreshold" | "streakMonths">;
  readonly dueAt: number | null;
  readonly timezone: string;
  readonly queue: string;
  readonly address: string | null;
}

/**
 * The message that brings further items of a month: what is in doubt, how many, how long they take. It tells nothing of the
 * items themselves, and no count or probability of the month: grading is blind, and "1 override of 6" would tell the founder
 * which of his answers differed from the critic's.
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

/** What raised the question, without a figure. */
function doubtOf({ axis, because, policy, rules }: DrawnBatch): string {
  switch (because) {
    case "confirm":
      return `by the grades so far, with those of earlier months, ${rulesWords(rules, policy)} would take the autonomy of ${axis}`;
    case "grey":
      return (
        "the grades so far, with those of earlier months, leave it open whether the critic is sound or has drifted " +
        `(kappa below ${policy.kappaThreshold}, or overrides more often than before)`
      );
  }
}

function rulesWords(rules: DrawnBatch["rules"], policy: DrawnBatch["policy"]): string {
  const spoke = [
    ...(rules.kappa ? [`the rule on kappa (below ${policy.kappaThreshold})`] : []),
    ...(rules.streak ? [`the rule on overrides in ${policy.streakMonths} months running`] : []),
    ...(rules.cusum === true ? ["the rule on overrides that pile up (CUSUM)"] : []),
  ];
  return spoke.join(" and ");
}

function purposeOf({ because }: DrawnBatch): string {
  switch (because) {
    case "confirm":
      return "Further grades are asked first";
    case "grey":
      return "To settle it";
  }
}
