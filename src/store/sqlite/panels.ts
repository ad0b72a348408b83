import { deflateSync, inflateSync } from "node:zlib";
import { and, eq, inArray, max } from "drizzle-orm";
import type { AdjustmentProposal } from "../../core/adjustment-record.ts";
import type { PanelResult } from "../../core/panel-result.ts";
import type {
  KeptFinding,
  PanelFindingRecord,
  PanelLensRecord,
  PanelRunRecord,
  VerdictOnArtifact,
} from "../../core/panel-record.ts";
import type { StoredPanelRun } from "../store.ts";
import { insertProposals } from "./adjustments.ts";
import { findingDismissal, panelFinding, panelLens, panelRun, verdict } from "./schema.ts";
import { compareTexts, readAtOnce, type Session, writeAtOnce } from "./session.ts";

export function savePanelRun(
  session: Session,
  run: PanelRunRecord,
  adjustments: readonly AdjustmentProposal[],
): { readonly outcome: "stored" | "duplicate" | "other-version"; readonly version: number } {
  const { workspace } = session;
  const { lenses, findings, ...columns } = run;
  const { axis, runId } = run;
  const sha256 = Buffer.from(run.sha256, "hex");
  const sameRun = and(eq(panelRun.workspace, workspace), eq(panelRun.axis, axis), eq(panelRun.runId, runId));
  return writeAtOnce(session, () => {
    const known = session.orm
      .select({ version: panelRun.version })
      .from(panelRun)
      .where(and(sameRun, eq(panelRun.sha256, sha256)))
      .get();
    if (known !== undefined) return { outcome: "duplicate", version: known.version };
    const last = session.orm
      .select({ version: max(panelRun.version) })
      .from(panelRun)
      .where(sameRun)
      .get();
    const version = (last?.version ?? 0) + 1;
    session.orm
      .insert(panelRun)
      .values({
        ...columns,
        workspace,
        version,
        sha256,
        result: pack(run.result),
        raw: pack(run.raw),
      })
      .run();
    for (const lens of lenses) {
      session.orm
        .insert(panelLens)
        .values({ ...lens, workspace, axis, runId, version })
        .run();
    }
    const insertFinding = preparedFindingInsert(session, { axis, runId, firstVersion: version, at: run.at });
    for (const finding of findings) insertFinding(finding);
    insertProposals(session, adjustments);
    return { outcome: version === 1 ? "stored" : "other-version", version };
  });
}

/** A statement that is built once: ten thousand findings would else cost a second. */
function preparedFindingInsert(
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

/** Ten thousand findings are megabytes of JSON, and repeat themselves. */
function pack(value: unknown): Buffer {
  return deflateSync(JSON.stringify(value ?? null));
}

function unpack(content: Buffer): PanelResult {
  return JSON.parse(inflateSync(content).toString("utf8"));
}

/** Ascending by instant, run, version. */
export function listPanelRuns(
  session: Session,
  filter: { readonly axis?: string; readonly runId?: string } = {},
): readonly StoredPanelRun[] {
  const { axis, runId } = filter;
  return readAtOnce(session, () => {
    const { raw: _raw, ...columns } = runColumns;
    return session.orm
      .select(columns)
      .from(panelRun)
      .where(
        and(
          eq(panelRun.workspace, session.workspace),
          axis === undefined ? undefined : eq(panelRun.axis, axis),
          runId === undefined ? undefined : eq(panelRun.runId, runId),
        ),
      )
      .all()
      .map((row) => ({
        ...row,
        sha256: row.sha256.toString("hex"),
        result: unpack(row.result),
        lenses: lensesOf(session, row),
      }))
      .sort(
        (a, b) =>
          a.at - b.at ||
          compareTexts(a.axis, b.axis) ||
          compareTexts(a.runId, b.runId) ||
          a.version - b.version,
      );
  });
}

const runColumns = {
  axis: panelRun.axis,
  runId: panelRun.runId,
  version: panelRun.version,
  sha256: panelRun.sha256,
  at: panelRun.at,
  storedAt: panelRun.storedAt,
  verdict: panelRun.verdict,
  complete: panelRun.complete,
  artifact: panelRun.artifact,
  wowMedian: panelRun.wowMedian,
  result: panelRun.result,
  raw: panelRun.raw,
};

/** In the order in which they were given. */
function lensesOf(
  session: Session,
  run: { readonly axis: string; readonly runId: string; readonly version: number },
): readonly PanelLensRecord[] {
  return session.orm
    .select({
      lens: panelLens.lens,
      word: panelLens.word,
      model: panelLens.model,
      tokens: panelLens.tokens,
      costUsd: panelLens.costUsd,
    })
    .from(panelLens)
    .where(
      and(
        eq(panelLens.workspace, session.workspace),
        eq(panelLens.axis, run.axis),
        eq(panelLens.runId, run.runId),
        eq(panelLens.version, run.version),
      ),
    )
    .all()
    .sort((a, b) => compareTexts(a.lens, b.lens));
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

/** Ascending by instant, then key. */
export function listVerdictsOnArtifacts(session: Session, axis: string): readonly VerdictOnArtifact[] {
  return session.orm
    .select({
      key: verdict.key,
      axis: verdict.axis,
      at: verdict.at,
      word: verdict.word,
      artifact: verdict.artifactHash,
      tokens: verdict.tokens,
      costUsd: verdict.costUsd,
    })
    .from(verdict)
    .where(
      and(
        eq(verdict.workspace, session.workspace),
        eq(verdict.axis, axis),
        inArray(verdict.word, ["PASS", "FAIL"]),
        eq(verdict.artifactKind, "snapshot"),
      ),
    )
    .all()
    .flatMap(({ key, word, artifact, ...row }): readonly VerdictOnArtifact[] =>
      artifact === null || word === "ERROR"
        ? []
        : [{ ...row, word, key: key.toString("hex"), artifact: artifact.toString("hex") }],
    )
    .sort((a, b) => a.at - b.at || compareTexts(a.key, b.key));
}
