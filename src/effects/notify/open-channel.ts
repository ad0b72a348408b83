import type { Channel } from "./channel.ts";
import { commandChannel } from "./command.ts";
import { stdoutChannel } from "./stdout.ts";

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
}

function unavailable(name: string, because: string, hint: string): Channel {
  return { name, send: async () => ({ kind: "unavailable", because, hint }) };
}

/** The channel that an entry of `notify` means. One that this version cannot use says so when it is asked. */
export function openChannel(
  spec: ChannelSpec,
  { home, workspace, write, environment }: ChannelSurroundings,
): Channel {
  switch (spec.channel) {
    case "stdout":
      return stdoutChannel(write);
    case "command":
      return commandChannel({ command: spec.command, home, workspace, environment });
    case "imessage":
      if (spec.to === null) {
        return unavailable(
          "imessage",
          "`to` is null",
          "Give `to` of the imessage channel a phone number or address.",
        );
      }
      return unavailable("imessage", "this version cannot send it", "Use a `command` channel meanwhile.");
    case "ntfy":
    case "webhook":
    case "sendmail":
      return unavailable(spec.channel, "this version cannot send it", "Use a `command` channel meanwhile.");
  }
}
