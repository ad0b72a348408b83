import type { AdjustmentProposal } from "../core/adjustment-record.ts";
import { keptProposal } from "../core/adjustments.ts";
import { artifactHash } from "../core/artifact-hash.ts";
import type { CriticSpec } from "../core/critic-spec.ts";
import { readDialogue } from "../core/dialogue.ts";
import { adjustmentsIn } from "../core/dialogue-adjustments.ts";
import type { DialogueFiles } from "../core/dialogue-files.ts";
import type { DialogueOutcome } from "../core/dialogue-parts.ts";
import { authorRole, type DialoguePlan, stampOf } from "../core/dialogue-plan.ts";
import type { DialogueAppend, DialogueRun } from "../core/dialogue-record.ts";
import type { ProblemOnTheWay } from "../core/dialogue-report.ts";
import { stageOf } from "../core/dialogue-stage.ts";
import { ImproveCronError } from "../errors.ts";
import type { CycleContext } from "./context.ts";
import { keepDialogue } from "./ingest-dialogue.ts";
import { takeTurn } from "./take-turn.ts";

/** A dialogue and those who speak in it. */
export interface Conducting {
  readonly run: DialogueRun;
  readonly plan: DialoguePlan;
  readonly author: CriticSpec;
  readonly partner: CriticSpec;
  readonly spare: CriticSpec;
  readonly turnMs: number;
}

export interface Conducted {
  readonly status: "ended" | "waiting";
  readonly outcome: DialogueOutcome | null;
  /** Why it waits or broke off; null where it came to its own end. */
  readonly because: string | null;
  readonly turns: number;
  readonly problems: readonly ProblemOnTheWay[];
  readonly proposals: readonly AdjustmentProposal[];
}

/**
 * Conducts a dialogue to its end, from wherever it stands: what was about to be written is written first, so that a crash at any
 * moment neither loses nor doubles a turn. Before each turn the file is read afresh and must be, byte for byte, what was written so
 * far; what somebody else changed or added ends it. Both sides read the same file.
 */
export async function conductDialogue(
  context: CycleContext,
  files: DialogueFiles,
  conducting: Conducting,
): Promise<Conducted> {
  const { plan, run } = conducting;
  const problems: ProblemOnTheWay[] = [];
  const spares = new Set<string>();
  for (;;) {
    const settled = await settle(context, files, conducting);
    if (settled.kind === "unwritable") return waiting(settled.because, settled.turns, problems);
    if (settled.kind === "broken") return end(context, files, conducting, { ...settled, problems });
    const { dialogue } = readDialogue(settled.text);
    const turns = dialogue.turns.length;
    const stage = stageOf(dialogue);
    if (stage.kind === "over") {
      // Nobody is to speak any more, and neither has ended it.
      const isOpen = dialogue.outcome === "OPEN" || dialogue.outcome === "OPEN_AT_MAX";
      const outcome = isOpen ? "STUCK" : dialogue.outcome;
      const because = isOpen ? "no-terminal-status" : null;
      return end(context, files, conducting, { outcome, because, turns, problems });
    }
    const own = stage.role === authorRole ? conducting.author : conducting.partner;
    context.step("dialogue: before turn");
    const taken = await takeTurn(context, {
      runId: run.id,
      axis: run.axis,
      plan,
      text: settled.text,
      stage,
      stamp: stampOf(context.now(), context.timezone),
      speaker: spares.has(stage.role) ? conducting.spare : own,
      spare: conducting.spare,
      turnMs: conducting.turnMs,
    });
    problems.push(...taken.problems.map((problem) => ({ turn: turns + 1, problem })));
    if (taken.kind === "waiting") return waiting(taken.because, turns, problems);
    if (taken.kind === "failed") {
      const because = `no-turn (${taken.problems.at(-1) ?? "unknown"})`;
      return end(context, files, conducting, { outcome: dialogue.outcome, because, turns, problems });
    }
    if (taken.isSpare) spares.add(stage.role);
    context.step("dialogue: turn taken");
    const append = appendOf(run.id, turns + 1, settled.text, taken.text, context.now());
    if (!(await context.store.planDialogueAppend(append, taken.calls))) {
      throw new ImproveCronError(
        "conflict",
        `${run.path} is conducted by somebody else`,
        "Wait for it to end.",
      );
    }
    context.step("dialogue: turn planned");
  }
}

