import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Grade, GradeObservation } from "../../src/core/cycle.ts";
import type { BlindItem, RegradeQueue } from "../../src/regrade/queue.ts";

/** What the suite needs of an implementation: the queue, the founder's hands, and what ends up in the store. */
export interface QueueBench {
  readonly queue: RegradeQueue;
  readonly founder: {
    /** What he can see and grade. */
    visible(): Promise<readonly string[]>;
    grade(ref: string, grade: Grade, reason: string | null): Promise<void>;
    clear(ref: string): Promise<void>;
  };
  /** Collects, stores what was observed, and answers all observations of an item in their order. */
  collect(refs: readonly string[]): Promise<ReadonlyMap<string, readonly GradeObservation[]>>;
  close(): Promise<void>;
}

const items: readonly BlindItem[] = ["a", "b", "c"].map((name, index) => ({
  ref: `item-${name}`.padEnd(16, "x"),
  axis: "verify-dispatch",
  period: "2026-05",
  title: `verify-dispatch · ${index + 1} of 3`,
  intent: "A dispatch says who does what by when.",
  text: `dispatch ${name}`,
  due: "2026-07-01",
}));
const refs = items.map(({ ref }) => ref);
const [first = "", second = ""] = refs;

/** What every regrade queue has to do, whatever stands behind it. `open` makes one in which nothing is published yet. */
export function regradeQueueContract(open: (items: readonly BlindItem[]) => Promise<QueueBench>): void {
  describe("publishing and collecting", () => {
    let bench: QueueBench;

    beforeEach(async () => {
      bench = await open(items);
      for (const item of items) expect((await bench.queue.publish(item, 1)).state).toBe("created");
    });
    afterEach(() => bench.close());

    it("shows each item once", async () => {
      expect((await bench.founder.visible()).toSorted()).toEqual(refs.toSorted());
    });

    it("publishes the same item again without a second one", async () => {
      for (const item of items) expect((await bench.queue.publish(item, 2)).state).toBe("created");
      expect(await bench.founder.visible()).toHaveLength(items.length);
    });

    it("finds nothing where nothing was graded", async () => {
      expect((await bench.collect(refs)).get(first) ?? []).toEqual([]);
    });

    it.each<Grade>(["PASS", "FAIL", "CANT_TELL"])("brings %s back with its reason, once", async (grade) => {
      await bench.founder.grade(first, grade, "says nobody's name");
      await bench.collect(refs);
      const seen = (await bench.collect(refs)).get(first) ?? [];
      expect(seen.map((one) => [one.grade, one.reason])).toEqual([[grade, "says nobody's name"]]);
    });

    it("keeps a grade and its change, both, in their order", async () => {
      await bench.founder.grade(first, "PASS", null);
      await bench.collect(refs);
      await bench.founder.grade(first, "FAIL", null);
      const seen = (await bench.collect(refs)).get(first) ?? [];
      expect(seen.map(({ grade }) => grade)).toEqual(["PASS", "FAIL"]);
    });

    it("observes a grade that was taken back, so that the item is open again", async () => {
      await bench.founder.grade(first, "PASS", null);
      await bench.collect(refs);
      await bench.founder.clear(first);
      const seen = (await bench.collect(refs)).get(first) ?? [];
      expect(seen.map(({ grade }) => grade)).toEqual(["PASS", null]);
    });

    it("keeps items apart", async () => {
      await bench.founder.grade(second, "FAIL", null);
      const seen = await bench.collect(refs);
      expect(seen.get(first) ?? []).toEqual([]);
      expect((seen.get(second) ?? []).map(({ grade }) => grade)).toEqual(["FAIL"]);
    });

    it("answers a question about nothing", async () => {
      expect((await bench.queue.collect([], 0)).status).toBe("ok");
    });
  });
}
