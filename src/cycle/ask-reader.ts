import { type AnswerSchema, unknownKeys } from "../core/answer-schema.ts";
import type { CriticSpec } from "../core/critic-spec.ts";
import { reportSchema } from "../core/lens-report.ts";
import { outsidePeer } from "../core/panel-policy.ts";
import type { Critic, GenerateOutcome } from "../critics/critic.ts";
import type { CycleContext } from "./context.ts";
import { reserveCall } from "./judge-spend.ts";
import { type PanelJob, type PanelReader, readerStep } from "./panel-job.ts";
import type { ReaderStep } from "../core/reader-step.ts";
import { inputOf, promptMark, taskOf } from "./panel-question.ts";
import { callRecord } from "./record-calls.ts";

/** What a panel needs of the month's context. */
export type PanelContext = Pick<
  CycleContext,
  "callIntents" | "callsInFlight" | "cost" | "critics" | "now" | "store" | "timezone"
>;

/** Asks one reader within the month's cap, keeps the call, and answers what came of it with the report as `panel ingest` reads it. */
export async function askReader(
  context: PanelContext,
  job: PanelJob,
  reader: PanelReader,
  id: string,
): Promise<{ readonly end: ReaderStep; readonly report: unknown }> {
  const about = { axis: reader.name, period: null, purpose: "lens", batch: `panel/${id}` } as const;
  await using reserved = await reserveCall(context, { ...about, spec: reader.spec });
  if (reserved === null) {
    const end = {
      ...readerStep(reader, "lost"),
      because: "over-budget",
      message: overBudget,
      hint: raiseCap,
    };
    return { end, report: lostReport(reader.name, "over-budget") };
  }
  job.tell(readerStep(reader, "asked"));
  const { at } = reserved;
  const outcome = await askCritic(context.critics.open(reader.spec), job, reader, reserved.maxCostUsd);
  const { run } = outcome;
  const call = callRecord(outcome, { ...about, at, subject: job.hash });
  await context.store.recordCriticCalls([{ ...call, prompt: promptMark(reader) }]);
  const facts = {
    model: run.model,
    tokens: run.tokens,
    costUsd: run.costUsd,
    latencyMs: run.latencyMs,
    pinned: pinnedInstead(reader.spec, outcome),
  };
  if (outcome.kind === "no-answer") {
    const isCut = reserved.isCut && outcome.failure === "budget";
    const because = isCut ? "over-budget" : outcome.failure;
    const { hint, message } = isCut ? { hint: raiseCap, message: overBudget } : outcome;
    return {
      end: { ...readerStep(reader, "lost"), ...facts, because, message, hint },
      report: lostReport(reader.name, because),
    };
  }
  const schema = reportSchema(reader.name, job.setup);
  const answer = ownParts(outcome.value, schema);
  const cost = { model: run.model, tokens: run.tokens, cost_usd: run.costUsd };
  const report =
    reader.name === outsidePeer
      ? { status: "ok", stdout: JSON.stringify(answer), ...cost }
      : { lens: reader.name, ...answer, ...cost };
  const strange = unknownKeys(outcome.value, schema);
  return { end: { ...readerStep(reader, "answered"), ...facts, unknownKeys: strange }, report };
}

const overBudget = "the month's cap on judging, cost.judge_usd_per_month, is reached";
const raiseCap =
  "Raise the cap, or run the same command again next month: only those who are missing are asked.";

function askCritic(
  critic: Critic,
  job: PanelJob,
  reader: PanelReader,
  maxCostUsd: number,
): Promise<GenerateOutcome<unknown>> {
  return critic.generate(
    {
      purpose: "lens",
      instructions: reader.instructions,
      task: taskOf(job),
      input: inputOf(job, reader.name),
      schema: reportSchema(reader.name, job.setup),
    },
    { maxCostUsd },
  );
}

/** The pinned model, where the answer comes from another one; names with and without their date are the same. */
function pinnedInstead({ model: pinned }: CriticSpec, { run }: GenerateOutcome<unknown>): string | null {
  const { model, modelFrom } = run;
  if (pinned === null || model === null || modelFrom === "request") return null;
  return model.startsWith(pinned) || pinned.startsWith(model) ? null : pinned;
}

function lostReport(reader: string, status: string): unknown {
  return reader === outsidePeer ? { status } : { lens: reader, status };
}

/** The parts that a report has. Another key at its top could be taken for whose it is, or what became of it. */
function ownParts(value: unknown, schema: AnswerSchema): object {
  if (typeof value !== "object" || value === null || schema.type !== "object") return {};
  return Object.fromEntries(Object.entries(value).filter(([key]) => Object.hasOwn(schema.properties, key)));
}
