import { lacksDeletion } from "./adjustments.ts";
import { outcomeOf, tokensOf } from "./lens-outcome.ts";
import { mergeFindings } from "./merged-findings.ts";
import { ownText } from "./own-value.ts";
import { adjustmentsOf } from "./panel-adjustments.ts";
import { usableBlocks } from "./panel-blocks.ts";
import { type PanelBlock, QuotedDraft } from "./panel-evidence.ts";
import { hear, type Heard, isMalformed } from "./panel-hearing.ts";
import { defaultPanelPolicy, type PanelPolicy } from "./panel-policy.ts";
import { incompleteReasons, reasonsOf, verdictOf } from "./panel-reasons.ts";
import type { LensReport } from "./panel-report.ts";
import type { PanelResult, PanelStrength } from "./panel-result.ts";
import { seatReports } from "./panel-seats.ts";

/** One run of a panel as it was read: the draft in numbered blocks, and what came back. */
export interface PanelRun {
  readonly id?: string;
  readonly blocks: readonly PanelBlock[];
  /** Reports of any shape: see `readReport`. */
  readonly reports: readonly unknown[];
  /** `{status, stdout}` of the peer's program, or its report. */
  readonly peer?: unknown;
}

/**
 * What does the panel say of the draft? Every finding must quote its own block; findings on one quote become one, with all
 * their issues; severities are capped by lane. BLOCKED by a BLOCKER, REVISE by a MAJOR, a high or missing aiRisk, or a lens
 * that did not answer, else PUBLISH. A lost peer is an ADVISORY. Pure and total: the same bytes for any order of the reports,
 * and whatever cannot be read is told and never taken for consent.
 *
 * @example mergePanel({ blocks: [{ n: 1, text: "Ten times faster." }], reports: [] }).reasons // ["ai-risk-missing", "lens-missing"]
 */
export function mergePanel(run: PanelRun, policy: PanelPolicy = defaultPanelPolicy): PanelResult {
  const { blocks, faults } = usableBlocks(run.blocks);
  const draft = new QuotedDraft(blocks);
  const reports = Array.isArray(run.reports) ? run.reports : [];
  const heard = seatReports({ reports, peer: run.peer }, policy).map((seat) => hear(seat, draft));
  const findings = mergeFindings(heard, run.id ?? "");
  const { reasons, warnings: riskWarnings } = reasonsOf(heard, findings, policy, faults.length > 0);
  const members = heard.filter(({ kind }) => kind !== "stranger");
  const first = members.flatMap((seat) => {
    const [report] = seat.reports;
    return report === undefined ? [] : [{ lens: seat.lens, report }];
  });
  const wows = first.flatMap(({ report }) => (report.wow === null ? [] : [report.wow]));
  const { adjustments, refused: rejectedAdjustments } = adjustmentsOf(first);
  const risk = first.find(({ lens }) => lens === policy.aiRiskFrom)?.report ?? null;
  return {
    verdict: verdictOf(reasons),
    reasons,
    complete: !reasons.some((reason) => incompleteReasons.has(reason)),
    wowMedian: medianOf(wows),
    wowCount: wows.length,
    wowMoments: first.flatMap(({ lens, report }) => report.wowMoments.map((moment) => ({ lens, moment }))),
    aiRisk: risk === null || risk.aiRiskScore === null ? null : risk.aiRisk,
    findings,
    strengths: members.flatMap(({ lens, reports: own }) =>
      own.flatMap((report) => strengthsOf(lens, report)),
    ),
    rejected: heard.flatMap(({ refused }) => refused.map(({ kind: _kind, ...finding }) => finding)),
    warnings: [...faults, ...heard.flatMap((seat) => warningsOf(seat, policy)), ...riskWarnings],
    adjustments,
    rejectedAdjustments,
    noDeletion: lacksDeletion(adjustments),
    peerVerdict: first.find(({ lens }) => lens === policy.peer)?.report.verdict ?? null,
    tokens: tokensOf(heard),
    lenses: members.map(outcomeOf),
  };
}

function medianOf(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (upper === undefined) return null;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper;
  return (lower + upper) / 2;
}

function warningsOf(
  { kind, lens, lost, quoted, refused, reports }: Heard,
  policy: PanelPolicy,
): readonly string[] {
  const [first] = reports;
  const badRisk = lens === policy.aiRiskFrom && first?.aiRiskScore === null && first.aiRisk !== null;
  return [
    ...(kind === "stranger" ? [`unknown-lens:${lens}`] : []),
    ...(lost !== null && kind === "lens" ? [`lens-missing:${lens}:${lost}`] : []),
    ...(reports.length > 1 ? [`duplicate-lens:${lens}`] : []),
    ...(first?.wowGiven === true && first.wow === null ? [`wow-invalid:${lens}`] : []),
    ...(badRisk ? [`ai-risk-invalid:${lens}`] : []),
    ...quoted.flatMap((finding) => finding.warnings),
    ...refused.filter(isMalformed).map(({ id }) => `finding-malformed:${id}`),
  ];
}

function strengthsOf(lens: string, report: LensReport): readonly PanelStrength[] {
  return report.strengths
    .map((strength) => ({ lens, evidence: ownText(strength, "evidence"), why: ownText(strength, "why") }))
    .filter(({ evidence, why }) => evidence !== null || why !== null);
}
