import { createHash } from "node:crypto";
import { ownText, ownValue } from "./own-value.ts";
import { normaliseEvidence, type QuotedDraft } from "./panel-evidence.ts";

/** How grave a finding is, gravest first. */
export const severities = ["BLOCKER", "MAJOR", "ADVISORY"] as const;

export type Severity = (typeof severities)[number];

/** A finding that quotes its own block. */
export interface QuotedFinding {
  readonly kind: "quoted";
  readonly lens: string;
  /** After the lane's cap. */
  readonly severity: Severity;
  readonly block: number;
  /** In the form in which quotes are compared. */
  readonly evidence: string;
  readonly quote: string;
  readonly issue: string;
  readonly suggestion: string | null;
  readonly warnings: readonly string[];
}

/** A finding that is not taken, with what it said. */
export interface RefusedFinding {
  readonly kind: "refused";
  /** The lens and the number of the finding in its report, from 0: `rules-judge#0`. */
  readonly id: string;
  /** `malformed`: no object, no number of a block, or no quote at all. */
  readonly reason: "evidence-not-in-block" | "no-such-block" | "malformed";
  /** Other blocks that do hold the quote. */
  readonly foundIn?: readonly number[];
  readonly lens: string;
  /** As it was written. */
  readonly severity: string;
  readonly block: number | null;
  readonly evidence: string | null;
  readonly issue: string;
  readonly suggestion: string | null;
}

/**
 * Checks one finding of a lens against the draft. A quote that is not in the block it names is refused, however grave the
 * finding calls itself, and is never moved to the block that holds it. A severity in another case is folded; an unknown one
 * counts as MAJOR; a BLOCKER of a lens that may not block is MAJOR. None of these passes without a warning.
 *
 * @param index place of the finding among those of its lens, from 0
 */
export function checkFinding(
  given: unknown,
  { lens, index, mayBlock }: { readonly lens: string; readonly index: number; readonly mayBlock: boolean },
  draft: QuotedDraft,
): QuotedFinding | RefusedFinding {
  const id = `${lens}#${index}`;
  const quote = ownText(given, "evidence");
  const block = ownValue(given, "block");
  const number = typeof block === "number" && Number.isSafeInteger(block) ? block : null;
  const written = ownValue(given, "severity");
  const texts = { issue: ownText(given, "issue") ?? "", suggestion: ownText(given, "suggestion") };
  const evidence = quote === null ? "" : normaliseEvidence(quote);
  const refused = { id, lens, severity: wordOf(written), block: number, evidence: quote, ...texts };
  if (number === null || evidence === "") return { kind: "refused", ...refused, reason: "malformed" };
  const place = draft.placeOf(number, evidence);
  if (place.kind === "no-such-block") return { kind: "refused", ...refused, reason: "no-such-block" };
  if (place.kind === "elsewhere") {
    const foundIn = place.foundIn.length > 0 ? { foundIn: place.foundIn } : {};
    return { kind: "refused", ...refused, reason: "evidence-not-in-block", ...foundIn };
  }
  const { severity, warnings } = severityOf(written, { id, mayBlock });
  return { kind: "quoted", lens, severity, block: number, evidence, quote: quote ?? "", ...texts, warnings };
}

function severityOf(
  written: unknown,
  { id, mayBlock }: { readonly id: string; readonly mayBlock: boolean },
): { readonly severity: Severity; readonly warnings: readonly string[] } {
  const word = wordOf(written);
  const folded = severityOfWord(word);
  const warnings: string[] = [];
  if (folded === null) warnings.push(`unknown-severity:${id}:${word}`);
  else if (folded !== word) warnings.push(`severity-case:${id}`);
  if (folded !== "BLOCKER" || mayBlock) return { severity: folded ?? "MAJOR", warnings };
  return { severity: "MAJOR", warnings: [...warnings, `severity-capped:${id}`] };
}

/** The severity that a word is, in whatever case; null for any other. */
export function severityOfWord(word: string): Severity | null {
  const bare = word.trim();
  // Only ASCII: the long s of "adviſory" would become an S, and a word that does not exist an ADVISORY.
  if (!/^[A-Za-z]+$/.test(bare)) return null;
  return severities.find((severity) => severity === bare.toUpperCase()) ?? null;
}

/** The beginning of what was written, since it is repeated in a warning. */
function wordOf(written: unknown): string {
  const text = typeof written === "string" ? written : jsonOf(written);
  return text.slice(0, 40);
}

/** Nesting without end has no text. */
function jsonOf(written: unknown): string {
  try {
    return JSON.stringify(written) ?? "none";
  } catch {
    return "none";
  }
}

/** The same finding of the same run has the same id in every version of it: `f-` and 16 hex digits. */
export function findingId(finding: {
  readonly runId: string;
  readonly lens: string;
  readonly block: number | null;
  readonly evidence: string | null;
  readonly issue: string;
}): string {
  const { runId, lens, block, evidence, issue } = finding;
  const parts = [runId, lens, block, evidence === null ? null : normaliseEvidence(evidence), issue];
  return `f-${createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16)}`;
}
