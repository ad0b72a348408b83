import { setTimeout as sleep } from "node:timers/promises";

/** The longest that SQLite sleeps, while it waits for a lock, before it looks again is 100 ms. */
const pauseMs = 110;

/** Others wait for five seconds (`busy_timeout`): a stretch and one more transaction shall be over well before. */
const longestStretchMs = 2000;

/** What tells the time, and lets it pass. */
export interface Pace {
  /** Milliseconds of a clock that nobody sets. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

export const realPace: Pace = { now: () => performance.now(), wait: (ms) => sleep(ms) };

/**
 * Does long write after long write so that others come to write in between. SQLite's lock has no queue: whoever waits for it
 * looks every 100 ms, and never finds it free where one process takes it again within a millisecond. So after two
 * seconds of writing the next write waits until everybody has looked.
 */
export function giveWay({ now, wait }: Pace): <T>(write: () => Promise<T>) => Promise<T> {
  let stretch = 0;
  let ended = Number.NEGATIVE_INFINITY;
  return async (write) => {
    if (now() - ended >= pauseMs) stretch = 0;
    if (stretch >= longestStretchMs) {
      await wait(pauseMs);
      stretch = 0;
    }
    const begun = now();
    // Done when it answers: a write is one transaction, without a moment in which anything else could run.
    const answer = write();
    ended = now();
    stretch += ended - begun;
    return answer;
  };
}
