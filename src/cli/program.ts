import { Command } from "commander";
import { addAdjustmentsCommand } from "./adjustments.ts";
import { addAxisCommand } from "./axis.ts";
import { addBackupCommand } from "./backup.ts";
import { addCollectCommand } from "./collect.ts";
import { addDialogueCommand } from "./dialogue.ts";
import { addDoctorCommand } from "./doctor.ts";
import { addExportCommand } from "./export.ts";
import { addFindingsCommand } from "./findings.ts";
import { addGoldCommand } from "./gold.ts";
import { addGradeCommand } from "./grade.ts";
import { addHistoryCommand } from "./history.ts";
import { addImportCommand } from "./import.ts";
import { addIngestCommand } from "./ingest.ts";
import { addInitCommand } from "./init.ts";
import { addInstallCommand } from "./install.ts";
import { addNotifyCommand } from "./notify.ts";
import { addNotionCommand } from "./notion.ts";
import { parseInstantOption } from "./option-values.ts";
import { addPanelCommand } from "./panel.ts";
import { addProbesCommand } from "./probes.ts";
import { addQueueCommand } from "./queue.ts";
import { addRecordCommand } from "./record.ts";
import { addRestoreCommand } from "./restore.ts";
import { addRunCommand } from "./run.ts";
import { addServeCommand } from "./serve.ts";
import { addRubricCommand } from "./rubric.ts";
import { addReportCommand } from "./report.ts";
import { foldExamples } from "./fold-examples.ts";
import type { CommandHost } from "./session.ts";
import { addSimulateCommand } from "./simulate.ts";
import { addStatusCommand } from "./status.ts";
import { addUninstallCommand } from "./uninstall.ts";
import { addVerifyCommand } from "./verify.ts";
import { readVersion } from "./version.ts";

/**
 * The whole command line. It throws instead of ending the process, and says nothing about errors itself:
 * the one catch in `main.ts` does both. Help that was asked for goes to `out`, help for want of a command to `err`.
 */
export function createProgram(
  host: CommandHost,
  streams: { readonly out: (text: string) => void; readonly err: (text: string) => void },
): Command {
  const program = new Command("improve-cron")
    .description(
      "Keeps LLM critics honest: a blind monthly sample of their verdicts, and autonomy only on evidence.",
    )
    .version(readVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .option(
      "--config <FILE>",
      "the config (default: $IMPROVE_CRON_CONFIG, ./config/improve-cron.yaml, the user's own)",
    )
    .option("--json", "answer with JSON on stdout")
    .option("--now <ISO>", "rehearse another time, such as 2026-06-01T09:00:00-04:00", parseInstantOption)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => streams.out(foldExamples(text, helpColumns(process.stdout))),
      writeErr: (text) => streams.err(foldExamples(text, helpColumns(process.stderr))),
      outputError: () => {},
    })
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron init\n" +
        "  $ improve-cron record --axis verify-dispatch --verdict PASS --artifact reply.md\n" +
        "  $ improve-cron run\n" +
        "  $ improve-cron grade\n" +
        "  $ improve-cron status\n",
    );
  for (const add of [
    addRunCommand,
    addServeCommand,
    addRecordCommand,
    addIngestCommand,
    addGradeCommand,
    addQueueCommand,
    addCollectCommand,
    addStatusCommand,
    addHistoryCommand,
    addReportCommand,
    addSimulateCommand,
    addAxisCommand,
    addRubricCommand,
    addProbesCommand,
    addGoldCommand,
    addPanelCommand,
    addFindingsCommand,
    addAdjustmentsCommand,
    addDialogueCommand,
    addVerifyCommand,
    addBackupCommand,
    addRestoreCommand,
    addExportCommand,
    addImportCommand,
    addNotifyCommand,
    addNotionCommand,
    addDoctorCommand,
    addInitCommand,
    addInstallCommand,
    addUninstallCommand,
  ]) {
    add(program, host);
  }
  return program;
}

/** As commander folds everything else of a help text. */
function helpColumns(stream: NodeJS.WriteStream): number {
  return stream.isTTY ? stream.columns : 80;
}
