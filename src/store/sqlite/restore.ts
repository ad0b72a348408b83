import { copyFileSync, existsSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { ImproveCronError, messageOf } from "../../errors.ts";
import { appendOnlyTables } from "./append-only.ts";
import { checkCopy, type CopyFacts, expectWorkspace } from "./check-copy.ts";
import { connect, incomingOf } from "./connection.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { findOnlyHere, type OnlyHere } from "./only-here.ts";
import { companionsOf, makePrivateFile } from "./place.ts";
import { asideOf, putInPlace, takeAlone } from "./replace-database.ts";
import { damaged, storeError } from "./store-error.ts";
import { type FileFacts, measureFile, syncFile } from "./sync-file.ts";

export interface RestoreOptions {
  /** The database to be replaced; it need not exist. */
  readonly file: string;
  readonly backup: string;
  readonly workspace: string;
  readonly timezone: string;
  readonly now: number;
  readonly processId: number;
  /** Also where the present database holds what the backup does not. */
  readonly force: boolean;
  /** Looks, and changes nothing. */
  readonly dryRun: boolean;
  /** Told what will happen before it does. */
  readonly tell?: (plan: RestorePlan) => void;
  readonly step?: (name: string) => void;
}

/** What is there now, and what of it the backup does not hold. */
type Present =
  | { readonly kind: "none" }
  | { readonly kind: "unreadable"; readonly because: string }
  | {
      readonly kind: "database";
      readonly onlyHere: readonly OnlyHere[];
      readonly onlyInBackup: readonly OnlyHere[];
    };

interface RestorePlan {
  /** Size and SHA-256 of the backup, as it was read. */
  readonly backup: FileFacts;
  readonly rows: Readonly<Record<string, number>>;
  /** Migrations that the backup has not had, by name. */
  readonly migrated: readonly string[];
  readonly present: Present;
  /** What will be gone, in words such as `verdict`: tables whose rows are never deleted otherwise. */
  readonly losing: readonly OnlyHere[];
}

export interface Restored extends RestorePlan {
  /** Where the database that was there is now; null where there was none, or nothing was done. */
  readonly aside: string | null;
}

/**
 * Puts a backup in the place of the database. The backup is copied beside it first, and everything is checked and migrated in
 * that copy: what was checked is what is put in place, and whatever goes wrong before the last step leaves the database as it
 * was. The old one keeps all its bytes under another name. Killed at any point, the next command finds the old or the new one.
 *
 * Throws `store-damaged` and `store-newer` for the backup, `config` where it is of another workspace or zone, `store-busy` where
 * somebody uses the database, `conflict` where rows would be gone and `force` is false.
 */
export function restoreDatabase(options: RestoreOptions): Restored {
  const { file, backup } = options;
  refuseOwnFile(file, backup);
  try {
    return options.dryRun ? rehearse(options) : replace(options);
  } catch (error) {
    throw storeError(error, file);
  }
}

function refuseOwnFile(file: string, backup: string): void {
  const found = statSync(backup, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) {
    throw new ImproveCronError(
      "input",
      `${backup} is ${found === undefined ? "not there" : "no file"}`,
      "Name a file that `improve-cron backup` has written.",
    );
  }
  if (existsSync(file) && realpathSync(file) === realpathSync(backup)) {
    throw new ImproveCronError("usage", `${backup} is the database itself`, "Name a backup of it.");
  }
}

function rehearse(options: RestoreOptions): Restored {
  const folder = mkdtempSync(join(tmpdir(), "improve-cron-restore-"));
  try {
    const plan = prepare(options, join(folder, "improve-cron.db"));
    options.tell?.(plan);
    return { ...plan, aside: null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function replace(options: RestoreOptions): Restored {
  const { file, now, processId, step = () => {} } = options;
  const alone = takeAlone(file, processId);
  const incoming = incomingOf(file);
  try {
    const plan = prepare(options, incoming);
    options.tell?.(plan);
    refuseLoss(file, plan, options.force);
    step("replace: checked");
    const aside = existsSync(file) ? asideOf(file, "restore", now) : null;
    const readable = plan.present.kind !== "unreadable";
    putInPlace(file, { aside: aside ?? asideOf(file, "restore", now), readable, step });
    // Read once more from where it lies now.
    const facts = checkCopy(file);
    if (JSON.stringify(facts.rows) !== JSON.stringify(plan.rows)) throw damaged(file, "it lost rows");
    return { ...plan, aside };
  } finally {
    for (const path of [...companionsOf(incoming), incoming]) rmSync(path, { force: true });
    alone.release();
  }
}

/** Copies the backup, checks the copy, brings it up to date, and compares it with what is there. */
function prepare(options: RestoreOptions, copy: string): RestorePlan {
  const { file, backup } = options;
  const { facts, found } = namingTheBackup(backup, copy, () => {
    const measured = copyBackup(backup, copy);
    const checked = checkCopy(copy);
    expectWorkspace(backup, checked.timezones, options);
    if (checked.pending.length > 0) bringUpToDate(copy, options.now, checked);
    return { facts: measured, found: checked };
  });
  const present = compare(file, copy);
  const onlyHere = present.kind === "database" ? present.onlyHere : [];
  const kept: readonly string[] = appendOnlyTables;
  return {
    backup: facts,
    rows: checkCopy(copy).rows,
    migrated: found.pending.map(({ name }) => name),
    present,
    losing: onlyHere.filter(({ table }) => kept.includes(table)),
  };
}

/** What is wrong with the copy is wrong with the backup, and that is the file a person knows: the present database is sound. */
function namingTheBackup<T>(backup: string, copy: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ImproveCronError)) throw error;
    const hint =
      error.code === "store-damaged"
        ? "Nothing was changed. Name another file that `improve-cron backup` has written."
        : error.hint;
    throw new ImproveCronError(error.code, error.message.replaceAll(copy, backup), hint, error);
  }
}

function copyBackup(backup: string, copy: string): FileFacts {
  makePrivateFile(copy);
  copyFileSync(backup, copy);
  const facts = measureFile(copy);
  // A database that was copied by hand, with its log beside it: without the log it would lack the newest rows.
  if ((statSync(`${backup}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    makePrivateFile(`${copy}-wal`);
    copyFileSync(`${backup}-wal`, `${copy}-wal`);
  }
  closeForGood(copy);
  return facts;
}

/** One file that needs no other beside it. Throws `store-damaged` where SQLite cannot read it. */
function closeForGood(copy: string): void {
  let connection: Database.Database | null = null;
  try {
    connection = new Database(copy, { fileMustExist: true });
    connection.pragma("synchronous = FULL");
    connection.pragma("journal_mode = DELETE");
  } catch (error) {
    throw damaged(copy, messageOf(error), error);
  } finally {
    connection?.close();
  }
  syncFile(copy);
}

function bringUpToDate(copy: string, now: number, before: CopyFacts): void {
  const connection = connect(copy);
  try {
    migrate(connection, now, migrations);
  } finally {
    connection.close();
  }
  closeForGood(copy);
  const after = checkCopy(copy).rows;
  for (const [table, count] of Object.entries(before.rows)) {
    if (after[table] !== count)
      throw damaged(copy, `its migration left ${after[table]} of ${count} rows in ${table}`);
  }
}

function compare(file: string, copy: string): Present {
  if (!existsSync(file)) return { kind: "none" };
  try {
    return {
      kind: "database",
      onlyHere: findOnlyHere(file, copy),
      onlyInBackup: findOnlyHere(copy, file),
    };
  } catch (error) {
    const problem = storeError(error, file);
    const code = problem instanceof ImproveCronError ? problem.code : "";
    if (code !== "store-damaged") throw error;
    return { kind: "unreadable", because: messageOf(problem) };
  }
}

function refuseLoss(file: string, { losing }: RestorePlan, force: boolean): void {
  if (force || losing.length === 0) return;
  const rows = losing.map(({ table, rows: count }) => `${count} of ${table.replaceAll("_", " ")}`);
  throw new ImproveCronError(
    "conflict",
    `${file} holds rows that the backup does not: ${rows.join(", ")}`,
    "Nothing was changed. Look with --dry-run, or say --force: the present database is then kept beside it under another name.",
  );
}
