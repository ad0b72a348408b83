import type { Message } from "../../core/effect.ts";

export type ChannelResult =
  | { readonly kind: "sent"; readonly detail: string }
  /** It tried and could not, or cannot say that it did. */
  | {
      readonly kind: "failed";
      readonly because: string;
      readonly hint: string | null;
      /** Whether the same channel may well succeed in a few seconds. Absent: it would fail the same way. */
      readonly retry?: boolean;
      /** Whether the message may have arrived all the same. Absent: it certainly has not. */
      readonly mayHaveArrived?: boolean;
    }
  /** It is not set up, or not on this machine; nothing was tried. */
  | { readonly kind: "unavailable"; readonly because: string; readonly hint: string | null };

/**
 * One way to reach the person. It answers how it went and does not throw for what can be expected to go wrong.
 * Nothing secret (addresses of ntfy and webhooks, tokens) stands in what it answers: that is stored and printed.
 */
export interface Channel {
  readonly name: string;
  /** @param attempt from 1; above 1 the message may have been sent before */
  send(message: Message, attempt: number): Promise<ChannelResult>;
}
