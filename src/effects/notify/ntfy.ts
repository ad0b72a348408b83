import type { MessageKind } from "../../core/effect.ts";
import type { Channel } from "./channel.ts";
import { encodeHeaderText } from "./encoded-word.ts";
import { clipBytes, headerLine } from "./message-text.ts";
import { postResult } from "./post-result.ts";
import { post } from "./post.ts";
import { readSecret } from "./secret.ts";

export interface NtfyOptions {
  /** With the topic, which is as good as a password. */
  readonly url: string;
  readonly tokenEnv: string | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly limitMs?: number;
}

/** ntfy turns a message above 4,096 bytes into an attachment and refuses a title above 1 KB. */
const longestText = 4000;
const longestTitle = 1000;

const fixes = {
  address: "Mend `url` of the ntfy channel: the server's address, a slash and the topic.",
  credentials: "Give the token in the variable that `token_env` names the right to write to this topic.",
};

function priorityOf(kind: MessageKind): "high" | "default" {
  return kind === "reverted" || kind === "outage" ? "high" : "default";
}

/**
 * Publishes to a topic of an ntfy server: the text is the body, so that it arrives as written, and the subject the
 * title. Not ntfy's JSON form: that one is posted to the root of the server, which `url` does not name where the
 * server stands behind a path. Titles beyond ASCII are encoded words, which ntfy decodes.
 * Source: https://docs.ntfy.sh/publish (publishing, message title, access tokens, limitations).
 */
export function ntfyChannel(options: NtfyOptions): Channel {
  const { url, tokenEnv, environment, limitMs = 15_000 } = options;
  return {
    name: "ntfy",
    send: async (message) => {
      const token = readSecret(tokenEnv, environment);
      if (token.kind === "unset") {
        return {
          kind: "unavailable",
          because: `the environment variable ${token.name} is empty`,
          hint: `Set ${token.name} where improve-cron runs.`,
        };
      }
      const outcome = await post({
        url,
        headers: {
          "Content-Type": "text/plain; charset=utf-8",
          Title: encodeHeaderText(clipBytes(headerLine(message.subject), longestTitle)).join(" "),
          Priority: priorityOf(message.kind),
          ...(token.kind === "set" ? { Authorization: `Bearer ${token.value}` } : {}),
        },
        body: clipBytes(message.text, longestText),
        limitMs,
      });
      return postResult(outcome, limitMs, fixes);
    },
  };
}
