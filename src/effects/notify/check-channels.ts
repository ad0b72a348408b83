import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { isHandle, usualOsascript } from "./imessage.ts";
import type { ChannelSpec } from "./open-channel.ts";
import { webAddress } from "./post.ts";
import { readSecret } from "./secret.ts";
import { isMailAddress, usualSendmail } from "./sendmail.ts";

/** One channel, whether it can be used as far as can be seen without sending, and what to do where it cannot. */
export interface ChannelCheck {
  /** Its place and name in `notify`, e.g. `channel 2 (ntfy)`. */
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
  readonly fix: string | null;
}

/** The surroundings that decide whether a channel can carry a message. */
export interface CheckSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The config's folder, where relative programs start. */
  readonly home: string;
  readonly osascript?: string;
}

type Finding = Omit<ChannelCheck, "name">;

function fine(message: string): Finding {
  return { ok: true, message, fix: null };
}

function finding(message: string, fix: string): Finding {
  return { ok: false, message, fix };
}

/**
 * What is empty, missing or unusable of the channels that messages are sent through, one check a channel and in
 * their order. It sends nothing and repeats no address of ntfy or a webhook: those are as good as passwords.
 */
export function checkChannels(
  specs: readonly ChannelSpec[],
  surroundings: CheckSurroundings,
): readonly ChannelCheck[] {
  if (specs.length === 0) {
    const none = finding(
      "no channel is configured: nobody hears of a revert",
      "Add one under `notify` in the config.",
    );
    return [{ name: "channels", ...none }];
  }
  return specs.map((spec, index) => ({
    name: `channel ${index + 1} (${spec.channel})`,
    ...checkChannel(spec, surroundings),
  }));
}

function checkChannel(spec: ChannelSpec, surroundings: CheckSurroundings): Finding {
  switch (spec.channel) {
    case "stdout":
      return fine("messages are printed");
    case "command":
      return checkProgram(spec.command[0] ?? "", surroundings);
    case "sendmail":
      return isMailAddress(spec.to)
        ? checkProgram(spec.path ?? usualSendmail, surroundings)
        : finding("`to` is not a mail address", "Give `to` an address in plain letters, on one line.");
    case "ntfy":
      return checkNtfy(spec.url, spec.tokenEnv, surroundings);
    case "webhook":
      return checkWebhook(spec.url, spec.secretEnv, surroundings);
    case "imessage":
      return checkImessage(spec.to, surroundings);
  }
}

function checkImessage(to: string | null, surroundings: CheckSurroundings): Finding {
  const { platform, osascript = usualOsascript } = surroundings;
  if (to === null || to.trim() === "") {
    return finding(
      "`to` is empty: it is passed over, and the next channel is taken",
      "Set `to` to a phone number or an Apple ID, or take the channel out of `notify`.",
    );
  }
  if (!isHandle(to.trim())) {
    return finding(
      "`to` is neither a phone number nor an Apple ID",
      "Write a number such as +15550100, or an address.",
    );
  }
  if (platform !== "darwin") {
    return finding(
      `iMessage works only on macOS, and this is ${platform}`,
      "Take the channel out of `notify` here.",
    );
  }
  const program = checkProgram(osascript, surroundings);
  return program.ok
    ? fine("Messages sends it; `improve-cron notify test` shows whether macOS allows that")
    : program;
}

function checkNtfy(url: string, tokenEnv: string | null, surroundings: CheckSurroundings): Finding {
  const address = webAddress(url);
  if (address === null)
    return finding("`url` is not a web address", "Write https://, the server, / and the topic.");
  const topic = address.pathname.split("/").at(-1) ?? "";
  if (!/^[-_A-Za-z0-9]{1,64}$/.test(topic)) {
    return finding(
      "`url` does not end with a topic",
      "End it with the topic: up to 64 letters, digits, dashes and underscores.",
    );
  }
  return checkSecret(tokenEnv, surroundings, {
    none: "no token: whoever knows the topic can read along",
    set: isOpen(address) ? ", and travels unencrypted: https would hide it" : "",
  });
}

function checkWebhook(url: string, secretEnv: string | null, surroundings: CheckSurroundings): Finding {
  if (webAddress(url) === null) {
    return finding("`url` is not a web address", "Write an address that starts with https:// or http://.");
  }
  return checkSecret(secretEnv, surroundings, {
    none: "no secret: the receiver cannot tell who sends",
    set: "",
  });
}

/** Whether what is sent there can be read on the way: plain http to another machine. */
function isOpen(address: URL): boolean {
  return address.protocol === "http:" && !/^(localhost|127\.[0-9.]+|\[::1\])$/.test(address.hostname);
}

function checkSecret(
  name: string | null,
  { environment }: CheckSurroundings,
  remarks: { readonly none: string; readonly set: string },
): Finding {
  const secret = readSecret(name, environment);
  switch (secret.kind) {
    case "none":
      return fine(remarks.none);
    case "set":
      return fine(`${name} is set${remarks.set}`);
    case "unset":
      // What is no name of a variable may be the secret itself, pasted in the wrong place.
      if (!/^[A-Z_][A-Z0-9_]*$/.test(secret.name)) {
        return finding(
          "no environment variable has the name that stands there",
          "Put the secret into the environment, e.g. as NTFY_TOKEN, and write that name.",
        );
      }
      return finding(
        `the environment variable ${secret.name} is empty`,
        `Set ${secret.name} where improve-cron runs; cron and launchd do not read a shell's profile.`,
      );
  }
}

function checkProgram(program: string, { environment, home }: CheckSurroundings): Finding {
  const found = findProgram(program, environment["PATH"] ?? "", home);
  if (found !== null) return fine(found);
  const fix = program.includes("/")
    ? "Correct the path, or make the file executable."
    : "Write its full path: cron's PATH is shorter than that of a shell.";
  return finding(`${program === "" ? "the command" : program} is not a program that can be run`, fix);
}

/** The file behind a program name, by PATH where the name has no folder; null where there is none to run. */
function findProgram(program: string, path: string, home: string): string | null {
  if (program === "") return null;
  const files = program.includes("/")
    ? [resolve(home, program)]
    : path
        .split(delimiter)
        .filter(isAbsolute)
        .map((folder) => join(folder, program));
  return files.find(canRun) ?? null;
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
