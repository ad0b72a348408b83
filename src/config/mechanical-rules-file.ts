import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { isAxisName } from "../core/axis.ts";
import { type MechanicalRule, patternFault } from "../core/mechanical-rules.ts";
import { type ConfigProblem, configError } from "./config-problem.ts";
import { nearest } from "./nearest.ts";
import { valueAt } from "./written-problems.ts";
import { readYamlFile, type YamlText } from "./yaml-text.ts";

const shippedRules = fileURLToPath(new URL("../../config/lenses/mechanical-rules.yaml", import.meta.url));

const text = z.string().trim().min(1);
const ruleSchema = z.strictObject({
  id: z.string().refine(isAxisName),
  pattern: z.string(),
  case: z.boolean().nullish(),
  says: text,
});
const fileSchema = z.strictObject({ rules: z.array(ruleSchema).max(500) });

const wanted: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  rules: [
    "must be a list of at most 500 rules",
    "Write `rules:` and a list of { id, pattern, says } below it.",
  ],
  id: ["must be a name of 1 to 63 lower-case letters, digits and hyphens", "Write e.g. stock-opening."],
  pattern: ["must be a regular expression in quotes", 'Write e.g. "\\\\bdelve\\\\b".'],
  case: ["must be true or false", "Leave it out where capitals do not matter."],
  says: ["must be a text", "Say in one sentence what is wrong where the pattern stands."],
};

/**
 * The rules of the mechanical pass: those of a file that the config names, else of `lenses/mechanical-rules.yaml` beside the
 * config, else the shipped ones.
 *
 * @param named absolute path, or null
 * @param home the folder of the config
 * @throws ImproveCronError `config` that names every fault with its line, dangerous patterns among them
 */
export function readMechanicalRules(named: string | null, home: string): readonly MechanicalRule[] {
  const own = join(home, "lenses", "mechanical-rules.yaml");
  const file = named ?? (existsSync(own) ? own : shippedRules);
  const yaml = readYamlFile(file);
  const problems = yaml.faults.map(
    (fault): ConfigProblem => ({ ...fault, file, key: null, value: undefined }),
  );
  const parsed = fileSchema.safeParse(yaml.value);
  if (!yaml.fatal && !parsed.success) {
    problems.push(...parsed.error.issues.flatMap((issue) => problemsOf(issue, yaml, file)));
  }
  const rules = parsed.success ? parsed.data.rules : [];
  problems.push(...rules.flatMap((rule, index) => faultsOfRule(rule, index, rules, { yaml, file })));
  if (problems.length > 0) throw configError(problems);
  return rules.map(({ case: caseSensitive, id, pattern, says }) => ({
    id,
    pattern,
    caseSensitive: caseSensitive ?? false,
    says,
  }));
}

function problemsOf(issue: z.core.$ZodIssue, yaml: YamlText, file: string): readonly ConfigProblem[] {
  const at = (path: readonly PropertyKey[], code: string, message: string, hint: string): ConfigProblem => ({
    code,
    file,
    line: yaml.lineOf(path),
    key: path.join(".") || null,
    value: valueAt(yaml.value, path),
    message,
    hint,
  });
  if (issue.code === "unrecognized_keys") {
    const known = issue.path.length === 0 ? ["rules"] : Object.keys(ruleSchema.shape);
    return issue.keys.map((key) => {
      const hint = `The nearest known key is ${nearest(key, known)}.`;
      return at([...issue.path, key], "unknown-key", "unknown key", hint);
    });
  }
  const [message, hint] = wanted[String(issue.path.at(-1))] ?? [
    "must be a rule",
    "Write { id, pattern, says }.",
  ];
  return [at(issue.path, "wrong-value", message, hint)];
}

function faultsOfRule(
  { id, pattern }: z.output<typeof ruleSchema>,
  index: number,
  all: readonly z.output<typeof ruleSchema>[],
  { file, yaml }: { readonly file: string; readonly yaml: YamlText },
): readonly ConfigProblem[] {
  const at = (key: string, value: string): Omit<ConfigProblem, "code" | "message" | "hint"> => {
    const path = ["rules", index, key];
    return { file, line: yaml.lineOf(path), key: path.join("."), value };
  };
  const fault = patternFault(pattern);
  const first = all.findIndex((other) => other.id === id);
  return [
    ...(first === index
      ? []
      : [
          {
            code: "duplicate-rule",
            ...at("id", id),
            message: `is the name of rules.${first} already`,
            hint: "Give each rule a name of its own.",
          },
        ]),
    ...(fault === null
      ? []
      : [{ code: "pattern", ...at("pattern", pattern), message: fault.because, hint: fault.hint }]),
  ];
}
