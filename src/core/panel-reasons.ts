import { type Heard, isMalformed } from "./panel-hearing.ts";
import type { PanelPolicy } from "./panel-policy.ts";
import type { MergedFinding, PanelReason, PanelVerdict } from "./panel-result.ts";
import { nameless } from "./panel-seats.ts";

/** Why is the draft not published? None where it is; `badBlocks`: findings on some block cannot be checked. */
export function reasonsOf(
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

/** BLOCKED by a BLOCKER, REVISE by any other reason, else PUBLISH. */
export function verdictOf(reasons: readonly PanelReason[]): PanelVerdict {
  if (reasons.includes("blocker")) return "BLOCKED";
  return reasons.length > 0 ? "REVISE" : "PUBLISH";
}

/** With one of these, something was not said, or was said and cannot be checked. */
export const incompleteReasons: ReadonlySet<PanelReason> = new Set([
  "lens-missing",
  "finding-malformed",
  "blocks-unusable",
  "no-lenses",
]);
