import { amountOf, excerpt, readJsonLines, readOneJson, recordOf, textOf } from "./answer-text.ts";
import type { ReadOutput, RunFacts, Task } from "./call.ts";
import {
  type Failure,
  type FailureClock,
  failureInText,
  failureOf,
  failureOfStatus,
} from "./failure-text.ts";
import { failureWithoutAnswer } from "./program-failure.ts";
import type { ProgramOutput } from "./run-program.ts";

type Event = Readonly<Record<string, unknown>>;

/** Whether the stream holds its last word, the result. */
export function isWholeClaudeOutput(stdout: string): boolean {
  return eventsIn(stdout)?.some(isResult) ?? false;
}

/**
 * Reads what `claude -p` printed: a stream of events, or the result alone. An exit code of 0 proves nothing (a model that
 * ignored the schema ends with it), and one of 1 comes with the reason on standard output.
 */
export function readClaudeOutput(output: ProgramOutput, _task: Task, clock: FailureClock): ReadOutput {
  const events = eventsIn(output.stdout);
  const [result, second] = events?.filter(isResult) ?? [];
  const facts = factsIn(events ?? [], result);
  const failed = (failure: Failure): ReadOutput => ({
    answer: { kind: "none", failure },
    facts,
    warnings: [],
  });
  if (output.stdout.trim() === "") return failed(failureWithoutAnswer(output, clock));
  if (events === null) {
    const known = output.exitCode === 0 ? null : failureInText(`${output.stdout}\n${output.said}`, clock);
    return failed(known ?? failureOf("unparseable", `not JSON: ${excerpt(output.stdout)}`));
  }
  if (second !== undefined) return failed(failureOf("unparseable", "it gave more than one result"));
  if (result === undefined) {
    return failed(
      failureOf("crashed", `it ended with ${output.exitCode ?? output.signal} before its result`),
    );
  }
  const failure = failureIn(result, clock);
  if (failure !== null) return failed(failure);
  const value = result["structured_output"];
  if (value === undefined || value === null) {
    const text = textOf(result["result"]);
    return failed(
      text === null
        ? failureOf("empty", "the model answered nothing")
        : failureOf("unparseable", `not in the form that was asked for: ${excerpt(text)}`),
    );
  }
  return { answer: { kind: "answer", value }, facts, warnings: [] };
}

function eventsIn(stdout: string): readonly Event[] | null {
  const whole = readOneJson(stdout);
  if (whole.kind !== "json") return readJsonLines(stdout);
  const values = Array.isArray(whole.value) ? whole.value : [whole.value];
  const events = values.map(recordOf).filter((event) => event !== null);
  return events.length === values.length ? events : null;
}

function isResult(event: Event): boolean {
  return event["type"] === "result";
}

/** Why a result is no answer; null where it is one. */
function failureIn(result: Event, clock: FailureClock): Failure | null {
  const texts = Array.isArray(result["errors"]) ? result["errors"].map(String) : [];
  const text = [textOf(result["result"]) ?? "", ...texts].join(" ").trim();
  const what = excerpt(text === "" ? String(result["subtype"]) : text);
  const reason = result["terminal_reason"];
  if (result["stop_reason"] === "refusal") return failureOf("refused", `the model declined: ${what}`);
  switch (result["subtype"]) {
    case "error_max_structured_output_retries":
      return failureOf("unparseable", `the model never met the form: ${what}`);
    case "error_max_budget_usd":
      return failureOf("budget", what);
    case "error_max_turns":
      return failureOf("cut-off", what);
  }
  if (result["is_error"] !== false || result["subtype"] !== "success") {
    if (reason === "prompt_too_long") return failureOf("too-long", what);
    if (typeof reason === "string" && reason.startsWith("aborted")) {
      return failureOf("crashed", `it was interrupted: ${what}`);
    }
    const status = amountOf(result["api_error_status"]);
    const known = status === null ? null : failureOfStatus(status, text, clock);
    return known ?? failureInText(text, clock) ?? failureOf("failed", what);
  }
  // Without a turn of a model it was the command line itself that answered, as it does to its own commands.
  const turns = amountOf(result["num_turns"]) ?? 0;
  const usage = recordOf(result["modelUsage"]) ?? {};
  if (turns < 1 || Object.keys(usage).length === 0) return failureOf("empty", `no model answered: ${what}`);
  return null;
}

function factsIn(events: readonly Event[], result: Event | undefined): Partial<RunFacts> {
  const start = events.find((event) => event["subtype"] === "init");
  const usages = Object.entries(recordOf(result?.["modelUsage"]) ?? {}).map(([model, usage]) => ({
    model,
    input:
      numberIn(usage, "inputTokens") +
      numberIn(usage, "cacheReadInputTokens") +
      numberIn(usage, "cacheCreationInputTokens"),
    output: numberIn(usage, "outputTokens"),
  }));
  const service = events.flatMap(modelOfService).at(-1);
  // Helpers answer little; the model that judged wrote most.
  const [most] = [...usages].sort((a, b) => b.output - a.output);
  const sum = (one: "input" | "output"): number => usages.reduce((all, usage) => all + usage[one], 0);
  const loginEndsAt = instantOf(
    result?.["credential_expires_at"] ?? start?.["credential_expires_at"] ?? null,
  );
  return {
    cliVersion: textOf(start?.["claude_code_version"]),
    costUsd: amountOf(result?.["total_cost_usd"]),
    sessionId: textOf(result?.["session_id"] ?? start?.["session_id"]),
    tokens: usages.length === 0 ? null : { input: sum("input"), output: sum("output") },
    loginEndsAt,
    ...(service !== undefined
      ? { model: service, modelFrom: "service" as const }
      : most === undefined
        ? {}
        : { model: most.model, modelFrom: "program" as const }),
  };
}

/** The model by which the service signed an answer; messages that the command line makes itself are `<synthetic>`. */
function modelOfService(event: Event): readonly string[] {
  if (event["type"] !== "assistant" || (event["parent_tool_use_id"] ?? null) !== null) return [];
  const model = textOf(recordOf(event["message"])?.["model"]);
  return model === null || model.startsWith("<") ? [] : [model];
}

function numberIn(usage: unknown, key: string): number {
  return amountOf(recordOf(usage)?.[key]) ?? 0;
}

/** Seconds, milliseconds or ISO 8601. */
function instantOf(value: unknown): number | null {
  const number = typeof value === "string" ? Date.parse(value) : amountOf(value);
  if (number === null || Number.isNaN(number)) return null;
  return number < 100_000_000_000 ? number * 1000 : number;
}
