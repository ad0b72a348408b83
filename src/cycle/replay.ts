import type { Axis } from "../core/axis.ts";
import type { GoldFigures } from "../core/gold-agreement.ts";
import { goldAgreement } from "../core/gold-agreement.ts";
import type { GoldAnswer, GoldItem } from "../core/gold-record.ts";
import { isRetired, splitNow } from "../core/gold-set.ts";
import { monthOf } from "../core/month.ts";
import { rubricFingerprint } from "../core/rubric.ts";
import type { RubricReplay } from "../core/rubric-check.ts";
import type { RubricAnswer } from "../core/rubric-comparison.ts";
import { orderKeyOf } from "../core/sampling.ts";
import type { Critic, JudgeOutcome } from "../critics/critic.ts";
import type { StoredVerdict } from "../store/store.ts";
import type { CallIntent } from "./call-intents.ts";
import type { CycleContext } from "./context.ts";
import { findLeaks } from "./keep-gold.ts";
import { reserveCall, type ReservedCall } from "./judge-spend.ts";
import { isNoFinding, recordedCritic, wasCalled } from "./record-calls.ts";

export interface ReplayRequest {
  readonly axis: Axis;
  readonly critic: Critic;
  /** Texts of the rubric before and after the edit. */
  readonly old: string;
  readonly edited: string;
  /** Recent verdicts to judge again; as many gold items of the holdout at most. */
  readonly n: number;
}

/** What the critic says of the same items under both rubrics. */
export interface Replayed {
  readonly answers: { readonly old: readonly RubricAnswer[]; readonly edited: readonly RubricAnswer[] };
  readonly replay: RubricReplay;
}

/**
 * Has the critic judge the same items under the old and the edited rubric: the latest verdicts that can be shown, one for each
 * artifact, and gold of the holdout. Two calls an item, side by side, so that nothing but the rubric differs between
 * them. Ends early where every further call would fail or the month's budget is spent: items without both answers are then
 * without a verdict.
 */
export async function replayRubrics(context: CycleContext, request: ReplayRequest): Promise<Replayed> {
  const { axis, n } = request;
  const verdicts = await recentVerdicts(context, axis.name, n);
  const gold = await holdoutGold(context, request);
  const at = context.now();
  const batch = `replay/${axis.name}/${new Date(at).toISOString()}`;
  const facts = {
    axis: axis.name,
    period: monthOf(at, context.timezone),
    purpose: "replay",
    batch,
    at,
  } as const;
  const critic = recordedCritic(context, context.critics.inBatch(request.critic), facts);
  const pass = new ReplayPass(context, { ...request, critic }, facts);
  const old: RubricAnswer[] = [];
  const edited: RubricAnswer[] = [];
  const missing = new Map<string, number>();
  for (const { key, id, verdict } of verdicts) {
    if (verdict.artifact.kind !== "snapshot") continue;
    const words = await pass.judge(verdict.artifact.sha256);
    count(missing, words.because);
    const name = verdict.externalId ?? id;
    old.push({ key, name, word: words.old });
    edited.push({ key, name, word: words.edited });
  }
  const goldOld: GoldAnswer[] = [];
  const goldEdited: GoldAnswer[] = [];
  const goldMissing = new Map<string, number>();
  for (const item of gold) {
    const words = await pass.judge(item.sha256);
    count(goldMissing, words.because);
    // Held against each other, both rubrics must have judged the same items.
    if (words.old === "ERROR" || words.edited === "ERROR") continue;
    goldOld.push(asAnswer(item, words.old, at));
    goldEdited.push(asAnswer(item, words.edited, at));
  }
  const figures = (answers: readonly GoldAnswer[]): GoldFigures => goldAgreement(gold, answers).holdout;
  return {
    answers: { old, edited },
    replay: {
      old: rubricFingerprint({ text: request.old }),
      edited: rubricFingerprint({ text: request.edited }),
      items: verdicts.length,
      judged: verdicts.length - sum(missing),
      noAnswer: Object.fromEntries(missing),
      ...pass.sum,
      gold:
        gold.length === 0
          ? null
          : {
              items: gold.length,
              judged: goldOld.length,
              noAnswer: Object.fromEntries(goldMissing),
              old: figures(goldOld),
              edited: figures(goldEdited),
            },
    },
  };
}

function count(missing: Map<string, number>, because: string | null): void {
  if (because !== null) missing.set(because, (missing.get(because) ?? 0) + 1);
}

function sum(missing: ReadonlyMap<string, number>): number {
  return [...missing.values()].reduce((all, one) => all + one, 0);
}

