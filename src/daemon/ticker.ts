import { nodeCron, type ScheduledTask } from "node-cron";
import { messageOf } from "../errors.ts";
import { type ClockEvent, createClockWatch } from "./clock-watch.ts";
import type { PassCause } from "./passes.ts";

export interface TickerOptions {
  /** Five cron fields and their zone. */
  readonly schedule: string;
  readonly timezone: string;
  readonly clock: { readonly now: () => number; readonly monotonic: () => number };
  /** Asked for a pass, by whatever noticed that it is time. */
  readonly request: (cause: PassCause) => void;
  readonly onClock: (event: ClockEvent) => void;
  /** Something that is worth a line, and no more: the tick alone keeps the months. */
  readonly onTrouble: (message: string) => void;
  readonly tickMs?: number;
}

export interface Ticker {
  /** No timer is left after this. */
  stop(): void;
}

const defaultTickMs = 30_000;

/**
 * What makes the daemon look whether something is due: a tick every 30 seconds, which also notices a machine that woke
 * up, and node-cron at the slot. node-cron is only a hint that comes to the second: a slot that passed while this
 * process was down it never mentions, and one that passed while the machine slept only as missed.
 */
export function startTicker(options: TickerOptions): Ticker {
  const { clock, request, tickMs = defaultTickMs } = options;
  const watchClock = createClockWatch(clock, tickMs);
  const timer = setInterval(() => {
    const event = watchClock();
    if (event !== null) options.onClock(event);
    request(event === null ? "tick" : "wake");
  }, tickMs).unref();
  const hint = scheduleHint(options);
  return {
    stop: () => {
      clearInterval(timer);
      void hint?.destroy();
    },
  };
}

/** Ten minutes, in which node-cron fires late instead of calling a slot missed. */
const toleranceMs = 600_000;

function scheduleHint(options: TickerOptions): ScheduledTask | null {
  const { request, onTrouble } = options;
  const tell = (message: string | Error): void => onTrouble(messageOf(message));
  try {
    const task = nodeCron.schedule(options.schedule, () => request("slot"), {
      timezone: options.timezone,
      unref: true,
      missedExecutionTolerance: toleranceMs,
      suppressMissedWarning: true,
      // It would write to the terminal by itself.
      logger: { info: () => {}, debug: () => {}, warn: tell, error: tell },
    });
    task.on("execution:missed", () => request("missed-slot"));
    return task;
  } catch (error) {
    // It reads fewer patterns than croner, which counts the slots.
    onTrouble(`node-cron does not take the schedule: ${messageOf(error)}`);
    return null;
  }
}
