import { statSync } from "node:fs";
import { chmod, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ImproveCronError, messageOf } from "../errors.ts";

/** Ends with a usage error where the folder that an output file should go into does not exist. */
export function refuseMissingFolder(file: string): void {
  const folder = dirname(file);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new ImproveCronError(
    "usage",
    `the folder ${folder} does not exist`,
    "Make it first, or name another file.",
  );
}

/**
 * Writes an output file whole or not at all: a reader never meets half of it.
 * It may hold private artifacts, so only its owner may read it.
 */
export async function writeOutput(file: string, text: string): Promise<void> {
  const partial = `${file}.${process.pid}.partial`;
  try {
    await writeFile(partial, text, { mode: 0o600 });
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw new ImproveCronError(
      "io",
      `cannot write ${file}: ${messageOf(error)}`,
      "Check the folder's rights and space.",
      error,
    );
  }
}

/** Replaces a file that belongs to a person, whole or not at all: its mode stays, and a link to it stays a link. */
export async function replaceTextFile(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const partial = `${target}.${process.pid}.partial`;
  try {
    const mode = (statSync(target, { throwIfNoEntry: false })?.mode ?? 0o644) & 0o777;
    await writeFile(partial, text, { mode });
    await chmod(partial, mode);
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw new ImproveCronError(
      "io",
      `cannot write ${file}: ${messageOf(error)}`,
      "Check the folder's rights and space.",
      error,
    );
  }
}
