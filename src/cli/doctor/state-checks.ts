import { accessSync, constants, existsSync, statSync } from "node:fs";
import { type Check, finding, fine } from "./check.ts";

/** Whether the state folder is there, private and writable. It holds verdicts and artifacts in plain text. */
export function checkStateFolder(folder: string): Check {
  const name = "state folder";
  if (!existsSync(folder)) return fine(name, `${folder} will be made when it is needed`);
  const facts = statSync(folder);
  if (!facts.isDirectory())
    return finding(name, `${folder} is not a folder`, "Set `state` in the config to a folder.");
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return finding(name, `${folder} cannot be written`, "Give this user the right to write it.");
  }
  const mode = facts.mode & 0o777;
  // Windows has no such bits.
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    return finding(
      name,
      `${folder} can be read by others (mode ${mode.toString(8)})`,
      `Run: chmod 700 ${JSON.stringify(folder)}`,
    );
  }
  return fine(name, folder);
}
