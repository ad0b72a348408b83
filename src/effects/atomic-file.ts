import { createHash } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
} from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { openInEditor } from "./editor-files.ts";
import { isMissing, type Waiting, waiting, waitingFor } from "./outcome.ts";
import { decodeUtf8, isReadOnly, type ReadOutcome, readRegularFile, syncFolder } from "./regular-file.ts";
import type { Step } from "./step.ts";
import { removeStaleTemporaries, withTemporaryFile } from "./temporary-file.ts";

export type ReplaceOutcome =
  | { readonly kind: "replaced" }
  | { readonly kind: "unchanged" }
  | { readonly kind: "waiting"; readonly waiting: Waiting };

/** New bytes for the old ones, or null to leave the file as it is. Called again when the file changed meanwhile. */
export type Transform = (bytes: Buffer) => Uint8Array | null;

const largestFile = 1024 * 1024;
const mostReads = 5;

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function unfit(path: string, file: Extract<ReadOutcome, { kind: "file" }>): Waiting | null {
  if (file.bytes.length > largestFile) {
    return waiting(
      "too-large",
      `${path} is larger than 1 MiB`,
      "An axis file is a page of YAML: check the path.",
    );
  }
  if (file.stat.nlink > 1) {
    const hint = "Replace the hard link by a symbolic link, or by a copy of its own.";
    return waiting("hard-linked", `${path} is one of ${file.stat.nlink} hard links to one file`, hint);
  }
  if (isReadOnly(file.stat)) {
    return waiting("read-only", `${path} is marked read-only`, `Allow writing: chmod u+w '${path}'`);
  }
  if (decodeUtf8(file.bytes) === null) {
    return waiting("not-utf8", `${path} is not UTF-8 text`, "Save the file as UTF-8.");
  }
  return null;
}

/**
 * Replaces the content of a text file in one step: a reader, or the program after a crash, finds the old bytes or
 * the new ones. A symbolic link stays a link, and mode and owner are kept. When the file changes between reading
 * and renaming, it is read and transformed again; what a person writes in the last microseconds before the rename
 * is the one thing that no file system lets us notice.
 *
 * @param attempt which attempt at the effect this is, from 1: an editor's backup file postpones only the first ones
 */
export async function replaceFile(
  path: string,
  transform: Transform,
  { step, attempt }: { readonly step: Step; readonly attempt: number },
): Promise<ReplaceOutcome> {
  try {
    return await replace(path, transform, step, attempt);
  } catch (error) {
    return { kind: "waiting", waiting: waitingFor(error) };
  }
}

/** The regular file with these bytes that stands at a path at this moment; null where another one does, or none. */
function lookAt(path: string, digest: string): BigIntStats | null {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    // An editor may have moved it away, to put another in its place.
    if (isMissing(error)) return null;
    throw error;
  }
  try {
    const stat = fstatSync(fd, { bigint: true });
    return stat.isFile() && sha256(readFileSync(fd)) === digest ? stat : null;
  } finally {
    closeSync(fd);
  }
}

/** Whether the same file, not written since, stands there: two calls to the system instead of the dozen of a whole look. */
function isStill(path: string, seen: BigIntStats): boolean {
  const now = statSync(path, { bigint: true, throwIfNoEntry: false });
  return now !== undefined && now.ino === seen.ino && now.mtimeNs === seen.mtimeNs && now.size === seen.size;
}

/** Where the bytes really are; a missing file keeps its name, so that reading it tells what is wrong. */
async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isMissing(error)) return path;
    throw error;
  }
}

async function replace(
  path: string,
  transform: Transform,
  step: Step,
  attempt: number,
): Promise<ReplaceOutcome> {
  for (let reads = 0; reads < mostReads; reads += 1) {
    const target = await resolveLinks(path);
    const file = await readRegularFile(target);
    if (file.kind === "waiting") return file;
    if (file.kind === "missing") {
      const hint = "Put the file back, or mend `axes` in the config.";
      return { kind: "waiting", waiting: waiting("not-found", `${path} does not exist`, hint) };
    }
    const problem = unfit(path, file);
    if (problem !== null) return { kind: "waiting", waiting: problem };
    await removeStaleTemporaries(target);

    const bytes = transform(file.bytes);
    if (bytes === null || file.bytes.equals(bytes)) return { kind: "unchanged" };

    // Emacs puts its lock beside the link, vim its swap file beside the target.
    const sign = (await openInEditor(target, attempt)) ?? (await openInEditor(path, attempt));
    if (sign !== null) {
      const hint = `Close the editor; if none is open, delete ${sign}. The next run goes on.`;
      return { kind: "waiting", waiting: waiting("open-in-editor", `${path} is open in an editor`, hint) };
    }

    const start = sha256(file.bytes);
    const renamed = await withTemporaryFile(
      target,
      bytes,
      file.stat,
      () => step("axis-file: temp written"),
      async (temporary) => {
        step("axis-file: before rename");
        // Nothing may run between this look and the rename: on a busy machine a single wait is milliseconds.
        const seen = lookAt(target, start);
        if (seen === null || !isStill(target, seen)) return false;
        renameSync(temporary, target);
        step("axis-file: after rename");
        return true;
      },
    );
    if (renamed) {
      await syncFolder(dirname(target));
      return { kind: "replaced" };
    }
  }
  const hint = "Something keeps writing this file: stop it; the next run tries again.";
  return {
    kind: "waiting",
    waiting: waiting("changing", `${path} changed at each of ${mostReads} reads`, hint),
  };
}
