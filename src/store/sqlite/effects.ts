import { and, eq, inArray, sql } from "drizzle-orm";
import type { Effect, PlannedEffect } from "../../core/effect.ts";
import { ImproveCronError } from "../../errors.ts";
import type { EffectFinish } from "../store.ts";
import { effect } from "./schema.ts";
import { type Session, writeAtOnce } from "./session.ts";

/** Within the transaction of what made them necessary. Answers how many were new: a known dedupe key is the same effect. */
export function insertEffects(
  session: Session,
  effects: readonly PlannedEffect[],
  plannedAt: number,
): number {
  let planned = 0;
  for (const one of effects) {
    const result = session.orm
      .insert(effect)
      .values({
        workspace: session.workspace,
        axis: one.axis,
        period: one.period,
        dedupeKey: one.dedupeKey,
        payload: one.payload,
        state: "pending",
        attempts: 0,
        plannedAt,
      })
      .onConflictDoNothing()
      .run();
    planned += result.changes;
  }
  return planned;
}

export function planEffects(session: Session, effects: readonly PlannedEffect[], plannedAt: number): number {
  return writeAtOnce(session, () => insertEffects(session, effects, plannedAt));
}

/** An effect found `sending` was begun by a run that did not live to say how it ended: it is tried again. */
export function claimEffect(session: Session, id: number): Effect | null {
  const [claimed] = session.orm
    .update(effect)
    .set({ state: "sending", attempts: sql`${effect.attempts} + 1` })
    .where(
      and(
        eq(effect.workspace, session.workspace),
        eq(effect.id, id),
        inArray(effect.state, ["pending", "sending"]),
      ),
    )
    .returning()
    .all();
  return claimed === undefined ? null : effectOf(claimed);
}

/** Only what is `sending` can end; an effect that is done stays as it is. Throws `not-found` for an unknown id. */
export function finishEffect(session: Session, id: number, outcome: EffectFinish): void {
  writeAtOnce(session, () => {
    const here = and(eq(effect.workspace, session.workspace), eq(effect.id, id));
    const known = session.orm.select({ state: effect.state }).from(effect).where(here).get();
    if (known === undefined) throw new ImproveCronError("not-found", `no effect has the number ${id}`);
    if (known.state !== "sending") return;
    session.orm
      .update(effect)
      .set(
        outcome.state === "done"
          ? { state: "done", doneAt: outcome.at, detail: outcome.detail, nextTryAt: null, lastError: null }
          : { state: "pending", nextTryAt: outcome.nextTryAt, lastError: outcome.error },
      )
      .where(here)
      .run();
  });
}

function effectOf(row: typeof effect.$inferSelect): Effect {
  return {
    id: row.id,
    axis: row.axis,
    period: row.period,
    dedupeKey: row.dedupeKey,
    payload: row.payload,
    state: row.state,
    attempts: row.attempts,
    nextTryAt: row.nextTryAt,
    plannedAt: row.plannedAt,
    doneAt: row.doneAt,
    lastError: row.lastError,
    detail: row.detail,
  };
}
