/** What the calls that are under way may still cost: their costs are stored, and counted, only when they end. */
export class CallsInFlight {
  readonly #limits = new Set<{ readonly usd: number }>();
  #waiting: (() => void)[] = [];
  #ended = 0;

  /** How many calls are under way. */
  get count(): number {
    return this.#limits.size;
  }

  /** What they may cost together, US dollars. */
  get usd(): number {
    return [...this.#limits].reduce((total, { usd }) => total + usd, 0);
  }

  /** How many have ended so far: whoever read a sum in between knows by it that the sum is old. */
  get ended(): number {
    return this.#ended;
  }

  /** Counts a call from now on, and no longer once the outcome is disposed of. */
  begin(usd: number): Disposable {
    const limit = { usd };
    this.#limits.add(limit);
    return {
      [Symbol.dispose]: () => {
        if (!this.#limits.delete(limit)) return;
        this.#ended += 1;
        const waiting = this.#waiting;
        this.#waiting = [];
        for (const go of waiting) go();
      },
    };
  }

  /** Waits until one of them ends. */
  nextEnd(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
