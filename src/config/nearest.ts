/**
 * The candidate that a person most likely meant: smallest edit distance, spelling habits (case, `-`, `_`, blanks)
 * set aside; the first of equals. Null only when there are no candidates. `spelling` says which part of a
 * candidate is compared.
 *
 * @example nearest("passRate", ["pass_min", "pass_rate"]) // "pass_rate"
 */
export function nearest(
  word: string,
  candidates: readonly string[],
  spelling: (candidate: string) => string = (candidate) => candidate,
): string | null {
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const distance = editDistance(bare(word), bare(spelling(candidate)));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * Levenshtein distance: the fewest insertions, deletions and replacements of one character that turn one word
 * into the other.
 *
 * @example editDistance("kitten", "sitting") // 3
 */
export function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const removed = (previous[column] ?? 0) + 1;
      const added = (current[column - 1] ?? 0) + 1;
      current.push(Math.min(replaced, removed, added));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/g, "");
}
