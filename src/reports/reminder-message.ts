import type { Month } from "../core/cycle.ts";
import type { Message } from "../core/effect.ts";
import { countOf } from "./numbers.ts";
import { showInstant } from "./time.ts";

/** The message shortly before a period is due, while items of it are unanswered. */
export function reminderMessage(waiting: {
  readonly period: Month;
  readonly items: number;
  readonly minutes: number;
  readonly dueAt: number;
  readonly timezone: string;
}): Message {
  const items = countOf(waiting.items, "item");
  return {
    kind: "reminder",
    subject: `improve-cron: ${items} of ${waiting.period} still to grade`,
    text: [
      `${items}, about ${countOf(Math.ceil(waiting.minutes), "minute")}, due ${showInstant(waiting.dueAt, waiting.timezone)}.`,
      "What comes back by then counts; a missing grade is never taken for agreement.",
    ].join("\n"),
  };
}
