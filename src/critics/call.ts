import { type AnswerSchema, answerFault } from "../core/answer-schema.ts";
import type { CriticKind, CriticSpec } from "../core/critic-spec.ts";
import { messageOf } from "../errors.ts";
import { callEnvironment, type Environment } from "./call-environment.ts";
import { type CallFolder, openCallFolder } from "./call-folder.ts";
import type { CallOptions, CallWarning, CriticRun, InputPart, NoAnswer } from "./critic.ts";
import { type Failure, type FailureClock, failureOf } from "./failure-text.ts";
import { findProgram } from "./find-program.ts";
import { failureOfEnd } from "./program-failure.ts";
import { type ProgramLimits, type ProgramOutput, runProgram } from "./run-program.ts";
import type { VersionOf } from "./version.ts";

/** What a critic is to do, in the terms that every way of calling one understands. */
export interface Task {
  /** Trusted, for the place where a program takes instructions from. */
  readonly instructions: string;
  /** The task in one line. Trusted. */
  readonly task: string;
  /** Data, whatever it says. */
  readonly input: readonly InputPart[];
  readonly schema: AnswerSchema;
  /** Fingerprint of the judging prompt, where there is one. */
  readonly prompt: string | null;
  /** The same for a command: what stands in its JSON request. */
  readonly request: Readonly<Record<string, unknown>>;
}

/** One of the ways of calling a critic: what to hand over, and how to read what came of it. */
export interface Way {
  readonly kind: CriticKind;
  /** Whether the answer must fit the schema; a command's verdict has a form of its own. */
  readonly isClosed: (task: Task) => boolean;
  /** May write files into the call's folder, never into the working directory. */
  readonly prepare: (task: Task, call: PreparedFor) => PreparedCall;
  /** Whether this standard output is a whole answer. */
  readonly isWhole: (stdout: string) => boolean;
  readonly read: (output: ProgramOutput, task: Task, clock: FailureClock) => ReadOutput;
  /** Whether the version has to be asked for: the program does not tell it with its answer. */
  readonly asksVersion: boolean;
}

export interface PreparedFor {
  readonly spec: CriticSpec;
  readonly timeoutMs: number;
  readonly maxCostUsd: number;
  readonly folder: CallFolder;
  readonly env: Readonly<Record<string, string>>;
  /** Of this program, for what lies in the user's home. */
  readonly environment: Environment;
  readonly newNumber: () => string;
}

export interface PreparedCall {
  readonly args: readonly string[];
  readonly stdin: string;
  /** Beside what every critic of its kind gets. */
  readonly env: Readonly<Record<string, string>>;
  readonly restore: (quote: string) => string;
}

/** What was read: an answer or why there is none, and what was learned of the call either way. */
export interface ReadOutput {
  readonly answer: { readonly kind: "answer"; readonly value: unknown } | Failed;
  readonly facts: Partial<RunFacts>;
  readonly warnings: readonly CallWarning[];
}

interface Failed {
  readonly kind: "none";
  readonly failure: Failure;
}

export type RunFacts = Pick<
  CriticRun,
  "cliVersion" | "model" | "modelFrom" | "costUsd" | "tokens" | "sessionId" | "loginEndsAt"
>;

/** What the critics have in common. */
export interface Surroundings {
  readonly environment: Environment;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly zone: string;
  readonly limits: ProgramLimits;
  /** Lets a few calls run side by side. */
  readonly limiter: <T>(task: () => Promise<T>) => Promise<T>;
  readonly newNumber: () => string;
  readonly versionOf: VersionOf;
  /** Ends all calls. */
  readonly closing: AbortSignal;
}

export interface Answered {
  readonly kind: "answered";
  readonly value: unknown;
  readonly restore: (quote: string) => string;
  readonly warnings: readonly CallWarning[];
  readonly run: CriticRun;
}

/**
 * Makes one call and reads what came of it, in this order: could it be started; did it end by itself in time; what its
 * standard output says, whatever its exit code; whether that is an error of its own; whether a model answered at all;
 * whether the answer has the form that was asked for; only where there is no output, what it said on standard error.
 */
