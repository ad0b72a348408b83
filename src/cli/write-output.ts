import { statSync } from "node:fs";
import { chmod, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ImproveCronError, messageOf } from "../errors.ts";

/** Ends with a usage error where the folder that an output file should go into does not exist. */
export function refuseMissingFolder(file: string): void {
  const folder = dirname(file);
  if (kindOf(folder) === "folder") return;
  throw new ImproveCronError(
    "usage",
    `the folder ${folder} does not exist, or may not be entered`,
    "Make it first, or name another file.",
  );
}

/** What stands at a path, links followed. */
function kindOf(path: string): "nothing" | "folder" | "file" | "device" {
  try {
    const found = statSync(path);
    if (found.isDirectory()) return "folder";
    return found.isFile() ? "file" : "device";
  } catch {
    return "nothing";
  }
}

/**
 * Writes an output file whole or not at all: a reader never meets half of it, and a link to it stays a link.
 * It may hold private artifacts, so only its owner may read it.
 */
export async function writeOutput(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const kind = kindOf(target);
  if (kind === "folder") {
    throw new ImproveCronError("usage", `${file} is a folder`, "Name a file.");
  }
  const partial = `${target}.${process.pid}.partial`;
  try {
    // A pipe or a device (/dev/stdout) is written to; a file put in its place would break it for everybody.
    if (kind === "device") {
      await writeFile(target, text);
      return;
    }
    // A new file of this name, never one that somebody put there: in a folder of all, a link would lead the text elsewhere.
    await removePartial(partial);
    await writeFile(partial, text, { mode: 0o600, flag: "wx" });
    await rename(partial, target);
  } catch (error) {
    await removePartial(partial);
    throw cannotWrite(file, error);
  }
}

function cannotWrite(file: string, error: unknown): ImproveCronError {
  return new ImproveCronError(
    "io",
    `cannot write ${file}: ${messageOf(error)}`,
    "Check the folder's rights and space.",
    error,
  );
}

/** What cannot be written can mostly not be removed either, and the first failure is the one to tell. */
async function removePartial(partial: string): Promise<void> {
  await rm(partial, { force: true }).catch(() => {});
}

/** Replaces a file that belongs to a person, whole or not at all: its mode stays, and a link to it stays a link. */
export async function replaceTextFile(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const partial = `${target}.${process.pid}.partial`;
  try {
    const mode = (statSync(target, { throwIfNoEntry: false })?.mode ?? 0o644) & 0o777;
    await removePartial(partial);
    await writeFile(partial, text, { mode, flag: "wx" });
    await chmod(partial, mode);
    await rename(partial, target);
  } catch (error) {
    await removePartial(partial);
    throw cannotWrite(file, error);
  }
}
