/** Differences below this are the machine being busy. */
const noticeableMs = 5_000;

export type ClockEvent =
  /** The clock ran ahead of the time that this process saw: the machine slept, or the clock was set. */
  | { readonly kind: "ahead"; readonly byMs: number }
  | { readonly kind: "back"; readonly byMs: number }
  /** This process was not given any time: it was stopped, or something kept it busy. */
  | { readonly kind: "stalled"; readonly byMs: number };

/**
 * Compares the clock with monotonic time from call to call. On Linux monotonic time stands still while the machine
 * sleeps, on macOS it goes on; so a sleep shows as a clock that ran ahead, or as a call that came far too late.
 *
 * @param everyMs how often it is meant to be called
 */
export function createClockWatch(
  clock: { readonly now: () => number; readonly monotonic: () => number },
  everyMs: number,
): () => ClockEvent | null {
  let wall = clock.now();
  let monotonic = clock.monotonic();
  return () => {
    const wallPassed = clock.now() - wall;
    const timePassed = clock.monotonic() - monotonic;
    wall += wallPassed;
    monotonic += timePassed;
    const ahead = wallPassed - timePassed;
    if (ahead > noticeableMs) return { kind: "ahead", byMs: Math.round(ahead) };
    if (ahead < -noticeableMs) return { kind: "back", byMs: Math.round(-ahead) };
    const late = timePassed - everyMs;
    return late > noticeableMs ? { kind: "stalled", byMs: Math.round(late) } : null;
  };
}
