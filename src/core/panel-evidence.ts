/**
 * A text in the form in which quotes are compared: a critic quotes with other quotation marks, dashes, emphasis and spaces
 * than the draft has, and without what nobody sees in it (zero-width spaces, soft hyphens). NFKC, straight quotes, dashes as
 * `-`, without `*`, `_` and backticks, single spaces, lower case.
 *
 * @example normaliseEvidence("  “In *today’s*  world”") // "\"in today's world\""
 */
export function normaliseEvidence(text: string): string {
  return (
    text
      // First: a sign that nobody sees must neither part a word nor stand alone as a quote.
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
      .normalize("NFKC")
      .replaceAll(/[‘’‚‛′]/gu, "'")
      .replaceAll(/[“”„‟″«»]/gu, '"')
      .replaceAll(/[‐-―−]/gu, "-")
      .replaceAll(/[*_`]/gu, "")
      .toLowerCase()
      .replaceAll(/\s+/gu, " ")
      .trim()
  );
}

/** A numbered part of a draft. */
export interface PanelBlock {
  readonly n: number;
  readonly text: string;
}

/** Where a quote stands: in the block that was named, or not there, with the other blocks that do hold it. */
export type QuotePlace =
  | { readonly kind: "in-block" }
  | { readonly kind: "no-such-block" }
  | { readonly kind: "elsewhere"; readonly foundIn: readonly number[] };

/** The blocks of a draft, ready to be asked for quotes. */
export class QuotedDraft {
  readonly #blocks: ReadonlyMap<number, string>;

  constructor(blocks: readonly PanelBlock[]) {
    this.#blocks = new Map(blocks.map(({ n, text }) => [n, normaliseEvidence(text)]));
  }

  /** Does this block hold the quote? `evidence` is normalised and not empty: an empty one would stand everywhere. */
  placeOf(block: number, evidence: string): QuotePlace {
    const named = this.#blocks.get(block);
    if (named === undefined) return { kind: "no-such-block" };
    if (named.includes(evidence)) return { kind: "in-block" };
    const foundIn = [...this.#blocks].filter(([, text]) => text.includes(evidence)).map(([n]) => n);
    return { kind: "elsewhere", foundIn: foundIn.toSorted((a, b) => a - b) };
  }
}
