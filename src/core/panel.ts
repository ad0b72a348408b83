import { lacksDeletion, mergeAdjustments, readAdjustment } from "./adjustments.ts";
import type { AdjustmentFault } from "./adjustments.ts";
import type { AdjustmentKind } from "./adjustment-record.ts";
import { ownText, ownValue } from "./own-value.ts";
import { type PanelBlock, QuotedDraft } from "./panel-evidence.ts";
import {
  checkFinding,
  findingId,
  type QuotedFinding,
  type RefusedFinding,
  type Severity,
  severities,
} from "./panel-finding.ts";
import { defaultPanelPolicy, type PanelPolicy } from "./panel-policy.ts";
import type { LensReport } from "./panel-report.ts";
import { nameless, type Seat, seatReports } from "./panel-seats.ts";

/** One run of a panel as it was read: the draft in numbered blocks, and what came back. */
export interface PanelRun {
  readonly id?: string;
  readonly blocks: readonly PanelBlock[];
  /** Reports of any shape: see `readReport`. */
  readonly reports: readonly unknown[];
  /** `{status, stdout}` of the peer's program, or its report. */
  readonly peer?: unknown;
}

type PanelVerdict = "BLOCKED" | "REVISE" | "PUBLISH";

/**
 * Why a draft is not published. `finding-malformed` and `blocks-unusable`: something was said that nobody can check;
 * `no-lenses`: nobody was asked.
 */
type PanelReason =
  | "blocker"
  | "major"
  | "ai-risk"
  | "ai-risk-missing"
  | "lens-missing"
  | "finding-malformed"
  | "blocks-unusable"
  | "no-lenses";

/** What one lens says of a quote. */
interface FindingIssue {
  readonly lens: string;
  readonly severity: Severity;
  readonly issue: string;
  readonly suggestion: string | null;
  /** By which it can be dismissed; null for what the program itself reports. */
  readonly id: string | null;
}

/** All that was said of one quote in one block. */
export interface MergedFinding {
  /** Null for a finding that is about no block: the lost peer. */
  readonly block: number | null;
  /** In the form in which quotes are compared. */
  readonly evidence: string | null;
  /** The gravest of its issues. */
  readonly severity: Severity;
  readonly lenses: readonly string[];
  readonly issues: readonly FindingIssue[];
}

interface PanelStrength {
  readonly lens: string;
  readonly evidence: string | null;
  readonly why: string | null;
}

interface PanelAdjustment {
  readonly kind: AdjustmentKind;
  readonly file: string;
  readonly section: string;
  readonly lenses: readonly string[];
  readonly problem: string;
  readonly suggestion: string;
  /** Its id in the ledger. */
  readonly id: string;
}

interface RefusedAdjustment {
  readonly lens: string;
  readonly reason: AdjustmentFault;
  readonly file: string | null;
  readonly section: string | null;
  readonly problem: string | null;
  readonly suggestion: string | null;
}

