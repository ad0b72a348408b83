import type { StatusChange } from "../../core/decided.ts";
import type { PlannedEffect } from "../../core/effect.ts";
import { insertEffects } from "./effects.ts";
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
