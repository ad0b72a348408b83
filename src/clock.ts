/** The time, as an argument. Only the composition root makes one. */
export interface Clock {
  readonly now: () => number;
  /** True while another time is rehearsed (`--now`): the clock started at an instant that somebody named. */
  readonly rehearsal: boolean;
}

/** The clock of the machine, or one that started at `startAt` and runs on from there. */
export function createClock(startAt: number | null): Clock {
  if (startAt === null) return { now: () => Date.now(), rehearsal: false };
  const begun = performance.now();
  return { now: () => Math.floor(startAt + (performance.now() - begun)), rehearsal: true };
}
