import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { type FinalState, withDatabase } from "./crash-state.ts";
import { databaseOf, inodeOf, newFolder, removeFolder } from "./crash-workspace.ts";

/** What must never be, however the program was stopped; each finding is a sentence. */
export function findDamage(folder: string): readonly string[] {
  if (!existsSync(databaseOf(folder))) return [];
  const copy = newFolder();
  try {
    // A copy, so that looking does not take in the write-ahead log before the program does.
    for (const suffix of ["", "-wal"]) {
      const file = `${databaseOf(folder)}${suffix}`;
      if (existsSync(file)) copyFileSync(file, join(copy, `copy.db${suffix}`));
    }
    return withDatabase(join(copy, "copy.db"), (connection) => [
      ...integrityProblems(connection),
      ...(hasTable(connection, "log_position") ? positionProblems(connection, folder) : []),
    ]);
  } finally {
    removeFolder(copy);
  }
}

function hasTable(connection: Database.Database, name: string): boolean {
  return connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(name) !== undefined;
}

function integrityProblems(connection: Database.Database): readonly string[] {
  const lines = connection.prepare<[], string>("PRAGMA integrity_check").pluck().all();
  const orphans = connection.prepare("SELECT * FROM pragma_foreign_key_check").all();
  return [
    ...lines.filter((line) => line !== "ok"),
    ...(orphans.length === 0 ? [] : [`${orphans.length} rows without the row they refer to`]),
  ];
}

/** The place read up to and the rows before it belong to one transaction: never one without the other. */
function positionProblems(connection: Database.Database, folder: string): readonly string[] {
  const problems: string[] = [];
  const logs = readdirSync(join(folder, "logs")).filter((name) => name.endsWith(".jsonl"));
  for (const name of logs) {
    const path = join(folder, "logs", name);
    const axis = name.replace(".jsonl", "");
    const place = connection
      .prepare<[string], { bytes: number; inode: string }>(
        "SELECT bytes_read AS bytes, inode FROM log_position WHERE path = ?",
      )
      .get(path);
    const read = readFileSync(path)
      .subarray(0, place?.bytes ?? 0)
      .toString("utf8");
    const lines = read.split("\n").filter((line) => line !== "");
    const ids = lines.flatMap((line) => {
      const { id }: { id?: string } = JSON.parse(line);
      return id === undefined ? [] : [id];
    });
    const stored = connection
      .prepare<[string], string>("SELECT external_id FROM verdict WHERE axis = ? ORDER BY seq")
      .pluck()
      .all(axis);
    const wanted = [...new Set(ids)];
    if (JSON.stringify(stored) !== JSON.stringify(wanted)) {
      problems.push(
        `${name}: read up to ${lines.length} lines, but ${stored.length} of ${wanted.length} verdicts stored`,
      );
    }
    // What a clock that stood far back took to be of the future was refused then, and is stored by now.
    const refused = connection
      .prepare<[string], number>(
        "SELECT count(*) FROM reject WHERE axis = ? AND reason NOT LIKE '%it waits in the log%'",
      )
      .pluck()
      .get(axis);
    const bad = lines.length - ids.length;
    if (refused !== bad) problems.push(`${name}: ${bad} bad lines read, ${refused} refused rows stored`);
    if (place !== undefined && place.inode !== inodeOf(path)) problems.push(`${name}: another file's place`);
  }
  return problems;
}

/** Axis files of a stopped run hold the old bytes or the new ones, and nothing between. */
export function findTornAxisFiles(folder: string, before: FinalState, after: FinalState): readonly string[] {
  const names = readdirSync(join(folder, "axes")).filter(
    (name) => name.endsWith(".yaml") && !name.startsWith("."),
  );
  return names
    .map((name) => `axes/${name}`)
    .filter((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return text !== before.files[name] && text !== after.files[name];
    });
}
