import { and, eq } from "drizzle-orm";
import type { AdjustmentProposal } from "../../core/adjustment-record.ts";
import type { CriticCall } from "../../core/critic-call.ts";
import type { DialogueAppend, DialogueRun } from "../../core/dialogue-record.ts";
import type { DialogueRunEnd } from "../store.ts";
import { insertProposals } from "./adjustments.ts";
import { insertCriticCalls } from "./critic-calls.ts";
import { dialogueAppend, dialogueRun } from "./schema.ts";
import { compareTexts, type Session, writeAtOnce } from "./session.ts";

export function openDialogueRun(session: Session, run: DialogueRun): boolean {
  const { changes } = session.orm
    .insert(dialogueRun)
    .values({ ...run, workspace: session.workspace })
    .onConflictDoNothing()
    .run();
  return changes > 0;
}

/** Ascending by start, then id. */
export function listDialogueRuns(
  session: Session,
  filter: { readonly axis?: string; readonly state?: DialogueRun["state"] } = {},
): readonly DialogueRun[] {
  const { axis, state } = filter;
  return session.orm
    .select()
    .from(dialogueRun)
    .where(
      and(
        eq(dialogueRun.workspace, session.workspace),
        axis === undefined ? undefined : eq(dialogueRun.axis, axis),
        state === undefined ? undefined : eq(dialogueRun.state, state),
      ),
    )
    .all()
    .map(({ workspace: _workspace, ...run }) => run)
    .sort((a, b) => a.startedAt - b.startedAt || compareTexts(a.id, b.id));
}

export function planDialogueAppend(
  session: Session,
  append: DialogueAppend,
  calls: readonly CriticCall[],
): boolean {
  const { workspace } = session;
  return writeAtOnce(session, () => {
    if (!isOpen(session, append.runId)) return false;
    const { changes } = session.orm
      .insert(dialogueAppend)
      .values({ ...append, workspace, beforeSha256: Buffer.from(append.beforeSha256, "hex") })
      .onConflictDoNothing()
      .run();
    if (changes > 0) insertCriticCalls(session, calls);
    return changes > 0;
  });
}

function isOpen(session: Session, id: string): boolean {
  const row = session.orm
    .select({ state: dialogueRun.state })
    .from(dialogueRun)
    .where(and(eq(dialogueRun.workspace, session.workspace), eq(dialogueRun.id, id)))
    .get();
  return row?.state === "open";
}

export function finishDialogueAppend(session: Session, runId: string, n: number): void {
  session.orm
    .update(dialogueAppend)
    .set({ state: "written" })
    .where(
      and(
        eq(dialogueAppend.workspace, session.workspace),
        eq(dialogueAppend.runId, runId),
        eq(dialogueAppend.n, n),
      ),
    )
    .run();
}

/** Ascending by n. */
export function listDialogueAppends(session: Session, runId: string): readonly DialogueAppend[] {
  return session.orm
    .select()
    .from(dialogueAppend)
    .where(and(eq(dialogueAppend.workspace, session.workspace), eq(dialogueAppend.runId, runId)))
    .orderBy(dialogueAppend.n)
    .all()
    .map(({ workspace: _workspace, beforeSha256, ...append }) => ({
      ...append,
      beforeSha256: beforeSha256.toString("hex"),
    }));
}

export function endDialogueRun(
  session: Session,
  end: DialogueRunEnd,
  adjustments: readonly AdjustmentProposal[],
): boolean {
  const { id, at, outcome, because } = end;
  return writeAtOnce(session, () => {
    if (!isOpen(session, id)) return false;
    session.orm
      .update(dialogueRun)
      .set({ state: "ended", endedAt: at, outcome, because })
      .where(and(eq(dialogueRun.workspace, session.workspace), eq(dialogueRun.id, id)))
      .run();
    insertProposals(session, adjustments);
    return true;
  });
}
