import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Axis } from "../core/axis.ts";
import { clockSpans } from "../core/wall-clock.ts";
import type { CompiledAxis, CompiledConfigPlace } from "./compiled-config.ts";
import { copyFileOf, readCopy, writeCopy } from "./compiled-copy.ts";
import type { Config } from "./config.ts";
import { environmentOf, isTrue, markOf } from "./copy-truth.ts";

/**
 * A file that was changed so shortly before it was read may be changed again within the same tick of the file system's
 * clock, which is two seconds on the coarsest: then its time of change would not tell.
 */
const coarsestTickMs = 2_000;

/**
 * Leaves the compiled copy behind, unless a true one is there. Nothing is written where a file has changed since, or just
 * before, the config was read; the next command will do it then. It never throws: nobody depends on a cache.
 *
 * @param axes The axes of that config, asked for only where a copy is to be written.
 * @param readingSince When the config began to be read, epoch milliseconds.
 */
export function keepCompiledConfig(
  config: Config,
  place: CompiledConfigPlace,
  axes: () => readonly Axis[],
  readingSince: number,
): void {
  try {
    const environment = environmentOf(place);
    if (environment === null || place.program === null) return;
    const file = copyFileOf(config.file, place.env);
    const before = readCopy(file);
    if (before !== null && isTrue(before, config.file, place.program, environment)) return;
    const { databaseFile, workspace, timezone, decision } = config;
    const compiled = {
      databaseFile,
      workspace,
      timezone,
      decision,
      burden: { minutesPerItem: config.burden.minutesPerItem },
      clocks: clockSpans(timezone, readingSince - 2 * yearMs, readingSince + yearMs),
      axes: axes().map(compiledAxisOf),
    };
    const paths = [config.file, ...config.axisSources.flatMap(withAxisFiles)];
    if (paths.some((path) => hasChangedSince(path, readingSince))) return;
    const files = paths.map((path) => [path, markOf(path)] as const);
    writeCopy(file, { program: place.program, configFile: config.file, environment, files, compiled });
  } catch {
    // Then `record` and `history` take the ordinary path, and are slower.
  }
}

const yearMs = 366 * 86_400_000;

function compiledAxisOf(axis: Axis): CompiledAxis {
  const { name, status, rubricPath, model, settings, artifactRoots, kappaThreshold, overrideRate } = axis;
  return { name, status, rubricPath, model, settings, artifactRoots, kappaThreshold, overrideRate };
}

/** A folder of axis files with the YAML files in it, or a file by itself. */
function withAxisFiles(source: string): readonly string[] {
  try {
    return [
      source,
      ...readdirSync(source)
        .filter(isYaml)
        .map((name) => join(source, name)),
    ];
  } catch {
    return [source];
  }
}

function isYaml(name: string): boolean {
  return /\.ya?ml$/.test(name);
}

function hasChangedSince(path: string, readingSince: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  // Whoever sets the time of a file leaves its change time, which nobody sets.
  return stats.mtimeMs > readingSince - coarsestTickMs || Math.floor(stats.ctimeMs) > readingSince;
}
