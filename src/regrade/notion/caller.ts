import type { Client } from "@notionhq/client";
import { failureOf, NotionFailure } from "./failure.ts";
import { faultOf, type NotionFault } from "./fault.ts";
import type { NotionMemory, NotionTiming } from "./memory.ts";

/** One request to Notion, as it may have to be repeated. */
export interface NotionCall<Result> {
  readonly name: string;
  /** Repeating a `read` or a `set` is harmless; every `create` that happens makes one thing more. */
  readonly kind: "read" | "set" | "create";
  readonly send: (client: Client) => Promise<unknown>;
  /** Reads the answer; what it throws says that the answer is not one. */
  readonly parse: (answer: unknown) => Result;
  /** Told before the request is repeated, so that it may ask for less. */
  readonly onFault?: (fault: NotionFault) => void;
}

/** Sends requests one after the other. Throws NotionFailure for what does not succeed. */
export interface NotionCaller {
  call<Result>(call: NotionCall<Result>): Promise<Result>;
}

export interface CallerOptions {
  /** Made at the first request: the client's code is not loaded before. */
  readonly openClient: () => Promise<Client>;
  readonly timing: NotionTiming;
  readonly memory: NotionMemory;
}

// Three a second are 334 ms apart; the rest is for timers that ring early.
const spacing = 355;
/** Notion counts what arrives, and a request may be on its way for long: so the fourth waits for the answer to the first. */
const perSecond = 3;
const second = 1_000;
/** What Notion's clock and ours may differ by between its answer and our next request. */
const cushion = 100;
/** A longer pause is not sat out: the pass ends, and the next one that comes after it goes on. */
const longestPause = 5 * 60_000;
const pausedUntilName = "paused-until";

/** How often each kind of fault may be met by one request, each counted for itself. */
const budgets: Readonly<Partial<Record<NotionFault["kind"], number>>> = {
  paused: 10,
  unsent: 3,
  interrupted: 5,
  conflict: 5,
};

/**
 * The client's own retries are switched off: they leave out what fails most, cut a Retry-After short, and would repeat
 * a request that makes something. Here one request is under way at a time, at most three start in a second, a pause that
 * Notion asks for holds back everything, also across restarts, and only what is harmless to repeat is repeated.
 */
export function createCaller({ openClient, timing, memory }: CallerOptions): NotionCaller {
  let line: Promise<unknown> = Promise.resolve();
  let client: Promise<Client> | null = null;
  let lastStart: number | null = null;
  /** When the last three requests surely had arrived, the oldest first. */
  let arrivals: readonly number[] = [];
  let pausedUntil: number | null = null;

  async function awaitTurn(): Promise<void> {
    pausedUntil ??= Number((await memory.read(pausedUntilName)) ?? 0);
    const left = pausedUntil - timing.now();
    // A clock that was set back must not turn a minute into a year.
    if (left > longestPause && left < 31 * 86_400_000) throw stillPaused(pausedUntil);
    if (left > 0 && left <= longestPause) await timing.wait(left);
    // Before the first request too: a process that was killed may have sent its last one a moment ago.
    const since = lastStart === null ? 0 : timing.now() - lastStart;
    const sinceThird = timing.now() - (arrivals.at(-perSecond) ?? Number.NEGATIVE_INFINITY);
    const wait = Math.max(spacing - Math.max(0, since), second - Math.max(0, sinceThird));
    if (wait > 0) await timing.wait(wait);
    lastStart = timing.now();
  }

  async function pause(milliseconds: number): Promise<void> {
    pausedUntil = timing.now() + milliseconds + cushion;
    await memory.write(pausedUntilName, String(pausedUntil));
  }

  async function perform<Result>(call: NotionCall<Result>): Promise<Result> {
    const met = new Map<NotionFault["kind"], number>();
    for (;;) {
      await awaitTurn();
      client ??= openClient();
      let fault: NotionFault;
      try {
        return call.parse(await call.send(await client));
      } catch (error) {
        fault = faultOf(error, timing.now());
      } finally {
        arrivals = [...arrivals, timing.now()].slice(-perSecond);
      }
      const count = (met.get(fault.kind) ?? 0) + 1;
      met.set(fault.kind, count);
      if (fault.kind === "paused") await pause(fault.retryAfter ?? backOff(count, timing));
      if (!mayRepeat(fault, call.kind) || count > (budgets[fault.kind] ?? 0)) {
        throw failureOf(fault, { creates: call.kind === "create" });
      }
      call.onFault?.(fault);
      if (fault.kind !== "paused") await timing.wait(backOff(count, timing));
    }
  }

  return {
    call: (call) => {
      const result = line.then(() => perform(call));
      line = result.catch(() => undefined);
      return result;
    },
  };
}

function mayRepeat(fault: NotionFault, kind: NotionCall<unknown>["kind"]): boolean {
  // These two surely did not happen. An interrupted creation may have.
  if (fault.kind === "paused" || fault.kind === "unsent") return true;
  return kind !== "create" && (fault.kind === "interrupted" || fault.kind === "conflict");
}

/** 1, 2, 4, ... seconds up to a minute, of which the last quarter is left to chance. */
function backOff(count: number, timing: NotionTiming): number {
  const full = Math.min(60_000, 1000 * 2 ** (count - 1));
  return Math.round(full * (0.75 + timing.random() / 4));
}

function stillPaused(until: number): NotionFailure {
  return new NotionFailure("unavailable", `Notion asks to wait until ${new Date(until).toISOString()}`);
}