function waiting(because: string, turns: number, problems: Conducted["problems"]): Conducted {
  return { status: "waiting", outcome: null, because, turns, problems, proposals: [] };
}

function appendOf(runId: string, n: number, before: string, text: string, plannedAt: number): DialogueAppend {
  const beforeBytes = new TextEncoder().encode(before).length;
  return { runId, n, beforeBytes, beforeSha256: artifactHash(before), text, state: "planned", plannedAt };
}

type Settled =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unwritable"; readonly because: string; readonly turns: number }
  | {
      readonly kind: "broken";
      readonly outcome: DialogueOutcome;
      readonly because: "file-missing" | "file-grew" | "earlier-bytes-changed";
      readonly turns: number;
    };

/** Writes what was planned and not written, and answers the file, which must be what was written so far. */
async function settle(
  context: CycleContext,
  files: DialogueFiles,
  { plan, run }: Conducting,
): Promise<Settled> {
  let appends = await context.store.listDialogueAppends(run.id);
  if (appends.length === 0) {
    const header = appendOf(run.id, 0, "", plan.header, context.now());
    await context.store.planDialogueAppend(header, []);
    context.step("dialogue: header planned");
    appends = await context.store.listDialogueAppends(run.id);
  }
  let isWhole = true;
  for (const append of appends) {
    if (append.state === "written") continue;
    const { beforeBytes, beforeSha256, n, text } = append;
    const added = await files.add({ path: run.path, beforeBytes, beforeSha256, text });
    if (added.kind === "unwritable") {
      return { kind: "unwritable", because: added.because, turns: Math.max(0, n - 1) };
    }
    if (added.kind === "changed") {
      appends = appends.filter((one) => one.n < n);
      isWhole = false;
      break;
    }
    context.step("dialogue: turn written");
    await context.store.finishDialogueAppend(run.id, n);
    context.step("dialogue: turn recorded");
  }
  const expected = appends.map(({ text }) => text).join("");
  const reading = await files.read(run.path);
  if (reading.kind === "unreadable") {
    return { kind: "unwritable", because: reading.because, turns: Math.max(0, appends.length - 1) };
  }
  const turns = Math.max(0, appends.length - 1);
  if (reading.kind === "missing")
    return { kind: "broken", outcome: "INVALID", because: "file-missing", turns };
  if (reading.text === expected && isWhole) {
    // Each turn is kept as soon as it stands, so that a change of it is noticed.
    if (turns > 0) await keepDialogue(context, files, { path: run.path, axis: run.axis });
    return { kind: "text", text: expected };
  }
  const isGrown = reading.text.startsWith(expected);
  const because = isGrown ? "file-grew" : "earlier-bytes-changed";
  return { kind: "broken", outcome: readDialogue(reading.text).dialogue.outcome, because, turns };
}

/** Stores the turns and how it ended, with the edits that both sides stand for. */
async function end(
  context: CycleContext,
  files: DialogueFiles,
  { plan, run }: Conducting,
  ending: Pick<Conducted, "because" | "turns" | "problems"> & { readonly outcome: DialogueOutcome },
): Promise<Conducted> {
  const { because, outcome, problems, turns } = ending;
  context.step("dialogue: before end");
  const proposals: AdjustmentProposal[] = [];
  if (because !== "file-missing") {
    const { file, read } = await keepDialogue(context, files, { path: run.path, axis: run.axis });
    // What somebody else wrote is none of the two's agreement.
    const agreed = because === null ? adjustmentsIn(read).agreed : [];
    proposals.push(
      ...agreed.map(({ role, turn, ...texts }) =>
        keptProposal(
          { ...texts, asker: role, source: { kind: "dialogue", id: `${file.path}#${turn}` } },
          { axis: run.axis, clause: plan.clause, at: context.now() },
        ),
      ),
    );
  }
  context.step("dialogue: kept");
  await context.store.endDialogueRun({ id: run.id, at: context.now(), outcome, because }, proposals);
  context.step("dialogue: ended");
  return { status: "ended", outcome, because, turns, problems, proposals };
}
