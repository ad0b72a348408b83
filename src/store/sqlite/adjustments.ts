import { and, eq } from "drizzle-orm";
import type {
  AdjustmentEvent,
  AdjustmentProposal,
  InstructionSize,
  KeptAdjustment,
} from "../../core/adjustment-record.ts";
import { groupBy } from "../../core/group-by.ts";
import { adjustment, adjustmentEvent, adjustmentProposal, instructionSize } from "./schema.ts";
import { compareTexts, inPortions, readAtOnce, type Session, writeAtOnce } from "./session.ts";

export function proposeAdjustments(session: Session, proposals: readonly AdjustmentProposal[]): number {
  return writeAtOnce(session, () => insertProposals(session, proposals));
}

/** Within the transaction of what proposes them. */
export function insertProposals(session: Session, proposals: readonly AdjustmentProposal[]): number {
  const { workspace } = session;
  const known = new Map(
    // The first of each stays: so it comes last here.
    proposals
      .toReversed()
      .map(({ adjustmentId: id, file, section }) => [id, { workspace, id, file, section }]),
  );
  for (const some of inPortions([...known.values()])) {
    session.orm
      .insert(adjustment)
      .values([...some])
      .onConflictDoNothing()
      .run();
  }
  let added = 0;
  for (const some of inPortions(proposals)) {
    added += session.orm
      .insert(adjustmentProposal)
      .values(
        some.map(({ source, ...columns }) => ({
          ...columns,
          workspace,
          sourceKind: source.kind,
          sourceId: source.id,
        })),
      )
      .onConflictDoNothing()
      .run().changes;
  }
  return added;
}

/** Ascending by first proposal, then id. */
export function listAdjustments(
  session: Session,
  filter: { readonly id?: string; readonly file?: string } = {},
): readonly KeptAdjustment[] {
  const { id, file } = filter;
  return readAtOnce(session, () => {
    const proposals = groupBy(proposalsOf(session, id), adjustmentOf);
    const events = groupBy(eventsOf(session, id), adjustmentOf);
    return session.orm
      .select()
      .from(adjustment)
      .where(
        and(
          eq(adjustment.workspace, session.workspace),
          id === undefined ? undefined : eq(adjustment.id, id),
          file === undefined ? undefined : eq(adjustment.file, file),
        ),
      )
      .all()
      .map(
        (row): KeptAdjustment => ({
          id: row.id,
          file: row.file,
          section: row.section,
          proposals: proposals.get(row.id) ?? [],
          events: events.get(row.id) ?? [],
        }),
      )
      .sort((a, b) => firstAt(a) - firstAt(b) || compareTexts(a.id, b.id));
  });
}

function adjustmentOf({ adjustmentId }: AdjustmentProposal | AdjustmentEvent): string {
  return adjustmentId;
}

function firstAt({ proposals }: KeptAdjustment): number {
  return proposals[0]?.at ?? 0;
}

function proposalsOf(session: Session, id: string | undefined): readonly AdjustmentProposal[] {
  return session.orm
    .select()
    .from(adjustmentProposal)
    .where(
      and(
        eq(adjustmentProposal.workspace, session.workspace),
        id === undefined ? undefined : eq(adjustmentProposal.adjustmentId, id),
      ),
    )
    .all()
    .map(({ workspace: _workspace, sourceKind, sourceId, ...proposal }) => ({
      ...proposal,
      source: { kind: sourceKind, id: sourceId },
    }))
    .sort(
      (a, b) =>
        a.at - b.at ||
        compareTexts(a.source.kind, b.source.kind) ||
        compareTexts(a.source.id, b.source.id) ||
        compareTexts(a.asker, b.asker),
    );
}

function eventsOf(session: Session, id: string | undefined): readonly AdjustmentEvent[] {
  return session.orm
    .select()
    .from(adjustmentEvent)
    .where(
      and(
        eq(adjustmentEvent.workspace, session.workspace),
        id === undefined ? undefined : eq(adjustmentEvent.adjustmentId, id),
      ),
    )
    .orderBy(adjustmentEvent.seq)
    .all()
    .map(({ workspace: _workspace, seq: _seq, ...event }) => event);
}

export function recordAdjustmentEvent(
  session: Session,
  event: AdjustmentEvent,
  proposals: readonly AdjustmentProposal[] = [],
): "recorded" | "unknown" {
  const { workspace } = session;
  return writeAtOnce(session, () => {
    const own = proposals.filter(({ adjustmentId }) => adjustmentId === event.adjustmentId);
    insertProposals(session, own);
    const known = session.orm
      .select({ id: adjustment.id })
      .from(adjustment)
      .where(and(eq(adjustment.workspace, workspace), eq(adjustment.id, event.adjustmentId)))
      .get();
    if (known === undefined) return "unknown";
    session.orm
      .insert(adjustmentEvent)
      .values({ ...event, workspace })
      .run();
    return "recorded";
  });
}

export function recordInstructionSizes(session: Session, sizes: readonly InstructionSize[]): number {
  const { workspace } = session;
  return writeAtOnce(
    session,
    () =>
      sizes.filter(
        (size) =>
          session.orm
            .insert(instructionSize)
            .values({ ...size, workspace, sha256: Buffer.from(size.sha256, "hex") })
            .onConflictDoNothing()
            .run().changes > 0,
      ).length,
  );
}

/** Ascending by file, then instant. */
export function listInstructionSizes(
  session: Session,
  filter: { readonly file?: string } = {},
): readonly InstructionSize[] {
  return session.orm
    .select()
    .from(instructionSize)
    .where(
      and(
        eq(instructionSize.workspace, session.workspace),
        filter.file === undefined ? undefined : eq(instructionSize.file, filter.file),
      ),
    )
    .all()
    .map(({ workspace: _workspace, sha256, ...size }) => ({ ...size, sha256: sha256.toString("hex") }))
    .sort((a, b) => compareTexts(a.file, b.file) || a.at - b.at);
}
