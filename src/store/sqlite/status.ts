import { and, eq, sql } from "drizzle-orm";
import type { StatusChange } from "../../core/decided.ts";
import type { PlannedEffect } from "../../core/effect.ts";
import { insertEffects } from "./effects.ts";
import { preparedFor } from "./prepared.ts";
import { statusChange } from "./schema.ts";
import { type Session, writeAtOnce } from "./session.ts";

export function recordStatusChange(
  session: Session,
  change: StatusChange,
  effects: readonly PlannedEffect[],
): void {
  writeAtOnce(session, () => {
    insertStatusChange(session, change);
    session.step("store: status, change");
    insertEffects(session, effects, change.at);
    session.step("store: status, effects");
  });
}

/** Within the transaction of what brought the change about. */
export function insertStatusChange(session: Session, change: StatusChange): void {
  session.orm
    .insert(statusChange)
    .values({ ...change, workspace: session.workspace })
    .run();
}

const changesLike = preparedFor(({ orm, workspace }, given: readonly "axis"[]) =>
  orm
    .select()
    .from(statusChange)
    .where(
      and(
        eq(statusChange.workspace, workspace),
        ...given.map((name) => eq(statusChange[name], sql.placeholder(name))),
      ),
    )
    .orderBy(statusChange.id)
    .prepare(),
);

/** In the order in which they were recorded. */
export function listStatusChanges(
  session: Session,
  filter: { readonly axis?: string } = {},
): readonly StatusChange[] {
  return changesLike(session, filter)
    .all({ ...filter })
    .map(({ workspace: _workspace, id: _id, door, evidence, ...change }) => ({
      ...change,
      ...(door === null ? {} : { door }),
      ...(evidence === null ? {} : { evidence }),
    }));
}
