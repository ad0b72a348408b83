import * as z from "zod";
import { isAxisName } from "../core/axis.ts";
import type { Axis } from "../core/axis.ts";
import type { CriticSpec } from "../core/critic-spec.ts";
import { isZone } from "../core/month.ts";
import { withValue } from "./config-problem.ts";
import type { AxisProblem } from "./config.ts";
import { readCriticEntry } from "./critic-entry.ts";
import { nearestTimeZone } from "./nearest-zone.ts";
import { pathTrap, resolvePath } from "./resolve-path.ts";
import { valueAt } from "./written-problems.ts";

/** One axis as a file gives it: usable, or with what is wrong. */
export interface AxisEntry {
  readonly file: string;
  /** Where its name stands, from 1. */
  readonly line: number | null;
  /** The name, even of an entry that is otherwise faulty; null where there is none. */
  readonly name: string | null;
  /** Null where anything is wrong: an override that cannot be read must not fall back to the config's in silence. */
  readonly axis: Axis | null;
  readonly problems: readonly AxisProblem[];
}

export interface AxisPlace {
  readonly file: string;
  /** Where relative paths start. */
  readonly folder: string;
  readonly home: string;
  /** Further variables that no critic is given, see `CriticPlace`. */
  readonly secretNames?: readonly string[];
  /** Dotted path of the key that holds the status word. */
  readonly statusKey: string;
  readonly lineOf: (path: readonly PropertyKey[]) => number | null;
}

const text = z.string().trim().min(1);
const path = text.refine((written) => pathTrap(written) === null);
const share = z.number().gt(0).lt(1);

/** The keys that improve-cron reads; every other key belongs to the file's owner. */
const writtenAxisSchema = z.object({
  axis: z.string().refine(isAxisName),
  status: text,
  intent: text.nullish(),
  title: text.nullish(),
  rubric: path.nullish(),
  verdict_log: path.nullish(),
  model: text.nullish(),
  settings: z.record(z.string(), z.json()).nullish(),
  timezone: z.string().refine(isZone).nullish(),
  accept_ref: z.boolean().nullish(),
  artifact_roots: z.array(path).nullish(),
  kappa_threshold: share.nullish(),
  override_rate: share.nullish(),
  pass_rate: z.number().gt(0).lte(1).nullish(),
  probes: z.int().min(0).nullish(),
  // Its own reader knows the three ways of writing it.
  critic: z.unknown().optional(),
  probe_generator: z.unknown().optional(),
});

type AxisKey = keyof z.output<typeof writtenAxisSchema>;

/** What each key wants, and how to write it. */
const wanted: Readonly<Record<AxisKey, readonly [message: string, hint: string]>> = {
  axis: [
    "must be a name of 1 to 63 lower-case letters, digits and hyphens, no hyphen first",
    "Write a line such as `axis: verify-dispatch`.",
  ],
  status: ["must be a word", "Write graduated (acts alone) or assisted (a person confirms)."],
  intent: ["must be a sentence", "Write what the work is for, in quotes, or leave the key out."],
  title: ["must be a text", "Write a short title, in quotes, or leave the key out."],
  rubric: ["must be the path of a text file", "Write it from this file's folder, from ~/ or in full."],
  verdict_log: ["must be a path or a glob", "Write it from this file's folder, from ~/ or in full."],
  model: ["must be a text", "Put the model's name in quotes."],
  settings: ["must be a map of plain values", "Write e.g. `settings: { temperature: 0 }`."],
  timezone: ["must be a time zone", "Write a name such as America/New_York."],
  accept_ref: ["must be true or false", "Write true or false, without quotes."],
  artifact_roots: ["must be a list of folders", "Write e.g. `artifact_roots: [../drafts]`."],
  kappa_threshold: ["must be a number between 0 and 1, both excluded", "Write e.g. 0.6."],
  override_rate: ["must be a number between 0 and 1, both excluded", "Write e.g. 0.10."],
  pass_rate: ["must be a number above 0, at most 1", "Write e.g. 0.10 for one PASS verdict in ten."],
  probes: ["must be a whole number, 0 or more", "Write e.g. 3."],
  critic: ["must be a command", "Write e.g. `critic: [./judge.sh]` or `critic: { kind: claude }`."],
  probe_generator: ["must be a command", "Write it as `critic` is written, or leave the key out."],
};

