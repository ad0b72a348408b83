import { existsSync, linkSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ImproveCronError } from "../../errors.ts";
import { syncFolder } from "./database.ts";
import { companionsOf, makePrivateFile } from "./place.ts";

/** A file that has no name of its own until it is whole. */
export interface NewFile {
  /** Where it is written: private, empty, in the folder of its later name. */
  readonly partial: string;
  /** Gives it its name; from then on it is there after a power cut, too. Throws `conflict` where the name is taken. */
  finish(): void;
  /** Removes what was written and has no name. */
  dispose(): void;
}

/**
 * Begins an output file beside its later name. A link stays a link. Throws `conflict` where the file exists and `replace` is
 * false, `usage` where it is one of the database's own or no file.
 */
export function beginNewFile(
  target: string,
  {
    database,
    replace,
    processId,
  }: { readonly database: string; readonly replace: boolean; readonly processId: number },
): NewFile {
  const name = existsSync(target) ? realpathSync(target) : target;
  const found = statSync(name, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) {
    throw new ImproveCronError("usage", `${target} is no file`, "Name a file.");
  }
  refuseOwnFiles(database, target);
  if (found !== undefined && !replace) throw taken(target);
  const partial = `${name}.${processId}.partial`;
  const dispose = (): void => {
    for (const path of [partial, ...companionsOf(partial)]) rmSync(path, { force: true });
  };
  // Of a process with the same number that was killed.
  dispose();
  makePrivateFile(partial);
  return {
    partial,
    finish: () => {
      if (replace) renameSync(partial, name);
      else linkNew(partial, name);
      syncFolder(dirname(name));
    },
    dispose,
  };
}

/** A name that somebody else has taken meanwhile stays his. */
function linkNew(partial: string, name: string): void {
  try {
    linkSync(partial, name);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    // Elsewhere: a file system without links.
    if (code === "EEXIST" || existsSync(name)) throw taken(name);
    renameSync(partial, name);
  }
}

function refuseOwnFiles(database: string, target: string): void {
  if (!existsSync(database)) return;
  const own = [database, ...companionsOf(database), `${database}.open`].map((path) => realPathOf(path));
  if (own.includes(realPathOf(target))) {
    throw new ImproveCronError("usage", `${target} is the database itself`, "Name another file.");
  }
}

function realPathOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
}

function taken(target: string): ImproveCronError {
  return new ImproveCronError(
    "conflict",
    `${target} exists already`,
    "Name a file that does not exist yet, or say --force to replace it.",
  );
}
