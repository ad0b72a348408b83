import type { Command } from "commander";
import type { CommandHost, Session } from "./session.ts";

interface ImportFlags {
  readonly dryRun?: true;
}

/** Adds `import`: the database that an export says. */
export function addImportCommand(program: Command, host: CommandHost): void {
  program
    .command("import <FILE>")
    .summary("make the database that an export says")
    .description(
      "Makes a database from an export, in one transaction, each line checked against the one before; then proves that it " +
        "would write the same export again, and only then puts it in place. Nothing is stored where a line was changed, " +
        "cut, moved or doubled: the error names file and line. The state folder must have no database, or an empty one " +
        "(which is kept beside the new one), or one that is already what the export says. An export of an older version is " +
        "brought up to date.",
    )
    .option("--dry-run", "check everything; nothing is stored")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron import improve-cron.ndjson --dry-run\n" +
        "  $ IMPROVE_CRON_HOME=./new-state improve-cron import improve-cron.ndjson\n",
    )
    .action(async (file: string, options: ImportFlags, command: Command) => {
      host.end(await importFrom(host.session(command), file, options.dryRun === true));
    });
}

async function importFrom(session: Session, file: string, dryRun: boolean): Promise<number> {
  const [{ importDatabase }, { namedFile, readConfigOf }, { rowsTable, sumOfRows }, { oneLine }] =
    await Promise.all([
      import("../store/sqlite/import-database.ts"),
      import("./stored-database.ts"),
      import("../reports/rows-table.ts"),
      import("../reports/terminal-text.ts"),
    ]);
  const { databaseFile, workspace, timezone } = readConfigOf(session);
  const source = namedFile(session, file);
  const { outcome, ...made } = importDatabase({
    file: databaseFile,
    source,
    workspace,
    timezone,
    now: session.now ?? Date.now(),
    processId: process.pid,
    dryRun,
    step: session.terminal.progress,
  });
  const status = outcome === "imported" && dryRun ? "dry-run" : outcome;
  const headline = {
    "dry-run": `Dry run: ${oneLine(source)} is whole and can be imported. Nothing was stored.`,
    duplicate: `${oneLine(databaseFile)} is already what ${oneLine(source)} says.`,
    imported: `Imported ${oneLine(source)} into ${oneLine(databaseFile)}.`,
  }[status];
  session.answer({ status, file: databaseFile, ...made }, () =>
    [
      `${headline} ${made.lines} lines, ${sumOfRows(made.rows)}; proved equal line by line.`,
      `last hash ${made.hash}`,
      ...made.migrated.map((name) => `brought up to date: ${name}`),
      ...(made.aside === null ? [] : [`The empty database that was there is now ${oneLine(made.aside)}`]),
      ...rowsTable(made.rows),
    ].join("\n"),
  );
  return 0;
}