/** What a lens made of the draft. `word` is its own verdict; null where it gave none that counts. */
interface LensOutcome {
  readonly lens: string;
  readonly word: "PASS" | "FAIL" | null;
  /** Why there is none. */
  readonly lost: string | null;
  readonly findings: number;
  readonly rejected: number;
  readonly rubric: string | null;
  readonly model: string | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

export interface PanelResult {
  readonly verdict: PanelVerdict;
  readonly reasons: readonly PanelReason[];
  /** Whether every lens answered in a form that can be checked; a run that is not complete stores no verdict of the panel. */
  readonly complete: boolean;
  /** Median of the valid scores, 0 to 10; null without one. It never enters the verdict. */
  readonly wowMedian: number | null;
  readonly wowCount: number;
  readonly wowMoments: readonly { readonly lens: string; readonly moment: string }[];
  /** As the lens gave it, unknown keys included; null where it gave none with a score of 0 to 10. */
  readonly aiRisk: unknown;
  readonly findings: readonly MergedFinding[];
  readonly strengths: readonly PanelStrength[];
  readonly rejected: readonly Omit<RefusedFinding, "kind">[];
  readonly warnings: readonly string[];
  readonly adjustments: readonly PanelAdjustment[];
  readonly rejectedAdjustments: readonly RefusedAdjustment[];
  /** Edits are asked for, and none of them takes anything away. */
  readonly noDeletion: boolean;
  readonly peerVerdict: string | null;
  /** Null where nobody gave any; `total` sums those that are known. */
  readonly tokens: { readonly total: number; readonly lenses: Readonly<Record<string, number>> } | null;
  readonly lenses: readonly LensOutcome[];
}

/** A chair with its findings checked. */
interface Heard extends Seat {
  readonly quoted: readonly QuotedFinding[];
  readonly refused: readonly RefusedFinding[];
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

const incompleteReasons: ReadonlySet<PanelReason> = new Set([
  "lens-missing",
  "finding-malformed",
  "blocks-unusable",
  "no-lenses",
]);

/** A block that cannot be read, or two of one number: a finding on it could not be checked, and would vanish. */
function usableBlocks(given: readonly unknown[]): {
  readonly blocks: readonly PanelBlock[];
  readonly faults: readonly string[];
} {
  const blocks = new Map<number, string>();
  const faults: string[] = [];
  const list = Array.isArray(given) ? given : [];
  for (const [index, block] of list.entries()) {
    const n = ownValue(block, "n");
    const text = ownText(block, "text");
    if (typeof n !== "number" || !Number.isSafeInteger(n) || text === null) faults.push(`bad-block:${index}`);
    else if (blocks.has(n)) {
      faults.push(`duplicate-block:${n}`);
      blocks.set(n, `${blocks.get(n) ?? ""}\n${text}`);
    } else blocks.set(n, text);
  }
  if (list.length === 0) faults.push("no-blocks");
  return { blocks: [...blocks].map(([n, text]) => ({ n, text })), faults };
}

function hear(seat: Seat, draft: QuotedDraft): Heard {
  const checked = seat.reports
    .flatMap(({ findings }) => findings)
    .map((finding, index) => checkFinding(finding, { ...seat, index }, draft));
  return {
    ...seat,
    quoted: checked.filter((finding) => finding.kind === "quoted"),
    refused: checked.filter((finding) => finding.kind === "refused"),
  };
}

function reasonsOf(
  heard: readonly Heard[],
  findings: readonly MergedFinding[],
  policy: PanelPolicy,
  badBlocks: boolean,
): { readonly reasons: readonly PanelReason[]; readonly warnings: readonly string[] } {
  const reasons: PanelReason[] = [];
  if (findings.some(({ severity }) => severity === "BLOCKER")) reasons.push("blocker");
  if (findings.some(({ severity }) => severity === "MAJOR")) reasons.push("major");
  const scores = heard
    .filter(({ lens }) => lens === policy.aiRiskFrom)
    .flatMap(({ reports }) => reports.map(({ aiRiskScore }) => aiRiskScore));
  const [score = null] = scores;
  if (policy.aiRiskFrom !== null && score === null) reasons.push("ai-risk-missing");
  if (score !== null && score >= policy.aiRiskLimit) reasons.push("ai-risk");
  if (heard.some(({ kind, lost }) => kind === "lens" && lost !== null)) reasons.push("lens-missing");
  // Of the peer it is told and no more: the panel goes on without it altogether.
  if (heard.some((seat) => seat.kind !== "peer" && hidesFinding(seat))) reasons.push("finding-malformed");
  if (badBlocks) reasons.push("blocks-unusable");
  if (policy.lenses.length === 0) reasons.push("no-lenses");
  // Of two reports of one lens nobody knows which was meant: the lower risk alone must not publish.
  const disputed = scores.some((one) => one === null || one >= policy.aiRiskLimit);
  if (reasons.length > 0 || !disputed) return { reasons, warnings: [] };
  return { reasons: ["ai-risk"], warnings: [`ai-risk-disputed:${policy.aiRiskFrom ?? ""}`] };
}

/** Of a stranger that says who it is a lost report is told and no more; one that names nobody may be anybody's. */
function hidesFinding({ kind, lens, lost, refused }: Heard): boolean {
  return refused.some(isMalformed) || (kind === "stranger" && lens === nameless && lost !== null);
}

function isMalformed({ reason }: RefusedFinding): boolean {
  return reason === "malformed";
}

function verdictOf(reasons: readonly PanelReason[]): PanelVerdict {
  if (reasons.includes("blocker")) return "BLOCKED";
  return reasons.length > 0 ? "REVISE" : "PUBLISH";
}

function medianOf(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (upper === undefined) return null;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper;
  return (lower + upper) / 2;
}

interface QuoteIssues {
  readonly block: number;
  readonly evidence: string;
  readonly issues: Map<string, FindingIssue>;
}

function mergeFindings(heard: readonly Heard[], runId: string): readonly MergedFinding[] {
  const merged = new Map<string, QuoteIssues>();
  for (const { quoted } of heard) {
    for (const { block, evidence, issue, lens, severity, suggestion } of quoted) {
      const key = JSON.stringify([block, evidence]);
      const entry = merged.get(key) ?? { block, evidence, issues: new Map<string, FindingIssue>() };
      merged.set(key, entry);
      const id = findingId({ runId, lens, block, evidence, issue });
      const known = entry.issues.get(id);
      // Said twice by one lens it is one issue, the graver of the two: nothing corroborates itself.
      if (known === undefined || rankOf(severity) < rankOf(known.severity))
        entry.issues.set(id, { lens, severity, issue, suggestion, id });
    }
  }
  const quoted = [...merged.values()].map(({ block, evidence, issues: byId }) => {
    const issues = [...byId.values()];
    const lenses = [...new Set(issues.map(({ lens }) => lens))];
    return { block, evidence, severity: gravest(issues), lenses, issues };
  });
  const sorted = quoted.toSorted(
    (a, b) =>
      rankOf(a.severity) - rankOf(b.severity) || a.block - b.block || (a.evidence < b.evidence ? -1 : 1),
  );
  return [...sorted, ...heard.filter(({ kind }) => kind === "peer").flatMap(lostPeer)];
}

function lostPeer({ lens, lost }: Seat): readonly MergedFinding[] {
  if (lost === null) return [];
  const issue = {
    lens: orchestrator,
    severity: "ADVISORY",
    issue: `${lens} lost: ${lost}`,
    suggestion: null,
    id: null,
  } as const;
  return [{ block: null, evidence: null, severity: "ADVISORY", lenses: [orchestrator], issues: [issue] }];
}

/** Who reports what no lens can: the program itself. */
const orchestrator = "orchestrator";

function gravest(issues: readonly FindingIssue[]): Severity {
  return severities.find((severity) => issues.some((issue) => issue.severity === severity)) ?? "MAJOR";
}

function rankOf(severity: Severity): number {
  return severities.indexOf(severity);
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

function adjustmentsOf(reports: readonly { readonly lens: string; readonly report: LensReport }[]): {
  readonly adjustments: readonly PanelAdjustment[];
  readonly refused: readonly RefusedAdjustment[];
} {
  const read = reports.flatMap(({ lens, report }) =>
    report.adjustments.map((entry) => ({ lens, entry, reading: readAdjustment(entry) })),
  );
  const proposals = read.flatMap(({ lens, reading }) =>
    reading.kind === "adjustment" ? [{ ...reading.adjustment, asker: lens }] : [],
  );
  return {
    adjustments: mergeAdjustments(proposals).map(({ askers, ...edit }) => ({ ...edit, lenses: askers })),
    refused: read.flatMap(({ entry, lens, reading }) =>
      reading.kind === "refused"
        ? [
            {
              lens,
              reason: reading.because,
              file: ownText(entry, "file"),
              section: ownText(entry, "section"),
              problem: ownText(entry, "problem"),
              suggestion: ownText(entry, "suggestion"),
            },
          ]
        : [],
    ),
  };
}

function tokensOf(heard: readonly Heard[]): PanelResult["tokens"] {
  const known = heard.flatMap((seat) => {
    const tokens = sumOf(seat.reports, ({ tokens: own }) => own);
    return tokens === null ? [] : [[seat.lens, tokens] as const];
  });
  if (known.length === 0) return null;
  return { total: known.reduce((sum, [, tokens]) => sum + tokens, 0), lenses: Object.fromEntries(known) };
}

function sumOf(reports: readonly LensReport[], amount: (report: LensReport) => number | null): number | null {
  const known = reports.map(amount).filter((one) => one !== null);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
}

/** FAIL is a BLOCKER or MAJOR of its own, after cap and refusal. */
function outcomeOf({ lens, lost, quoted, refused, reports }: Heard): LensOutcome {
  const failed = quoted.some(({ severity }) => severity !== "ADVISORY");
  const unclear = lost !== null || refused.some(isMalformed);
  const passed = unclear ? null : "PASS";
  return {
    lens,
    word: failed ? "FAIL" : passed,
    lost,
    findings: quoted.length,
    rejected: refused.length,
    rubric: reports[0]?.rubric ?? null,
    model: reports[0]?.model ?? null,
    tokens: sumOf(reports, ({ tokens }) => tokens),
    costUsd: sumOf(reports, ({ costUsd }) => costUsd),
  };
}