/** Reads plain data as one axis. Nothing is thrown; every fault is told with its line. */
export function readAxisEntry(data: unknown, place: AxisPlace): AxisEntry {
  const { file, statusKey, lineOf } = place;
  if (typeof data !== "object" || data === null || Array.isArray(data)) {
    const problem: AxisProblem = {
      code: data === null ? "empty" : "wrong-value",
      file,
      line: lineOf([]),
      key: null,
      message: data === null ? "no axis is described here" : "an axis is a map of keys and values",
      hint: "Write at least `axis: NAME` and `status: graduated`.",
    };
    return { file, line: lineOf([]), name: null, axis: null, problems: [problem] };
  }
  const statusPath = statusKey.split(".");
  const given = { ...data, status: valueAt(data, statusPath) };
  const parsed = writtenAxisSchema.safeParse(given);
  const name = "axis" in data && typeof data.axis === "string" && isAxisName(data.axis) ? data.axis : null;
  const line = lineOf(["axis"]);
  const critic = criticOf(data, "critic", place);
  const generator = criticOf(data, "probe_generator", place);
  if (parsed.success && !("code" in critic) && !("code" in generator)) {
    const critics = { critic: critic.spec, probeGenerator: generator.spec };
    return { file, line, name, axis: toAxis(parsed.data, critics, place), problems: [] };
  }
  const issues = parsed.error?.issues ?? [];
  const problems = issues.map((issue): AxisProblem => {
    const writtenPath = issue.path[0] === "status" ? statusPath : issue.path;
    const value = valueAt(data, writtenPath);
    const [message, hint] = wantedOf(issue.path, value);
    return {
      code: value === undefined ? "missing-key" : "wrong-value",
      file,
      line: lineOf(writtenPath),
      key: writtenPath.join("."),
      message: value === undefined ? "is missing" : withValue(message, value, issue.path),
      hint,
    };
  });
  problems.push(...[critic, generator].flatMap((read) => ("code" in read ? [read] : [])));
  return { file, line, name, axis: null, problems };
}

/** The critic of an axis that a key names, null where there is none; or what is wrong with it. */
function criticOf(
  data: object,
  key: "critic" | "probe_generator",
  { file, folder, home, lineOf, secretNames = [] }: AxisPlace,
): { readonly spec: CriticSpec | null } | AxisProblem {
  const written = valueAt(data, [key]);
  if (written === undefined || written === null) return { spec: null };
  // The axis's model is the one that judges; another program that writes knows its own.
  const model = key === "critic" ? valueAt(data, ["model"]) : null;
  const read = readCriticEntry(written, typeof model === "string" ? model : null, {
    folder,
    home,
    secretNames,
  });
  if (read.kind === "critic") return { spec: read.spec };
  const place = [key, ...read.path];
  const value = valueAt(data, place);
  return {
    code: value === undefined ? "missing-key" : "wrong-value",
    file,
    line: lineOf(place),
    key: place.join("."),
    message: withValue(read.message, value, place),
    hint: read.hint,
  };
}

function wantedOf(
  issuePath: readonly PropertyKey[],
  value: unknown,
): readonly [message: string, hint: string] {
  const key = Object.entries(wanted).find(([name]) => name === issuePath[0]);
  if (key === undefined) return ["has another type than expected", "Compare it with the shipped axis files."];
  const [name, [message, hint]] = key;
  if (typeof value !== "string") return [message, hint];
  if (name === "timezone") return [message, `The nearest known zone is ${nearestTimeZone(value)}.`];
  const trap = pathKeys.has(name) ? pathTrap(value) : null;
  return trap === null ? [message, hint] : [`${message}: ${trap}`, hint];
}

const pathKeys: ReadonlySet<string> = new Set<AxisKey>(["rubric", "verdict_log", "artifact_roots"]);

function toAxis(
  written: z.output<typeof writtenAxisSchema>,
  {
    critic,
    probeGenerator,
  }: { readonly critic: CriticSpec | null; readonly probeGenerator: CriticSpec | null },
  place: AxisPlace,
): Axis {
  const { file, folder, home } = place;
  const absolute = (from: string): string => resolvePath(from, folder, home);
  const absoluteOrNull = (from: string | null | undefined): string | null =>
    from === null || from === undefined ? null : absolute(from);
  return {
    name: written.axis,
    status: written.status,
    file,
    intent: written.intent ?? null,
    title: written.title ?? null,
    rubricPath: absoluteOrNull(written.rubric),
    verdictLog: absoluteOrNull(written.verdict_log),
    model: written.model ?? null,
    settings: written.settings ?? {},
    timezone: written.timezone ?? null,
    acceptRef: written.accept_ref ?? false,
    artifactRoots: (written.artifact_roots ?? []).map(absolute),
    kappaThreshold: written.kappa_threshold ?? null,
    overrideRate: written.override_rate ?? null,
    passRate: written.pass_rate ?? null,
    probes: written.probes ?? null,
    critic,
    ...(probeGenerator === null ? {} : { probeGenerator }),
  };
}
