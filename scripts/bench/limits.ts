import { isMeasured, type Row } from "./result.ts";

/**
 * The rows that miss their goal by more than twice: a gross regression, which no noise of a busy machine explains. Rows that
 * count (lost, differing) may not miss it at all; those that never had a goal, or whose goal is a stretch, are left out.
 */
export function grossRegressions(rows: readonly Row[]): readonly string[] {
  return rows.filter(isMeasured).flatMap((row) => {
    const { goal, what, against, ratio, limit, sense } = row;
    if (limit === null || against.endsWith("(stretch)")) return [];
    const missed = sense === "at-least" ? ratio < limit / 2 : ratio > limit * 2;
    return missed ? [`${goal}: ${what} against ${against} is ${ratio.toPrecision(3)}, the goal is ${limit}`] : [];
  });
}
