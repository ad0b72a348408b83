import { join, resolve } from "node:path";
import type { Command } from "commander";
import type { InitReport } from "../config/init.ts";
import type { CommandHost, Session } from "./session.ts";

/** Adds `init`, which makes a workspace to start from. */
export function addInitCommand(program: Command, host: CommandHost): void {
  program
    .command("init")
    .summary("a workspace to start from")
    .description(
      "Makes a config, one axis file and a log folder to start from. Files that exist are left alone.",
    )
    .argument("[DIR]", "where (default: config, in which the program looks)")
    .addHelpText("after", "\nExamples:\n  $ improve-cron init\n  $ improve-cron init ~/critics\n")
    .action(async (folder: string | undefined, _options: object, command: Command) => {
      host.end(await init(host.session(command), folder ?? "config"));
    });
}

async function init(session: Session, folder: string): Promise<number> {
  const { initWorkspace } = await import("../config/init.ts");
  const target = resolve(session.cwd, folder);
  const report = initWorkspace(target);
  session.answer(report, () => renderInit(report, join(target, "improve-cron.yaml")));
  return 0;
}

function renderInit(report: InitReport, config: string): string {
  return [
    ...report.made.map((path) => `made ${path}`),
    ...report.left.map((path) => `left as it was ${path}`),
    "",
    `Next: improve-cron --config ${JSON.stringify(config)} doctor`,
  ].join("\n");
}
