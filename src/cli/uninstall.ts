import type { Command } from "commander";
import { addUninstallCronCommand } from "./install.ts";
import { addUninstallServiceCommands } from "./install-service.ts";
import { addUninstallSkillCommand } from "./install-skill.ts";
import type { CommandHost } from "./session.ts";

/** Adds `uninstall`, which undoes exactly what `install` did. */
export function addUninstallCommand(program: Command, host: CommandHost): void {
  const uninstall = program
    .command("uninstall")
    .summary("undo what install did")
    .description(
      "Takes away what `install` put in place, and nothing else: files that a person has changed are left alone.",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  $ improve-cron uninstall launchd\n  $ improve-cron uninstall cron --file ~/scheduled-jobs.txt\n",
    );
  addUninstallCronCommand(uninstall, host);
  addUninstallServiceCommands(uninstall, host);
  addUninstallSkillCommand(uninstall, host);
}
