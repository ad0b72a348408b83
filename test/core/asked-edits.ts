import type {
  AdjustmentEvent,
  AdjustmentProposal,
  KeptAdjustment,
} from "../../src/core/adjustment-record.ts";
import { keptProposal } from "../../src/core/adjustments.ts";

/** An edit that somebody asks for. */
export function asks(
  suggestion: string,
  asker: string,
  run: string,
  changes: Partial<AdjustmentProposal> = {},
): AdjustmentProposal {
  const {
    at = 10,
    axis = "panel",
    clause = null,
    file = "a.md",
    section = "Voice",
    problem = "Bad.",
  } = changes;
  const source = changes.source ?? ({ kind: "panel", id: run } as const);
  return keptProposal({ file, section, problem, suggestion, asker, source }, { axis, clause, at });
}

/** What is kept of proposals, with what became of them. */
export function kept(
  proposals: readonly AdjustmentProposal[],
  events: readonly AdjustmentEvent[] = [],
): readonly KeptAdjustment[] {
  const byId = new Map<string, AdjustmentProposal[]>();
  for (const one of proposals) byId.set(one.adjustmentId, [...(byId.get(one.adjustmentId) ?? []), one]);
  return [...byId].map(([id, own]) => ({
    id,
    file: own[0]?.file ?? "",
    section: own[0]?.section ?? "",
    proposals: own,
    events: events.filter(({ adjustmentId }) => adjustmentId === id),
  }));
}

/** What became of a proposal. */
export const event = (
  { adjustmentId }: AdjustmentProposal,
  action: AdjustmentEvent["action"],
  at: number,
): AdjustmentEvent => ({
  adjustmentId,
  action,
  at,
  commit: action === "applied" ? "c0ffee" : null,
  reason: action === "applied" ? null : "so",
});

/** A founder's disagreement. */
const disagreement = (ref: string, at: number, reason: string | null = "too vague") => ({
  ref,
  verdictKey: `key ${ref}`,
  period: "2026-05",
  critic: "PASS" as const,
  founder: "FAIL" as const,
  reason,
  criticReason: null,
  at,
});
/** Disagreements by the rule that they are about. */
export const group = (clause: string | null, refs: readonly string[]) => ({
  clause,
  overrides: refs.length,
  reverseOverrides: 0,
  disagreements: refs.map((ref, index) => disagreement(ref, index + 1)),
});
/** No disagreement of any axis. */
export const none = { axes: new Set<string>(), proposals: [] };
