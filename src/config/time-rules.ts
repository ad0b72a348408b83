import { isZone } from "../core/month.ts";
import { checkSchedule, scheduleWarnings } from "../schedule.ts";
import { nearestTimeZone } from "./nearest-zone.ts";
import type { Finding, Rule } from "./rule.ts";

/** The zone is one that the system knows. */
export const knownZone: Rule = {
  name: "zone",
  check: ({ timezone }) =>
    isZone(timezone)
      ? []
      : [
          {
            path: ["timezone"],
            value: timezone,
            message: "is not a time zone",
            hint: `The nearest known zone is ${nearestTimeZone(timezone)}.`,
          },
        ],
};

/** The schedule can be read, fires, and is told of where it may surprise. */
export const firingSchedule: Rule = {
  name: "schedule",
  check: ({ schedule, timezone }) => {
    // A zone that is none has a finding of its own.
    const zone = isZone(timezone) ? timezone : "UTC";
    const finding = (sentence: string): Finding => ({
      path: ["schedule"],
      value: schedule,
      message: sentence.replace(/\.$/, ""),
      hint: 'Write five fields, e.g. "0 9 1 * *" for 09:00 on the 1st of each month.',
    });
    const problems = checkSchedule(schedule, zone).map(finding);
    if (problems.length > 0) return problems;
    return scheduleWarnings(schedule, zone).map((sentence) => ({ ...finding(sentence), warning: true }));
  },
};
