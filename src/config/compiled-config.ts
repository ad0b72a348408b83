import { createHash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { Axis } from "../core/axis.ts";
import type { BurdenPolicy, DecisionPolicy } from "../core/policy.ts";
import { type ClockSpan, clockSpans } from "../core/wall-clock.ts";
import type { Config } from "./config.ts";
import type { Environment } from "./environment.ts";
import { findConfig } from "./find-config.ts";
import { resolvePath } from "./resolve-path.ts";

/*
 * What `record` and `history` need of the config and the axis files, as JSON in the user's cache folder: reading YAML would
 * cost a sixth of the whole time of a `record`. Every command that opens the app leaves it there; it is used only while nothing that went into
 * it has changed. It is a cache: to delete it costs the next of them a quarter of a second, and nothing else.
 */

/** Config and axes as the light commands use them. */
export interface CompiledConfig {
  readonly databaseFile: string;
  readonly workspace: string;
  readonly timezone: string;
  readonly decision: DecisionPolicy;
  readonly burden: Pick<BurdenPolicy, "minutesPerItem">;
  /** What the clocks of the zone show about these years, so that a due date can be shown without Intl. */
  readonly clocks: readonly ClockSpan[];
  readonly axes: readonly CompiledAxis[];
}

/** What a verdict and the history take from an axis file. */
type CompiledAxis = Pick<
  Axis,
  | "name"
  | "status"
  | "rubricPath"
  | "model"
  | "settings"
  | "artifactRoots"
  | "kappaThreshold"
  | "overrideRate"
>;

/** Who asks, and from where: another answer to any of these may mean another config. */
export interface CompiledConfigPlace {
  readonly env: Environment;
  readonly cwd: string;
  /** Which build of the program this is: another one may read the same files differently. Null: not a build. */
  readonly program: string | null;
}

/** What the copy was made from. */
interface Provenance {
  readonly program: string;
  /** As it was found; relative paths in it start at its folder. */
  readonly configFile: string;
  readonly environment: Readonly<Record<string, string | null>>;
  /** The config, the axis folders and files, each with what tells that it is unchanged; null where there was nothing. */
  readonly files: readonly (readonly [path: string, mark: string | null])[];
}

interface Copy extends Provenance {
  readonly compiled: CompiledConfig;
}

/**
 * A file that was changed so shortly before it was read may be changed again within the same tick of the file system's
 * clock, which is two seconds on the coarsest: then its time of change would not tell.
 */
const coarsestTickMs = 2_000;

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

/** Which build of the program lies in a folder, as the build left it there; null where it is none. */
export function programStamp(folder: string): string | null {
  try {
    return readFileSync(join(folder, ".stamp"), "utf8").trim() || null;
  } catch {
    return null;
  }
}

function isTrue(
  copy: Copy,
  configFile: string,
  program: string,
  environment: Readonly<Record<string, string | null>>,
): boolean {
  return (
    copy.program === program &&
    copy.configFile === configFile &&
    Object.entries(environment).every(([name, value]) => copy.environment[name] === value) &&
    copy.files.every(([path, mark]) => markOf(path) === mark)
  );
}

const settingVariables = ["IMPROVE_CRON_HOME", "NOTION_BASE_URL", "IMPROVE_CRON_LOG_LEVEL"] as const;
const namedVariables = ["IMPROVE_CRON_CONFIG", "NOTION_TOKEN", ...settingVariables] as const;

/**
 * What the environment says, a relative state folder made absolute; null where there is no home folder to keep a copy in,
 * or where a variable is empty, which is a fault that the config's reader has words for.
 */
function environmentOf({
  env,
  cwd,
}: CompiledConfigPlace): ({ readonly HOME: string } & Readonly<Record<string, string | null>>) | null {
  const { HOME: home } = env;
  if (home === undefined || !isAbsolute(home)) return null;
  if (namedVariables.some((name) => env[name]?.trim() === "")) return null;
  const state = env["IMPROVE_CRON_HOME"];
  return {
    HOME: home,
    IMPROVE_CRON_HOME: state === undefined ? null : resolvePath(state, cwd, home),
    NOTION_BASE_URL: env["NOTION_BASE_URL"] ?? null,
    IMPROVE_CRON_LOG_LEVEL: env["IMPROVE_CRON_LOG_LEVEL"] ?? null,
  };
}

function copyFileOf(configFile: string, env: Environment): string {
  const name = createHash("sha256").update(realpathSync.native(configFile)).digest("hex").slice(0, 32);
  return join(cacheFolder(env), `config-${name}.json`);
}

/** $XDG_CACHE_HOME where it is absolute, as its specification says, else what the system uses. */
function cacheFolder(env: Environment): string {
  const { XDG_CACHE_HOME: named, HOME: home = "/" } = env;
  if (named !== undefined && isAbsolute(named)) return join(named, "improve-cron");
  return join(home, process.platform === "darwin" ? "Library/Caches" : ".cache", "improve-cron");
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

function markOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  // A file that takes another's place may be as large and as old, and so may one that a sync client wrote over.
  return stats === undefined ? null : `${stats.size} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}`;
}

/** The copy, if it is whole and nobody else could have written it: it says which database verdicts go into. */
function readCopy(file: string): Copy | null {
  let fd: number;
  try {
    fd = openSync(file, "r");
  } catch {
    return null;
  }
  try {
    const { uid, mode } = fstatSync(fd);
    if (uid !== process.getuid?.() || (mode & 0o022) !== 0) return null;
    const bytes = readFileSync(fd);
    const end = bytes.length - markBytes;
    if (end < 0 || bytes.readInt32LE(end) !== checksumOf(bytes.subarray(0, end))) return null;
    return parseCopy(bytes.toString("utf8", 0, end));
  } finally {
    closeSync(fd);
  }
}

/** With its checksum right it is what this program wrote; `isTrue` asks which build of it. */
function parseCopy(json: string): Copy {
  const copy: Copy = JSON.parse(json);
  return copy;
}

function writeCopy(file: string, copy: Copy): void {
  const json = JSON.stringify(copy);
  const text = Buffer.from(json + " ".repeat(markBytes - (Buffer.byteLength(json) % markBytes)));
  const mark = Buffer.alloc(markBytes);
  mark.writeInt32LE(checksumOf(text));
  const partial = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(partial, Buffer.concat([text, mark]), { mode: 0o600, flag: "wx" });
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** The checksum stands at the end, after a text whose length is a multiple of its own. */
const markBytes = 4;

/**
 * FNV-1a over 32-bit words: tells a file that a crash or a full disk cut short, or a bad disk changed. It is no defence
 * against a person, who could as well write to the database.
 */
function checksumOf(text: Uint8Array): number {
  const words = new DataView(text.buffer, text.byteOffset, text.length);
  let sum = 0x811c9dc5 | 0;
  for (let at = 0; at + markBytes <= text.length; at += markBytes) {
    sum = Math.imul(sum ^ words.getInt32(at, true), 0x01000193);
  }
  return sum;
}
