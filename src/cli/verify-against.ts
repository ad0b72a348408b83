import type { Config } from "../config/config.ts";
import type { VerifyFinding } from "../core/verify-report.ts";
import { oneLine } from "../reports/terminal-text.ts";
import { compareDatabase } from "../store/sqlite/export-file.ts";
import type { Session } from "./session.ts";
import { namedFile } from "./stored-database.ts";

/** Whether the database would write this export again, line for line. A broken export ends the command. */
export function verifyAgainst(
  session: Session,
  { databaseFile, workspace }: Pick<Config, "databaseFile" | "workspace">,
  file: string,
): VerifyFinding {
  const source = namedFile(session, file);
  const name = "equality with the export";
  const compared = compareDatabase(databaseFile, workspace, source);
  if (compared.kind === "equal") {
    const message = `The database equals ${oneLine(source)}: ${compared.lines} lines, last hash ${compared.hash}`;
    return { name, ok: true, message, fix: null };
  }
  return {
    name,
    ok: false,
    message: `${source}:${compared.line}: the database differs here first: ${compared.because}`,
    fix: "Where the database went on since, make a new export; else find out who changed it, and look at the newest backup.",
  };
}
