import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ImproveCronError } from "../../errors.ts";
import { listConflictCopies } from "../../effects/conflict-copies.ts";
import { refuseUnsafePlace } from "../../store/sqlite/place.ts";
import { type Check, finding, fine } from "./check.ts";

/** What sync programs leave in the root of a folder that they copy. */
const syncMarks: readonly { readonly mark: string; readonly program: string }[] = [
  { mark: ".stfolder", program: "Syncthing" },
  { mark: ".dropbox", program: "Dropbox" },
  { mark: ".sync_folder", program: "a sync program" },
  { mark: ".owncloudsync.log", program: "ownCloud" },
  { mark: ".nextcloudsync.log", program: "Nextcloud" },
  { mark: ".SeaDrive", program: "Seafile" },
];

/** Whether the database lies where its file and its log are copied apart from each other. */
export function checkPlace(databaseFile: string): Check {
  const name = "place of the database";
  const fix = "Set `state:` in the config to a folder on a local disk that nothing synchronises.";
  try {
    refuseUnsafePlace(databaseFile);
  } catch (error) {
    if (error instanceof ImproveCronError) return finding(name, error.message, error.hint ?? fix);
    throw error;
  }
  for (let folder = dirname(databaseFile); ; folder = dirname(folder)) {
    const found = syncMarks.find(({ mark }) => existsSync(join(folder, mark)));
    if (found !== undefined) return finding(name, `${folder} is synchronised by ${found.program}`, fix);
    if (dirname(folder) === folder) return fine(name, dirname(databaseFile));
  }
}

/** Files of the state folder that others can read: logs, tokens and copies of the database hold as much as it does. */
export function checkPrivateFiles(stateFolder: string): readonly Check[] {
  if (!existsSync(stateFolder) || process.platform === "win32") return [];
  const open = readdirSync(stateFolder).filter((name) => {
    const found = statSync(join(stateFolder, name), { throwIfNoEntry: false });
    return found?.isFile() === true && (found.mode & 0o077) !== 0;
  });
  if (open.length === 0) return [fine("private files", "only you can read what is in the state folder")];
  const shown = open.slice(0, 5).join(", ");
  return [
    finding(
      "private files",
      `others can read in ${stateFolder}: ${shown}${open.length > 5 ? `, and ${open.length - 5} more` : ""}`,
      `Run: chmod -R go-rwx ${JSON.stringify(stateFolder)}`,
    ),
  ];
}

/** Copies of the database and of axis files that a sync service made of two writers' work. */
export async function checkCopies(
  databaseFile: string,
  axisFiles: readonly string[],
): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const copy of await listConflictCopies(databaseFile)) {
    checks.push(
      finding(
        "conflict copy",
        `a sync service left a copy of the database: ${copy}`,
        "Move the state folder to where nothing synchronises it; keep the copy until `improve-cron verify` is content.",
      ),
    );
  }
  for (const file of new Set(axisFiles)) {
    for (const copy of await listConflictCopies(file)) {
      checks.push(
        finding(
          "conflict copy",
          `a sync service left a copy of an axis file: ${copy}`,
          "Compare the two, keep what is right in the first, and delete the copy.",
        ),
      );
    }
  }
  return checks;
}
