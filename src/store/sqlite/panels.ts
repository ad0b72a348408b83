import { deflateSync, inflateSync } from "node:zlib";
import { and, eq, max } from "drizzle-orm";
import type { AdjustmentProposal } from "../../core/adjustment-record.ts";
import type { PanelLensRecord, PanelRunRecord } from "../../core/panel-record.ts";
import type { PanelResult } from "../../core/panel-result.ts";
import type { StoredPanelRun } from "../store.ts";
import { insertProposals } from "./adjustments.ts";
import { preparedFindingInsert } from "./panel-findings.ts";
import { panelLens, panelRun } from "./schema.ts";
import { compareTexts, readAtOnce, type Session, writeAtOnce } from "./session.ts";

/** Keeps a run with its findings and the edits that it asks for; another result under a known id is another version of it. */
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
