import type { Command } from "commander";
import { noteDone } from "./last-done.ts";
import { refuseMissingFolder } from "./write-output.ts";
import type { CommandHost, Session } from "./session.ts";

/** Adds `backup`: one consistent copy of the database. */
export function addBackupCommand(program: Command, host: CommandHost): void {
  program
    .command("backup <FILE>")
    .summary("one consistent copy of the database, checked")
    .description(
      "Writes one consistent copy of the database, as of one instant, and reads it back whole: pages, references, and " +
        "the rows of each table. Works while the daemon and others are writing. The copy holds everything, private " +
        "artifacts included: only you can read it. It may lie in a synchronised folder; the database may not.",
    )
    .option("--force", "replace the file where it exists")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron backup ~/backups/improve-cron-2026-06.db\n" +
        "  $ improve-cron backup /mnt/backup/improve-cron.db --force --json\n",
    )
    .action(async (file: string, options: { readonly force?: true }, command: Command) => {
      host.end(await backup(host.session(command), file, options.force === true));
    });
}

async function backup(session: Session, file: string, replace: boolean): Promise<number> {
  const [
    { backupDatabase },
    { expectDatabase, namedFile, readConfigOf },
    { rowsTable, sumOfRows },
    { oneLine },
  ] = await Promise.all([
    import("../store/sqlite/backup.ts"),
    import("./stored-database.ts"),
    import("../reports/rows-table.ts"),
    import("../reports/terminal-text.ts"),
  ]);
  const config = readConfigOf(session);
  expectDatabase(config);
  const target = namedFile(session, file);
  refuseMissingFolder(target);
  const made = await backupDatabase(config.databaseFile, target, { replace, processId: process.pid });
  // A rehearsal leaves no trace of its time.
  if (session.now === null)
    noteDone(config.stateFolder, "backup", { at: Date.now(), ok: true, what: target });
  session.answer(made, () =>
    [
      `Backed up to ${oneLine(target)}: ${made.bytes} bytes, ${sumOfRows(made.rows)}, read back whole.`,
      `sha256 ${made.sha256}`,
      ...rowsTable(made.rows),
    ].join("\n"),
  );
  return 0;
}
