import { isMeasured, type Row } from "./result.ts";

/**
 * Ratios at which a line is a gross regression though its goal is smaller: goals that are not reached yet (twice where they
 * stand), and lines that at the 20,000 verdicts of the short form are mostly made of what is done once.
 */
const own: readonly (readonly [goal: string, what: string, against: string, ratio: number])[] = [
  ["G2", "history", "node -e 0", 8],
  ["G2", "history, environment of the shell", "node -e 0, environment of the shell", 8],
  ["G3", "import of a log", "prepared inserts", 4],
  ["G3", "import of a log", "sqlite3 shell", 4],
  ["G7", "20 from each of 12 axes", "the same, of a tenth of the rows", 5],
  ["G8", "keeping the counts", "the whole import", 0.3],
  ["G10", "run that opens 12 axes", "node -e 0", 40],
  ["G10", "run that closes 12 axes and opens 12", "node -e 0", 90],
  ["G10", "run that opens 12 axes, empty environment", "node -e 0, empty environment", 40],
  ["G10", "run that closes 12 axes and opens 12, empty environment", "node -e 0, empty environment", 90],
];

/**
 * The lines that miss their goal by more than twice: a gross regression, which the noise of a busy machine seldom explains. What
 * is counted (lost, differing) may not miss it at all. Waiting for the disk, stretches and lines without a goal are left out.
 */
export function grossRegressions(rows: readonly Row[]): readonly string[] {
  return rows.filter(isMeasured).flatMap((row) => {
    const { goal, what, against, ratio, limit, sense, unit } = row;
    if (limit === null || unit === "/s" || against.endsWith("(stretch)")) return [];
    const known = own.find((one) => one[0] === goal && one[1] === what && one[2] === against);
    const bound = known?.[3] ?? (sense === "at-least" ? limit / 2 : limit * 2);
    const missed = sense === "at-least" ? ratio < bound : ratio > bound;
    return missed ? [`${goal}: ${what} against ${against} is ${ratio.toPrecision(3)}, may be ${bound}`] : [];
  });
}
