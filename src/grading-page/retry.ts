const firstRetryMs = 1_000;
const longestRetryMs = 10_000;

/** Tries again later where nobody answers, and each time later than before. */
export class Retry {
  readonly #again: () => void;
  #retryMs = firstRetryMs;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(again: () => void) {
    this.#again = again;
  }

  later(): void {
    this.cancel();
    this.#retry = setTimeout(this.#again, this.#retryMs);
    this.#retryMs = Math.min(longestRetryMs, this.#retryMs * 2);
  }

  cancel(): void {
    clearTimeout(this.#retry);
  }

  /** Somebody answered: the next wait is a short one. */
  answered(): void {
    this.#retryMs = firstRetryMs;
  }

  /** Whether nobody has answered since it failed. */
  get hasFailed(): boolean {
    return this.#retryMs > firstRetryMs;
  }
}
