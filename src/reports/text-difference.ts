/**
 * The lines that differ between two texts, `- ` gone and `+ ` new, in the order of the texts. By the longest common
 * subsequence of lines: meant for files of some hundred lines.
 *
 * @example textDifference("a\nb\n", "a\nc\n") // => ["- b", "+ c"]
 */
export function textDifference(before: string, after: string): readonly string[] {
  const old = linesOf(before);
  const fresh = linesOf(after);
  const width = fresh.length + 1;
  // common[i * width + j]: how many lines old[i..] and fresh[j..] have in common.
  const common = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        old[i] === fresh[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
    }
  }
  const lines: string[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      i += 1;
      j += 1;
    } else if (
      j >= fresh.length ||
      (i < old.length && (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    ) {
      lines.push(`- ${old[i] ?? ""}`);
      i += 1;
    } else {
      lines.push(`+ ${fresh[j] ?? ""}`);
      j += 1;
    }
  }
  return lines;
}

function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
