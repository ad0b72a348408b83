import type { ConfigProblem } from "./config-problem.ts";
import { nearest } from "./nearest.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the environment says; null where it says nothing. */
export interface EnvironmentSettings {
  readonly configFile: string | null;
  readonly stateFolder: string | null;
  readonly notionBaseUrl: string | null;
  readonly logLevel: string | null;
}

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/**
 * Reads the variables that improve-cron knows. One that is set but empty is a fault: it is usually a secret or a
 * path that somebody meant to fill in, and taking it for "not set" would go on quietly with something else.
 */
export function readEnvironment(env: Environment): {
  readonly settings: EnvironmentSettings;
  readonly problems: readonly ConfigProblem[];
} {
  const problems: ConfigProblem[] = [];
  const fault = (code: string, key: string, value: string, message: string, hint: string): void => {
    problems.push({ code, file: null, line: null, key, value, message, hint });
  };
  const read = (name: string): string | null => {
    const value = env[name];
    if (value === undefined) return null;
    if (value.trim() !== "") return value;
    fault("empty-variable", name, value, "is set but empty", `Give it a value, or \`unset ${name}\`.`);
    return null;
  };
  // The token is read where it is used; here only its emptiness is found.
  read("NOTION_TOKEN");
  const notionBaseUrl = read("NOTION_BASE_URL");
  if (notionBaseUrl !== null && !isHttpUrl(notionBaseUrl)) {
    fault(
      "wrong-value",
      "NOTION_BASE_URL",
      notionBaseUrl,
      "is not an http or https URL",
      "Write a full URL.",
    );
  }
  const logLevel = read("IMPROVE_CRON_LOG_LEVEL");
  if (logLevel !== null && !logLevels.some((level) => level === logLevel)) {
    fault(
      "wrong-value",
      "IMPROVE_CRON_LOG_LEVEL",
      logLevel,
      "is not a log level",
      `The nearest is ${nearest(logLevel, logLevels)}; known are ${logLevels.join(", ")}.`,
    );
  }
  const settings = {
    configFile: read("IMPROVE_CRON_CONFIG"),
    stateFolder: read("IMPROVE_CRON_HOME"),
    notionBaseUrl,
    logLevel,
  };
  return { settings, problems };
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
