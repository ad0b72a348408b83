let segmenter: Intl.Segmenter | null = null;

/** Characters as a reader counts them. Intl is asked for nothing before the first call: it takes its time to begin. */
export function graphemes(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
