import { showInstant } from "../../reports/time.ts";
import { type Check, finding, fine } from "./check.ts";

const shownRuns = 3;

/** The next three runs in the config's zone and in UTC. */
export function describeNextRuns(
  schedule: { readonly next: (after: number) => number },
  timezone: string,
  now: number,
): Check {
  const runs: string[] = [];
  let after = now;
  for (let index = 0; index < shownRuns; index += 1) {
    after = schedule.next(after);
    runs.push(showInstant(after, timezone));
  }
  return fine("next runs", runs.join("; "));
}

/** The machine's clock, with the warning that the month has of it (null where it is as expected). */
export function describeClock(now: number, warning: string | null, timezone: string): Check {
  const time = showInstant(now, timezone);
  return warning === null
    ? fine("clock", time)
    : finding("clock", `${time}: ${warning}`, "Set the clock, if it is wrong.");
}
