import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { ImproveCronError } from "../errors.ts";
import type { Session } from "./session.ts";

/** The config of a command that works on the database file as a whole, without opening it as a store. */
export function readConfigOf({ configFile, env, cwd }: Session): Config {
  return readConfig({ file: configFile, env, cwd });
}

/** Ends where there is no database yet: there is nothing to copy. */
export function expectDatabase({ databaseFile }: Pick<Config, "databaseFile">): void {
  if (existsSync(databaseFile)) return;
  throw new ImproveCronError(
    "not-found",
    `there is no database at ${databaseFile}`,
    "Check `state:` in the config, or IMPROVE_CRON_HOME; the first `improve-cron run` makes one.",
  );
}

/** A file that was named on the command line. */
export function namedFile({ cwd }: Session, file: string): string {
  return resolve(cwd, file);
}
