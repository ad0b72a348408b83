import type { InstantFault, TimestampFault } from "../core/timestamp.ts";
import { checkInstant, parseTimestamp } from "../core/timestamp.ts";
import { quote } from "./storable-text.ts";

const words: Readonly<Record<TimestampFault | InstantFault, string>> = {
  "not-a-timestamp": "is not written as 2026-05-03T14:12:00-04:00",
  "date-only": "has no time of day",
  "no-zone": "names no zone: end it with Z or an offset, or give the axis file a timezone",
  "impossible-date": "is no date of the calendar",
  "impossible-time": "is no time of the day",
  "impossible-offset": "has an impossible offset",
  "skipped-local-time": "is a local time that the clocks skipped",
  "before-2015": "is before 2015",
  "in-the-future": "is more than a day ahead",
};

export type InstantOutcome =
  | { readonly kind: "instant"; readonly at: number }
  /** `ahead` is the instant of a row that is too far in the future to be taken yet. */
  | { readonly kind: "reject"; readonly reason: string; readonly ahead?: number };

/**
 * The instant (epoch milliseconds) that a written `at` names, or why it is refused (`bad-at: ...`); null means `now`.
 * `zone` is the zone of timestamps that name none; null refuses such ones.
 */
export function readInstant(text: string | null, zone: string | null, now: number): InstantOutcome {
  if (text === null) return { kind: "instant", at: now };
  const parsed = parseTimestamp(text, zone);
  if (parsed.kind === "bad") return refuse(text, parsed.because);
  const fault = checkInstant(parsed.at, now);
  if (fault === null) return { kind: "instant", at: parsed.at };
  const refusal = refuse(text, fault);
  return fault === "in-the-future" ? { ...refusal, ahead: parsed.at } : refusal;
}

function refuse(
  text: string,
  fault: TimestampFault | InstantFault,
): { readonly kind: "reject"; readonly reason: string } {
  return { kind: "reject", reason: `bad-at: ${quote(text)} ${words[fault]}` };
}
