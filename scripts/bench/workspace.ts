import { copyFileSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeDatabase } from "./import-log.ts";
import { axisNames } from "./made-verdicts.ts";
import type { Place } from "./processes.ts";

/** A workspace of 12 axes with a database of its own, and the built program in it. */
export interface Workspace {
  readonly place: Place;
  readonly database: string;
  /** What Node is given to start the program with these arguments. */
  readonly program: (...args: readonly string[]) => readonly string[];
  /** Puts another database into the place of the present one. */
  readonly take: (file: string) => void;
}

/**
 * Makes a workspace in a new folder: every axis is sampled in one month, artifacts may be links, and messages go nowhere but
 * to the terminal. Its processes have an empty environment.
 */
export function makeWorkspace(home: string, built: string): Workspace {
  mkdirSync(join(home, "config/axes"), { recursive: true });
  mkdirSync(join(home, "config/state"), { recursive: true, mode: 0o700 });
  writeFileSync(
    join(home, "config/improve-cron.yaml"),
    "timezone: America/New_York\n" +
      "burden: { minutes_per_month: 600, rotate_above_axes: 12 }\n" +
      "sampling: { pass_rate: 0.00001, pass_min: 20, fail_rate: 0.00001, fail_min: 5 }\n" +
      "top_up: { enabled: false }\n" +
      "notify: [{ channel: stdout }]\n",
  );
  writeAxisFiles(home);
  const database = join(home, "config/state/improve-cron.db");
  return {
    place: { cwd: home, env: { PATH: process.env["PATH"], HOME: home } },
    database,
    program: (...args) => [join(built, "improve-cron.cjs"), ...args],
    take: (file) => {
      removeDatabase(database);
      copyFileSync(file, database);
    },
  };
}

/** Says of the config that it has stood for an hour: what was changed just now is not compiled. */
export function ageConfig(home: string): void {
  const hourAgo = Date.now() / 1000 - 3600;
  const names = ["improve-cron.yaml", ...axisNames.map((name) => `axes/${name}.yaml`), "axes"];
  for (const name of names) utimesSync(join(home, "config", name), hourAgo, hourAgo);
}

/** The axis files as they are before the first month. */
export function writeAxisFiles(home: string): void {
  for (const name of axisNames) {
    writeFileSync(
      join(home, `config/axes/${name}.yaml`),
      `axis: ${name}\nstatus: graduated\nmodel: judge-3-large\naccept_ref: true\n`,
    );
  }
}
