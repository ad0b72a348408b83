import { artifactHash } from "../core/artifact-hash.ts";
import { type AnswerSchema, unknownKeys } from "../core/answer-schema.ts";
import type { CriticSpec } from "../core/critic-spec.ts";
import { reportSchema } from "../core/lens-report.ts";
import type { MechanicalHit } from "../core/mechanical-rules.ts";
import { ownText, ownValue } from "../core/own-value.ts";
import type { PanelBlock } from "../core/panel-evidence.ts";
import { outsidePeer } from "../core/panel-policy.ts";
import type { PanelSetup } from "../core/panel-setup.ts";
import { rulesLens } from "../core/shipped-lenses.ts";
import { canonicalJson } from "../core/rubric.ts";
import type { Critic, GenerateOutcome, InputPart } from "../critics/critic.ts";
import type { CycleContext } from "./context.ts";
import { reserveCall } from "./judge-spend.ts";
import { callRecord } from "./record-calls.ts";

/** One reader of a panel: a lens, or the peer. */
export interface PanelReader {
  readonly name: string;
  readonly spec: CriticSpec;
  /** What it is told, filled in. */
  readonly instructions: string;
}

/** What a panel is asked, of whom, and where its reports go. */
export interface PanelJob {
  readonly setup: Pick<PanelSetup, "aiRiskFrom">;
  readonly readers: readonly PanelReader[];
  readonly blocks: readonly PanelBlock[];
  readonly contract: string;
  /** SHA-256 (hex) of draft and contract. */
  readonly hash: string;
  /** For rules-judge alone. */
  readonly hits: readonly MechanicalHit[];
  readonly files: PanelFilePort;
  /** Asks everybody, whatever was answered before. */
  readonly fresh: boolean;
  /** Told of each reader as it goes. */
  readonly tell: (step: ReaderStep) => void;
}

/** The files of a run, by their names in its folder. */
interface PanelFilePort {
  read(name: string): Promise<unknown>;
  digest(name: string): Promise<string | null>;
  write(name: string, value: unknown): Promise<string>;
  remove(name: string): Promise<void>;
}

/** What came of one reader. */
export interface ReaderStep {
  readonly name: string;
  readonly spec: CriticSpec;
  /**
   * `kept`: its report of an earlier run of the same question stands; `wanted`: it is to be asked; `asked`: it is being
   * asked; `answered`; `lost`: it was asked, or could not be, and gave no report.
   */
  readonly state: "kept" | "wanted" | "asked" | "answered" | "lost";
  /** Why it was lost: the kind of failure, or `over-budget`. */
  readonly because: string | null;
  /** What the program said of that, and what to do about it. */
  readonly message: string | null;
  readonly hint: string | null;
  readonly model: string | null;
  /** The model that was pinned, where another one answered. */
  readonly pinned: string | null;
  readonly tokens: { readonly input: number; readonly output: number } | null;
  readonly costUsd: number | null;
  readonly latencyMs: number | null;
  /** Keys of its answer that no report has, by their places: they say nothing, the rest of the report counts. */
  readonly unknownKeys: readonly string[];
}

/** The file in which a run keeps what it asked. */
const memory = ".panel-run/run.json";

/**
 * Whose reports of this very question are there, and who is to be asked? Same draft and contract, same prompt, same
 * program and model, and a report as it was written. Nothing is changed.
 */
export async function planPanel(job: PanelJob): Promise<readonly ReaderStep[]> {
  const known = job.fresh ? null : await job.files.read(memory);
  return Promise.all(
    job.readers.map(async (reader) => {
      const before = ownValue(ownValue(known, "readers"), reader.name);
      const digest = await job.files.digest(fileOf(reader.name));
      const isKept =
        digest !== null &&
        ownText(before, "question") === questionOf(job, reader) &&
        ownText(before, "report") === digest;
      return step(reader, isKept ? "kept" : "wanted");
    }),
  );
}

/** The readers whose report in the folder is by nobody that this program asked: it would be lost. */
export async function foreignReports(job: PanelJob): Promise<readonly string[]> {
  const known = ownValue(await job.files.read(memory), "readers");
  const names: string[] = [];
  for (const { name } of job.readers) {
    if (ownValue(known, name) === undefined && (await job.files.digest(fileOf(name))) !== null)
      names.push(fileOf(name));
  }
  return names;
}

/**
 * Asks every reader of a panel that has not answered yet, side by side, and leaves the reports in the folder as
 * `panel ingest` reads them: `blocks.json`, `lenses/NAME.json`, `peer.json`. Each report is written when it comes, so that
 * a run that was cut off is gone on with; a report to another question is taken away before anybody is asked. Readers get
 * the draft, its contract and their prompt, and nothing else. Every call is kept, and the month's cap holds.
 */
