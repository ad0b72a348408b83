import { type ConfigProblem, formatProblem } from "../../config/config-problem.ts";
import type { Config } from "../../config/config.ts";
import { type Check, finding, fine } from "./check.ts";

/** What is wrong with the config, one check a problem. */
export function describeConfigProblems(problems: readonly ConfigProblem[]): readonly Check[] {
  return problems.map((problem) =>
    finding("config", formatProblem({ ...problem, hint: "" }).trim(), problem.hint),
  );
}

/** A config that can be used, with what is allowed in it but unwise. A warning is no finding. */
export function describeConfig(config: Config): readonly Check[] {
  return [
    fine("config", config.file),
    ...config.warnings.map((warning) => fine("config", `note: ${warning}`)),
  ];
}
