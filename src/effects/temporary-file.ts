import { randomBytes } from "node:crypto";
import { lstat, open, readdir, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Stats } from "node:fs";

/** The temporary files that this process is writing just now: an own process id alone proves nothing after a restart. */
const inUse = new Set<string>();

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process lives and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Removes temporary files of this target that a killed process left behind; those of living processes stay. */
export async function removeStaleTemporaries(target: string): Promise<void> {
  const folder = dirname(target);
  const lead = `.${basename(target)}.`;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(lead)) continue;
    const match = /^(\d+)\.[0-9a-f]{12}\.tmp$/.exec(name.slice(lead.length));
    if (match === null) continue;
    const pid = Number(match[1]);
    const file = join(folder, name);
    if (pid === process.pid ? inUse.has(file) : isAlive(pid)) continue;
    const stat = await lstat(file);
    if (stat.isFile()) await unlink(file);
  }
}

/**
 * Writes bytes into a new file beside the target, with the target's mode and owner, and calls `use` with its path.
 * Whatever `use` did not rename away is removed again.
 *
 * @param beforeSync called when the bytes are written but not yet on the disk
 */
export async function withTemporaryFile<T>(
  target: string,
  bytes: Uint8Array,
  like: Pick<Stats, "uid" | "gid" | "mode">,
  beforeSync: () => void,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const random = randomBytes(6).toString("hex");
  const file = join(dirname(target), `.${basename(target)}.${process.pid}.${random}.tmp`);
  inUse.add(file);
  try {
    const handle = await open(file, "wx", 0o600);
    try {
      await handle.writeFile(bytes);
      beforeSync();
      if (like.uid !== process.getuid?.() || like.gid !== process.getgid?.()) {
        // Root may keep the file its owner's; anybody else already is the owner or cannot.
        await handle.chown(like.uid, like.gid).catch(() => undefined);
      }
      await handle.chmod(like.mode & 0o7777);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return await use(file);
  } finally {
    await unlink(file).catch(() => undefined);
    inUse.delete(file);
  }
}