export async function runPanel(
  context: Pick<
    CycleContext,
    "callIntents" | "callsInFlight" | "cost" | "critics" | "now" | "store" | "timezone"
  >,
  job: PanelJob,
): Promise<readonly ReaderStep[]> {
  const { files } = job;
  const plan = await planPanel(job);
  const before = ownValue(await files.read(memory), "readers");
  const notes = new Map<string, ReaderNote>();
  for (const { name, state } of plan) {
    const reader = job.readers.find((one) => one.name === name);
    if (reader === undefined) continue;
    const question = questionOf(job, reader);
    notes.set(name, { question, report: state === "kept" ? await files.digest(fileOf(name)) : null });
  }
  const save = inTurn(() =>
    files.write(memory, { draft: job.hash, readers: Object.fromEntries(notes) }).then(() => undefined),
  );
  // Before a file goes, so that what a cut-off leaves is known again.
  await save();
  const former = typeof before === "object" && before !== null ? Object.keys(before) : [];
  const stale = plan.flatMap(({ name, state }) => (state === "wanted" ? [name] : []));
  const gone = former.filter((name) => isName(name) && !notes.has(name));
  for (const name of [...stale, ...gone]) await files.remove(fileOf(name));
  const id = `draft-${job.hash.slice(0, 12)}`;
  await files.write("blocks.json", { id, blocks: job.blocks });
  for (const one of plan) if (one.state === "kept") job.tell(one);

  const ask = async (planned: ReaderStep): Promise<ReaderStep> => {
    const reader = job.readers.find(({ name }) => name === planned.name);
    if (reader === undefined || planned.state === "kept") return planned;
    const { end, report } = await askReader(context, job, reader, id);
    const file = fileOf(reader.name);
    const digest = await files.write(file, report);
    // A lost reader is asked again by the next run.
    notes.set(reader.name, {
      question: questionOf(job, reader),
      report: end.state === "answered" ? digest : null,
    });
    await save();
    job.tell(end);
    return end;
  };
  return Promise.all(plan.map(ask));
}

interface ReaderNote {
  /** What it was asked, by all that could change its answer. */
  readonly question: string;
  /** SHA-256 of the file with its answer; null until there is one. */
  readonly report: string | null;
}

async function askReader(
  context: Parameters<typeof runPanel>[0],
  job: PanelJob,
  reader: PanelReader,
  id: string,
): Promise<{ readonly end: ReaderStep; readonly report: unknown }> {
  const about = { axis: reader.name, period: null, purpose: "lens", batch: `panel/${id}` } as const;
  await using reserved = await reserveCall(context, { ...about, spec: reader.spec });
  if (reserved === null) {
    const end = { ...step(reader, "lost"), because: "over-budget", message: overBudget, hint: raiseCap };
    return { end, report: lostReport(reader.name, "over-budget") };
  }
  job.tell(step(reader, "asked"));
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
      end: { ...step(reader, "lost"), ...facts, because, message, hint },
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
  return { end: { ...step(reader, "answered"), ...facts, unknownKeys: strange }, report };
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

/** A tag that the draft cannot hold: its author would have to know the hash of what he writes. */
function tagOf({ hash }: PanelJob): string {
  return hash.slice(0, 8);
}

function taskOf(job: PanelJob): string {
  return `Report on the draft. Each of its ${job.blocks.length} blocks begins with a line [${tagOf(job)} N], where N is its number.`;
}

/** The texts that a reader works on: all of it data. */
function inputOf(job: PanelJob, reader: string): readonly InputPart[] {
  const draft = job.blocks.map(({ n, text }) => `[${tagOf(job)} ${n}]\n${text}`).join("\n\n");
  const parts = [
    { name: "draft", text: draft },
    { name: "reader-contract", text: job.contract },
  ];
  if (reader !== rulesLens || job.hits.length === 0) return parts;
  const hits = job.hits.map(
    ({ block, quote, rule, says }) => `block ${block}, ${rule}: ${JSON.stringify(quote)} (${says})`,
  );
  return [...parts, { name: "mechanical-hits", text: hits.join("\n") }];
}

/** All that could change the answer of a reader, as one hash. What a call may cost or take could not. */
function questionOf(job: PanelJob, reader: PanelReader): string {
  const { command, env, kind, model } = reader.spec;
  const asked = {
    kind,
    command,
    env,
    model,
    instructions: reader.instructions,
    task: taskOf(job),
    input: inputOf(job, reader.name),
    schema: reportSchema(reader.name, job.setup),
  };
  return artifactHash(canonicalJson(asked));
}

function promptMark({ instructions }: PanelReader): string {
  return `sha256:${artifactHash(instructions).slice(0, 12)}`;
}

/** The pinned model, where the answer comes from another one; names with and without their date are the same. */
function pinnedInstead({ model: pinned }: CriticSpec, { run }: GenerateOutcome<unknown>): string | null {
  const { model, modelFrom } = run;
  if (pinned === null || model === null || modelFrom === "request") return null;
  return model.startsWith(pinned) || pinned.startsWith(model) ? null : pinned;
}

function fileOf(reader: string): string {
  return reader === outsidePeer ? "peer.json" : `lenses/${reader}.json`;
}

/** What stands in a file that may have been edited becomes a path only where it is a name. */
function isName(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(text);
}

function lostReport(reader: string, status: string): unknown {
  return reader === outsidePeer ? { status } : { lens: reader, status };
}

/** The parts that a report has. Another key at its top could be taken for whose it is, or what became of it. */
function ownParts(value: unknown, schema: AnswerSchema): object {
  if (typeof value !== "object" || value === null || schema.type !== "object") return {};
  return Object.fromEntries(Object.entries(value).filter(([key]) => Object.hasOwn(schema.properties, key)));
}

function step({ name, spec }: PanelReader, state: ReaderStep["state"]): ReaderStep {
  const nothing = { because: null, message: null, hint: null, model: null, pinned: null };
  return { name, spec, state, ...nothing, tokens: null, costUsd: null, latencyMs: null, unknownKeys: [] };
}

/** The same task, one after the other: two writers of one file would race for its last word. */
function inTurn(task: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(task);
    return last;
  };
}
