import { mkdir, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { isMissing, type Waiting, waiting } from "./outcome.ts";

/** The real path of a folder that may not exist yet: that of its nearest existing parent, and the rest as it is. */
async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    const parent = dirname(folder);
    if (!isMissing(error) || parent === folder) throw error;
    return resolve(await realFolder(parent), relative(parent, folder));
  }
}

/**
 * Makes sure that the folder of the vault log stands. Only inside the config's own folder is it created: elsewhere
 * a missing folder means a vault that was moved or is not mounted, and a new one would hide that.
 */
export async function ensureLogFolder(folder: string, home: string): Promise<Waiting | null> {
  try {
    if ((await stat(folder)).isDirectory()) return null;
    return waiting("folder-missing", `${folder} is not a folder`, "Mend `vault_log` in the config.");
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const inside = relative(await realpath(home), await realFolder(folder));
  if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    const hint = "Mount or sync the vault, create the folder, or mend `vault_log` in the config.";
    return waiting("folder-missing", `the folder ${folder} of the vault log does not exist`, hint);
  }
  await mkdir(folder, { recursive: true });
  return null;
}
