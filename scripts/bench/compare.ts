/** One side of a comparison: what it is called, and one go at it. */
export interface Side {
  readonly name: string;
  /** Milliseconds of one go, timed by whoever knows which part of it counts. */
  readonly run: () => number | Promise<number>;
}

/** How one side stands to another, over all rounds. */
export interface Comparison {
  readonly rounds: number;
  /** Medians, milliseconds. */
  readonly ms: number;
  readonly baseMs: number;
  /** Median of the ratios of the rounds, each of two goes next to each other, and the quartiles of these ratios. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Runs all sides once in every round, each round in another order, so that whatever else the machine does falls on all
 * alike; the first round warms up and does not count. Answers with the times of each side, by round.
 */
export async function interleave(
  sides: readonly Side[],
  rounds: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const times = new Map<string, number[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (let turn = 0; turn < sides.length; turn += 1) {
      const side = sides[(turn + round) % sides.length];
      if (side === undefined) continue;
      const ms = await side.run();
      if (round > 0) times.get(side.name)?.push(ms);
    }
  }
  return times;
}

/** Compares two sides of the same rounds. */
export function compare(
  times: ReadonlyMap<string, readonly number[]>,
  side: string,
  base: string,
): Comparison {
  const [ours, theirs] = [times.get(side) ?? [], times.get(base) ?? []];
  const ratios = ours.map((ms, round) => ms / (theirs[round] ?? Number.NaN));
  return {
    rounds: ratios.length,
    ms: quantile(ours, 0.5),
    baseMs: quantile(theirs, 0.5),
    ratio: quantile(ratios, 0.5),
    low: quantile(ratios, 0.25),
    high: quantile(ratios, 0.75),
  };
}

/** A quantile of some numbers, in a straight line between the two nearest. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}
