import type { PanelBlock } from "./panel-evidence.ts";
import { worstSteps } from "./pattern-cost.ts";

/** A rule that a machine can check: where the pattern stands, there may be a fault. */
export interface MechanicalRule {
  /** Lower-case letters, digits and hyphens. */
  readonly id: string;
  /** A regular expression, with the flag `u`, and `i` unless `caseSensitive`. */
  readonly pattern: string;
  readonly caseSensitive: boolean;
  /** What is wrong where it stands, for whoever judges the hit. */
  readonly says: string;
}

/** A place where a rule's pattern stands, quoted as the draft has it. */
export interface MechanicalHit {
  readonly rule: string;
  readonly block: number;
  readonly quote: string;
  readonly says: string;
}

/** Longer patterns are several rules in one. */
const longestPattern = 200;

/** A longer line is looked through in pieces of this length, so that the time a pattern takes has a bound. */
const windowLength = 400;

/** Pieces overlap by this much: what is longer and crosses a border is missed. */
const overlap = 100;

/** What a pattern may cost on one piece of a line at worst, in steps of a backtracking matcher: some tens of milliseconds. */
const mostSteps = 1e7;

/** A rule that hits oftener than this says the same thing again; the rest is not told. */
const mostHitsOfRule = 20;

/**
 * Why a pattern cannot be a rule, or null. Patterns that could take long on a text that was written for it are refused:
 * repetitions inside repetitions, choices that are repeated, more than one repetition without an end.
 *
 * @example patternFault("(a+)+$") // { because: "...", hint: "..." }
 */
export function patternFault(pattern: string): { readonly because: string; readonly hint: string } | null {
  if (pattern.length > longestPattern) {
    const because = `the pattern has ${pattern.length} characters, more than ${longestPattern}`;
    return { because, hint: "Make several rules of it." };
  }
  let compiled: RegExp;
  try {
    compiled = new RegExp(pattern, "u");
  } catch (error) {
    const said = error instanceof Error ? error.message.replace(/^.*: /s, "") : "it cannot be read";
    return { because: `the pattern is no regular expression: ${said}`, hint: "Write \\. for a plain dot." };
  }
  if (compiled.test("")) {
    const because = "the pattern matches the empty text, so it would stand everywhere";
    return { because, hint: "Let it need at least one character." };
  }
  const steps = worstSteps(pattern, windowLength);
  if (steps === null) {
    const because = "the pattern refers back to a group or looks behind, whose time has no bound here";
    return { because, hint: "Write the words out; \\b is allowed." };
  }
  if (steps * windowLength > mostSteps) {
    const because = "the pattern could take very long on some texts";
    const hint =
      "Give repetitions an end, e.g. .{0,40} for .*, use them once a pattern, and repeat no group that holds one or a choice.";
    return { because, hint };
  }
  return null;
}

/**
 * Where in the blocks of a draft do the patterns of the rules stand? Line by line, in the order of the draft, then of the
 * rules; curly quotation marks of the draft match straight ones of a pattern. Rules with a fault are taken to have been
 * refused before, and find nothing.
 */
export function findMechanicalHits(
  rules: readonly MechanicalRule[],
  blocks: readonly PanelBlock[],
): readonly MechanicalHit[] {
  const usable = rules.filter(({ pattern }) => patternFault(pattern) === null);
  const counts = new Map<string, number>();
  const lines = blocks.flatMap(({ n, text }) => text.split("\n").map((line) => ({ n, line })));
  return lines.flatMap(({ line, n }) =>
    usable.flatMap((rule) =>
      quotesIn(line, rule).flatMap((quote): MechanicalHit[] => {
        const count = (counts.get(rule.id) ?? 0) + 1;
        counts.set(rule.id, count);
        return count > mostHitsOfRule ? [] : [{ rule: rule.id, block: n, quote, says: rule.says }];
      }),
    ),
  );
}

/** What the pattern matches in a line, each place once. */
function quotesIn(line: string, { caseSensitive, pattern }: MechanicalRule): readonly string[] {
  const expression = new RegExp(pattern, caseSensitive ? "gu" : "giu");
  // One sign for one sign, so that places in the one text are places in the other.
  const straight = line.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"');
  const quotes = new Map<number, string>();
  let end = -1;
  for (let from = 0; from < line.length; from += windowLength - overlap) {
    const isLast = from + windowLength >= line.length;
    for (const { 0: found, index } of straight.slice(from, from + windowLength).matchAll(expression)) {
      const at = from + index;
      // Found in the overlap by the piece before; and a border within a line is neither its start nor its end.
      if (at < end || (from > 0 && index === 0)) continue;
      if (!isLast && index + found.length === windowLength) continue;
      end = at + found.length;
      quotes.set(at, line.slice(at, end));
    }
    if (isLast) break;
  }
  return [...quotes.values()].filter((quote) => quote.trim() !== "");
}
