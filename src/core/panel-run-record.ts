import { createHash } from "node:crypto";
import type { AdjustmentProposal } from "./adjustment-record.ts";
import { keptProposal } from "./adjustments.ts";
import { artifactHash } from "./artifact-hash.ts";
import type { PanelRun } from "./panel.ts";
import type { PanelResult } from "./panel-result.ts";
import { findingId, severityOfWord } from "./panel-finding.ts";
import type { PanelPolicy } from "./panel-policy.ts";
import type { PanelFindingRecord, PanelRunRecord } from "./panel-record.ts";
import { canonicalJson } from "./rubric.ts";

/** A run that was judged, and where it belongs. */
export interface JudgedRun {
  readonly axis: string;
  readonly run: PanelRun & { readonly id: string };
  /** The draft as the lenses saw it. */
  readonly draft: string;
  readonly result: PanelResult;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly storedAt: number;
}

/** What is kept of a run: the answer, everything that it was made of, and its findings one by one, refused ones too. */
export function panelRunRecord({ at, axis, draft, result, run, storedAt }: JudgedRun): PanelRunRecord {
  return {
    axis,
    runId: run.id,
    sha256: runHash(run, draft),
    at,
    storedAt,
    verdict: result.verdict,
    complete: result.complete,
    artifact: artifactHash(draft),
    wowMedian: result.wowMedian,
    result,
    raw: { blocks: run.blocks, reports: run.reports, peer: run.peer ?? null },
    lenses: result.lenses.map(({ costUsd, lens, model, tokens, word }) => ({
      lens,
      word,
      model,
      tokens,
      costUsd,
    })),
    findings: findingRecords(run.id, result),
  };
}

/** SHA-256 (hex) of a run: the same whatever the order of its reports and keys. */
function runHash(run: PanelRun, draft: string): string {
  const reports = run.reports.map(canonicalJson).toSorted();
  const text = canonicalJson({ blocks: run.blocks, reports, peer: run.peer ?? null, draft });
  return createHash("sha256").update(text).digest("hex");
}

function findingRecords(runId: string, { findings, rejected }: PanelResult): readonly PanelFindingRecord[] {
  const taken = findings.flatMap(({ block, evidence, issues }) =>
    issues.flatMap(({ id, issue, lens, severity, suggestion }) =>
      id === null ? [] : [{ id, lens, severity, block, evidence, issue, suggestion, rejected: null }],
    ),
  );
  const refused = rejected.map(({ block, evidence, issue, lens, reason, severity, suggestion }) => ({
    id: findingId({ runId, lens, block, evidence, issue }),
    lens,
    // As written it may be any word; what was refused has no weight that could be overstated.
    severity: severityOfWord(severity) ?? "MAJOR",
    block,
    evidence,
    issue,
    suggestion,
    rejected: reason,
  }));
  const all = new Map<string, PanelFindingRecord>();
  for (const finding of [...taken, ...refused]) if (!all.has(finding.id)) all.set(finding.id, finding);
  return [...all.values()];
}

/** The edits that a run asks for, one proposal a lens. */
export function panelProposals({ at, axis, result, run }: JudgedRun): readonly AdjustmentProposal[] {
  return result.adjustments.flatMap(({ file, lenses, problem, section, suggestion }) =>
    lenses.map((asker) =>
      keptProposal(
        { file, section, problem, suggestion, asker, source: { kind: "panel", id: run.id } },
        { axis, clause: null, at },
      ),
    ),
  );
}

/** A verdict that a run gives, on the axis of the panel or of one of its lenses. */
export interface PanelVerdictRow {
  readonly axis: string;
  readonly word: "PASS" | "FAIL";
  readonly reason: string;
  readonly rubric: string | null;
  readonly model: string | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/**
 * The verdicts of a run: one of the panel (PUBLISH is PASS, BLOCKED and REVISE are FAIL) and one of each lens that answered,
 * on the axis of its name. A run that is not complete gives none of the panel: what a missing lens would have said is not known.
 */
export function panelVerdicts(
  axis: string,
  result: PanelResult,
  policy: PanelPolicy,
): readonly PanelVerdictRow[] {
  const { lenses, reasons, verdict } = result;
  const costs = lenses.flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]));
  const panel: readonly PanelVerdictRow[] = result.complete
    ? [
        {
          axis,
          word: verdict === "PUBLISH" ? "PASS" : "FAIL",
          reason: reasons.length === 0 ? verdict : `${verdict}: ${reasons.join(", ")}`,
          rubric: null,
          model: null,
          tokens: result.tokens?.total ?? null,
          costUsd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
        },
      ]
    : [];
  const chairs = new Set([...policy.lenses.map(({ name }) => name), policy.peer]);
  const single = lenses.flatMap(
    ({ costUsd, lens, model, rubric, tokens, word }): readonly PanelVerdictRow[] =>
      word === null || !chairs.has(lens)
        ? []
        : [{ axis: lens, word, reason: gravestOf(lens, result), rubric, model, tokens, costUsd }],
  );
  return [...panel, ...single];
}

/** The first of what a lens found, in the order of gravity. */
function gravestOf(lens: string, { findings }: PanelResult): string {
  const [first] = findings.flatMap(({ block, issues }) =>
    issues
      .filter((issue) => issue.lens === lens)
      .map(({ issue, severity }) => ({ severity, text: `${severity} in block ${block}: ${issue}` })),
  );
  return first?.text ?? "no findings";
}
