import type { Message } from "../../core/effect.ts";
import { messageOf } from "../../errors.ts";
import { type Done, done, type Waiting, waiting } from "../outcome.ts";
import type { Step } from "../step.ts";
import type { Channel, ChannelResult } from "./channel.ts";

/** A channel that throws is broken, and broken channels are what the next one is for. */
async function trySend(channel: Channel, message: Message, attempt: number): Promise<ChannelResult> {
  try {
    return await channel.send(message, attempt);
  } catch (error) {
    return { kind: "failed", because: messageOf(error), hint: null };
  }
}

/**
 * Sends a message through the first channel that takes it. Nobody can ask a phone whether a message has arrived,
 * so from the second attempt on the text says that it may repeat itself. An empty list of channels is a choice:
 * then there is nothing to send. When no channel takes it, it waits, with each channel's reason.
 */
export async function sendMessage(
  message: Message,
  attempt: number,
  channels: readonly Channel[],
  step: Step,
): Promise<Done | Waiting> {
  if (channels.length === 0) return done("no channel is named in `notify`");
  const marked = attempt > 1 ? { ...message, text: `(may repeat) ${message.text}` } : message;
  const reasons: string[] = [];
  const hints: string[] = [];
  for (const channel of channels) {
    step("message: before send");
    const result = await trySend(channel, marked, attempt);
    if (result.kind === "sent") {
      step("message: after send");
      const skipped = reasons.length === 0 ? "" : ` (${reasons.join("; ")})`;
      return done(`${channel.name}: ${result.detail}${skipped}`);
    }
    const verb = result.kind === "unavailable" ? "skipped" : "failed";
    reasons.push(`${channel.name} ${verb}: ${result.because}`);
    if (result.hint !== null) hints.push(result.hint);
  }
  return waiting("no-channel", reasons.join("; "), hints.length === 0 ? null : [...new Set(hints)].join(" "));
}
