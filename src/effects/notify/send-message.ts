import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { Message } from "../../core/effect.ts";
import { messageOf } from "../../errors.ts";
import { type Done, done, type Waiting, waiting } from "../outcome.ts";
import type { Step } from "../step.ts";
import type { Channel, ChannelResult } from "./channel.ts";

/** How long to wait after the first and the second try of the same channel: three tries in all. */
const pausesMs = [1_000, 4_000] as const;
/** After this time with one channel no new try is begun: a channel that hangs is not asked to hang again. */
const patienceMs = 30_000;

/** Time as the sending feels it: real, also in a rehearsal. */
export interface Waits {
  readonly pause: (ms: number) => Promise<unknown>;
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed: () => number;
}

const realWaits: Waits = { pause: (ms) => delay(ms), elapsed: () => performance.now() };

/** A channel that throws is broken, and broken channels are what the next one is for. */
async function trySend(channel: Channel, message: Message, attempt: number): Promise<ChannelResult> {
  try {
    return await channel.send(message, attempt);
  } catch (error) {
    return { kind: "failed", because: messageOf(error), hint: null };
  }
}

/**
 * Sends a message through the first channel that takes it. An empty list of channels is a choice: then there is
 * nothing to send. When no channel takes it, it waits, with each channel's reason.
 *
 * A channel that fails for a passing reason is tried three times, one and four seconds apart, before the next one
 * is taken; any other goes to the next at once. The tries happen here and not over several passes: the
 * next pass is a month away where cron starts the program, and a revert that the person hears of through the second
 * channel now is worth more than one through the first in a month. Passes repeat only what no channel took.
 *
 * Nobody can ask a phone whether a message has arrived, so the text says that it may repeat itself on every
 * attempt after the first, on every further try of a channel, and where an earlier channel may have delivered it.
 */
export async function sendMessage(
  message: Message,
  attempt: number,
  channels: readonly Channel[],
  step: Step,
  waits: Waits = realWaits,
): Promise<Done | Waiting> {
  if (channels.length === 0) return done("no channel is named in `notify`");
  const marked = { ...message, text: `(may repeat) ${message.text}` };
  const reasons: string[] = [];
  const hints: string[] = [];
  let mayRepeat = attempt > 1;
  for (const channel of channels) {
    const started = waits.elapsed();
    for (let tries = 1; ; tries += 1) {
      step("message: before send");
      const outgoing = mayRepeat || tries > 1 ? marked : message;
      const result = await trySend(channel, outgoing, attempt + tries - 1);
      if (result.kind === "sent") {
        step("message: after send");
        const skipped = reasons.length === 0 ? "" : ` (${reasons.join("; ")})`;
        return done(`${channel.name}: ${result.detail}${skipped}`);
      }
      if (result.kind === "failed" && result.mayHaveArrived === true) mayRepeat = true;
      const pause = pausesMs[tries - 1];
      const again = result.kind === "failed" && result.retry === true && pause !== undefined;
      if (again && waits.elapsed() - started + pause < patienceMs) {
        await waits.pause(pause);
        continue;
      }
      const verb = result.kind === "unavailable" ? "skipped" : "failed";
      reasons.push(`${channel.name} ${verb}${tries > 1 ? ` ${tries} times` : ""}: ${result.because}`);
      if (result.hint !== null) hints.push(result.hint);
      break;
    }
  }
  return waiting("no-channel", reasons.join("; "), hints.length === 0 ? null : [...new Set(hints)].join(" "));
}
