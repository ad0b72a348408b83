import { createHmac } from "node:crypto";
import type { Channel } from "./channel.ts";
import { postResult } from "./post-result.ts";
import { post } from "./post.ts";
import { readSecret } from "./secret.ts";

export interface WebhookOptions {
  readonly url: string;
  readonly secretEnv: string | null;
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Epoch milliseconds of the real time, also in a rehearsal: the receiver compares with its own clock. */
  readonly now: () => number;
  readonly limitMs?: number;
}

const fixes = {
  address: "Mend `url` of the webhook channel.",
  credentials: "Give the receiver the same secret as the variable that `secret_env` names.",
};

/**
 * The signature of a body, as `X-Improve-Cron-Signature` carries it: `sha256=` and HMAC-SHA-256 over the bytes of
 * the body, in hexadecimal. A receiver computes it over what it received before it parses it, and compares the two
 * in constant time.
 */
export function webhookSignature(secret: string, body: string): string {
  return `sha256=${createHmac("sha256", secret).update(body, "utf8").digest("hex")}`;
}

/**
 * Posts a message as one JSON object `{kind, subject, text, attempt, workspace, sentAt}`, signed where there is a
 * secret. `sentAt` (ISO 8601, UTC) is part of what is signed: a receiver that refuses what is older than some
 * minutes is safe from one who plays a recorded request again.
 */
export function webhookChannel(options: WebhookOptions): Channel {
  const { url, secretEnv, workspace, environment, now, limitMs = 15_000 } = options;
  return {
    name: "webhook",
    send: async ({ kind, subject, text }, attempt) => {
      const secret = readSecret(secretEnv, environment);
      if (secret.kind === "unset") {
        return {
          kind: "unavailable",
          because: `the environment variable ${secret.name} is empty`,
          hint: `Set ${secret.name} where improve-cron runs.`,
        };
      }
      const sentAt = new Date(now()).toISOString();
      const body = JSON.stringify({ kind, subject, text, attempt, workspace, sentAt });
      const outcome = await post({
        url,
        headers: {
          "Content-Type": "application/json",
          ...(secret.kind === "set"
            ? { "X-Improve-Cron-Signature": webhookSignature(secret.value, body) }
            : {}),
        },
        body,
        limitMs,
      });
      return postResult(outcome, limitMs, fixes);
    },
  };
}
