import type { Command } from "commander";
import type { CommandHost, Session } from "./session.ts";

interface RestoreFlags {
  readonly force?: true;
  readonly dryRun?: true;
}

/** Adds `restore`: a backup in the place of the database. */
export function addRestoreCommand(program: Command, host: CommandHost): void {
  program
    .command("restore <FILE>")
    .summary("put a backup in the place of the database")
    .description(
      "Puts a backup in the place of the database. The backup is checked whole first, then what would be gone is told, " +
        "and the present database is kept beside the new one under a name with the time. Refused while a daemon, a run or " +
        "another command uses the database, and without --force where the present one holds verdicts, grades, decisions " +
        "or other lasting rows that the backup does not. Asks nothing: it is the same with and without a terminal. " +
        "Verdicts in logs that came after the backup are read again by the next run, and grades in Notion are fetched again.",
    )
    .option("--dry-run", "check the backup and tell what would change; nothing is changed")
    .option("--force", "also where the present database holds rows that the backup does not")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron restore ~/backups/improve-cron-2026-06.db --dry-run\n" +
        "  $ improve-cron restore ~/backups/improve-cron-2026-06.db --force\n",
    )
    .action(async (file: string, options: RestoreFlags, command: Command) => {
      host.end(await restore(host.session(command), file, options));
    });
}

async function restore(session: Session, file: string, options: RestoreFlags): Promise<number> {
  const [
    { restoreDatabase },
    { namedFile, readConfigOf },
    { rowsTable, sumOfRows },
    { renderRestorePlan },
    { oneLine },
  ] = await Promise.all([
    import("../store/sqlite/restore.ts"),
    import("./stored-database.ts"),
    import("../reports/rows-table.ts"),
    import("../reports/restore-text.ts"),
    import("../reports/terminal-text.ts"),
  ]);
  const { databaseFile, workspace, timezone } = readConfigOf(session);
  const backup = namedFile(session, file);
  const dryRun = options.dryRun === true;
  const restored = restoreDatabase({
    file: databaseFile,
    backup,
    workspace,
    timezone,
    now: session.now ?? Date.now(),
    processId: process.pid,
    force: options.force === true,
    dryRun,
    // Before anything is done, and so that a refusal shows what it is about.
    tell: (plan) => {
      for (const line of renderRestorePlan(plan, timezone)) session.note(line);
    },
    step: session.terminal.progress,
  });
  const status = dryRun ? "dry-run" : "restored";
  session.answer({ status, file: databaseFile, ...restored }, () =>
    [
      dryRun
        ? `Dry run: ${oneLine(backup)} is whole. Nothing was changed.`
        : `Restored ${oneLine(backup)} to ${oneLine(databaseFile)}: ${sumOfRows(restored.rows)}, read back whole.`,
      `sha256 ${restored.backup.sha256}`,
      ...(restored.aside === null ? [] : [`The database that was there is now ${oneLine(restored.aside)}`]),
      ...rowsTable(restored.rows),
    ].join("\n"),
  );
  return 0;
}
