import { and, eq, inArray } from "drizzle-orm";
import type { CriticCall } from "../../core/critic-call.ts";
import type { Month } from "../../core/cycle.ts";
import type { Probe, ProbeBatch, ProbeJudgement, ProbeMove, ProbeState } from "../../core/probe.ts";
import { insertCriticCalls } from "./critic-calls.ts";
import { keepArtifact } from "./insert-artifact.ts";
import { probe, probeBatch, probeJudgement } from "./schema.ts";
import { compareTexts, readAtOnce, type Session, writeAtOnce } from "./session.ts";

export function readProbeBatch(
  session: Session,
  axis: string,
  period: Month,
  epoch: string,
): ProbeBatch | null {
  const row = session.orm
    .select()
    .from(probeBatch)
    .where(
      and(
        eq(probeBatch.workspace, session.workspace),
        eq(probeBatch.axis, axis),
        eq(probeBatch.period, period),
        eq(probeBatch.epoch, epoch),
      ),
    )
    .get();
  if (row === undefined) return null;
  const { workspace: _workspace, ...batch } = row;
  return batch;
}

export function saveProbeBatch(
  session: Session,
  batch: ProbeBatch,
  probes: readonly { readonly probe: Probe; readonly content: Uint8Array }[],
  calls: readonly CriticCall[],
): void {
  const { workspace } = session;
  writeAtOnce(session, () => {
    session.orm
      .insert(probeBatch)
      .values({ ...batch, workspace })
      .onConflictDoUpdate({
        target: [probeBatch.workspace, probeBatch.axis, probeBatch.period, probeBatch.epoch],
        set: batch,
      })
      .run();
    for (const { probe: one, content } of probes) {
      const { artifactSha256, judgements: _judgements, ...columns } = one;
      keepArtifact(session, artifactSha256, content, one.madeAt);
      session.orm
        .insert(probe)
        .values({ ...columns, workspace, artifactHash: Buffer.from(artifactSha256, "hex") })
        .onConflictDoNothing()
        .run();
    }
    insertCriticCalls(session, calls);
  });
}

export function addProbeJudgement(
  session: Session,
  judgement: ProbeJudgement,
  calls: readonly CriticCall[],
): void {
  writeAtOnce(session, () => {
    session.orm
      .insert(probeJudgement)
      .values({ ...judgement, workspace: session.workspace })
      .onConflictDoNothing()
      .run();
    insertCriticCalls(session, calls);
  });
}

export function moveProbes(session: Session, moves: readonly ProbeMove[]): number {
  return writeAtOnce(session, () => moves.filter((move) => moveProbe(session, move)).length);
}

/** Within the transaction of what moves it. */
export function moveProbe(session: Session, move: ProbeMove): boolean {
  const { id, from, to, at, itemRef, duplicateOf, asked } = move;
  const result = session.orm
    .update(probe)
    .set({
      state: to,
      movedAt: at,
      ...(itemRef === undefined ? {} : { itemRef }),
      ...(duplicateOf === undefined ? {} : { duplicateOf }),
      ...(asked === undefined ? {} : { asked }),
    })
    .where(and(eq(probe.workspace, session.workspace), eq(probe.id, id), inArray(probe.state, [...from])))
    .run();
  return result.changes > 0;
}

/** Ascending by period, axis, ordinal, id. */
export function listProbes(
  session: Session,
  filter: {
    readonly axis?: string;
    readonly period?: Month;
    readonly states?: readonly ProbeState[];
    readonly ids?: readonly string[];
  } = {},
): readonly Probe[] {
  const { axis, period, states, ids } = filter;
  return readAtOnce(session, () => {
    const rows = session.orm
      .select()
      .from(probe)
      .where(
        and(
          eq(probe.workspace, session.workspace),
          axis === undefined ? undefined : eq(probe.axis, axis),
          period === undefined ? undefined : eq(probe.period, period),
          states === undefined ? undefined : inArray(probe.state, [...states]),
          ids === undefined ? undefined : inArray(probe.id, [...ids]),
        ),
      )
      .all();
    return rows
      .map(({ workspace: _workspace, artifactHash, ...columns }) => ({
        ...columns,
        artifactSha256: artifactHash.toString("hex"),
        judgements: judgementsOf(session, columns.id),
      }))
      .sort(
        (a, b) =>
          compareTexts(a.period, b.period) ||
          compareTexts(a.axis, b.axis) ||
          a.ordinal - b.ordinal ||
          compareTexts(a.id, b.id),
      );
  });
}

function judgementsOf(session: Session, id: string): readonly ProbeJudgement[] {
  return session.orm
    .select()
    .from(probeJudgement)
    .where(and(eq(probeJudgement.workspace, session.workspace), eq(probeJudgement.probeId, id)))
    .orderBy(probeJudgement.n)
    .all()
    .map(({ workspace: _workspace, ...judgement }) => judgement);
}
