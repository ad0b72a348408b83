import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, sep } from "node:path";
import type { ChannelConfig } from "../../config/config.ts";
import { type Check, finding, fine } from "./check.ts";

/** The surroundings that decide whether a channel can carry a message. */
export interface ChannelSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

const usualSendmail = "/usr/sbin/sendmail";

/** Each channel that messages are sent through, in order: whether something that it needs is empty or missing. */
export function checkChannels(
  channels: readonly ChannelConfig[],
  surroundings: ChannelSurroundings,
): readonly Check[] {
  if (channels.length === 0) {
    return [
      finding(
        "channels",
        "no channel is configured: nobody hears of a revert",
        "Add one under `notify` in the config.",
      ),
    ];
  }
  return channels.map((channel, index) =>
    checkChannel(channel, `channel ${index + 1} (${channel.channel})`, surroundings),
  );
}

function checkChannel(channel: ChannelConfig, name: string, { env, platform }: ChannelSurroundings): Check {
  switch (channel.channel) {
    case "stdout":
      return fine(name, "messages are printed");
    case "command":
      return checkProgram(name, channel.command[0] ?? "", env);
    case "sendmail":
      return checkProgram(name, channel.path ?? usualSendmail, env);
    case "ntfy":
      return checkVariable(name, channel.tokenEnv, env);
    case "webhook":
      return checkVariable(name, channel.secretEnv, env);
    case "imessage":
      if (channel.to === null) {
        return finding(
          name,
          "`to` is empty: it is passed over, and the next channel is taken",
          "Set `to` to a phone number or an Apple ID, or take the channel out of `notify`.",
        );
      }
      return platform === "darwin"
        ? fine(name, "macOS sends it")
        : finding(
            name,
            `iMessage needs macOS, and this is ${platform}`,
            "Take the channel out of `notify` here.",
          );
  }
}

function checkVariable(name: string, variable: string | null, env: ChannelSurroundings["env"]): Check {
  if (variable === null) return fine(name, "no secret is needed");
  return (env[variable] ?? "") === ""
    ? finding(
        name,
        `the environment variable ${variable} is empty`,
        `Set ${variable} where improve-cron runs.`,
      )
    : fine(name, `${variable} is set`);
}

function checkProgram(name: string, program: string, env: ChannelSurroundings["env"]): Check {
  const found = findProgram(program, env);
  if (found !== null) return fine(name, found);
  const fix = program.includes(sep)
    ? "Correct the path, or make the file executable."
    : "Write its full path: cron's PATH is shorter than that of a shell.";
  return finding(name, `${program} is not a program that can be run`, fix);
}

/** The file behind a program name, by PATH where the name has no folder; null where there is none to run. */
function findProgram(program: string, env: ChannelSurroundings["env"]): string | null {
  const folders = program.includes(sep) ? [""] : (env.PATH ?? "").split(delimiter).filter(isAbsolute);
  for (const folder of folders) {
    const file = join(folder, program);
    try {
      accessSync(file, constants.X_OK);
      if (statSync(file).isFile()) return file;
    } catch {
      // Not here; perhaps in the next folder.
    }
  }
  return null;
}
