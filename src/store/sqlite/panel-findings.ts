import { and, eq } from "drizzle-orm";
import type { KeptFinding, PanelFindingRecord } from "../../core/panel-record.ts";
import { findingDismissal, panelFinding } from "./schema.ts";
import { compareTexts, type Session, writeAtOnce } from "./session.ts";

/** A statement that is built once: ten thousand findings would else cost a second. */
export function preparedFindingInsert(
  { connection, workspace }: Session,
  run: { readonly axis: string; readonly runId: string; readonly firstVersion: number; readonly at: number },
): (finding: PanelFindingRecord) => void {
  const insert = connection.prepare(
    `INSERT INTO panel_finding
       (workspace, id, axis, run_id, first_version, lens, severity, block, evidence, issue, suggestion, rejected, found_at)
     VALUES (@workspace, @id, @axis, @runId, @firstVersion, @lens, @severity, @block, @evidence, @issue, @suggestion, @rejected, @at)
     ON CONFLICT DO NOTHING`,
  );
  return (finding) => {
    insert.run({ ...finding, ...run, workspace });
  };
}

/** Ascending by instant, axis, run, lens, id. */
export function listFindings(
  session: Session,
  filter: {
    readonly axis?: string;
    readonly runId?: string;
    readonly lens?: string;
    readonly id?: string;
  } = {},
): readonly KeptFinding[] {
  const { axis, runId, lens, id } = filter;
  return session.orm
    .select()
    .from(panelFinding)
    .leftJoin(
      findingDismissal,
      and(
        eq(findingDismissal.workspace, panelFinding.workspace),
        eq(findingDismissal.findingId, panelFinding.id),
      ),
    )
    .where(
      and(
        eq(panelFinding.workspace, session.workspace),
        axis === undefined ? undefined : eq(panelFinding.axis, axis),
        runId === undefined ? undefined : eq(panelFinding.runId, runId),
        lens === undefined ? undefined : eq(panelFinding.lens, lens),
        id === undefined ? undefined : eq(panelFinding.id, id),
      ),
    )
    .all()
    .map(({ panel_finding: row, finding_dismissal: dismissal }): KeptFinding => {
      const { workspace: _workspace, firstVersion: _firstVersion, ...finding } = row;
      const dismissed = dismissal === null ? null : { at: dismissal.at, reason: dismissal.reason };
      return { ...finding, dismissed };
    })
    .sort(
      (a, b) =>
        a.at - b.at ||
        compareTexts(a.axis, b.axis) ||
        compareTexts(a.runId, b.runId) ||
        compareTexts(a.lens, b.lens) ||
        compareTexts(a.id, b.id),
    );
}

/** Says that a finding does not count, and why. */
export function dismissFinding(
  session: Session,
  dismissal: { readonly id: string; readonly at: number; readonly reason: string },
): "dismissed" | "already" | "unknown" {
  const { workspace } = session;
  const { id, at, reason } = dismissal;
  return writeAtOnce(session, () => {
    const known = session.orm
      .select({ id: panelFinding.id })
      .from(panelFinding)
      .where(and(eq(panelFinding.workspace, workspace), eq(panelFinding.id, id)))
      .get();
    if (known === undefined) return "unknown";
    const { changes } = session.orm
      .insert(findingDismissal)
      .values({ workspace, findingId: id, at, reason })
      .onConflictDoNothing()
      .run();
    return changes > 0 ? "dismissed" : "already";
  });
}
