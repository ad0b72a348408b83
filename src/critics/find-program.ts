import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";

export type FoundProgram =
  | { readonly kind: "found"; readonly path: string }
  | { readonly kind: "missing"; readonly because: string; readonly hint: string };

/**
 * The absolute path of a program. A bare name is looked for in `~/.local/bin`, `/opt/homebrew/bin` and `/usr/local/bin`
 * before the folders of PATH: PATH under cron or launchd is another one than in a terminal, and a program found by it
 * would be another version, or none.
 */
export function findProgram(
  name: string,
  place: { readonly home: string | undefined; readonly path: string | undefined },
): FoundProgram {
  if (name.includes("/")) {
    if (!isAbsolute(name)) {
      return missing(`${name} is a relative path`, "Write the path in full, or from ~/.");
    }
    const fault = faultOf(name);
    return fault === null ? { kind: "found", path: name } : missing(`${name} ${fault}`, pathHint);
  }
  const folders = programFolders(place);
  const path = folders.map((folder) => join(folder, name)).find((candidate) => faultOf(candidate) === null);
  if (path !== undefined) return { kind: "found", path };
  return missing(
    `${name} is in none of ${folders.join(", ")}`,
    "Install it, or write its full path where `critic` names it: `which` in a terminal tells it.",
  );
}

/** The folders in which programs are looked for, in that order. */
export function programFolders(place: {
  readonly home: string | undefined;
  readonly path: string | undefined;
}): readonly string[] {
  const own = place.home === undefined || place.home === "" ? [] : [join(place.home, ".local/bin")];
  const listed = (place.path ?? "").split(":").filter((folder) => isAbsolute(folder));
  return [...new Set([...own, "/opt/homebrew/bin", "/usr/local/bin", ...listed])];
}

const pathHint = "Correct the path in `critic`, or give this user the right to execute it.";

function missing(because: string, hint: string): FoundProgram {
  return { kind: "missing", because, hint };
}

function faultOf(path: string): string | null {
  try {
    if (!statSync(path).isFile()) return "is not a file";
  } catch {
    return "does not exist";
  }
  try {
    accessSync(path, constants.X_OK);
    return null;
  } catch {
    return "cannot be executed";
  }
}
