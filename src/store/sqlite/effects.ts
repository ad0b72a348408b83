import { and, eq, inArray, sql } from "drizzle-orm";
import type { Month } from "../../core/cycle.ts";
import type { Effect, PlannedEffect } from "../../core/effect.ts";
import { ImproveCronError } from "../../errors.ts";
import type { EffectFinish } from "../store.ts";
import { prepared, preparedFor } from "./prepared.ts";
import { effect } from "./schema.ts";
import { type Session, writeAtOnce } from "./session.ts";

const effectInsert = prepared(({ orm, workspace }) =>
  orm
    .insert(effect)
    .values({
      workspace,
      axis: sql.placeholder("axis"),
      period: sql.placeholder("period"),
      dedupeKey: sql.placeholder("dedupeKey"),
      payload: sql.placeholder("payload"),
      state: "pending",
      attempts: 0,
      plannedAt: sql.placeholder("plannedAt"),
    })
    .onConflictDoNothing()
    .prepare(),
);

/** Within the transaction of what made them necessary. Answers how many were new: a known dedupe key is the same effect. */
export function insertEffects(
  session: Session,
  effects: readonly PlannedEffect[],
  plannedAt: number,
): number {
  let planned = 0;
  for (const one of effects) {
    planned += effectInsert(session).run({ ...one, plannedAt }).changes;
  }
  return planned;
}

export function planEffects(session: Session, effects: readonly PlannedEffect[], plannedAt: number): number {
  return writeAtOnce(session, () => insertEffects(session, effects, plannedAt));
}

const effectClaim = prepared(({ orm, workspace }) =>
  orm
    .update(effect)
    .set({ state: "sending", attempts: sql`${effect.attempts} + 1` })
    .where(
      and(
        eq(effect.workspace, workspace),
        eq(effect.id, sql.placeholder("id")),
        inArray(effect.state, ["pending", "sending"]),
      ),
    )
    .returning()
    .prepare(),
);

/** An effect found `sending` was begun by a run that did not live to say how it ended: it is tried again. */
export function claimEffect(session: Session, id: number): Effect | null {
  const [claimed] = effectClaim(session).all({ id });
  return claimed === undefined ? null : effectOf(claimed);
}

const effectState = prepared(({ orm, workspace }) =>
  orm
    .select({ state: effect.state })
    .from(effect)
    .where(and(eq(effect.workspace, workspace), eq(effect.id, sql.placeholder("id"))))
    .prepare(),
);

const effectDone = prepared(({ orm, workspace }) =>
  orm
    .update(effect)
    .set({
      state: "done",
      doneAt: sql`${sql.placeholder("at")}`,
      detail: sql`${sql.placeholder("detail")}`,
      nextTryAt: null,
      lastError: null,
    })
    .where(and(eq(effect.workspace, workspace), eq(effect.id, sql.placeholder("id"))))
    .prepare(),
);

/** Only what is `sending` can end; an effect that is done stays as it is. Throws `not-found` for an unknown id. */
export function finishEffect(session: Session, id: number, outcome: EffectFinish): void {
  writeAtOnce(session, () => {
    const known = effectState(session).get({ id });
    if (known === undefined) throw new ImproveCronError("not-found", `no effect has the number ${id}`);
    if (known.state !== "sending") return;
    if (outcome.state === "done") {
      effectDone(session).run({ id, at: outcome.at, detail: outcome.detail });
      return;
    }
    session.orm
      .update(effect)
      .set({ state: "pending", nextTryAt: outcome.nextTryAt, lastError: outcome.error })
      .where(and(eq(effect.workspace, session.workspace), eq(effect.id, id)))
      .run();
  });
}

const effectsLike = preparedFor(({ orm, workspace }, given: readonly ("period" | "unfinished")[]) =>
  orm
    .select()
    .from(effect)
    .where(
      and(
        eq(effect.workspace, workspace),
        ...given.map((name) =>
          name === "unfinished"
            ? // In these words, since the index of unfinished effects is only used for its own condition.
              sql`state IN ('pending', 'sending')`
            : eq(effect[name], sql.placeholder(name)),
        ),
      ),
    )
    .orderBy(effect.id)
    .prepare(),
);

/** In the order in which they were planned. */
export function listEffects(
  session: Session,
  { period, unfinished }: { readonly unfinished?: boolean; readonly period?: Month } = {},
): readonly Effect[] {
  const filter = { period, unfinished: unfinished === true ? unfinished : undefined };
  return effectsLike(session, filter).all(filter).map(effectOf);
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
