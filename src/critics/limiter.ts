/**
 * Lets at most so many tasks run side by side; the others wait in the order in which they came. Several critics at once
 * have damaged the one settings file that they share, so there is one limiter for all of them.
 */
export function createLimiter(atOnce: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= atOnce) {
      // Whoever ends hands over the place: nobody can slip in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
