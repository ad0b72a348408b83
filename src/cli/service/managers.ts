import { homedir } from "node:os";
import { join } from "node:path";
import { launchd } from "./launchd.ts";
import type { Manager } from "./manager.ts";
import { systemd } from "./systemd.ts";

/** The managers of this user, whether they run here or not. */
export function managersOf(env: Readonly<Record<string, string | undefined>>): {
  readonly launchd: Manager;
  readonly systemd: Manager;
} {
  const home = env["HOME"] || homedir();
  const units = join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "systemd/user");
  return { launchd: launchd(home, process.getuid?.() ?? 0), systemd: systemd(units) };
}
