/** The double's time: index lag, minute-rounded stamps, Retry-After and the rate of requests are read from it. */
export interface DoubleClock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
  /** Lets `ms` pass; what was planned for that stretch happens at its own instant. */
  advance(ms: number): void;
  /**
   * The injected timer of the client under test: time passes at once and the promise is fulfilled.
   * Pass this (bound) wherever the queue waits.
   */
  readonly sleep: (ms: number) => Promise<void>;
  /** Runs `action` when the clock reaches `at`; at once where that is past. */
  schedule(at: number, action: () => void): void;
}

/** A clock that stands still until somebody moves it. */
export function createDoubleClock(startAt: number): DoubleClock {
  let now = startAt;
  const planned: { readonly at: number; readonly action: () => void }[] = [];
  function advance(ms: number): void {
    const until = now + ms;
    for (;;) {
      planned.sort((left, right) => left.at - right.at);
      const next = planned[0];
      if (next === undefined || next.at > until) break;
      planned.shift();
      now = Math.max(now, next.at);
      next.action();
    }
    now = Math.max(now, until);
  }
  return {
    now: () => now,
    advance,
    sleep: (ms) => {
      advance(Math.max(0, ms));
      // A turn of the event loop, so that sockets get theirs.
      return new Promise((resolve) => setImmediate(resolve));
    },
    schedule: (at, action) => {
      if (at <= now) action();
      else planned.push({ at, action });
    },
  };
}

/**
 * A clock that runs by itself, `speed` times as fast as the machine's: for a client in another process, which
 * divides its own waits by the same `speed`.
 */
export function createRunningClock(startAt: number, speed: number): DoubleClock {
  const begun = performance.now();
  let skipped = 0;
  const now = (): number => Math.floor(startAt + skipped + (performance.now() - begun) * speed);
  return {
    now,
    advance: (ms) => {
      skipped += ms;
    },
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms) / speed)),
    schedule: (at, action) => {
      if (at <= now()) action();
      else setTimeout(action, (at - now()) / speed).unref();
    },
  };
}
