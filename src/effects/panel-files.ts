import { createHash, randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ImproveCronError, messageOf } from "../errors.ts";
import { readRegularFile, syncFolder } from "./regular-file.ts";

/** The files of a panel run in its folder, by their names in it. */
export interface PanelFiles {
  /** The value of a JSON file; null where there is none, or it is none that this program wrote. */
  read(name: string): Promise<unknown>;
  /** SHA-256 (hex) of what a file holds; null where it is not there. */
  digest(name: string): Promise<string | null>;
  /** Writes a JSON file in one step and answers its digest. */
  write(name: string, value: unknown): Promise<string>;
  remove(name: string): Promise<void>;
}

/** Where `panel run` keeps what it knows of its own calls, inside the folder of the draft. */
export const ownFolder = ".panel-run";

/**
 * The files of one panel run. A reader finds the old content or the new one, never half of it.
 *
 * @param folder real path
 * @throws ImproveCronError `io` where a file cannot be written, or a folder of the run is a link to elsewhere
 */
export async function openPanelFiles(
  folder: string,
  { readOnly }: { readonly readOnly: boolean },
): Promise<PanelFiles> {
  if (!readOnly) for (const inner of ["lenses", ownFolder]) await makeFolder(join(folder, inner));
  const at = (name: string): string => join(folder, name);
  return {
    read: async (name) => {
      const bytes = await bytesOf(at(name));
      if (bytes === null) return null;
      try {
        const value: unknown = JSON.parse(bytes.toString("utf8"));
        return value;
      } catch {
        return null;
      }
    },
    digest: async (name) => {
      const bytes = await bytesOf(at(name));
      return bytes === null ? null : sha256(bytes);
    },
    write: async (name, value) => {
      const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
      await guarded(at(name), () => replace(at(name), bytes));
      return sha256(bytes);
    },
    remove: (name) => guarded(at(name), () => rm(at(name), { force: true })),
  };
}

async function makeFolder(path: string): Promise<void> {
  await guarded(path, async () => {
    await mkdir(path, { recursive: true });
    if ((await lstat(path)).isSymbolicLink()) throw new Error("it is a link to another folder");
  });
}

async function bytesOf(path: string): Promise<Buffer | null> {
  const reading = await readRegularFile(path);
  return reading.kind === "file" ? reading.bytes : null;
}

async function replace(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(
    dirname(path),
    `.${basename(path)}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`,
  );
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const handle = await open(temporary, flags, 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
    await handle.close();
    await rename(temporary, path);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function guarded(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const hint = "Name a folder that you can write to, on a disk with room.";
    throw new ImproveCronError("io", `${path} cannot be written: ${messageOf(error)}`, hint, error);
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
