import { join, resolve } from "node:path";

/** A path as a person wrote it, made absolute: `~` is the home folder, anything relative starts at `folder`. */
export function resolvePath(written: string, folder: string, home: string): string {
  if (written === "~") return home;
  if (written.startsWith("~/")) return join(home, written.slice(2));
  return resolve(folder, written);
}

/**
 * Why a path would not be read the way a shell reads it, or null. Neither `$VARIABLE` nor `~name` is expanded;
 * taken literally they would create a folder of that name.
 */
export function pathTrap(written: string): string | null {
  if (written.includes("\u0000")) return "a path cannot contain a NUL character";
  if (/^~[^/]/.test(written)) return "only ~ and ~/... are understood, not the home folder of a named user";
  if (/^\$(\w+|\{)/.test(written)) return "variables are not expanded in paths";
  return null;
}
