import { createHash } from "node:crypto";
import { hostname } from "node:os";
import type { Message } from "../../core/effect.ts";
import type { Channel, ChannelResult } from "./channel.ts";
import { childEnvironment } from "./child-environment.ts";
import { composeMail } from "./mail-text.ts";
import { clipUnits, headerLine } from "./message-text.ts";
import { type CommandResult, runCommand } from "./run-command.ts";

export interface SendmailOptions {
  readonly to: string;
  /** Null: where systems keep it. A relative one starts at the config's folder. */
  readonly path: string | null;
  readonly home: string;
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Epoch milliseconds of the real time. */
  readonly now: () => number;
  readonly limitMs?: number;
  readonly graceMs?: number;
}

export const usualSendmail = "/usr/sbin/sendmail";

/** Exit codes of <sysexits.h> that stay the same however often one asks: usage, data, user, permission, config. */
const lasting = new Set([64, 65, 67, 77, 78]);
const longestSubject = 200;
const longestSaid = 200;

/** Whether a header can carry these addresses: printable ASCII. Line breaks would start headers of their own. */
export function isMailAddress(to: string): boolean {
  return /^[ -~]+$/.test(to) && to.trim() !== "";
}

/** Different for every mail; that of the same text sent again differs by the time. */
function messageId(message: Message, workspace: string, sentAt: number): string {
  const content = JSON.stringify([workspace, message.kind, message.subject, message.text, sentAt]);
  const host = hostname().replaceAll(/[^A-Za-z0-9.-]/g, "");
  const left = createHash("sha256").update(content).digest("hex").slice(0, 32);
  return `${left}@${host === "" ? "localhost" : host}`;
}

function resultOf(program: string, limitMs: number, result: CommandResult): ChannelResult {
  const said =
    "output" in result && result.output !== ""
      ? `: ${clipUnits(headerLine(result.output), longestSaid)}`
      : "";
  const look = "Look at the mail log of this machine, or send a mail by hand.";
  switch (result.kind) {
    case "ended":
      if (result.code === 0) return { kind: "sent", detail: "handed over to sendmail" };
      return {
        kind: "failed",
        because: `${program} ended with ${result.code}${said}`,
        hint: lasting.has(result.code) ? "Mend `to` of the sendmail channel, or the mail set-up here." : look,
        retry: !lasting.has(result.code),
      };
    case "killed":
      return {
        kind: "failed",
        because: `${program} was ended by ${result.signal}${said}`,
        hint: look,
        retry: true,
        mayHaveArrived: true,
      };
    case "timed-out":
      return {
        kind: "failed",
        because: `${program} did not end within ${limitMs / 1000} s${said}`,
        hint: look,
        retry: true,
        mayHaveArrived: true,
      };
    case "not-started":
      return {
        kind: "unavailable",
        because: `${program} could not be started: ${result.because}`,
        hint: "Install a sendmail (msmtp brings one), or mend `path` of the sendmail channel.",
      };
  }
}

/**
 * Sends a mail through a program that is called like sendmail (Postfix, Exim, msmtp): `-t` takes the receiver from
 * the header, `-oi` keeps a line with one dot from ending the text. Exit 0 means that it took the mail, not that it
 * has arrived. What it takes longer than the limit (30 s) for is ended, with all that it started.
 */
export function sendmailChannel(options: SendmailOptions): Channel {
  const { to, path, home, workspace, environment, now, limitMs = 30_000, graceMs = 2_000 } = options;
  const program = path ?? usualSendmail;
  return {
    name: "sendmail",
    send: async (message) => {
      if (!isMailAddress(to)) {
        return {
          kind: "unavailable",
          because: "`to` is not a mail address",
          hint: "Give `to` of the sendmail channel an address in plain letters, on one line.",
        };
      }
      const sentAt = now();
      const mail = composeMail({
        to,
        subject: clipUnits(headerLine(message.subject), longestSubject),
        text: message.text,
        sentAt,
        messageId: messageId(message, workspace, sentAt),
      });
      const result = await runCommand({
        command: [program, "-t", "-oi"],
        stdin: mail,
        cwd: home,
        env: childEnvironment(environment),
        limitMs,
        graceMs,
      });
      return resultOf(program, limitMs, result);
    },
  };
}
