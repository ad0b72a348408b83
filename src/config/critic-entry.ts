import { basename } from "node:path";
import * as z from "zod";
import type { CriticKind, CriticSpec } from "../core/critic-spec.ts";
import { nearest } from "./nearest.ts";
import { pathTrap, resolvePath } from "./resolve-path.ts";

/** How long one call may take where nothing is said: a long artifact and a model that thinks need minutes. */
const usualSeconds = 300;
/** What one call may cost where nothing is said, US dollars. */
const usualCost = 1;

const oneWord = z
  .string()
  .min(1)
  .refine((text) => !text.includes("\u0000"));
const words = z.array(oneWord).min(1);
const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/);

/** The long form. Closed, unlike the axis file around it: nothing else reads in it, so an unknown key is a slip. */
const writtenMap = z.strictObject({
  kind: z.enum(["command", "claude", "codex"]).nullish(),
  command: z.union([oneWord, words]).nullish(),
  model: z.string().trim().min(1).nullish(),
  env: z.array(variableName).nullish(),
  timeout_seconds: z.number().min(1).max(1800).nullish(),
  max_cost_usd: z.number().gt(0).nullish(),
});

const keys = Object.keys(writtenMap.shape);

/** Where relative paths start, and whose home `~` is. */
export interface CriticPlace {
  readonly folder: string;
  readonly home: string;
  /** Further variables that hold secrets of this program, such as those that `notify` names. */
  readonly secretNames?: readonly string[];
}

export type ReadCritic =
  | { readonly kind: "critic"; readonly spec: CriticSpec }
  | {
      readonly kind: "fault";
      readonly path: readonly (string | number)[];
      readonly message: string;
      readonly hint: string;
    };

/**
 * Reads `critic` of an axis file: a list of program and arguments, one text without quotes in it, or a map
 * `{kind, command, model, env, timeout_seconds, max_cost_usd}`. A program named claude or codex is called as such.
 *
 * @param model The axis's own model, asked for where the critic names none.
 */
export function readCriticEntry(value: unknown, model: string | null, place: CriticPlace): ReadCritic {
  if (typeof value === "string" || Array.isArray(value)) {
    return withCommand(value, [], { kind: null, model, place });
  }
  if (typeof value !== "object" || value === null) {
    return fault([], "must be a command", "Write e.g. `critic: [./judge.sh]` or `critic: { kind: claude }`.");
  }
  const parsed = writtenMap.safeParse(value);
  if (!parsed.success) return faultOfIssue(parsed.error.issues[0], value);
  const written = parsed.data;
  const { timeout_seconds: seconds, max_cost_usd: cost } = written;
  const kind = written.kind ?? null;
  const own = kind === null || kind === "command" ? null : [kind];
  const command = written.command ?? own;
  if (command === null) {
    return fault(
      ["command"],
      "is missing",
      "Write the program and its arguments, e.g. `command: [./judge.sh]`.",
    );
  }
  const read = withCommand(command, ["command"], { kind, model: written.model ?? model, place });
  if (read.kind === "fault") return read;
  const secret = written.env?.findIndex((name) => isOwn(name, place.secretNames ?? [])) ?? -1;
  if (secret !== -1) {
    return fault(
      ["env", secret],
      "names a variable of improve-cron itself, which no critic is given",
      "Leave it out; a critic that needs such a secret gets one of its own, under another name.",
    );
  }
  const { spec } = read;
  return {
    kind: "critic",
    spec: {
      ...spec,
      env: written.env ?? spec.env,
      timeoutMs: Math.round((seconds ?? usualSeconds) * 1000),
      maxCostUsd: cost ?? spec.maxCostUsd,
    },
  };
}

