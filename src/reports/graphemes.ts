let segmenter: Intl.Segmenter | null = null;

/** The characters of a text as a reader counts them. Intl is asked only when there is something to tell apart. */
export function graphemesOf(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
