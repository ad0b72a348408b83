import type { CusumRates } from "../cusum.ts";

/** The chart's rates, and the value at which it alarms. */
type ChartPolicy = CusumRates & { readonly alarm: number };

/** PASS items of a month up to which every value of the chart and every number of overrides is followed by itself. */
export const mostExactItems = 50;
/** States of the chart below the alarm, and at or above it, once they are merged. */
const [cellsBelow, cellsAbove] = [400, 200] as const;
/** A chart that so many months without any override would not bring below the alarm is held to stay above it. */
const longestReturn = 36;
/** Blocks of numbers of overrides, beside those that are followed one by one. */
const mostBlocks = 256;

/** Numbers of overrides that are followed as one, all of them above 0 or none. */
export interface Block {
  readonly from: number;
  readonly to: number;
  /** The number that stands for them. */
  readonly overrides: number;
}

/**
 * The value that stands for one of the chart in a large sample, on the same side of the alarm. Below it the grid is even,
 * 1/400 of the alarm. From the alarm on a value matters only by how long it takes to fall below it again: 200 cells, finer
 * towards the alarm, up to what 36 months without an override take off; there the last one holds all higher values.
 */
export function mergedCusum(value: number, graded: number, cusum: ChartPolicy): number {
  const { alarm } = cusum;
  if (value < alarm) {
    const cell = Math.min(cellsBelow - 1, Math.round((value / alarm) * cellsBelow));
    return (cell / cellsBelow) * alarm;
  }
  const range = longestReturn * Math.max(1, graded) * weightsOf(cusum).confirmation;
  const cell = Math.min(cellsAbove, Math.round(Math.sqrt((value - alarm) / range) * cellsAbove));
  return alarm + range * (cell / cellsAbove) ** 2;
}

/** What the chart adds for an override and takes off for a confirmation. */
function weightsOf({ from, to }: ChartPolicy): { readonly override: number; readonly confirmation: number } {
  return { override: Math.log(to / from), confirmation: Math.log((1 - from) / (1 - to)) };
}

/**
 * The numbers of overrides of a sample in at most about 256 blocks of equal length. One by one are followed: all numbers of a
 * small sample; none and one; and those that lead from below the alarm to a value between 0 and the alarm, so that merging
 * never turns a month's alarm by the length of a block.
 */
export function blocksOf(graded: number, cusum: ChartPolicy): readonly Block[] {
  const { override, confirmation } = weightsOf(cusum);
  const level = (graded * confirmation) / (override + confirmation);
  const reach = cusum.alarm / (override + confirmation) + 2;
  const length = graded <= mostExactItems ? 1 : Math.ceil((graded + 1) / mostBlocks);
  const blocks: Block[] = [];
  for (let from = 0; from <= graded; from = (blocks.at(-1)?.to ?? from) + 1) {
    const longest = from <= 1 || isNear(from) ? 1 : length;
    let to = from;
    while (to < graded && to - from + 1 < longest && !isNear(to + 1)) to += 1;
    blocks.push({ from, to, overrides: (from + to) / 2 });
  }
  return blocks;

  function isNear(overrides: number): boolean {
    return Math.abs(overrides - level) <= reach;
  }
}
