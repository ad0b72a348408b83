import type { CycleContext } from "./context.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const setting = "last_seen";

/** What is odd about the clock, in a sentence; null where it is as expected. Nothing is ever held back because of it. */
export async function checkClock(context: Pick<CycleContext, "store" | "now">): Promise<string | null> {
  const seen = await context.store.readSetting(setting);
  return seen === null ? null : clockWarning(Number(seen), context.now());
}

/** Remembers the time of this pass, unless it is only rehearsed. */
export async function noteClock(context: Pick<CycleContext, "store" | "now" | "rehearsal">): Promise<void> {
  if (!context.rehearsal) await context.store.writeSetting(setting, String(context.now()));
}

/**
 * Whether the clock jumped since it was last seen: back by 5 minutes or more, or ahead by more than 40 days.
 * A month at most lies between two runs, so 40 days are a jump or a long silence, and both deserve a word.
 */
export function clockWarning(lastSeen: number, now: number): string | null {
  const stamp = new Date(lastSeen).toISOString();
  if (now <= lastSeen - 5 * minute) {
    return `the clock stands before ${stamp}, when improve-cron last ran: check the date of this machine`;
  }
  if (now > lastSeen + 40 * day) {
    return `the clock stands more than 40 days after ${stamp}, when improve-cron last ran: was it off for so long?`;
  }
  return null;
}
