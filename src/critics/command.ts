import { jsonSchemaOf } from "../core/answer-schema.ts";
import type { FailureKind } from "../core/critic-failure.ts";
import { amountOf, excerpt, readOneJson, recordOf, textOf } from "./answer-text.ts";
import type { PreparedCall, PreparedFor, ReadOutput, RunFacts, Task, Way } from "./call.ts";
import type { CallWarning } from "./critic.ts";
import { type Failure, type FailureClock, failureInText, failureOf } from "./failure-text.ts";
import { failureWithoutAnswer } from "./program-failure.ts";
import type { ProgramOutput } from "./run-program.ts";

/*
 * Any command. It reads one JSON object on standard input:
 *   {"protocol":1,"request":"judge","axis":"...","rubric":"...","artifact":"...","model":null,"limits":{"seconds":300,"cost_usd":1}}
 *   {"protocol":1,"request":"generate","purpose":"...","instructions":"...","task":"...","input":[{"name","text"}],"schema":{...},...}
 * and writes one JSON object on standard output:
 *   {"verdict":"PASS"|"FAIL","reason":"...","score":0.9}       for `judge`
 *   {"answer":{...}}                                           for `generate`, by the schema
 *   {"error":{"kind":"limit","message":"...","reset_at":"ISO 8601"}}   where it could not
 * each with, where they are known, "model", "version", "cost_usd" and "tokens" (a number, or {"input","output"}).
 */
export const command: Way = {
  kind: "command",
  asksVersion: false,
  isClosed: ({ request }) => request["request"] === "generate",
  isWhole: (stdout) => readOneJson(stdout).kind === "json",
  read,
  prepare,
};

function prepare(task: Task, { spec, timeoutMs, maxCostUsd }: PreparedFor): PreparedCall {
  const limits = { seconds: timeoutMs / 1000, cost_usd: maxCostUsd };
  const schema = task.request["request"] === "generate" ? { schema: jsonSchemaOf(task.schema) } : {};
  const request = { protocol: 1, ...task.request, ...schema, model: spec.model, limits };
  return { args: [], stdin: `${JSON.stringify(request)}\n`, env: {}, restore: (quote) => quote };
}

function read(output: ProgramOutput, task: Task, clock: FailureClock): ReadOutput {
  const answer = readOneJson(output.stdout);
  const given = answer.kind === "json" ? recordOf(answer.value) : null;
  const { facts, warnings } = factsIn(given ?? {});
  const failed = (failure: Failure): ReadOutput => ({ answer: { kind: "none", failure }, facts, warnings });
  if (answer.kind === "empty") return failed(failureWithoutAnswer(output, clock));
  if (answer.kind === "refusal") return failed(failureOf("refused", excerpt(output.stdout)));
  if (given === null) {
    // Not by its standard output, which may quote a model or the artifact.
    const known = output.exitCode === 0 ? null : failureInText(output.said, clock);
    const because = answer.kind === "not-json" ? answer.because : "its answer is no object";
    return failed(known ?? failureOf("unparseable", because));
  }
  if (given["error"] !== undefined && given["error"] !== null) {
    return failed(failureIn(given["error"], clock));
  }
  const value = task.request["request"] === "generate" ? given["answer"] : given;
  if (value === undefined) return failed(failureOf("unparseable", "no `answer` in what it wrote"));
  return { answer: { kind: "answer", value }, facts, warnings };
}

const reportable: ReadonlySet<string> = new Set<FailureKind>([
  "auth",
  "limit",
  "environment",
  "timeout",
  "unavailable",
  "budget",
  "too-long",
  "request",
  "refused",
  "cut-off",
  "empty",
  "failed",
]);

function isReportable(kind: string): kind is FailureKind {
  return reportable.has(kind);
}

/** An error as the command tells it: an object with a kind, or only a text. */
function failureIn(error: unknown, clock: FailureClock): Failure {
  const { kind, message, reset_at: resetAt } = recordOf(error) ?? { message: error };
  const text = textOf(message) ?? textOf(kind) ?? "it gave no reason";
  const inText = failureInText(text, clock);
  if (typeof kind !== "string" || !isReportable(kind)) return inText ?? failureOf("failed", excerpt(text));
  const written = typeof resetAt === "string" ? Date.parse(resetAt) : Number.NaN;
  const at = Number.isNaN(written) ? (inText?.resetAt ?? null) : written;
  return failureOf(kind, excerpt(text), { resetAt: kind === "limit" ? at : null });
}

function factsIn(given: Readonly<Record<string, unknown>>): {
  readonly facts: Partial<RunFacts>;
  readonly warnings: readonly CallWarning[];
} {
  const { model, version, cost_usd: cost, tokens } = given;
  const [modelName, costUsd, counted] = [textOf(model), amountOf(cost), tokensOf(tokens)];
  const ignored = [
    ...(isGiven(cost) && costUsd === null ? ["cost_usd"] : []),
    ...(isGiven(tokens) && counted === null ? ["tokens"] : []),
    ...(isGiven(model) && modelName === null ? ["model"] : []),
  ];
  return {
    facts: {
      ...(modelName === null ? {} : { model: modelName, modelFrom: "program" as const }),
      cliVersion: textOf(version),
      costUsd,
      tokens: counted,
    },
    warnings: ignored.map((key) => ({ code: "ignored-fact", message: `\`${key}\` is not understood` })),
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A bare number is counted as input, where most of what a judge reads is. */
function tokensOf(value: unknown): { readonly input: number; readonly output: number } | null {
  const sum = amountOf(value);
  if (sum !== null) return { input: sum, output: 0 };
  const parts = recordOf(value);
  const [input, output] = [amountOf(parts?.["input"]), amountOf(parts?.["output"])];
  return input === null || output === null ? null : { input, output };
}
