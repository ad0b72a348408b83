import type { CallPurpose, CallSum, CriticCall } from "../../core/critic-call.ts";
import { criticCall } from "./schema.ts";
import { compareTexts, type Session, writeAtOnce } from "./session.ts";

export function recordCriticCalls(session: Session, calls: readonly CriticCall[]): void {
  writeAtOnce(session, () => {
    insertCriticCalls(session, calls);
  });
}

/** Within the transaction of what the calls were made for. */
export function insertCriticCalls(session: Session, calls: readonly CriticCall[]): void {
  for (const { subject, ...columns } of calls) {
    session.orm
      .insert(criticCall)
      .values({
        ...columns,
        workspace: session.workspace,
        subject: subject === null ? null : Buffer.from(subject, "hex"),
      })
      .run();
  }
}

export function sumCriticCalls(
  session: Session,
  span: { readonly from: number; readonly to: number },
): readonly CallSum[] {
  const rows = session.connection
    .prepare<[string, number, number], Omit<CallSum, "purpose"> & { readonly purpose: CallPurpose }>(
      `SELECT axis, purpose, count(*) AS calls, count(*) FILTER (WHERE outcome <> 'no-answer') AS answered,
         total(cost_usd) AS costUsd, count(cost_usd) AS costKnown, coalesce(sum(tokens_in), 0) AS tokensIn,
         coalesce(sum(tokens_out), 0) AS tokensOut, total(latency_ms) AS latencyMs
       FROM critic_call WHERE workspace = ? AND called_at >= ? AND called_at < ? GROUP BY axis, purpose`,
    )
    .all(session.workspace, span.from, span.to);
  return rows.toSorted(
    (a, b) => compareTexts(a.axis ?? "", b.axis ?? "") || compareTexts(a.purpose, b.purpose),
  );
}
