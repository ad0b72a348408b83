import type { Message } from "../../core/effect.ts";
import type { Channel, ChannelResult } from "./channel.ts";
import { childEnvironment } from "./child-environment.ts";
import { clipUnits, headerLine } from "./message-text.ts";
import { appleScriptResult } from "./apple-script-result.ts";
import { runCommand } from "./run-command.ts";

export interface ImessageOptions {
  /** A phone number or Apple ID; null where none is given yet. */
  readonly to: string | null;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The program itself, by its full path: no PATH decides what may speak for the person. */
  readonly osascript: string;
  readonly limitMs?: number;
  readonly graceMs?: number;
}

export const usualOsascript = "/usr/bin/osascript";

/**
 * What osascript is given on its standard input. It is the same for every message: handle and text are arguments,
 * so that no quote, backslash or line end in them can become a part of it. `participant of account` is the form
 * since macOS 11, and naming the service keeps the message from going out as SMS. AppleScript has its own time
 * limit for the answer of Messages, which otherwise is two minutes.
 */
export const sendScript = `on run argv
	set theHandle to item 1 of argv
	set theText to item 2 of argv
	with timeout of 20 seconds
		tell application "Messages"
			set theAccount to 1st account whose service type = iMessage
			send theText to participant theHandle of theAccount
		end tell
	end timeout
end run
`;

const firstWord = "improve-cron";
const longestText = 1000;
const longestSubject = 200;

/** Whether Messages can find a person by this: a phone number, or an address. A group's name is no handle. */
export function isHandle(to: string): boolean {
  return /^\+?[0-9][0-9 ().-]{2,}$/.test(to) || /^[A-Za-z0-9][^\s@]*@[^\s@]+$/.test(to);
}

/**
 * The text of a message: subject and text, 1,000 characters at most. It always starts with the same word, also
 * because an argument that starts with a dash might be taken for an option.
 */
export function imessageText({ subject, text }: Pick<Message, "subject" | "text">): string {
  const title = clipUnits(headerLine(subject), longestSubject);
  const named = title.startsWith(firstWord) ? title : `${firstWord}: ${title}`;
  // An argument ends at a NUL.
  return clipUnits(`${named}\n${text}`.replaceAll("\0", "\ufffd"), longestText);
}

function unavailable(because: string, hint: string): ChannelResult {
  return { kind: "unavailable", because, hint };
}

/**
 * Sends through Messages of this Mac. Exit 0 means that Messages took the text, not that it has arrived.
 * osascript is known to hang without limit: after 30 s it is ended, with all that it started.
 */
export function imessageChannel(options: ImessageOptions): Channel {
  const { to, platform, home, environment, osascript, limitMs = 30_000, graceMs = 2_000 } = options;
  return {
    name: "imessage",
    send: async (message) => {
      const handle = to?.trim() ?? "";
      if (handle === "") {
        return unavailable(
          "`to` is null",
          "Give `to` of the imessage channel a phone number or an Apple ID.",
        );
      }
      if (!isHandle(handle)) {
        return unavailable(
          "`to` is neither a phone number nor an Apple ID",
          "Give `to` of the imessage channel a number such as +15550100, or an address. Groups cannot be named.",
        );
      }
      if (platform !== "darwin") {
        return unavailable(
          `only on macOS, and this is ${platform}`,
          "Take the channel out of `notify` here.",
        );
      }
      const result = await runCommand({
        // Arguments reach a script on standard input only after the `-` in the place of its file.
        command: [osascript, "-", handle, imessageText(message)],
        stdin: sendScript,
        cwd: home,
        // launchd sets no LANG, and cron often C; text beyond ASCII would then be in doubt.
        env: { ...childEnvironment(environment), LANG: "en_US.UTF-8" },
        limitMs,
        graceMs,
      });
      return appleScriptResult(result, limitMs);
    },
  };
}
