import type { Command } from "commander";
import { refuseMissingFolder } from "./write-output.ts";
import type { CommandHost, Session } from "./session.ts";

/** Adds `export`: every row of the workspace as NDJSON with a hash chain. */
export function addExportCommand(program: Command, host: CommandHost): void {
  program
    .command("export <FILE>")
    .summary("every row of the workspace as chained NDJSON")
    .description(
      "Writes every row of every table of the workspace as NDJSON: a header (schema, workspace, zone, salt), one row a " +
        "line in a fixed order, and the counts. Each line ends with the SHA-256 of the hash before it and its own text, so " +
        "that `import` and `verify --against` name the line where a file was changed. Equal databases give equal files. " +
        "Bytes are in base64, artifacts as they are stored (their `encoding` says how).",
    )
    .option("--force", "replace the file where it exists")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron export improve-cron.ndjson\n" +
        "  $ improve-cron verify --against improve-cron.ndjson\n",
    )
    .action(async (file: string, options: { readonly force?: true }, command: Command) => {
      host.end(await exportTo(host.session(command), file, options.force === true));
    });
}

async function exportTo(session: Session, file: string, replace: boolean): Promise<number> {
  const [{ exportDatabase }, { expectDatabase, namedFile, readConfigOf }, { oneLine }, { readVersion }] =
    await Promise.all([
      import("../store/sqlite/export-file.ts"),
      import("./stored-database.ts"),
      import("../reports/terminal-text.ts"),
      import("./version.ts"),
    ]);
  const config = readConfigOf(session);
  expectDatabase(config);
  const target = namedFile(session, file);
  refuseMissingFolder(target);
  const { workspace } = config;
  const made = exportDatabase(config.databaseFile, target, {
    workspace,
    program: readVersion(),
    replace,
    processId: process.pid,
  });
  session.answer(made, () =>
    [
      `Exported ${oneLine(workspace)} to ${oneLine(target)}: ${made.lines} lines, ${made.bytes} bytes.`,
      `last hash ${made.hash}`,
    ].join("\n"),
  );
  return 0;
}
