import { realpathSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Environment } from "./environment.ts";
import { resolvePath } from "./resolve-path.ts";

export interface ConfigPlaces {
  /** What `--config` names, or null. */
  readonly flag: string | null;
  /** What `$IMPROVE_CRON_CONFIG` names, or null. */
  readonly variable: string | null;
  readonly env: Environment;
  readonly cwd: string;
  readonly home: string;
}

export type FoundConfig =
  | {
      readonly kind: "found";
      readonly file: string;
      readonly namedBy: "--config" | "IMPROVE_CRON_CONFIG" | "search";
      /** Another config file that the search would have taken, had this one not been there. */
      readonly passedOver: string | null;
    }
  | { readonly kind: "none"; readonly searched: readonly string[] };

/**
 * Which file is the config: the one that is named (flag before variable), else the first that exists of
 * `./config/improve-cron.yaml` and `improve-cron/improve-cron.yaml` in the user's config folder.
 */
export function findConfig(places: ConfigPlaces): FoundConfig {
  const { flag, variable, env, cwd, home } = places;
  const named = flag ?? variable;
  if (named !== null) {
    const namedBy = flag === null ? "IMPROVE_CRON_CONFIG" : "--config";
    return { kind: "found", file: resolvePath(named, cwd, home), namedBy, passedOver: null };
  }
  const searched = [
    join(cwd, "config", "improve-cron.yaml"),
    join(userConfigFolder(env, home), "improve-cron", "improve-cron.yaml"),
  ];
  const [file, other] = searched.filter(exists);
  if (file === undefined) return { kind: "none", searched };
  const passedOver = other === undefined || realpathSync(other) === realpathSync(file) ? null : other;
  return { kind: "found", file, namedBy: "search", passedOver };
}

/** $XDG_CONFIG_HOME, else ~/.config. Its specification says that an empty or relative value counts as none. */
function userConfigFolder(env: Environment, home: string): string {
  const folder = env["XDG_CONFIG_HOME"];
  return folder !== undefined && isAbsolute(folder) ? folder : join(home, ".config");
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}
