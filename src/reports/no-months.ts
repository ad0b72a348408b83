import type { Month } from "../core/cycle.ts";

/**
 * Why a history shows nothing.
 *
 * @param asked what it was asked for, and the `latest` month that there is of it, whatever the options leave out
 */
export function noMonths(asked: {
  readonly axis: string | null;
  readonly since: Month | null;
  readonly asOf: number | null;
  readonly latest: Month | null;
}): string {
  const { asOf, axis, latest, since } = asked;
  const of = axis === null ? "" : ` of ${axis}`;
  if (latest === null) {
    return axis === null
      ? "no months yet: the first run opens one (improve-cron run)"
      : `no month${of} yet: a run opens the last complete month that has verdicts of it`;
  }
  if (since !== null && since > latest) return `no month${of} since ${since}: the latest is ${latest}`;
  return asOf === null
    ? `no month${of} to show: the latest is ${latest}`
    : `no month${of} had been opened by then: the latest by now is ${latest}`;
}
