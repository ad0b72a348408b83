import { randomBytes } from "node:crypto";
import type { AnswerOf, AnswerSchema } from "../core/answer-schema.ts";
import { isAnswer } from "../core/answer-schema.ts";
import type { CriticKind, CriticSpec } from "../core/critic-spec.ts";
import { inBatch } from "./batch.ts";
import type { Environment } from "./call-environment.ts";
import { removeOldFolders } from "./call-folder.ts";
import { callCritic, type Surroundings, type Task, type Way } from "./call.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { command } from "./command.ts";
import type {
  CallOptions,
  Critic,
  Critics,
  GenerateOutcome,
  GenerateRequest,
  JudgeOutcome,
  JudgeRequest,
} from "./critic.ts";
import { failureOf } from "./failure-text.ts";
import { readVerdict, verdictSchema } from "./judge-answer.ts";
import { createLimiter } from "./limiter.ts";
import { endOrphans } from "./process-group.ts";
import { fillPrompt, readPrompt } from "./prompt-file.ts";
import { defaultLimits, type ProgramLimits } from "./run-program.ts";
import { createVersions } from "./version.ts";

export interface CriticsOptions {
  readonly environment: Environment;
  /** The config's folder: prompts of its own lie in `prompts` there. */
  readonly home: string;
  /** Epoch milliseconds; the machine's own time if not given: when a limit ends is no matter of rehearsal. */
  readonly now?: () => number;
  /** Gives an unguessable text of letters and digits; random if not given. */
  readonly newNumber?: () => string;
  /** The zone in which command lines print times; the machine's own if not given. */
  readonly zone?: string;
  /** How many calls may run side by side. */
  readonly atOnce?: number;
  readonly limits?: Partial<ProgramLimits>;
}

/** More at once have damaged the settings file that all calls of a command line share. */
const usuallyAtOnce = 2;

/** The critics of a workspace. Disposing of them ends every call that still runs. */
export function openCritics(options: CriticsOptions): Critics {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  let isFirst = true;
  const around: Surroundings = {
    environment: options.environment,
    now: options.now ?? Date.now,
    zone: options.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    limits: { ...defaultLimits, ...options.limits },
    limiter: createLimiter(options.atOnce ?? usuallyAtOnce),
    newNumber: options.newNumber ?? (() => randomBytes(8).toString("hex")),
    versionOf: createVersions(),
    closing: closing.signal,
  };
  const call: Call = (spec, task, callOptions) => {
    if (isFirst) clearAway();
    isFirst = false;
    const made = callCritic(spec, ways[spec.kind], task, around, callOptions ?? {});
    running.add(made);
    return made.finally(() => running.delete(made));
  };
  const open = (spec: CriticSpec): Critic => criticOf(spec, options.home, call);
  return {
    of: ({ critic }) => (critic === null ? null : open(critic)),
    open,
    inBatch,
    prompt: (name, fields) => fillPrompt(readPrompt(name, options.home), fields),
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}

const ways: Readonly<Record<CriticKind, Way>> = { command, claude, codex };

/** What a caller that was killed has left behind, once before the first call. */
function clearAway(): void {
  endOrphans();
  removeOldFolders();
}

type Call = (spec: CriticSpec, task: Task, options: CallOptions | undefined) => ReturnType<typeof callCritic>;

function criticOf(spec: CriticSpec, home: string, call: Call): Critic {
  return {
    spec,
    judge: (request, options) => judge(request, spec, home, (task) => call(spec, task, options)),
    generate: (request, options) => generate(request, (task) => call(spec, task, options)),
  };
}

async function judge(
  request: JudgeRequest,
  spec: CriticSpec,
  home: string,
  call: (task: Task) => ReturnType<typeof callCritic>,
): Promise<JudgeOutcome> {
  const { axis, rubric, artifact } = request;
  // A command has the rubric and what it makes of it to itself.
  const prompt = spec.kind === "command" ? null : readPrompt("judge", home);
  const outcome = await call({
    instructions: prompt === null ? "" : fillPrompt(prompt, { rubric }),
    task: "Judge the artifact below.",
    input: [{ name: "artifact", text: artifact }],
    schema: verdictSchema,
    prompt: prompt?.fingerprint ?? null,
    request: { request: "judge", axis, rubric, artifact },
  });
  if (outcome.kind === "no-answer") return outcome;
  const { value, restore, run } = outcome;
  const verdict = readVerdict(value, restore);
  if (verdict.kind === "none") return { kind: "no-answer", ...verdict.failure, run };
  const { kind: _kind, warnings, ...judged } = verdict;
  return { kind: "judged", ...judged, warnings: [...outcome.warnings, ...warnings], run };
}

async function generate<S extends AnswerSchema>(
  request: GenerateRequest<S>,
  call: (task: Task) => ReturnType<typeof callCritic>,
): Promise<GenerateOutcome<AnswerOf<S>>> {
  const { purpose, instructions, task, input, schema } = request;
  const outcome = await call({
    instructions,
    task,
    input,
    schema,
    prompt: null,
    request: { request: "generate", purpose, instructions, task, input },
  });
  if (outcome.kind === "no-answer") return outcome;
  const value = restored(outcome.value, outcome.restore);
  const { warnings, run } = outcome;
  if (!isAnswer(value, schema)) {
    return { kind: "no-answer", ...failureOf("unparseable", "not in the form that was asked for"), run };
  }
  return { kind: "generated", value, warnings, run };
}

/** The same value with every text in it as the input has it. */
function restored(value: unknown, restore: (quote: string) => string): unknown {
  if (typeof value === "string") return restore(value);
  if (Array.isArray(value)) return value.map((item: unknown) => restored(item, restore));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, restored(inner, restore)]));
}
