import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import type { Channel } from "../../../src/effects/notify/channel.ts";
import { type ChannelSpec, openChannel } from "../../../src/effects/notify/open-channel.ts";
import { type BadInput, doorForAll } from "../bad-input.ts";

interface Given {
  readonly spec: ChannelSpec;
  readonly text?: string;
  readonly subject?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** RECORD stands for a program that keeps what it is given, ORIGIN for a receiver of posts. */
const command: ChannelSpec = { channel: "command", command: ["RECORD"] };
const imessage: ChannelSpec = { channel: "imessage", to: "+15550100" };
const mail: ChannelSpec = { channel: "sendmail", to: "ada@example.org", path: "RECORD" };
const ntfy: ChannelSpec = { channel: "ntfy", url: "ORIGIN/topic", tokenEnv: null };

const literal = "arrives letter for letter";

function texts(spec: ChannelSpec): readonly BadInput<Given>[] {
  const text = (given: string, why: string): BadInput<Given> => ({
    given: { spec, text: given },
    expected: literal,
    why,
    shown: `${spec.channel}: ${JSON.stringify(given).replaceAll("\u2028", "\\u2028")}`,
  });
  return [
    text('" & (do shell script "touch pwned") & "', "no end of a text in AppleScript"),
    text("$(touch pwned) `touch pwned` ; touch pwned", "no shell reads it"),
    text("line one\n.\nline two\r\nBcc: all@example.org", "no end of a mail, no header"),
    text('before\u2028after \\" end', "line ends of other languages, backslashes"),
    text("-e --help", "no option"),
  ];
}

function channel(
  spec: ChannelSpec,
  expected: string,
  why: string,
  more: Partial<Given> = {},
): BadInput<Given> {
  const shown = `${spec.channel}: ${JSON.stringify("to" in spec ? spec.to : "url" in spec ? spec.url : "")}${more.subject === undefined ? "" : ` subject ${JSON.stringify(more.subject)}`}${more.env === undefined ? "" : ` token ${JSON.stringify(Object.values(more.env)[0])}`}`;
  return { given: { spec, ...more }, expected, why, shown };
}

const inputs: readonly BadInput<Given>[] = [
  ...texts(command),
  ...texts(imessage),
  ...texts(mail),
  channel({ ...imessage, to: "-e" }, "unavailable", "no option"),
  channel({ ...imessage, to: "" }, "unavailable", "nobody"),
  channel({ ...imessage, to: "Family" }, "unavailable", "a group is no person"),
  channel({ ...imessage, to: 'a" & do shell script "x' }, "unavailable", "no handle"),
  channel({ ...mail, to: "-t" }, literal, "stands in a header, never among the arguments"),
  channel({ ...mail, to: "a@b.example\nBcc: c@d.example" }, "unavailable", "no second header"),
  channel({ ...mail, to: "a@b.example, c@d.example" }, literal, "several may be named"),
  channel(mail, "one subject", "no second header", { subject: "Hi\r\nBcc: c@d.example" }),
  channel(ntfy, "one title", "no second header", { subject: "Hi\r\nX-Evil: 1" }),
  channel({ ...ntfy, tokenEnv: "T" }, "unavailable", "a token that is empty sends nothing without it", {
    env: { T: " " },
  }),
  channel({ ...ntfy, tokenEnv: "T" }, "unavailable", "no second header in a token", {
    env: { T: "tk\r\nX-Evil: 1" },
  }),
  channel({ ...ntfy, url: "file:///etc/passwd" }, "unavailable", "http and https alone"),
  channel({ ...ntfy, url: "no address" }, "unavailable", "no address"),
  channel({ channel: "command", command: ["./missing"] }, "failed", "no such program"),
  channel({ channel: "command", command: ["RECORD", "a\u0000b"] }, "failed", "NUL in an argument"),
  channel({ channel: "command", command: [""] }, "failed", "no program"),
];

interface Received {
  readonly title: string | undefined;
  readonly evil: string | undefined;
}

export const messages = doorForAll({
  id: "send",
  name: "Messages",
  means:
    "Sent through the real channels: a real child process in the place of the person's program, a real receiver of posts. Nothing named `pwned` may come to be.",
  inputs,
  tryAll: async (given, folder) => {
    const received: Received[] = [];
    const server = createServer((request, response) => {
      received.push({
        title: String(request.headers["title"] ?? ""),
        evil: request.headers["x-evil"]?.toString(),
      });
      request.resume();
      request.on("end", () => response.end("{}"));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
    try {
      const outcomes: string[] = [];
      for (const [index, one] of given.entries()) {
        const home = join(folder, String(index));
        mkdirSync(home);
        received.length = 0;
        const outcome = await sendOne(one, home, origin, received);
        outcomes.push(existsSync(join(home, "pwned")) ? "obeyed" : outcome);
        rmSync(home, { recursive: true });
      }
      return outcomes;
    } finally {
      server.close();
      server.closeAllConnections();
    }
  },
});

async function sendOne(
  given: Given,
  home: string,
  origin: string,
  received: readonly Received[],
): Promise<string> {
  const record = join(home, "record.sh");
  writeFileSync(record, '#!/bin/sh\nprintf "%s\\0" "$@" > args; cat > stdin\n');
  chmodSync(record, 0o755);
  const fill = (text: string): string => (text === "RECORD" ? record : text.replace("ORIGIN", origin));
  const filled: ChannelSpec = JSON.parse(JSON.stringify(given.spec), (_key, value: unknown) =>
    typeof value === "string" ? fill(value) : value,
  );
  const environment = { PATH: process.env["PATH"], ...given.env };
  const options = {
    home,
    workspace: "default",
    write: () => {},
    environment,
    platform: "darwin",
    osascript: record,
  } as const;
  const opened: Channel = openChannel(filled, options);
  const text = given.text ?? "the text";
  const subject = given.subject ?? "improve-cron: a subject";
  const result = await opened.send({ kind: "test", subject, text }, 1);
  if (result.kind !== "sent") return result.kind;
  if (filled.channel === "ntfy") {
    return received.length === 1 && received[0]?.evil === undefined ? "one title" : "a second header";
  }
  const args = readFileSync(join(home, "args"), "utf8").split("\0");
  const stdin = readFileSync(join(home, "stdin"), "utf8");
  switch (filled.channel) {
    case "command": {
      const sent: { readonly text: string } = JSON.parse(stdin);
      return sent.text === text ? literal : `arrives as ${sent.text}`;
    }
    case "imessage":
      return args.some((arg) => arg.endsWith(`\n${text}`)) && !stdin.includes(text)
        ? literal
        : `arrives as ${args.join(" ")}`;
    case "sendmail":
      return mailOutcome(stdin, text, given.subject !== undefined);
    case "stdout":
    case "webhook":
      return "sent";
  }
}

/** Headers of a mail, and its text as a mail program shows it. */
function mailOutcome(written: string, text: string, isAboutSubject: boolean): string {
  const end = written.search(/\r?\n\r?\n/);
  const headers = written.slice(0, end);
  if (/^bcc:/im.test(headers)) return "a second header";
  if (isAboutSubject) return headers.match(/^subject:/gim)?.length === 1 ? "one subject" : "no subject";
  const lines = written.slice(end).replaceAll(/=\r?\n/g, "");
  const bytes = lines.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const shown = Buffer.from(bytes, "latin1").toString("utf8").replaceAll("\r\n", "\n").trim();
  return shown.endsWith(text.replaceAll("\r\n", "\n")) || shown.includes(text.replaceAll("\r\n", "\n"))
    ? literal
    : `arrives as ${shown}`;
}
