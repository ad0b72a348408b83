import { constants, type Stats } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isMissing, type Waiting, waiting, waitingFor } from "./outcome.ts";

interface RegularFile {
  readonly kind: "file";
  readonly bytes: Buffer;
  readonly stat: Stats;
}

export type ReadOutcome =
  | RegularFile
  | { readonly kind: "missing" }
  | { readonly kind: "waiting"; readonly waiting: Waiting };

/** Whether anything, a dangling link included, stands at this path. */
export async function stands(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/**
 * Reads a whole ordinary file. A missing file is told apart from one that iCloud has moved away: then only
 * `.NAME.icloud` stands there, and a new file in its place would later overwrite the real one.
 */
export async function readRegularFile(path: string): Promise<ReadOutcome> {
  try {
    // Non-blocking, so that a FIFO in place of the file cannot hold the program.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) {
        const because = `${path} is not an ordinary file`;
        return {
          kind: "waiting",
          waiting: waiting("not-a-file", because, "Name an ordinary file in the config."),
        };
      }
      return { kind: "file", bytes: await handle.readFile(), stat };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!isMissing(error)) return { kind: "waiting", waiting: waitingFor(error) };
  }
  const evicted = join(dirname(path), `.${basename(path)}.icloud`);
  if (!(await stands(evicted))) return { kind: "missing" };
  const hint = "Download it in Finder (or open it once in Obsidian); the next run goes on.";
  return {
    kind: "waiting",
    waiting: waiting("not-downloaded", `${path} is in iCloud and not on this machine`, hint),
  };
}

/** Whether nobody may write the file: also true for root, whom the permission bits do not stop, as a person meant them. */
export function isReadOnly(stat: Stats): boolean {
  return (stat.mode & 0o222) === 0;
}

const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of UTF-8 bytes with its byte order mark, or null where they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Makes a new or renamed name in a folder last through a power cut; some file systems cannot, and that is all right. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // The change itself is done; only its survival of a power cut in the next seconds is the file system's affair.
  }
}
