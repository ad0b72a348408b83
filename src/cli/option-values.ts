import { InvalidArgumentError } from "commander";
import { isAxisName } from "../core/axis.ts";
import { isMonth } from "../core/month.ts";
import { parseTimestamp } from "../core/timestamp.ts";
import { isKnownInstant } from "./known-years.ts";

/** A count given on the command line: a whole number of at least 1. */
export function parseCount(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < 1) {
    throw new InvalidArgumentError("It must be a whole number of at least 1.");
  }
  return value;
}

/** A number given on the command line, e.g. a score or a cost. */
export function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}

/** A calendar month given on the command line, `YYYY-MM`. */
export function parseMonthOption(text: string): string {
  if (!isMonth(text)) throw new InvalidArgumentError("It must be a month such as 2026-05.");
  return text;
}

/** An axis name given on the command line. */
export function parseAxisOption(text: string): string {
  if (!isAxisName(text)) {
    throw new InvalidArgumentError("An axis name is made of lower-case letters, digits and hyphens.");
  }
  return text;
}

/** An instant given on the command line, epoch milliseconds; it must name its zone and lie in the years 2015 to 2099. */
export function parseInstantOption(text: string): number {
  const parsed = parseTimestamp(text, null);
  if (parsed.kind === "bad") {
    throw new InvalidArgumentError("It must be a time with a zone, such as 2026-06-01T09:00:00-04:00.");
  }
  if (!isKnownInstant(parsed.at)) {
    throw new InvalidArgumentError("It must lie in the years 2015 to 2099.");
  }
  return parsed.at;
}
