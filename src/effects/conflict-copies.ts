import { readdir } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";

/** Copies of the log that a sync client made of two edits at once; `doctor` lists them, nobody deletes them. */
export async function listConflictCopies(path: string): Promise<readonly string[]> {
  const extension = extname(path);
  const stem = basename(path, extension);
  const isCopy = /^( \d+|[ ._-].*(conflict|sync-conflict-).*)$/i;
  try {
    const names = await readdir(dirname(path));
    return names
      .filter((name) => name.startsWith(stem) && name.endsWith(extension) && name !== basename(path))
      .filter((name) => isCopy.test(name.slice(stem.length, name.length - extension.length)))
      .sort()
      .map((name) => join(dirname(path), name));
  } catch {
    return [];
  }
}
