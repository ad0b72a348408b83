/**
 * The server's time: what its last answer said, and what has passed here since by a clock that nobody sets. A grade gets
 * its instant when it is given, however much later it is sent, and no two get the same.
 */
export class ServerClock {
  readonly #passed: () => number;
  #offset: number;
  #last = 0;

  /** `passed`: milliseconds that only grow. `start`: the time until the server has said one. */
  constructor(passed: () => number, start: number) {
    this.#passed = passed;
    this.#offset = start - passed();
  }

  hear(iso: string): void {
    const at = Date.parse(iso);
    if (Number.isFinite(at)) this.#offset = at - this.#passed();
  }

  next(): number {
    this.#last = Math.max(this.#last + 1, Math.round(this.#passed() + this.#offset));
    return this.#last;
  }
}
