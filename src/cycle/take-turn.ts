import { isOutage } from "../core/critic-failure.ts";
import type { CriticCall } from "../core/critic-call.ts";
import type { CriticSpec } from "../core/critic-spec.ts";
import type { DialoguePlan } from "../core/dialogue-plan.ts";
import { composeTurn, type Reply, replySchema } from "../core/dialogue-reply.ts";
import type { TurnProblem } from "../core/dialogue-report.ts";
import { type DialogueStage, isTerminal } from "../core/dialogue-stage.ts";
import type { GenerateRequest } from "../critics/critic.ts";
import type { CycleContext } from "./context.ts";
import { reserveCall } from "./judge-spend.ts";
import { callRecord } from "./record-calls.ts";
import { requestTurn } from "./turn-request.ts";

type TurnStage = Extract<DialogueStage, { kind: "turn" }>;

/** What one turn is taken with. */
export interface TurnWish {
  readonly runId: string;
  readonly axis: string;
  readonly plan: DialoguePlan;
  /** The file as it stands. */
  readonly text: string;
  readonly stage: TurnStage;
  readonly stamp: string;
  /** Who speaks for the role, and who steps in where it does not answer. */
  readonly speaker: CriticSpec;
  readonly spare: CriticSpec;
  readonly turnMs: number;
}

export type TurnTaken =
  | {
      readonly kind: "turn";
      readonly text: string;
      /** To be stored together with the turn. */
      readonly calls: readonly CriticCall[];
      readonly problems: readonly TurnProblem[];
      /** The spare spoke, and goes on for this role. */
      readonly isSpare: boolean;
    }
  /** Nothing can be had now; the dialogue is gone on with later. */
  | {
      readonly kind: "waiting";
      readonly because: "over-budget" | "cancelled";
      readonly problems: readonly TurnProblem[];
    }
  /** Neither side's program gave a turn. */
  | { readonly kind: "failed"; readonly problems: readonly TurnProblem[] };

type Attempt =
  | { readonly kind: "turn"; readonly text: string; readonly call: CriticCall; readonly isTerminal: boolean }
  | { readonly kind: "problem"; readonly problem: TurnProblem; readonly isOut: boolean }
  | { readonly kind: "waiting"; readonly because: "over-budget" | "cancelled" };

/**
 * Has one turn taken: by the role's own program, once more where it gave none (a crash, no answer in time, nothing said, something
 * that is no turn), then by the spare. Where the program as such is out of order it is not asked again. A last turn that
 * ends nothing is asked for once more, and taken as it is the second time.
 */
export async function takeTurn(context: CycleContext, wish: TurnWish): Promise<TurnTaken> {
  const problems: TurnProblem[] = [];
  const speakers = [wish.speaker, wish.speaker, wish.spare];
  let isOut = false;
  let open: Extract<Attempt, { kind: "turn" }> | null = null;
  for (const [index, speaker] of speakers.entries()) {
    if (isOut && speaker === wish.speaker) continue;
    const attempt = await tryTurn(context, wish, speaker, problems.at(-1) ?? null);
    if (attempt.kind === "waiting") return { ...attempt, problems };
    if (attempt.kind === "turn" && (attempt.isTerminal || open !== null)) {
      return { ...attempt, calls: [attempt.call], problems, isSpare: index > 1 };
    }
    if (attempt.kind === "turn") {
      // Kept, should nothing better come of asking again.
      await context.store.recordCriticCalls([attempt.call]);
      open = attempt;
      problems.push("no-terminal-status");
    } else {
      problems.push(attempt.problem);
      isOut = attempt.isOut;
      if (open !== null) break;
    }
  }
  if (open !== null) return { ...open, calls: [], problems, isSpare: false };
  return { kind: "failed", problems };
}

async function tryTurn(
  context: CycleContext,
  wish: TurnWish,
  speaker: CriticSpec,
  problem: TurnProblem | null,
): Promise<Attempt> {
  const about = { axis: wish.axis, period: null, purpose: "turn", batch: `dialogue/${wish.runId}` } as const;
  await using reserved = await reserveCall(context, { ...about, spec: speaker });
  if (reserved === null) return { kind: "waiting", because: "over-budget" };
  const request: GenerateRequest<typeof replySchema> = await requestTurn(context, wish, problem);
  const { at, maxCostUsd } = reserved;
  const outcome = await context.critics
    .open(speaker)
    .generate(request, { timeoutMs: wish.turnMs, maxCostUsd });
  const call = callRecord(outcome, { ...about, at, rubric: wish.plan.rubricFingerprint });
  if (outcome.kind === "no-answer") {
    await context.store.recordCriticCalls([call]);
    if (outcome.failure === "cancelled") return { kind: "waiting", because: "cancelled" };
    // What failed for a sum that was cut failed for the month's cap.
    if (outcome.failure === "budget" && reserved.isCut) return { kind: "waiting", because: "over-budget" };
    return { kind: "problem", problem: outcome.failure, isOut: isOutage(outcome.failure) };
  }
  return readReply(context, wish, outcome.value, call);
}

async function readReply(
  context: CycleContext,
  { plan, stage, stamp, text }: TurnWish,
  reply: Reply,
  call: CriticCall,
): Promise<Attempt> {
  const { other, role, round } = stage;
  const composed = composeTurn(text, reply, { role, other, round, stamp, file: plan.file });
  if (composed.kind === "malformed") {
    await context.store.recordCriticCalls([call]);
    return { kind: "problem", problem: composed.because, isOut: false };
  }
  const terminal = !stage.isLast || isTerminal(reply.status, stage);
  return { kind: "turn", text: composed.text, call, isTerminal: terminal };
}
