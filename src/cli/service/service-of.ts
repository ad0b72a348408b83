import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../config/config.ts";
import { canStandInServiceFile, type Service } from "../../core/service.ts";
import { ImproveCronError } from "../../errors.ts";
import { slotFields } from "../../schedule.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What a service of this config is to start: this program by the Node that runs it. Throws `config` where a path cannot stand in
 * a service file.
 */
export function serviceOf(config: Config, env: Environment): Service {
  const service: Service = {
    workspace: config.workspace,
    node: lastingNode(env, process.execPath),
    program: builtProgram(),
    config: config.file,
    stateFolder: config.stateFolder,
    home: config.home,
    stateVariable: env["IMPROVE_CRON_HOME"] === undefined ? null : config.stateFolder,
    environmentFile: join(config.stateFolder, "service.env"),
    needsPrivilegedPrograms: config.notify.some(({ channel }) => channel === "sendmail"),
    slots: slotFields(config.schedule),
    timezone: config.timezone,
  };
  for (const path of [service.node, service.program, service.config, service.stateFolder, service.home]) {
    if (canStandInServiceFile(path)) continue;
    throw new ImproveCronError(
      "config",
      `${JSON.stringify(path)} holds a control character, which no service file can name`,
      "Rename the folder.",
    );
  }
  return service;
}

/** The program's entry in the package that this file is part of, two folders up from `src` and `dist` alike. */
function builtProgram(): string {
  return join(dirname(fileURLToPath(import.meta.url)), "../../../dist/improve-cron.cjs");
}

/**
 * A path of the Node that runs this, that outlives its next upgrade where there is one: package managers keep a link on PATH, and
 * what it leads to is gone after the upgrade. Links that end with the shell which made them are passed over.
 */
export function lastingNode(env: Environment, running: string): string {
  const real = realpathSync(running);
  const found = (env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !folder.includes("fnm_multishells"))
    .map((folder) => join(folder, "node"))
    .find((path) => existsSync(path) && realpathSync(path) === real);
  return found ?? running;
}
