import { createHash } from "node:crypto";

/** From this share of common 5-grams two texts are one. */
const sameFrom = 0.8;
const gramLength = 5;

/** Two texts that differ only in case, width, typography or white space have the same: NFKC, lower case, spaces collapsed, SHA-256. */
export function textFingerprint(text: string): string {
  return createHash("sha256").update(normalized(text)).digest("hex");
}

/**
 * How much two texts have in common: the Jaccard index of their sets of 5-grams, |A n B| / |A u B|, from 0 to 1. Grams of
 * words; where one of the texts has fewer than five words (short, or of a script without spaces) of characters.
 *
 * @example similarity("one two three four five six", "one two three four five seven") // 0.333..., 1 of 3 grams
 */
export function similarity(a: string, b: string): number {
  const [left, right] = gramsOf(a, b);
  if (left.size === 0 && right.size === 0) return 1;
  const common = [...left].filter((gram) => right.has(gram)).length;
  return common / (left.size + right.size - common);
}

/**
 * How much of a text stands in another, longer one: the share of its 5-grams that occur there, from 0 to 1. A rubric that
 * quotes an example is far longer than the example, and their Jaccard index small.
 */
export function containment(text: string, within: string): number {
  const [own, other] = gramsOf(text, within);
  if (own.size === 0) return other.size === 0 ? 1 : 0;
  return [...own].filter((gram) => other.has(gram)).length / own.size;
}

/** A text that a new one must not repeat. */
export interface KnownText {
  /** What to call it: the id of a probe, or `rubric`, `gold`, `sample`. */
  readonly name: string;
  readonly text: string;
  /** Whether standing within it counts, too. */
  readonly whole?: false;
}

/** The first of the known texts that this one repeats; null where it is new. */
export function duplicateOf(text: string, known: readonly KnownText[]): string | null {
  const fingerprint = textFingerprint(text);
  for (const one of known) {
    if (textFingerprint(one.text) === fingerprint) return one.name;
    const shared = one.whole === false ? containment(text, one.text) : similarity(text, one.text);
    if (shared >= sameFrom) return one.name;
  }
  return null;
}

function normalized(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim();
}

/** The 5-grams of both texts, of the same kind: words compare with nothing but words. */
function gramsOf(a: string, b: string): readonly [ReadonlySet<string>, ReadonlySet<string>] {
  const words = [a, b].map((text) => normalized(text).match(/[\p{L}\p{N}\p{M}_'’-]+/gu) ?? []);
  const [left = [], right = []] = words;
  if (left.length >= gramLength && right.length >= gramLength) {
    return [grams(left, " "), grams(right, " ")];
  }
  return [grams(Array.from(normalized(a)), ""), grams(Array.from(normalized(b)), "")];
}

/** What is shorter than a gram is one gram by itself. */
function grams(parts: readonly string[], joint: string): ReadonlySet<string> {
  if (parts.length === 0) return new Set();
  if (parts.length < gramLength) return new Set([parts.join(joint)]);
  return new Set(
    parts.slice(gramLength - 1).map((_, index) => parts.slice(index, index + gramLength).join(joint)),
  );
}
