import { Cron, CronPattern } from "croner";
import { isZone } from "./core/month.ts";
import type { SlotFields } from "./core/service.ts";
import { wallTimeIn } from "./core/zone.ts";
import { ImproveCronError, messageOf } from "./errors.ts";

/** When the month is due. Times are epoch milliseconds UTC. */
export interface Schedule {
  /** The first slot strictly after the instant. */
  next(after: number): number;
}

/**
 * The slots of a cron pattern (five fields) in a zone. A slot that clocks skip is moved to the first time after the gap,
 * one that they show twice is the first one, so that no month is lost and none has two.
 *
 * Nothing here waits or runs: the pattern is only asked for its next slot.
 *
 * @throws ImproveCronError `config` with the first of `checkSchedule`.
 */
export function createSchedule(pattern: string, zone: string): Schedule {
  const [problem] = checkSchedule(pattern, zone);
  if (problem !== undefined) {
    throw new ImproveCronError("config", problem, 'Write five fields, e.g. schedule: "0 9 1 * *".');
  }
  const cron = cronOf(normalised(pattern), zone);
  return {
    next(after) {
      const slot = cron.nextRun(new Date(after));
      if (slot === null) throw new RangeError(`${pattern} has no slot after ${after}`);
      return slot.getTime();
    },
  };
}

/** Why a pattern cannot be a schedule, one plain sentence each; none when it can. Tabs and runs of spaces count as one space. */
export function checkSchedule(pattern: string, zone: string): readonly string[] {
  const problems: string[] = [];
  if (!isZone(zone)) problems.push(`"${zone}" is not a known time zone.`);
  const parsed = parse(pattern);
  if ("problem" in parsed) return [...problems, parsed.problem];
  if (!parsed.starDOM && !parsed.starDOW) {
    problems.push(
      `"${pattern}" restricts both the day of the month and the day of the week: some programs read that as "and", crontab as "or".`,
    );
  } else if (problems.length === 0 && cronOf(normalised(pattern), zone).nextRun(referenceDate) === null) {
    problems.push(`"${pattern}" never comes.`);
  }
  return problems;
}

/** What is allowed but unwise about a schedule without problems, one plain sentence each. */
export function scheduleWarnings(pattern: string, zone: string): readonly string[] {
  const parsed = parse(pattern);
  if ("problem" in parsed || !isZone(zone)) return [];
  const warnings: string[] = [];
  if (parsed.hour.slice(0, 4).includes(1) && changesClocks(zone)) {
    warnings.push(
      `"${pattern}" has slots between 00:00 and 03:59, which ${zone} skips or shows twice when clocks change; crontab may lose or double such a run.`,
    );
  }
  const shortMonthsHaveIt =
    parsed.starDOM || parsed.lastDayOfMonth || parsed.lastWeekday || parsed.day.slice(0, 28).includes(1);
  if (!shortMonthsHaveIt) {
    warnings.push(`"${pattern}" names only days after the 28th, which some months do not have.`);
  }
  return warnings;
}

/**
 * The numbers of a pattern, for schedulers that do not read cron's. Days such as `15W` or `MON#2`, which they have no word for,
 * become every day. Throws ImproveCronError `config` where it is no pattern.
 */
export function slotFields(pattern: string): SlotFields {
  const parsed = parse(pattern);
  if ("problem" in parsed) {
    throw new ImproveCronError("config", parsed.problem, 'Write five fields, e.g. schedule: "0 9 1 * *".');
  }
  const { day, dayOfWeek, hour, lastDayOfMonth, lastWeekday, minute, month, nearestWeekdays } = parsed;
  const numbered = setOf(dayOfWeek, 0, 7);
  const isPlainWeek = dayOfWeek.slice(0, 7).every((mark) => mark === 0 || mark === everyOccurrence);
  const days = setOf(day, 1, 31);
  const isLast = lastDayOfMonth && days !== null && days.length === 0;
  const exact = isPlainWeek && !lastWeekday && !nearestWeekdays.includes(1) && (!lastDayOfMonth || isLast);
  return {
    minutes: setOf(minute, 0, 60),
    hours: setOf(hour, 0, 24),
    days: exact ? (isLast ? "last" : days) : null,
    months: setOf(month, 1, 12),
    weekdays: exact ? numbered : null,
    exact,
  };
}

/** Croner's mark for a day of the week that is not bound to one week of the month. */
const everyOccurrence = 63;

/** Which of the first `size` places are marked, counted from `first`; null where all are. */
function setOf(marks: readonly number[], first: number, size: number): readonly number[] | null {
  const found: number[] = [];
  for (let index = 0; index < size; index += 1) if ((marks[index] ?? 0) !== 0) found.push(index + first);
  return found.length === size ? null : found;
}

/** A fixed date keeps the checks pure. It lies ahead, where Intl projects the rules that a zone keeps to. */
const referenceDate = new Date(Date.UTC(2030, 0, 1));

function changesClocks(zone: string): boolean {
  const offsets = new Set<number>();
  for (let month = 0; month < 12; month += 1) {
    const instant = Date.UTC(2030, month, 15);
    offsets.add(wallTimeIn(instant, zone) - instant);
  }
  return offsets.size > 1;
}

function normalised(pattern: string): string {
  return pattern.trim().split(/\s+/).join(" ");
}

function cronOf(pattern: string, zone: string): Cron {
  return new Cron(pattern, { timezone: zone, paused: true, mode: "5-part" });
}

function parse(pattern: string): CronPattern | { readonly problem: string } {
  const fields = normalised(pattern);
  // crontab knows words such as @monthly, but no year and no seconds; five fields mean the same to all.
  if (fields.split(" ").length !== 5) {
    return {
      problem: `"${pattern}" does not have five fields (minute, hour, day of month, month, day of week).`,
    };
  }
  try {
    return new CronPattern(fields, undefined, { mode: "5-part" });
  } catch (error) {
    return {
      problem: `"${pattern}" is not a cron pattern: ${reasonOf(error)}`,
    };
  }
}

/** Croner's reason without the number, which for days and months is one less than the one that was written. */
function reasonOf(error: unknown): string {
  return messageOf(error)
    .replace(/^CronPattern: /, "")
    .replace(/^(Invalid value for \w+): -?\d+$/, "$1");
}
