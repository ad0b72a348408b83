import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { CompiledConfigPlace, Copy } from "./compiled-config.ts";
import { resolvePath } from "./resolve-path.ts";

/** Whether nothing that went into the copy has changed. */
export function isTrue(
  copy: Copy,
  configFile: string,
  program: string,
  environment: Readonly<Record<string, string | null>>,
): boolean {
  return (
    copy.program === program &&
    copy.configFile === configFile &&
    Object.entries(environment).every(([name, value]) => copy.environment[name] === value) &&
    copy.files.every(([path, mark]) => markOf(path) === mark)
  );
}

const settingVariables = ["IMPROVE_CRON_HOME", "NOTION_BASE_URL", "IMPROVE_CRON_LOG_LEVEL"] as const;
const namedVariables = ["IMPROVE_CRON_CONFIG", "NOTION_TOKEN", ...settingVariables] as const;

/**
 * What the environment says, a relative state folder made absolute; null where there is no home folder to keep a copy in,
 * or where a variable is empty, which is a fault that the config's reader has words for.
 */
export function environmentOf({
  env,
  cwd,
}: CompiledConfigPlace): ({ readonly HOME: string } & Readonly<Record<string, string | null>>) | null {
  const { HOME: home } = env;
  if (home === undefined || !isAbsolute(home)) return null;
  if (namedVariables.some((name) => env[name]?.trim() === "")) return null;
  const state = env["IMPROVE_CRON_HOME"];
  return {
    HOME: home,
    IMPROVE_CRON_HOME: state === undefined ? null : resolvePath(state, cwd, home),
    NOTION_BASE_URL: env["NOTION_BASE_URL"] ?? null,
    IMPROVE_CRON_LOG_LEVEL: env["IMPROVE_CRON_LOG_LEVEL"] ?? null,
  };
}

/** What tells that a file is unchanged; null where there is none. */
export function markOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  // A file that takes another's place may be as large and as old, and so may one that a sync client wrote over.
  return stats === undefined ? null : `${stats.size} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}`;
}
