import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Command, Option } from "commander";
import type { Config } from "../config/config.ts";
import { findConfig } from "../config/find-config.ts";
import { crontabLines, editCrontab } from "../core/crontab.ts";
import { formatInZone, monthOf } from "../core/month.ts";
import { ImproveCronError } from "../errors.ts";
import { oneLine } from "../reports/terminal-text.ts";
import { addInstallServiceCommands } from "./install-service.ts";
import { addInstallSkillCommand } from "./install-skill.ts";
import type { CommandHost, Session } from "./session.ts";
import { refuseMissingFolder, replaceTextFile } from "./write-output.ts";

interface InstallFlags {
  readonly file?: string;
  readonly path?: string;
  readonly print?: true;
  readonly remove?: true;
}

/** Adds `install`: the lines of a crontab, the daemon as a service, and the skill. */
export function addInstallCommand(program: Command, host: CommandHost): void {
  const install = program
    .command("install")
    .summary("let the month start by itself, and agents record verdicts")
    .description("Puts in place what lets the month start by itself, and what agents need to know.")
    .addHelpText(
      "after",
      "\nExamples:\n  $ improve-cron install cron\n  $ improve-cron install launchd\n  $ improve-cron install skill\n",
    );
  install
    .command("cron")
    .summary("the lines for a crontab")
    .description(
      "Prints two crontab lines: the monthly job, and a daily look for grades. With --file they are kept in that file, " +
        "between two marks: doing it again changes nothing, --remove takes them out.",
    )
    .option("--file <F>", "the crontab file to keep them in, e.g. scheduled-jobs.txt")
    .option("--path <P>", "run-improve-cron.sh, where it is not beside this program")
    .option("--remove", "take the lines out of --file again")
    .addOption(new Option("--print", "print the lines and change no file").conflicts("remove"))
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron install cron\n" +
        "  $ improve-cron install cron --file ~/scheduled-jobs.txt && crontab ~/scheduled-jobs.txt\n" +
        "  $ improve-cron install cron --file ~/scheduled-jobs.txt --remove\n",
    )
    .action(async (flags: InstallFlags, command: Command) => {
      host.end(await installCron(host.session(command), flags));
    });
  addInstallServiceCommands(install, host);
  addInstallSkillCommand(install, host);
}

/** Adds `uninstall cron`, which is `install cron --remove`. */
export function addUninstallCronCommand(uninstall: Command, host: CommandHost): void {
  uninstall
    .command("cron")
    .summary("take the lines out of a crontab file")
    .description("Takes the lines that `install cron --file` wrote out of that file; every other line stays.")
    .option("--file <F>", "the crontab file that they are kept in")
    .addHelpText(
      "after",
      "\nExamples:\n  $ improve-cron uninstall cron --file ~/scheduled-jobs.txt && crontab ~/scheduled-jobs.txt\n",
    )
    .action(async (flags: Pick<InstallFlags, "file">, command: Command) => {
      host.end(await installCron(host.session(command), { ...flags, remove: true }));
    });
}

async function installCron(session: Session, flags: InstallFlags): Promise<number> {
  if (flags.remove === true && flags.file === undefined) {
    throw new ImproveCronError(
      "usage",
      "taking lines out needs --file",
      "Name the crontab file to take the lines out of.",
    );
  }
  const { readConfig } = await import("../config/read-config.ts");
  const { createSchedule } = await import("../schedule.ts");
  const config = readConfig({ file: session.configFile, env: session.env, cwd: session.cwd });
  const path = resolve(session.cwd, flags.path ?? shippedScript());
  const lines = crontabLines({
    schedule: config.schedule,
    path,
    config:
      session.configFile === null
        ? unlessCronFindsIt(config, path)
        : resolve(session.cwd, session.configFile),
  });
  if (lines.some((line) => /[\r\n]/.test(line))) {
    throw new ImproveCronError(
      "usage",
      "a path that holds a line end cannot stand in a crontab: what follows it would be an entry of its own",
      "Give the folder or file another name.",
    );
  }
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const next = createSchedule(config.schedule, local).next(session.now ?? Date.now());
  const notes = zoneNotes(next, local, config.timezone);
  if (!existsSync(path)) notes.push(`There is no file ${path}: name it with --path.`);
  const file = flags.file === undefined || flags.print === true ? null : resolve(session.cwd, flags.file);
  const removed = flags.remove === true;
  const changed = file === null ? false : await keepInFile(file, removed ? null : lines);
  session.answer(
    { lines: removed ? [] : lines, file, changed, nextRun: new Date(next).toISOString(), notes },
    () =>
      [
        ...(removed ? [] : lines),
        ...(file === null ? [] : [`${oneLine(file)}: ${outcomeOf(removed, changed)}`]),
      ].join("\n"),
  );
  if (!removed) for (const note of notes) session.note(note);
  return 0;
}

/** Cron starts in the home folder with a bare environment: a config that is not found from there has to be named. */
function unlessCronFindsIt(config: Config, script: string): string | null {
  const { file, home } = config;
  const found = findConfig({ flag: null, variable: null, env: {}, cwd: home, home });
  // Where the search finds none, the script takes the config beside itself.
  const taken = found.kind === "found" ? found.file : join(dirname(script), "config", "improve-cron.yaml");
  return isSameFile(file, taken) ? null : file;
}

function isSameFile(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other);
}

function shippedScript(): string {
  return join(dirname(fileURLToPath(import.meta.url)), "../../run-improve-cron.sh");
}

async function keepInFile(file: string, lines: readonly string[] | null): Promise<boolean> {
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const after = editCrontab(before, lines);
  if (after === before) return false;
  refuseMissingFolder(file);
  await replaceTextFile(file, after);
  return true;
}

function outcomeOf(removed: boolean, changed: boolean): string {
  if (!changed) return "nothing to change";
  return removed ? "lines taken out" : "lines written; cron knows them after `crontab FILE`";
}

/** cron knows only the machine's own zone: what that means for a month that is cut in another one. */
function zoneNotes(next: number, local: string, configured: string): string[] {
  const there = formatInZone(next, configured);
  if (local === configured) return [`Next run by cron: ${there}.`];
  const notes = [
    `cron goes by this machine's zone, ${local}: the next run is ${formatInZone(next, local)}, which is ${there} in ${configured}.`,
  ];
  if (monthOf(next, local) !== monthOf(next, configured)) {
    notes.push(
      `At that time the month is not over in ${configured}: the run would open it a month late. Use a later hour or day.`,
    );
  }
  return notes;
}
