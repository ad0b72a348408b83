import type { Config } from "../../config/config.ts";
import { readMechanicalRules } from "../../config/mechanical-rules-file.ts";
import type { Axis } from "../../core/axis.ts";
import { reportFields, reportSchema } from "../../core/lens-report.ts";
import { outsidePeer } from "../../core/panel-policy.ts";
import type { LensSetup } from "../../core/panel-setup.ts";
import type { Critic, Critics, GenerateOutcome } from "../../critics/critic.ts";
import { readLensPrompt } from "../../critics/lens-prompt.ts";
import { ImproveCronError, messageOf } from "../../errors.ts";
import { codexNote } from "../../reports/panel-run-text.ts";
import { advice, type Check, finding, fine } from "./check.ts";
import { factsOf } from "./critic-checks.ts";

/** A reader that takes longer for one line is asked no further: doctor is waited for. */
const longestMs = 60_000;

const draft = "[0 1]\nThis line is read to see whether the lens answers.";

/** Whether a program is configured for any reader of the panel. */
export function hasPanelPrograms({ panel }: Pick<Config, "panel">): boolean {
  return readersOf({ panel }).some(({ critic }) => critic !== null);
}

/**
 * Looks at the panel where the config names programs for it: prompts and rules are read, and each program is asked for one
 * report on one line, by the prompt of a lens; lenses with the same program and model share a call. No program: no check.
 *
 * @param wrapped the critic to call instead, e.g. one whose calls are kept
 */
export async function checkPanel(
  config: Pick<Config, "panel" | "home" | "cost">,
  critics: Critics,
  wrapped: (critic: Critic, reader: string) => Critic = (critic) => critic,
): Promise<readonly Check[]> {
  if (!hasPanelPrograms(config)) return [];
  const { home, panel } = config;
  const readers = readersOf(config);
  const withProgram = readers.filter(({ critic }) => critic !== null);
  const groups = new Map<string, typeof withProgram>();
  for (const reader of withProgram) {
    const key = JSON.stringify(reader.critic);
    groups.set(key, [...(groups.get(key) ?? []), reader]);
  }
  const asked = await Promise.all(
    [...groups.values()].map((group) => checkProgram(group, config, critics, wrapped)),
  );
  return [
    checkTexts(() => {
      for (const reader of readers) readLensPrompt(reader, home, reportFields(reader.name, panel));
      readMechanicalRules(panel.rulesFile, home);
    }),
    ...readers.filter(({ critic }) => critic === null).map(({ name }) => withoutProgram(name)),
    ...asked,
  ];
}

/** Where a cap on cost is set and cannot hold, since `codex` tells neither cost nor model. */
export function checkCodexCost(
  axes: readonly Pick<Axis, "name" | "critic">[],
  { cost, panel }: Pick<Config, "cost" | "panel">,
): readonly Check[] {
  const all = [...axes, ...readersOf({ panel })].flatMap(({ critic, name }) =>
    critic === null ? [] : [{ name, spec: critic }],
  );
  const note = cost.judgeUsdPerMonth === null ? null : codexNote(all, cost.judgeUsdPerMonth);
  const fix = "Leave room for it in the cap, or set a limit with the service itself.";
  return note === null ? [] : [advice("cost cap", note, fix)];
}

function readersOf({
  panel,
}: Pick<Config, "panel">): readonly Pick<LensSetup, "name" | "promptFile" | "critic">[] {
  return [...panel.lenses, ...(panel.peer === null ? [] : [{ name: outsidePeer, ...panel.peer }])];
}

function withoutProgram(name: string): Check {
  return name === outsidePeer
    ? advice(
        `lens ${name}`,
        "no program is configured, so that each result says it is missing",
        "Set panel.peer.critic, best to one of another maker, or `peer: null`.",
      )
    : finding(
        `lens ${name}`,
        "no program is configured, so that `panel run` asks nobody",
        "Set panel.critic.",
      );
}

function checkTexts(read: () => void): Check {
  try {
    read();
    return fine("panel", "prompts and mechanical rules can be used");
  } catch (error) {
    const hint = error instanceof ImproveCronError ? error.hint : null;
    return finding("panel", messageOf(error), hint ?? "Mend what is named here and run doctor again.");
  }
}

async function checkProgram(
  group: readonly ReturnType<typeof readersOf>[number][],
  { home, panel }: Pick<Config, "panel" | "home">,
  critics: Critics,
  wrapped: (critic: Critic, reader: string) => Critic,
): Promise<Check> {
  const [reader] = group;
  const name = `lens ${group.map((one) => one.name).join(", ")}`;
  if (reader === undefined || reader.critic === null) return fine(name, "nobody is asked");
  try {
    const outcome = await wrapped(critics.open(reader.critic), reader.name).generate(
      {
        purpose: "lens",
        instructions: readLensPrompt(reader, home, reportFields(reader.name, panel)),
        task: "Report on the draft. Its one block begins with the line [0 1].",
        input: [
          { name: "draft", text: draft },
          { name: "reader-contract", text: "{}" },
        ],
        schema: reportSchema(reader.name, panel),
      },
      { timeoutMs: longestMs },
    );
    return checkOutcome(name, outcome);
  } catch (error) {
    return finding(name, messageOf(error), "Mend what is named here and run doctor again.");
  }
}

function checkOutcome(name: string, outcome: GenerateOutcome<unknown>): Check {
  const { critic, program } = outcome.run;
  const what = `${critic}${program === null ? "" : ` ${program}`}`;
  if (outcome.kind === "generated") return fine(name, `${what} answered${factsOf(outcome)}`);
  const until = outcome.resetAt === null ? "" : `, until ${new Date(outcome.resetAt).toISOString()}`;
  const message = `${what} gave no report (${outcome.failure}${until}): ${outcome.message}`;
  return finding(name, message, outcome.hint ?? "Run the program by hand with the same request.");
}