/** The latest verdicts of an axis whose artifact is stored, one for each artifact, the latest first. */
async function recentVerdicts(
  { store }: Pick<CycleContext, "store">,
  axis: string,
  n: number,
): Promise<readonly StoredVerdict[]> {
  const periods = [...new Set((await store.listMonthCounts({ axis })).map(({ period }) => period))];
  const chosen = new Map<string, StoredVerdict>();
  for (const period of periods.toSorted().toReversed()) {
    const words = ["PASS", "FAIL"] as const;
    const lists = await Promise.all(words.map((word) => store.listVerdicts({ axis, period, word })));
    for (const stored of lists.flat().toSorted((a, b) => b.verdict.at - a.verdict.at)) {
      const { artifact } = stored.verdict;
      if (artifact.kind === "snapshot" && !chosen.has(artifact.sha256)) chosen.set(artifact.sha256, stored);
      if (chosen.size === n) return [...chosen.values()];
    }
  }
  return [...chosen.values()];
}

/** Gold that the edit does not quote: of what it quotes the edited rubric would know the answer. */
async function holdoutGold(
  context: CycleContext,
  { axis: { name: axis }, edited, n }: ReplayRequest,
): Promise<readonly GoldItem[]> {
  const { store } = context;
  const quoted = new Set((await findLeaks(context, axis, edited)).map(({ id }) => id));
  const salt = await store.readSalt();
  const place = ({ id }: GoldItem): number => orderKeyOf(salt, `replay/${id}`);
  return (await store.listGold({ axis }))
    .filter((item) => !isRetired(item) && splitNow(item) === "holdout" && !quoted.has(item.id))
    .toSorted((a, b) => place(a) - place(b))
    .slice(0, n);
}

/** The calls of one replay, and what they came to. */
class ReplayPass {
  readonly #context: CycleContext;
  readonly #request: ReplayRequest;
  readonly #about: Omit<CallIntent, "spec">;
  #calls = 0;
  #costUsd = 0;
  #because: string | null = null;

  constructor(context: CycleContext, request: ReplayRequest, about: Omit<CallIntent, "spec">) {
    this.#context = context;
    this.#request = request;
    this.#about = about;
  }

  get sum(): Pick<RubricReplay, "calls" | "costUsd" | "because"> {
    return { calls: this.#calls, costUsd: this.#costUsd, because: this.#because };
  }

  async judge(sha256: string): Promise<Judged> {
    const bytes = await this.#context.store.readArtifact(sha256);
    if (bytes === null) return { old: "ERROR", edited: "ERROR", because: "no-artifact" };
    const artifact = new TextDecoder().decode(bytes);
    const [old, edited] = await Promise.all([
      this.#ask(this.#request.old, artifact),
      this.#ask(this.#request.edited, artifact),
    ]);
    return { old: old.word, edited: edited.word, because: old.because ?? edited.because };
  }

  async #ask(rubric: string, artifact: string): Promise<Answered> {
    if (this.#because !== null) return notAsked;
    const { axis, critic } = this.#request;
    await using reserved = await reserveCall(this.#context, { ...this.#about, spec: critic.spec });
    if (reserved === null) {
      this.#because ??= "budget";
      return notAsked;
    }
    const { maxCostUsd } = reserved;
    const outcome = await critic.judge({ axis: axis.name, rubric, artifact }, { maxCostUsd });
    if (!wasCalled(outcome)) return notAsked;
    this.#calls += 1;
    this.#costUsd += outcome.run.costUsd ?? 0;
    return this.#answerOf(outcome, reserved);
  }

  #answerOf(outcome: JudgeOutcome, { isCut }: ReservedCall): Answered {
    if (outcome.kind === "judged") return { word: outcome.word, because: null };
    if (isNoFinding(outcome) || (isCut && outcome.failure === "budget")) this.#because ??= outcome.failure;
    return { word: "ERROR", because: outcome.failure };
  }
}

type Word = RubricAnswer["word"];

interface Answered {
  readonly word: Word;
  /** Why there is no word; null where there is one. */
  readonly because: string | null;
}

interface Judged {
  readonly old: Word;
  readonly edited: Word;
  /** Why a word is missing; null where both are there. */
  readonly because: string | null;
}

const notAsked: Answered = { word: "ERROR", because: "not-asked" };

/** As `goldAgreement` takes it; nothing of it is stored as a run. */
function asAnswer(item: GoldItem, word: "PASS" | "FAIL", at: number): GoldAnswer {
  return {
    runId: "replay",
    goldId: item.id,
    repeat: 1,
    word,
    errorKind: null,
    reason: null,
    at,
    critic: "replay",
    cliVersion: null,
    model: null,
    modelFrom: null,
    prompt: null,
    costUsd: null,
    latencyMs: 0,
    tokens: null,
  };
}
