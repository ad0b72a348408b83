import { and, desc, eq, gte, inArray } from "drizzle-orm";
import type { CallPurpose, CallSum, CriticCall } from "../../core/critic-call.ts";
import type { CriticCallFilter } from "../store.ts";
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

export function listCriticCalls(session: Session, filter: CriticCallFilter = {}): readonly CriticCall[] {
  const { axis, period, purposes, batch, subject, from, last } = filter;
  const rows = session.orm
    .select()
    .from(criticCall)
    .where(
      and(
        eq(criticCall.workspace, session.workspace),
        axis === undefined ? undefined : eq(criticCall.axis, axis),
        period === undefined ? undefined : eq(criticCall.period, period),
        purposes === undefined ? undefined : inArray(criticCall.purpose, [...purposes]),
        batch === undefined ? undefined : eq(criticCall.batch, batch),
        subject === undefined ? undefined : eq(criticCall.subject, Buffer.from(subject, "hex")),
        from === undefined ? undefined : gte(criticCall.at, from),
      ),
    )
    // SQLite takes a negative limit for none.
    .orderBy(desc(criticCall.id))
    .limit(last ?? -1)
    .all();
  return rows.toReversed().map(({ id: _id, workspace: _workspace, subject: judged, ...call }) => ({
    ...call,
    subject: judged?.toString("hex") ?? null,
  }));
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
