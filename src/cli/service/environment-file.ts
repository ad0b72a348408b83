import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../../config/config.ts";

const template = `# Variables of the improve-cron service, KEY=value, one a line. Only you can read this file: tokens may stand here.
# From the macOS keychain, once:
#   security find-generic-password -w -s improve-cron-notion | sed 's/^/NOTION_TOKEN=/' >> service.env
# The service reads it at its start: restart it after a change.
`;

/** Makes the file of the service's variables where there is none, and keeps it from others. */
export function makeEnvironmentFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, template, { mode: 0o600, flag: "wx" });
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
}

/** Removes the file where nobody has written into it. Answers whether it stays, with what somebody wrote. */
export function removeEnvironmentFile(file: string): "removed" | "kept" | "none" {
  if (!existsSync(file)) return "none";
  if (readFileSync(file, "utf8") !== template) return "kept";
  rmSync(file);
  return "removed";
}

/** The variables that hold secrets which this config needs, by name. */
export function neededVariables(config: Pick<Config, "queue" | "notify">): readonly string[] {
  const named = config.notify.flatMap((channel) => {
    if (channel.channel === "ntfy") return channel.tokenEnv === null ? [] : [channel.tokenEnv];
    return channel.channel === "webhook" && channel.secretEnv !== null ? [channel.secretEnv] : [];
  });
  return [...new Set([...(config.queue === "notion" ? ["NOTION_TOKEN"] : []), ...named])];
}

/** Which of these variables the file leaves without a value. */
export function missingVariables(file: string, names: readonly string[]): readonly string[] {
  if (!existsSync(file)) return names;
  const text = readFileSync(file, "utf8");
  return names.filter((name) => !new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*["']?[^\\s"']`, "m").test(text));
}
