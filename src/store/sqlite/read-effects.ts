import type { Month } from "../../core/cycle.ts";
import type { StatusChange } from "../../core/decided.ts";
import type { Effect } from "../../core/effect.ts";
import { type ReadSession, selector, when } from "./select.ts";

interface EffectRow extends Omit<Effect, "payload"> {
  readonly payload: string;
}

const selectEffects = selector<EffectRow>(
  `SELECT id, axis, period, dedupe_key AS dedupeKey, payload, state, attempts,
  next_try_at AS nextTryAt, planned_at AS plannedAt, done_at AS doneAt, last_error AS lastError, detail FROM effect`,
  "ORDER BY id",
);

/** In the order in which they were planned. */
export function listEffects(
  session: ReadSession,
  filter: { readonly unfinished?: boolean; readonly period?: Month } = {},
): readonly Effect[] {
  return selectEffects(session, [
    ["workspace = ?", session.workspace],
    // In these words, since the index of unfinished effects is only used for its own condition.
    filter.unfinished === true ? ["state IN ('pending', 'sending')"] : null,
    when(filter.period, "period = ?"),
  ]).map((row) => ({ ...row, payload: JSON.parse(row.payload) }));
}

interface ChangeRow extends Omit<StatusChange, "door" | "evidence"> {
  readonly door: NonNullable<StatusChange["door"]> | null;
  readonly evidence: string | null;
}

const selectChanges = selector<ChangeRow>(
  `SELECT axis, changed_at AS at, status_from AS "from", status_to AS "to", changed_by AS "by", reason,
  period, door, evidence FROM status_change`,
  "ORDER BY id",
);

/** In the order in which they were recorded. */
export function listStatusChanges(
  session: ReadSession,
  filter: { readonly axis?: string } = {},
): readonly StatusChange[] {
  return selectChanges(session, [["workspace = ?", session.workspace], when(filter.axis, "axis = ?")]).map(
    ({ door, evidence, ...change }) => ({
      ...change,
      ...(door === null ? {} : { door }),
      ...(evidence === null ? {} : { evidence }),
    }),
  );
}