function withCommand(
  written: unknown,
  path: readonly string[],
  given: { readonly kind: CriticKind | null; readonly model: string | null; readonly place: CriticPlace },
): ReadCritic {
  const list = typeof written === "string" ? wordsIn(written) : words.safeParse(written).data;
  if (list === undefined) {
    return fault(path, "must be a list of texts", "Write e.g. [node, ./judge.mjs]; put numbers in quotes.");
  }
  if (list === null) {
    return fault(
      path,
      "is not run by a shell",
      "Write program and arguments as a list: [node, ./judge.mjs].",
    );
  }
  const trap = list.map((one) => (isPath(one) ? pathTrap(one) : null)).find((one) => one !== null);
  if (trap !== undefined)
    return fault(path, `holds a path that cannot be used: ${trap}`, "Write the path in full.");
  const { folder, home } = given.place;
  const [program, ...args] = list.map((one) => (isPath(one) ? resolvePath(one, folder, home) : one));
  if (program === undefined) return fault(path, "is empty", "Write at least the program.");
  const known = kindOf(given.kind, program, args);
  if (known === null) {
    return fault(
      path,
      "gives arguments that improve-cron gives itself",
      `Write e.g. \`critic: { kind: ${basename(program)}, model: NAME }\`, or kind: command if it speaks JSON.`,
    );
  }
  return {
    kind: "critic",
    spec: {
      kind: known.kind,
      command: [program, ...known.args],
      model: given.model,
      env: [],
      timeoutMs: usualSeconds * 1000,
      maxCostUsd: usualCost,
    },
  };
}

/** What is improve-cron's own: a critic reads texts of strangers, and must not be talked into giving its secrets away. */
function isOwn(name: string, secretNames: readonly string[]): boolean {
  return name === "NOTION_TOKEN" || name.startsWith("IMPROVE_CRON_") || secretNames.includes(name);
}

/** `claude -p` and `codex exec`, as people know them; null where more is said than can be taken over unasked. */
function kindOf(
  given: CriticKind | null,
  program: string,
  args: readonly string[],
): { readonly kind: CriticKind; readonly args: readonly string[] } | null {
  const name = basename(program);
  const kind = given ?? (name === "claude" || name === "codex" ? name : "command");
  if (kind === "command") return { kind, args };
  const usual = kind === "claude" ? ["-p", "--print"] : ["exec", "e"];
  if (args.length === 1 && usual.includes(args[0] ?? "")) return { kind, args: [] };
  return args.length === 0 || given !== null ? { kind, args } : null;
}

/** The words of a command in one text; null where it holds signs that only a shell would understand. */
function wordsIn(text: string): readonly string[] | null {
  const parts = text
    .trim()
    .split(/\s+/)
    .filter((part) => part !== "");
  const isPlain = !text.includes("\u0000") && !/["'`\\$|&;<>()*?[\]{}!#]/.test(text);
  return parts.length > 0 && isPlain ? parts : null;
}

/** Only what says so by itself is a path: `judge.mjs` may as well be a word of the command. */
function isPath(word: string): boolean {
  return /^(?:\.{1,2}\/|~)/.test(word);
}

const wanted: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  kind: ["must be command, claude or codex", "Leave it out for a command of your own."],
  command: ["must be a list of texts", "Write e.g. [node, ./judge.mjs]; put numbers in quotes."],
  model: ["must be a text", "Put the model's name in quotes."],
  env: ["must be a list of names of environment variables", "Write e.g. `env: [MY_API_KEY]`, never values."],
  timeout_seconds: ["must be a number from 1 to 1800", "Write e.g. 300."],
  max_cost_usd: ["must be a number above 0", "Write e.g. 0.50 for half a dollar a call."],
};

function faultOfIssue(issue: z.core.$ZodIssue | undefined, value: object): ReadCritic {
  if (issue?.code === "unrecognized_keys") {
    const key = issue.keys[0] ?? "";
    const meant = keys.find((known) => key !== "" && known.startsWith(key)) ?? nearest(key, keys);
    const hint = `The nearest known key is ${meant}; known are ${keys.join(", ")}.`;
    return fault([key], "is no key of a critic", hint);
  }
  const key = String(issue?.path[0] ?? "");
  const [message, hint] = wanted[key] ?? ["is no critic", `Known keys are ${keys.join(", ")}.`];
  const isGiven = Object.hasOwn(value, key);
  return fault(key === "" ? [] : [key], isGiven ? message : "is missing", hint);
}

function fault(path: readonly (string | number)[], message: string, hint: string): ReadCritic {
  return { kind: "fault", path, message, hint };
}