export async function callCritic(
  spec: CriticSpec,
  way: Way,
  task: Task,
  around: Surroundings,
  options: CallOptions,
): Promise<Answered | NoAnswer> {
  const signal = AbortSignal.any([around.closing, ...(options.signal === undefined ? [] : [options.signal])]);
  return around.limiter(async () => {
    const started = { startedAt: around.now(), prompt: task.prompt, critic: way.kind };
    const found = findProgram(spec.command[0], {
      home: around.environment["HOME"],
      path: around.environment["PATH"],
    });
    if (found.kind === "missing") {
      const run = { ...unknownRun, ...started };
      return { kind: "no-answer", ...failureOf("not-found", found.because, { hint: found.hint }), run };
    }
    try {
      using folder = openCallFolder();
      return await callIn(folder, found.path, started, { spec, way, task, around, options, signal });
    } catch (error) {
      // Only what the file system refuses; anything else is a bug, and must not look like a failing critic.
      if (!(error instanceof Error && "errno" in error)) throw error;
      const run = { ...unknownRun, ...started, program: found.path };
      return { kind: "no-answer", ...failureOf("environment", messageOf(error)), run };
    }
  });
}

interface CallInFolder {
  readonly spec: CriticSpec;
  readonly way: Way;
  readonly task: Task;
  readonly around: Surroundings;
  readonly options: CallOptions;
  readonly signal: AbortSignal;
}

async function callIn(
  folder: CallFolder,
  program: string,
  started: Pick<CriticRun, "startedAt" | "prompt" | "critic">,
  { spec, way, task, around, options, signal }: CallInFolder,
): Promise<Answered | NoAnswer> {
  const timeoutMs = Math.min(spec.timeoutMs, options.timeoutMs ?? Infinity);
  const maxCostUsd = Math.min(spec.maxCostUsd, options.maxCostUsd ?? Infinity);
  const { environment, newNumber, limits } = around;
  const env = callEnvironment(spec, program, environment);
  const prepared = way.prepare(task, { spec, timeoutMs, maxCostUsd, folder, env, environment, newNumber });
  const [, ...firstArgs] = spec.command;
  const place = { program, folder: folder.work, env: { ...env, ...prepared.env } };
  const call = { ...place, timeoutMs, limits, signal };
  const args = [...firstArgs, ...prepared.args];
  const [end, version] = await Promise.all([
    runProgram({ ...call, args, stdin: prepared.stdin, isWhole: way.isWhole }),
    way.asksVersion ? around.versionOf({ ...call, args: firstArgs }) : null,
  ]);

  const asked = spec.model === null ? {} : ({ model: spec.model, modelFrom: "request" } as const);
  const known = { ...unknownRun, ...started, ...asked, program, cliVersion: version };
  if (end.kind !== "ended") {
    const latencyMs = end.kind === "not-started" ? 0 : end.latencyMs;
    return { kind: "no-answer", ...failureOfEnd(end, timeoutMs), run: { ...known, latencyMs } };
  }
  const read = way.read(end, task, { now: around.now(), zone: around.zone });
  const run = { ...known, ...read.facts, latencyMs: end.latencyMs, exitCode: end.exitCode };
  if (read.answer.kind === "none") return { kind: "no-answer", ...read.answer.failure, run };
  if (run.costUsd !== null && run.costUsd > maxCostUsd) {
    const message = `it cost ${run.costUsd} US dollars, and one call may cost ${maxCostUsd}`;
    return { kind: "no-answer", ...failureOf("budget", message), run };
  }
  const { value } = read.answer;
  const fault = way.isClosed(task) ? answerFault(value, task.schema) : null;
  if (fault !== null) return { kind: "no-answer", ...failureOf("unparseable", fault), run };
  const warnings = [...read.warnings, ...warningsOfEnd(end, run, around.now())];
  return { kind: "answered", value, restore: prepared.restore, warnings, run };
}

const unknownRun = {
  program: null,
  cliVersion: null,
  model: null,
  modelFrom: null,
  latencyMs: 0,
  costUsd: null,
  tokens: null,
  sessionId: null,
  exitCode: null,
  loginEndsAt: null,
} as const;

const twoWeeks = 14 * 86_400_000;

function warningsOfEnd(end: ProgramOutput, run: CriticRun, now: number): readonly CallWarning[] {
  const warnings: CallWarning[] = [];
  if (end.lingered) {
    warnings.push({ code: "did-not-end", message: "it answered and then did not end by itself" });
  } else if (end.exitCode !== 0) {
    const how = end.exitCode ?? end.signal ?? "no code";
    warnings.push({ code: "ended-with-error", message: `it answered and then ended with ${how}` });
  }
  if (run.loginEndsAt !== null && run.loginEndsAt < now + twoWeeks) {
    const day = new Date(run.loginEndsAt).toISOString().slice(0, 10);
    warnings.push({ code: "login-ends", message: `its login ends on ${day}` });
  }
  return warnings;
}
