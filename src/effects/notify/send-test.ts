import type { Message } from "../../core/effect.ts";
import { messageOf } from "../../errors.ts";
import type { Channel, ChannelResult } from "./channel.ts";

export interface ChannelTest {
  /** As the config names it, e.g. `ntfy`. */
  readonly channel: string;
  readonly kind: ChannelResult["kind"];
  readonly message: string;
  /** What to do; null where it was sent, or where nothing is known. */
  readonly fix: string | null;
}

const testMessage: Message = {
  kind: "test",
  subject: "improve-cron: a test",
  text: "This channel works. Reverts, months to grade and steps that are stuck are told here.",
};

async function testChannel(channel: Channel): Promise<ChannelTest> {
  try {
    const result = await channel.send(testMessage, 1);
    return result.kind === "sent"
      ? { channel: channel.name, kind: result.kind, message: result.detail, fix: null }
      : { channel: channel.name, kind: result.kind, message: result.because, fix: result.hint };
  } catch (error) {
    return { channel: channel.name, kind: "failed", message: messageOf(error), fix: null };
  }
}

/**
 * Sends a test through every channel, one after the other and once each, and answers how each went, in the order
 * of the config. Unlike a message it does not stop at the first that works: the others are there for the day on
 * which that one does not.
 */
export async function sendTest(channels: readonly Channel[]): Promise<readonly ChannelTest[]> {
  const results: ChannelTest[] = [];
  for (const channel of channels) results.push(await testChannel(channel));
  return results;
}
