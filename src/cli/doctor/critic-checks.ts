import { readFileSync } from "node:fs";
import type { Axis } from "../../core/axis.ts";
import { groupBy } from "../../core/group-by.ts";
import type { Critic, Critics, JudgeOutcome } from "../../critics/critic.ts";
import { messageOf } from "../../errors.ts";
import { countOf } from "../../reports/numbers.ts";
import { type Check, finding, fine } from "./check.ts";

/** A critic that takes longer for one line is asked no further: doctor is waited for. */
const longestMs = 60_000;

/** One line that any critic can judge. Its word does not matter; that there is one does. */
const artifact = "This line is judged to see whether the critic answers.";

/**
 * Asks each configured critic to judge one line by its own rubric: nothing less shows that it can be started, is logged in,
 * has something left to spend and answers in form. Axes with the same critic share a call. No critic: no check.
 *
 * @param wrapped the critic to call instead, e.g. one whose calls are kept
 */
export async function checkCritics(
  axes: readonly Axis[],
  critics: Critics,
  wrapped: (critic: Critic, axis: Axis) => Critic = (critic) => critic,
): Promise<readonly Check[]> {
  const groups = groupBy(
    axes.filter(({ critic }) => critic !== null),
    ({ critic }) => JSON.stringify(critic),
  );
  const checks = await Promise.all([...groups.values()].map((group) => checkCritic(group, critics, wrapped)));
  return checks.flat();
}

async function checkCritic(
  group: readonly Axis[],
  critics: Critics,
  wrapped: (critic: Critic, axis: Axis) => Critic,
): Promise<readonly Check[]> {
  const [axis] = group;
  const critic = axis === undefined ? null : critics.of(axis);
  if (axis === undefined || critic === null) return [];
  const name = `critic of ${group.map((one) => one.name).join(", ")}`;
  try {
    const outcome = await wrapped(critic, axis).judge(
      { axis: axis.name, rubric: rubricOf(axis), artifact },
      { timeoutMs: longestMs },
    );
    return [checkOutcome(name, outcome)];
  } catch (error) {
    return [finding(name, messageOf(error), "Mend what is named here and run doctor again.")];
  }
}

/** A rubric that cannot be read has a finding of its own; the critic can be asked all the same. */
function rubricOf({ rubricPath }: Axis): string {
  try {
    return rubricPath === null ? anyRubric : readFileSync(rubricPath, "utf8");
  } catch {
    return anyRubric;
  }
}

const anyRubric = "PASS if the piece is one line of plain text.";

function checkOutcome(name: string, outcome: JudgeOutcome): Check {
  const { program, critic } = outcome.run;
  const what = `${critic}${program === null ? "" : ` ${program}`}`;
  if (outcome.kind === "no-answer") {
    const until = outcome.resetAt === null ? "" : `, until ${new Date(outcome.resetAt).toISOString()}`;
    const message = `${what} gave no verdict (${outcome.failure}${until}): ${outcome.message}`;
    return finding(name, message, outcome.hint ?? "Run the program by hand with the same request.");
  }
  const ending = outcome.warnings.find(({ code }) => code === "login-ends");
  if (ending !== undefined)
    return finding(name, `${what}: ${ending.message}`, "Renew the login before that.");
  const notes = outcome.warnings
    .filter(({ code }) => code !== "short-reason")
    .map(({ message }) => `; note: ${message}`);
  return fine(name, `${what} answered${factsOf(outcome)}${notes.join("")}`);
}

/** What a call tells of itself, for a check that went well. */
export function factsOf({ run }: Pick<JudgeOutcome, "run">): string {
  const { cliVersion, model, modelFrom, latencyMs, costUsd, tokens } = run;
  const facts = [
    ...(cliVersion === null ? [] : [`version ${cliVersion}`]),
    ...(model === null ? [] : [modelFrom === "request" ? `model ${model} as asked for` : `model ${model}`]),
    `${(latencyMs / 1000).toFixed(1)} s`,
    ...(costUsd === null ? [] : [`$${costUsd.toFixed(4)}`]),
    ...(tokens === null ? [] : [countOf(tokens.input + tokens.output, "token")]),
  ];
  return `: ${facts.join(", ")}`;
}
