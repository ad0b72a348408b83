import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import type { Grade } from "../../src/core/cycle.ts";
import type { OpenItem } from "../../src/cycle/blind-items.ts";
import { applicationId } from "../../src/store/sqlite/connection.ts";
import { openStore } from "../../src/store/sqlite/sqlite-store.ts";
import { monthOfVerdicts } from "./workspace.ts";

/*
 * The workspace of the fault trials: three axes of which one is kept, one has too few verdicts and one is reverted on
 * overwhelming evidence (4 of 9 overridden). Every copy of it has the same salt, so that every trial draws the same
 * sample and its end can be compared with that of a run that nobody disturbed.
 */

const timezone = "America/New_York";
export const keptAxis = "verify-vault-write";
const thinAxis = "verify-strategic-output";
export const revertedAxis = "verify-dispatch";

const counts = {
  [keptAxis]: { pass: 30, fail: 6 },
  [thinAxis]: { pass: 6, fail: 3 },
  [revertedAxis]: { pass: 90, fail: 10 },
} as const;

export function databaseOf(folder: string): string {
  return join(folder, "state/improve-cron.db");
}

/** A new folder under its real name: the program stores real paths. */
export function newFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "improve-cron-crash-")));
}

function write(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/**
 * Config, axis files and logs; no database yet.
 *
 * @param notify YAML of the channels
 */
export function writeWorkspace(folder: string, notify: string): void {
  write(folder, "improve-cron.yaml", `timezone: ${timezone}\nvault_log: ./vault/log.md\nnotify: ${notify}\n`);
  for (const [axis, { pass, fail }] of Object.entries(counts)) {
    write(
      folder,
      `axes/${axis}.yaml`,
      `# Kept by hand.\naxis:   ${axis}\nstatus: graduated   # since spring\nverdict_log: ../logs/${axis}.jsonl\n`,
    );
    write(folder, `logs/${axis}.jsonl`, logText(axis, "2026-05", { pass, fail }));
  }
}

/** A month of one axis with a row that is refused and a row that stands there twice. */
export function logText(
  axis: string,
  month: string,
  { pass, fail }: { readonly pass: number; readonly fail: number },
): string {
  const lines = monthOfVerdicts(month, { pass, fail, error: 1 }).map(({ text, ...rest }) =>
    JSON.stringify({ axis, ...rest, artifact: { text } }),
  );
  const [first = ""] = lines;
  return `${[...lines, JSON.stringify({ axis, verdict: "MAYBE", at: `${month}-03T12:00:00Z` }), first].join("\n")}\n`;
}

/** Makes the database as the program does, but with a randomness that every trial shares. */
export async function createSharedDatabase(
  folder: string,
  now: number,
  step: (name: string) => void = () => {},
): Promise<void> {
  const store = await openStore({
    file: databaseOf(folder),
    workspace: "default",
    timezone,
    now: () => now,
    randomBytes: (size) => new Uint8Array(size).fill(7),
    step,
  });
  await store.close();
}

/** A database of an earlier program that holds a row: opening it copies it aside and migrates it. */
export function createOlderDatabase(folder: string): void {
  mkdirSync(dirname(databaseOf(folder)), { recursive: true, mode: 0o700 });
  const connection = new Database(databaseOf(folder));
  connection.pragma("journal_mode = WAL");
  connection.pragma(`application_id = ${applicationId}`);
  connection.exec("CREATE TABLE note (text TEXT NOT NULL) STRICT");
  connection.exec("INSERT INTO note (text) VALUES ('kept through the migration')");
  connection.close();
}

/** A copy of a workspace at another place, with the places that its database holds moved along. */
export function copyWorkspace(from: string): string {
  const folder = newFolder();
  cpSync(from, folder, { recursive: true, preserveTimestamps: true });
  if (statSync(databaseOf(folder), { throwIfNoEntry: false }) === undefined) return folder;
  const connection = new Database(databaseOf(folder));
  try {
    if (connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'log_position'").get() === undefined)
      return folder;
    const paths = connection.prepare<[], string>("SELECT path FROM log_position").pluck().all();
    const move = connection.prepare("UPDATE log_position SET path = ?, inode = ? WHERE path = ?");
    for (const path of paths) {
      const moved = path.replace(from, folder);
      move.run(moved, inodeOf(moved), path);
    }
    return folder;
  } finally {
    connection.close();
  }
}

/** Device and inode as the program writes them. */
export function inodeOf(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** The founder of the trials: fails the first few of the passed items of one axis, and agrees on everything else. */
export function founder(overridden = 4): (item: OpenItem) => Grade {
  let overrides = overridden;
  return ({ axis, text }) => {
    if (!text.startsWith("pass")) return "FAIL";
    if (axis !== revertedAxis || overrides === 0) return "PASS";
    overrides -= 1;
    return "FAIL";
  };
}
