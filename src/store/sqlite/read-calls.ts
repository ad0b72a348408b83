import type { CriticCall } from "../../core/critic-call.ts";
import type { CriticCallFilter } from "../store.ts";
import { type ReadSession, selector, when, whenIn } from "./select.ts";

interface CallRow extends Omit<CriticCall, "subject"> {
  readonly subject: Buffer | null;
}

const selectCalls = selector<CallRow>(
  `SELECT axis, period, purpose, batch, subject, rubric, called_at AS at, outcome, failure, reason,
  critic, program, cli_version AS cliVersion, model, model_from AS modelFrom, prompt, cost_usd AS costUsd,
  tokens_in AS tokensIn, tokens_out AS tokensOut, latency_ms AS latencyMs, session_id AS sessionId FROM critic_call`,
  "ORDER BY id DESC LIMIT ?",
);

/** In the order in which they were stored; `last` takes that many of the newest. */
export function listCriticCalls(session: ReadSession, filter: CriticCallFilter = {}): readonly CriticCall[] {
  const { axis, period, purposes, batch, subject, from, last } = filter;
  const rows = selectCalls(
    session,
    [
      ["workspace = ?", session.workspace],
      when(axis, "axis = ?"),
      when(period, "period = ?"),
      whenIn(purposes, "purpose"),
      when(batch, "batch = ?"),
      when(subject === undefined ? undefined : Buffer.from(subject, "hex"), "subject = ?"),
      when(from, "called_at >= ?"),
    ],
    // SQLite takes a negative limit for none.
    last ?? -1,
  );
  return rows.toReversed().map(({ subject: judged, ...call }) => ({
    ...call,
    subject: judged?.toString("hex") ?? null,
  }));
}
