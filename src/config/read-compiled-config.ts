import type { CompiledConfig, CompiledConfigPlace } from "./compiled-config.ts";
import { copyFileOf, readCopy } from "./compiled-copy.ts";
import { environmentOf, isTrue } from "./copy-truth.ts";
import { findConfig } from "./find-config.ts";

/**
 * The compiled copy of the config that a call with this `--config` (or null) means, if it is there, whole, the user's own
 * and still true; else null. It never throws.
 */
export function readCompiledConfig(
  configFlag: string | null,
  place: CompiledConfigPlace,
): CompiledConfig | null {
  try {
    const environment = environmentOf(place);
    if (environment === null || place.program === null) return null;
    const { env, cwd } = place;
    const variable = env["IMPROVE_CRON_CONFIG"] ?? null;
    const found = findConfig({ flag: configFlag, variable, env, cwd, home: environment.HOME });
    if (found.kind === "none") return null;
    const copy = readCopy(copyFileOf(found.file, env));
    return copy !== null && isTrue(copy, found.file, place.program, environment) ? copy.compiled : null;
  } catch {
    return null;
  }
}
