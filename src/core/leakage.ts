/** How many words in a row two texts must share for one of them to be known from the other. */
const gramLength = 8;

/** Texts of fewer words than this are not told from common phrases. */
const fewestWords = 4;

/** How much of a text stands in a rubric. */
export interface Leak {
  /** Runs of eight words of the text that the rubric has too; of a shorter text the whole of it, once. */
  readonly shared: number;
  /** Runs of eight words in the text. */
  readonly of: number;
  /** The first run that is shared, in lower case and without punctuation. It is text of the item. */
  readonly words: string;
}

/**
 * Looks for texts in a rubric: an item that the rubric quotes is a memorised example and measures nothing any more.
 * The answer is null where no run of eight words is shared, in any order of the two texts. Case, punctuation, white space and
 * Markdown signs make no difference; where words are written without spaces each character counts as a word.
 *
 * A text of four to seven words is found where the rubric has all of it in a row; one of fewer words never is.
 *
 * @example createLeakFinder("Fail a reply such as: we will look into it as soon as we can.")("We will look into it as soon as we can!") // { shared: 3, of: 3, ... }
 */
export function createLeakFinder(rubric: string): (text: string) => Leak | null {
  const rubricWords = wordsOf(rubric);
  const known = new Map<number, ReadonlySet<string>>();
  return (text) => {
    const words = wordsOf(text);
    if (words.length < fewestWords) return null;
    const length = Math.min(gramLength, words.length);
    const inRubric = known.get(length) ?? new Set(gramsOf(rubricWords, length));
    known.set(length, inRubric);
    const grams = [...new Set(gramsOf(words, length))];
    const shared = grams.filter((gram) => inRubric.has(gram));
    const [first] = shared;
    return first === undefined ? null : { shared: shared.length, of: grams.length, words: first };
  };
}

/** Scripts that put no spaces between words. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const wordPattern = new RegExp(`[${unspaced}]|[[\\p{L}\\p{M}\\p{N}]--[${unspaced}]]+`, "gv");

/** The words of a text, in one form: NFKC, lower case, nothing but letters, marks and digits. */
function wordsOf(text: string): readonly string[] {
  return text.normalize("NFKC").toLowerCase().match(wordPattern) ?? [];
}

function gramsOf(words: readonly string[], length: number): readonly string[] {
  return Array.from({ length: Math.max(0, words.length - length + 1) }, (_, start) =>
    words.slice(start, start + length).join(" "),
  );
}
