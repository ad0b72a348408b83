import type { Cycle, Item } from "../core/cycle.ts";
import { skeyOf } from "../core/sampling.ts";
import type { SampleDraw } from "../store/store.ts";
import type { CycleContext } from "./context.ts";

type FrameDraw = Omit<SampleDraw, "word" | "n" | "skip">;

/**
 * What is wrong with the sample of one month: is its frame the one that was frozen, are its items the first ones in the order
 * of sampling, batch by batch, and is that order the one that the salt gives? Empty where all is well. Months without a
 * sample have nothing to check.
 */
export async function sampleProblems(
  context: Pick<CycleContext, "store">,
  cycle: Cycle,
  items: readonly Item[],
  acceptRef: boolean,
): Promise<readonly string[]> {
  const { axis, period, epoch, watermark, frameHash } = cycle;
  if (cycle.state !== "open" && cycle.state !== "closed") return [];
  if (epoch === null || frameHash === null) return [`${period}: the month has items and no frame`];
  const frame = await frameOfHash(context, { axis, period, epoch, watermark, acceptRef }, frameHash);
  if (frame === null) return [`${period}: the frame is not the one that the sample was drawn from`];
  const salt = await context.store.readSalt();
  const problems: string[] = [];
  for (const [kind, word] of [
    ["pass", "PASS"],
    ["fail", "FAIL"],
  ] as const) {
    const drawn = items.filter((item) => item.kind === kind).toSorted((a, b) => a.batch - b.batch);
    const inOrder = await context.store.drawSample({ ...frame, word, n: drawn.length, skip: 0 });
    const misplaced = inOrder.filter(({ key, skey }) => skeyOf(salt, key) !== skey).length;
    if (misplaced > 0)
      problems.push(`${period}: ${misplaced} ${word} verdicts have another place than the salt gives`);
    if (
      !isSameByBatch(
        drawn,
        inOrder.map(({ key }) => key),
      )
    ) {
      problems.push(
        `${period}: the ${word} items are not the first ${drawn.length} in the order of sampling`,
      );
    }
  }
  return problems;
}

/** `accept_ref` may have been changed in the axis file since the opening: the hash tells which of the two frames it was. */
async function frameOfHash(
  { store }: Pick<CycleContext, "store">,
  frame: FrameDraw,
  frameHash: string,
): Promise<FrameDraw | null> {
  for (const one of [frame, { ...frame, acceptRef: !frame.acceptRef }]) {
    if ((await store.hashFrame(one)) === frameHash) return one;
  }
  return null;
}

/** Whether each batch holds the next verdicts of the order; within a batch the items stand in the order shown. */
function isSameByBatch(drawn: readonly Item[], keys: readonly string[]): boolean {
  let from = 0;
  for (const batch of new Set(drawn.map((item) => item.batch))) {
    const own = drawn.filter((item) => item.batch === batch);
    const expected = new Set(keys.slice(from, from + own.length));
    if (expected.size !== own.length || own.some(({ verdictKey }) => !expected.has(verdictKey))) return false;
    from += own.length;
  }
  return true;
}
