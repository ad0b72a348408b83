import { findingId, type Severity, severities } from "./panel-finding.ts";
import type { Heard } from "./panel-hearing.ts";
import type { FindingIssue, MergedFinding } from "./panel-result.ts";
import type { Seat } from "./panel-seats.ts";

interface QuoteIssues {
  readonly block: number;
  readonly evidence: string;
  readonly issues: Map<string, FindingIssue>;
}

/** Findings on one quote as one, with all their issues: the gravest first, then by block; a lost peer comes last. */
export function mergeFindings(heard: readonly Heard[], runId: string): readonly MergedFinding[] {
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
