import { type BigIntStats, readdirSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { messageOf } from "../errors.ts";
import type { AxisProblem, AxisSet, ChannelConfig, Config } from "./config.ts";
import { readAxisEntry } from "./axis-entry.ts";
import type { AxisEntry, AxisPlace } from "./axis-entry.ts";
import { valueAt } from "./written-problems.ts";
import { readYamlFile } from "./yaml-text.ts";

/**
 * The axes as their files stand now. A file or entry that cannot be used is told in `problems`, each fault with
 * its line; the others go on. Unknown keys and unknown status words are no faults: they are the file owner's.
 *
 * @param home the folder that `~` stands for in paths
 * @param known what was read last for the same config: a file that was not changed since is not read again
 */
export function readAxes(
  config: Pick<Config, "axisSources" | "axisKeys"> & Partial<Pick<Config, "notify">>,
  home: string = homedir(),
  known: KnownAxisFiles = new Map(),
): AxisSet {
  const problems: AxisProblem[] = [];
  const secretNames = (config.notify ?? []).flatMap(secretsOf);
  const shared = { statusKey: config.axisKeys.status, home, secretNames };
  const files = uniqueFiles(config.axisSources.flatMap((source) => filesOf(source, problems)));
  const entries: AxisEntry[] = files.flatMap(({ path, state }) => {
    const { entries: found, problems: faults } = readChanged(path, state, shared, known);
    problems.push(...faults);
    return found;
  });
  const twice = sharedNames(entries);
  for (const entry of entries) {
    problems.push(...entry.problems);
    const others = (twice.get(entry.name ?? "") ?? []).filter((other) => other !== entry);
    if (others.length > 0) problems.push(duplicateOf(entry, others));
  }
  // Of two entries with one name neither is taken: the status line of the wrong file could be edited.
  const axes = entries.flatMap(({ axis }) => (axis === null || twice.has(axis.name) ? [] : [axis]));
  return { axes, problems };
}

/** The variables in which a channel of messages finds its secrets. */
function secretsOf(channel: ChannelConfig): readonly string[] {
  const name =
    channel.channel === "ntfy" ? channel.tokenEnv : channel.channel === "webhook" ? channel.secretEnv : null;
  return name === null ? [] : [name];
}

function filesOf(source: string, problems: AxisProblem[]): readonly string[] {
  try {
    if (!statSync(source).isDirectory()) return [source];
    return readdirSync(source)
      .filter((name) => /\.ya?ml$/.test(name) && !name.startsWith("."))
      .sort()
      .map((name) => join(source, name));
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    problems.push({
      code: missing ? "missing-file" : "unreadable",
      file: source,
      line: null,
      key: null,
      message: missing ? "there is no such file or folder" : `cannot be read: ${messageOf(error)}`,
      hint: "Create it, or correct `axes` in the config; `improve-cron init` makes an axis file to start from.",
    });
    return [];
  }
}

interface FoundFile {
  readonly path: string;
  /** Null where it cannot be told: the reading will say why. */
  readonly state: BigIntStats | null;
}

/** A file that is listed twice, or reached through a link as well, is one file. */
function uniqueFiles(files: readonly string[]): readonly FoundFile[] {
  const seen = new Set<string>();
  return files.flatMap((path) => {
    let state: BigIntStats | null = null;
    let identity = path;
    try {
      state = statSync(path, { bigint: true });
      // Of several hard links each is a file of its own: whoever replaces one leaves the others.
      identity = state.nlink === 1n ? `${state.dev} ${state.ino}` : realpathSync(path);
    } catch {
      // A dangling link: the reading below says so.
    }
    if (seen.has(identity)) return [];
    seen.add(identity);
    return [{ path, state }];
  });
}

type ReadFile = ReturnType<typeof readFile>;

/** Axis files by path, as they were read last, each with what its file's state was then. */
export type KnownAxisFiles = Map<string, { readonly state: string; readonly read: ReadFile }>;

/**
 * Two changes within one tick of the file system's clock bear the same time. Mostly it ticks some hundred times a second; one
 * that shows whole seconds may tick every other.
 *
 * @example longestTickMs({ ctimeNs: 1_780_000_000_000_000_000n }) // 2000
 */
export function longestTickMs({ ctimeNs }: Pick<BigIntStats, "ctimeNs">): number {
  return ctimeNs % 1_000_000_000n === 0n ? 2_000 : 50;
}

function readChanged(
  path: string,
  state: BigIntStats | null,
  shared: Parameters<typeof readFile>[1],
  known: KnownAxisFiles,
): ReadFile {
  const settled = state !== null && Date.now() - Number(state.ctimeMs) > longestTickMs(state);
  const now = settled
    ? [state.dev, state.ino, state.size, state.mtimeNs, state.ctimeNs, state.mode].join(" ")
    : null;
  const last = known.get(path);
  if (last !== undefined && last.state === now) return last.read;
  const read = readFile(path, shared);
  // What could not be read may be readable the next time, without a change of the file.
  if (now !== null && read.problems.length === 0) known.set(path, { state: now, read });
  return read;
}

function readFile(
  file: string,
  shared: Pick<AxisPlace, "statusKey" | "home" | "secretNames">,
): { readonly entries: readonly AxisEntry[]; readonly problems: readonly AxisProblem[] } {
  const yaml = readYamlFile(file);
  if (yaml.faults.length > 0) {
    const problems = yaml.faults.map(({ code, line, message, hint }) => ({
      code,
      file,
      line,
      key: null,
      message,
      hint,
    }));
    return { entries: [], problems };
  }
  const { value, lineOf } = yaml;
  const place = { ...shared, file, folder: dirname(file) };
  const list = valueAt(value, ["axes"]);
  if (Array.isArray(list)) {
    const items: readonly unknown[] = list;
    const entries = items.map((item, index) =>
      readAxisEntry(item, { ...place, lineOf: (path) => lineOf(["axes", index, ...path]) }),
    );
    return { entries, problems: [] };
  }
  if (list !== undefined) {
    const problem = {
      code: "wrong-value",
      file,
      line: lineOf(["axes"]),
      key: "axes",
      message: "must be a list of axes",
      hint: "Begin each axis with `- axis: NAME`, or give the file one axis and no key `axes`.",
    };
    return { entries: [], problems: [problem] };
  }
  return { entries: [readAxisEntry(value, { ...place, lineOf })], problems: [] };
}

function sharedNames(entries: readonly AxisEntry[]): ReadonlyMap<string, readonly AxisEntry[]> {
  const byName = new Map<string, AxisEntry[]>();
  for (const entry of entries) {
    if (entry.name === null) continue;
    byName.set(entry.name, [...(byName.get(entry.name) ?? []), entry]);
  }
  return new Map([...byName].filter(([, same]) => same.length > 1));
}

function duplicateOf(entry: AxisEntry, others: readonly AxisEntry[]): AxisProblem {
  const places = others.map(({ file, line }) => `${file}:${line ?? 1}`).join(" and ");
  return {
    code: "duplicate-axis",
    file: entry.file,
    line: entry.line,
    key: "axis",
    message: `the axis ${entry.name} is also in ${places}`,
    hint: "Keep one of them, or give the other another name; until then neither is used.",
  };
}
