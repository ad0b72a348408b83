import { amountOf, excerpt, readJsonLines, readOneJson, recordOf, textOf } from "./answer-text.ts";
import type { ReadOutput, RunFacts, Task } from "./call.ts";
import { type Failure, type FailureClock, failureInText, failureOf } from "./failure-text.ts";
import { failureWithoutAnswer } from "./program-failure.ts";
import type { ProgramOutput } from "./run-program.ts";

type Event = Readonly<Record<string, unknown>>;

/** Whether the turn has ended, well or not. */
export function isWholeCodexOutput(stdout: string): boolean {
  return (
    readJsonLines(stdout)?.some(({ type }) => type === "turn.completed" || type === "turn.failed") ?? false
  );
}

/**
 * Reads the events that `codex exec --json` printed. `error` events and items of type `error` come on the way to a good
 * answer, too (a retry, an unknown setting): only `turn.failed` is final, and only `turn.completed` is an end.
 */
export function readCodexOutput(output: ProgramOutput, _task: Task, clock: FailureClock): ReadOutput {
  const events = readJsonLines(output.stdout);
  const facts = factsIn(events ?? []);
  const failed = (failure: Failure): ReadOutput => ({
    answer: { kind: "none", failure },
    facts,
    warnings: [],
  });
  if (output.stdout.trim() === "") return failed(failureWithoutAnswer(output, clock));
  if (events === null) return failed(failureOf("unparseable", `not JSON lines: ${excerpt(output.stdout)}`));

  const failure = events.find(({ type }) => type === "turn.failed");
  if (failure !== undefined) {
    const text = errorTextOf(failure) ?? events.flatMap((event) => errorTextOf(event) ?? []).at(-1) ?? "";
    const known = failureInText(text, clock);
    return failed(known ?? failureOf("failed", excerpt(text === "" ? "the turn failed" : text)));
  }
  const turns = events.filter(({ type }) => type === "turn.completed").length;
  if (turns > 1) return failed(failureOf("unparseable", "it took more than one turn"));
  if (turns === 0) {
    const known = output.said === "" ? null : failureInText(output.said, clock);
    const how = output.exitCode ?? output.signal ?? "no code";
    return failed(known ?? failureOf("crashed", `it ended with ${how} in the middle of its turn`));
  }
  if (facts.tokens !== null && facts.tokens !== undefined && facts.tokens.output === 0) {
    return failed(failureOf("empty", "no model answered"));
  }
  return { answer: answerIn(events), facts, warnings: [] };
}

/** The last message of the model; those before it tell what it is about to do. */
function answerIn(events: readonly Event[]): ReadOutput["answer"] {
  const messages = events.flatMap((event) => {
    const item = event["type"] === "item.completed" ? recordOf(event["item"]) : null;
    return item?.["type"] === "agent_message" ? [textOf(item["text"]) ?? ""] : [];
  });
  const read = readOneJson(messages.at(-1) ?? "");
  switch (read.kind) {
    case "json":
      return { kind: "answer", value: read.value };
    case "empty":
      return none(failureOf("empty", "the model answered nothing"));
    case "refusal":
      return none(failureOf("refused", `the model declined: ${excerpt(messages.at(-1) ?? "")}`));
    case "not-json":
      return none(failureOf("unparseable", read.because));
  }
}

/** It names no model anywhere: what was asked for is all that is known. Nor does it tell what it cost. */
function factsIn(events: readonly Event[]): Partial<RunFacts> {
  const thread = events.find(({ type }) => type === "thread.started");
  const usage = recordOf(events.find(({ type }) => type === "turn.completed")?.["usage"]);
  const [input, output] = [amountOf(usage?.["input_tokens"]), amountOf(usage?.["output_tokens"])];
  return {
    sessionId: textOf(thread?.["thread_id"]),
    tokens: input === null || output === null ? null : { input, output },
  };
}

function errorTextOf(event: Event): string | null {
  if (event["type"] !== "turn.failed" && event["type"] !== "error") return null;
  return textOf(recordOf(event["error"])?.["message"]) ?? textOf(event["message"]);
}

function none(failure: Failure): ReadOutput["answer"] {
  return { kind: "none", failure };
}
