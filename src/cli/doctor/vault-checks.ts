import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, sep } from "node:path";
import type { Config } from "../../config/config.ts";
import { type Check, finding, fine } from "./check.ts";

/** Whether the vault log can be appended to. Folders inside the config's own folder are made when they are needed. */
export function checkVault(config: Pick<Config, "vaultLog" | "home">): Check {
  const { vaultLog, home } = config;
  if (vaultLog === null) return fine("vault", "no vault log is configured");
  if (existsSync(vaultLog)) {
    if (!statSync(vaultLog).isFile()) {
      return finding("vault", `${vaultLog} is not a file`, "Set `vault_log` to a Markdown file.");
    }
    return isWritable(vaultLog) && isWritable(dirname(vaultLog))
      ? fine("vault", vaultLog)
      : finding(
          "vault",
          `${vaultLog} cannot be written`,
          "Give this user the right to write it and its folder.",
        );
  }
  const folder = dirname(vaultLog);
  const inside = `${vaultLog}${sep}`.startsWith(`${home}${sep}`);
  const existing = inside ? nearestFolder(folder) : folder;
  if (!existsSync(existing)) {
    return finding(
      "vault",
      `the vault's folder ${folder} does not exist`,
      "Mount or make it, or set `vault_log` (null for none): entries wait until then.",
    );
  }
  return isWritable(existing)
    ? fine("vault", `${vaultLog} will be made with its first entry`)
    : finding(
        "vault",
        `${existing} cannot be written`,
        "Give this user the right to write it: entries wait until then.",
      );
}

/** Copies of the vault log that a sync service made of two writers' work: their entries are missing in the log. */
export function describeConflictCopies(copies: readonly string[]): readonly Check[] {
  return copies.map((copy) =>
    finding(
      "vault",
      `a sync service left a conflict copy of the vault log: ${copy}`,
      "Compare it with the log, move over what is missing there, then delete the copy.",
    ),
  );
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
