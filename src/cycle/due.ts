const day = 86_400_000;

/** The first slot of the schedule at least so many days after an instant: when a cycle stops waiting. */
export function atLeastDaysLater(
  schedule: { next(after: number): number },
  from: number,
  days: number,
): number {
  // `next` answers strictly later slots; a slot exactly at the bound counts too.
  return schedule.next(from + days * day - 1);
}
