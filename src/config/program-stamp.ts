import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Which build of the program lies in a folder, as the build left it there; null where it is none. */
export function programStamp(folder: string): string | null {
  try {
    return readFileSync(join(folder, ".stamp"), "utf8").trim() || null;
  } catch {
    return null;
  }
}
