import type { Channel } from "./channel.ts";
import { commandChannel } from "./command.ts";
import { imessageChannel, usualOsascript } from "./imessage.ts";
import { ntfyChannel } from "./ntfy.ts";
import { sendmailChannel } from "./sendmail.ts";
import { stdoutChannel } from "./stdout.ts";
import { webhookChannel } from "./webhook.ts";

/** A channel as the config names it. */
export type ChannelSpec =
  | { readonly channel: "stdout" }
  | { readonly channel: "command"; readonly command: readonly string[] }
  | { readonly channel: "ntfy"; readonly url: string; readonly tokenEnv: string | null }
  | { readonly channel: "webhook"; readonly url: string; readonly secretEnv: string | null }
  | { readonly channel: "sendmail"; readonly to: string; readonly path: string | null }
  | { readonly channel: "imessage"; readonly to: string | null };

export interface ChannelSurroundings {
  readonly home: string;
  readonly workspace: string;
  readonly write: (text: string) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly osascript?: string;
  /** Mails and webhooks carry the real time, also in a rehearsal: others compare it with their own clocks. */
  readonly now?: () => number;
}

/** The channel that an entry of `notify` means. One that cannot be used here says so when it is asked. */
export function openChannel(spec: ChannelSpec, surroundings: ChannelSurroundings): Channel {
  const { home, workspace, write, environment, now = Date.now } = surroundings;
  switch (spec.channel) {
    case "stdout":
      return stdoutChannel(write);
    case "command":
      return commandChannel({ command: spec.command, home, workspace, environment });
    case "ntfy":
      return ntfyChannel({ url: spec.url, tokenEnv: spec.tokenEnv, environment });
    case "webhook":
      return webhookChannel({ url: spec.url, secretEnv: spec.secretEnv, workspace, environment, now });
    case "sendmail":
      return sendmailChannel({ to: spec.to, path: spec.path, home, workspace, environment, now });
    case "imessage": {
      const { platform = process.platform, osascript = usualOsascript } = surroundings;
      return imessageChannel({ to: spec.to, platform, home, environment, osascript });
    }
  }
}
