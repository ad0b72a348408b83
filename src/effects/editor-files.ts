import { basename, dirname, join } from "node:path";
import { stands } from "./regular-file.ts";

/** How often a `name~` beside the file postpones a change: the editors that write it often leave it for good. */
const backupPostponements = 3;

/**
 * The file by which an editor shows that it has this one open, or null.
 *
 * Vim's swap files and Emacs' lock (a link that leads nowhere) vanish with the editor and always count.
 * A backup `name~` may stay for ever, so that it counts for the first attempts only.
 */
export async function openInEditor(path: string, attempt: number): Promise<string | null> {
  const folder = dirname(path);
  const name = basename(path);
  const signs = [`.${name}.swp`, `.${name}.swo`, `.#${name}`];
  if (attempt <= backupPostponements) signs.push(`${name}~`);
  for (const sign of signs) {
    const file = join(folder, sign);
    if (await stands(file)) return file;
  }
  return null;
}
