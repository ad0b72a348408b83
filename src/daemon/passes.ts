import type { App } from "../app.ts";
import { slotGraceMs } from "../core/slot-counters.ts";
import { findDueWork, type Turn } from "../cycle/due-work.ts";
import { type Reconciliation, reconcile } from "../cycle/reconcile.ts";
import { isDouble, recordDouble } from "../cycle/slot-counters.ts";
import { type ErrorCode, ImproveCronError } from "../errors.ts";

/** What made the daemon look: they all do the same. */
export type PassCause = "start" | "tick" | "slot" | "missed-slot" | "wake";

/** How a pass ended. `busy`: another process holds the run lock, and does the work. */
type PassOutcome = Reconciliation["kind"] | "busy" | "failed" | "waiting";

export interface Pass {
  readonly at: number;
  readonly cause: PassCause;
  readonly outcome: PassOutcome;
}

export interface PassesOptions {
  readonly app: Pick<App, "cycle" | "acquireRunLock" | "config">;
  /** Milliseconds that only ever go forward. */
  readonly monotonic: () => number;
  /** Throws where the database is not any more the file that was opened, or has another program's schema. */
  readonly checkDatabase: () => Promise<void> | void;
  readonly onDone: (cause: PassCause, result: Reconciliation) => void;
  readonly onFailed: (cause: PassCause, error: unknown, retryMs: number) => void;
  /** The daemon cannot go on with this database. */
  readonly onFatal: (error: unknown) => void;
}

export interface Passes {
  /** Does what is due. While a pass runs, another one is only noted, and follows it. */
  request(cause: PassCause): Promise<void>;
  /** Logs and queues are looked into at the next pass, whenever that was done last. */
  hurry(): void;
  /** The last pass that ended; null before the first. */
  last(): Pass | null;
  /** Resolves when no pass is running; no new one begins after this was called. */
  stop(): Promise<void>;
}

const minute = 60_000;
const logsEveryMs = 5 * minute;
const firstRetryMs = 30_000;
const longestRetryMs = 15 * minute;

/** With these the database itself is the trouble, and trying again would be hammering on it. */
const fatal: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "store-damaged",
  "store-newer",
  "store-place",
  "native-module",
]);

/**
 * The daemon's passes through the month, one at a time in this process, each under the run lock where there is anything
 * to do. A pass that fails is tried again later and later, up to a quarter of an hour.
 */
export function createPasses(options: PassesOptions): Passes {
  const { app, monotonic } = options;
  const context = { ...app.cycle, trigger: "daemon" };
  const watchingSince = context.now();
  const pollEveryMs = app.config.server.pollMinutes * minute;
  let logsDueAt = Number.NEGATIVE_INFINITY;
  let pollDueAt = Number.NEGATIVE_INFINITY;
  let retryAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  /** A slot has fired, and nobody has looked yet whether its month was there already. */
  let slotFired = false;
  /** When this daemon last opened a month: the slot that fires then is no double of its own work. */
  let openedAt = Number.NEGATIVE_INFINITY;
  let last: Pass | null = null;
  let running: Promise<void> | null = null;
  let next: PassCause | null = null;
  let stopped = false;

  function turnNow(): Turn {
    const now = monotonic();
    return { logs: now >= logsDueAt, grades: now >= pollDueAt, watchingSince };
  }

  async function pass(cause: PassCause): Promise<PassOutcome> {
    // The slot itself is worth an attempt, however often others failed before.
    if (monotonic() < retryAt && cause !== "slot") return "waiting";
    await options.checkDatabase();
    const turn = turnNow();
    const due = await findDueWork(context, turn);
    const isIdle = due.openUpTo === null && !due.close && !due.effects && !turn.logs && !turn.grades;
    if (slotFired && due.openUpTo === null) {
      slotFired = false;
      const isOwn = context.now() - openedAt <= slotGraceMs;
      if (!isOwn && (await isDouble(context))) await recordDouble(context);
    }
    if (isIdle) return "idle";
    const lock = app.acquireRunLock();
    if (lock.kind === "busy") return "busy";
    try {
      const result = await reconcile(context, turn);
      const now = monotonic();
      if (result.kind !== "idle") logsDueAt = now + logsEveryMs;
      if (turn.grades && result.kind !== "idle") pollDueAt = now + pollEveryMs;
      if (result.kind === "ran" && result.summary.opened.length > 0) openedAt = context.now();
      options.onDone(cause, result);
      return result.kind;
    } finally {
      lock.release();
    }
  }

  async function passAndRemember(cause: PassCause): Promise<void> {
    let outcome: PassOutcome;
    try {
      outcome = await pass(cause);
      if (outcome !== "waiting") failures = 0;
    } catch (error) {
      outcome = "failed";
      if (error instanceof ImproveCronError && fatal.has(error.code)) {
        stopped = true;
        options.onFatal(error);
      } else {
        failures += 1;
        const retryMs = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 10));
        retryAt = monotonic() + retryMs;
        options.onFailed(cause, error, retryMs);
      }
    }
    if (outcome !== "waiting") last = { at: context.now(), cause, outcome };
  }

  async function passUntilDone(): Promise<void> {
    while (next !== null && !stopped) {
      const cause = next;
      next = null;
      await passAndRemember(cause);
    }
    running = null;
  }

  return {
    request: (cause) => {
      if (cause === "slot" || cause === "missed-slot") slotFired = true;
      next = cause;
      running ??= passUntilDone();
      return running;
    },
    hurry: () => {
      logsDueAt = Number.NEGATIVE_INFINITY;
      pollDueAt = Number.NEGATIVE_INFINITY;
    },
    last: () => last,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
