import { existsSync } from "node:fs";
import type { Command } from "commander";
import { oneLine } from "../reports/terminal-text.ts";
import type { Config } from "../config/config.ts";
import { ImproveCronError } from "../errors.ts";
import type { Manager } from "./service/manager.ts";
import type { FileOutcome } from "./service/service-file.ts";
import type { CommandHost, Session } from "./session.ts";

interface ServiceFlags {
  readonly print?: true;
  readonly force?: true;
}

type Kind = Manager["kind"];

const kinds: readonly { readonly kind: Kind; readonly summary: string; readonly what: string }[] = [
  {
    kind: "launchd",
    summary: "the daemon as a LaunchAgent of macOS",
    what:
      "Copies a LaunchAgent into ~/Library/LaunchAgents and starts it: the daemon runs from login on, again whenever it ends, " +
      "and the schedule's slots start it, too.",
  },
  {
    kind: "systemd",
    summary: "the daemon as a user unit of systemd, with a timer",
    what:
      "Writes a user unit and a timer and starts them: the daemon runs from login on, again after a failure, and the timer " +
      "starts it at the schedule's slots, also after one that passed while the machine was off.",
  },
];

const afterwards =
  " Doing it again changes nothing. A file that differs is shown line by line before it is replaced; one that a person " +
  "has changed is replaced only with --force. Cron and this at once do no harm: a month is opened once.";

/** Adds `install launchd` and `install systemd`. */
export function addInstallServiceCommands(install: Command, host: CommandHost): void {
  for (const { kind, summary, what } of kinds) {
    install
      .command(kind)
      .summary(summary)
      .description(what + afterwards)
      .option("--print", "print exactly what would be written, and do nothing")
      .option("--force", "replace a file that a person has changed, too")
      .addHelpText(
        "after",
        `\nExamples:\n  $ improve-cron install ${kind} --print\n  $ improve-cron install ${kind}\n` +
          `  $ improve-cron uninstall ${kind}\n`,
      )
      .action(async (flags: ServiceFlags, command: Command) => {
        host.end(await installService(host.session(command), kind, flags));
      });
  }
}

/** Adds `uninstall launchd` and `uninstall systemd`. */
export function addUninstallServiceCommands(uninstall: Command, host: CommandHost): void {
  for (const { kind } of kinds) {
    uninstall
      .command(kind)
      .summary(`stop the daemon's service and take its files away`)
      .description(
        `Undoes \`install ${kind}\` for this workspace: stops the service and removes its files. A file that a person has ` +
          "changed is left alone, unless --force is given. The database, logs and tokens stay.",
      )
      .option("--force", "remove a file that a person has changed, too")
      .addHelpText("after", `\nExamples:\n  $ improve-cron uninstall ${kind}\n`)
      .action(async (flags: Pick<ServiceFlags, "force">, command: Command) => {
        host.end(await uninstallService(host.session(command), kind, flags.force === true));
      });
  }
}

const load = async (session: Session, kind: Kind) => {
  const [{ managersOf }, { serviceOf }, files, { systemCalls }, environment, { readConfigOf }] =
    await Promise.all([
      import("./service/managers.ts"),
      import("./service/service-of.ts"),
      import("./service/service-file.ts"),
      import("./service/call.ts"),
      import("./service/environment-file.ts"),
      import("./stored-database.ts"),
    ]);
  const config = readConfigOf(session);
  const service = serviceOf(config, session.env);
  const manager = managersOf(session.env)[kind];
  return {
    config,
    service,
    manager,
    wanted: manager.filesOf(service),
    files,
    environment,
    call: systemCalls(session.env),
  };
};

async function installService(session: Session, kind: Kind, flags: ServiceFlags): Promise<number> {
  const { call, config, environment, files, manager, service, wanted } = await load(session, kind);
  if (flags.print === true) {
    session.answer({ service: kind, files: wanted }, () => wanted.map(({ text }) => text).join(""));
    return 0;
  }
  await manager.expectRunning(call);
  const plans = await Promise.all(wanted.map(files.planFile));
  for (const { path, difference } of plans) {
    if (difference.length > 0)
      session.note([`${oneLine(path)}:`, ...difference.map((line) => oneLine(line))].join("\n"));
  }
  if (flags.force !== true) {
    files.refuseTheirs(plans);
    for (const { path } of plans) refuseOther(await files.textAt(path), path, manager, config);
  }
  environment.makeEnvironmentFile(service.environmentFile);
  const changed = plans.filter(({ outcome }) => outcome !== "unchanged");
  const wasLoaded = await manager.isLoaded(call, service.workspace);
  for (const plan of changed) await files.putFile(plan);
  if (changed.length > 0 || !wasLoaded) await manager.load(call, service, wasLoaded);
  const missing = environment.missingVariables(service.environmentFile, environment.neededVariables(config));
  const notes = [
    ...(existsSync(service.program)
      ? []
      : [`There is no file ${service.program}: run \`npm run build\` first.`]),
    ...manager.notes(service, config),
    ...missing.map((name) => `${name} has no value in ${service.environmentFile} yet.`),
  ];
  session.answer(
    {
      service: kind,
      files: plans.map(({ path, outcome, difference }) => ({ path, outcome, difference })),
      started: changed.length > 0 || !wasLoaded,
      notes,
    },
    () =>
      [
        ...plans.map(({ path, outcome }) => `${oneLine(path)}: ${words[outcome]}`),
        changed.length > 0 || !wasLoaded ? "The service was started." : "The service runs already.",
      ].join("\n"),
  );
  for (const note of notes) session.note(note);
  return 0;
}

const words: Readonly<Record<FileOutcome, string>> = {
  written: "written",
  updated: "brought up to date",
  unchanged: "nothing to change",
  removed: "removed",
};

/** Two configs may name the same workspace: then one's service must not quietly take the other's place. */
function refuseOther(before: string | null, path: string, manager: Manager, config: Config): void {
  const command = before === null ? null : manager.commandIn(before);
  if (command === null) return;
  const other = command[command.indexOf("--config") + 1];
  if (other === undefined || !command.includes("--config") || other === config.file) return;
  throw new ImproveCronError(
    "conflict",
    `${path} is the service of another config, ${other}`,
    `Give one of them a \`workspace\` name of its own, or --force to put this one (${config.file}) in its place.`,
  );
}

async function uninstallService(session: Session, kind: Kind, force: boolean): Promise<number> {
  const { call, config, environment, files, manager, service, wanted } = await load(session, kind);
  const found = await Promise.all(
    wanted.map(async (file) => ({ before: await files.textAt(file.path), plan: await files.planFile(file) })),
  );
  const present = found.filter(({ before }) => before !== null);
  if (!force) {
    files.refuseTheirs(present.map(({ plan }) => plan));
    for (const { before, plan } of present) refuseOther(before, plan.path, manager, config);
  }
  if (present.length > 0) {
    await manager.expectRunning(call);
    await manager.unload(call, service.workspace);
    for (const { plan } of present) await files.removeFile(plan.path);
    await manager.forget(call);
  }
  const variables = present.length > 0 ? environment.removeEnvironmentFile(service.environmentFile) : "none";
  const outcomes = found.map(({ before, plan }) => ({
    path: plan.path,
    outcome: before === null ? ("unchanged" as const) : ("removed" as const),
  }));
  session.answer({ service: kind, files: outcomes }, () =>
    outcomes.map(({ path, outcome }) => `${oneLine(path)}: ${words[outcome]}`).join("\n"),
  );
  if (variables === "kept")
    session.note(`${oneLine(service.environmentFile)} holds what you wrote into it, and stays.`);
  return 0;
}
