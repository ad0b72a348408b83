import type { ChannelResult } from "./channel.ts";
import type { PostOutcome } from "./post.ts";

/** What to do when the other side refuses: the channel knows the names of its keys in the config. */
export interface PostFixes {
  readonly address: string;
  readonly credentials: string;
}

/** With these codes no request has reached the other side. */
const notConnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "EADDRNOTAVAIL",
]);

/** Certificates and protocols do not mend themselves in a few seconds. */
const notSecure = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|^EPROTO$|HOSTNAME_MISMATCH/;

/** Answers that say "later": request timeout, too early, too many requests. */
const later = new Set([408, 425, 429]);

function refusal(status: number, fixes: PostFixes): ChannelResult {
  const failed = { kind: "failed", because: `the server answered with ${status}` } as const;
  if (status >= 500) {
    // It may have passed the message on before it broke.
    return { ...failed, hint: "Look at the server.", retry: true, mayHaveArrived: true };
  }
  if (later.has(status)) return { ...failed, hint: "It has had too many requests, or is busy.", retry: true };
  if (status === 401 || status === 403 || status === 407) return { ...failed, hint: fixes.credentials };
  if (status >= 300 && status < 400) {
    return {
      kind: "failed",
      because: `the server answered with a redirect (${status}), which is not followed`,
      hint: fixes.address,
    };
  }
  return { ...failed, hint: fixes.address };
}

/** What the outcome of a POST means for a channel. The address is a secret: it stands in no answer. */
export function postResult(outcome: PostOutcome, limitMs: number, fixes: PostFixes): ChannelResult {
  switch (outcome.kind) {
    case "answered":
      return outcome.status >= 200 && outcome.status < 300
        ? { kind: "sent", detail: `the server answered with ${outcome.status}` }
        : refusal(outcome.status, fixes);
    case "timed-out":
      return {
        kind: "failed",
        because: `the server did not answer in full within ${limitMs / 1000} s`,
        hint: "Look at the network and at the server.",
        retry: true,
        mayHaveArrived: true,
      };
    case "broken": {
      const because = `the connection failed (${outcome.code})`;
      if (notSecure.test(outcome.code)) {
        return {
          kind: "failed",
          because,
          hint: "Mend the certificate of the server, the `https` of `url`, or the clock here.",
        };
      }
      return {
        kind: "failed",
        because,
        hint: "Look at the network, and at the address in the config.",
        retry: true,
        mayHaveArrived: !notConnected.has(outcome.code),
      };
    }
    case "unusable":
      return {
        kind: "unavailable",
        because: "no request can be made of the address or the headers",
        hint: fixes.address,
      };
  }
}
