import { describe, expect, it } from "vitest";
import type { Store } from "../../src/store/store.ts";
import { aCycle, aDecision, aGrade, anItem } from "../store/samples.ts";
import type { StoreBench } from "./store-engine.ts";

async function stateOf(store: Store, ref: string): Promise<string | undefined> {
  return (await store.listItems({ ref }))[0]?.state;
}

/** A store with two created items of one open cycle. */
async function opened(newStore: StoreBench["newStore"]): Promise<Store> {
  const store = await newStore();
  await store.planOpening({
    period: "2026-05",
    cycles: [aCycle()],
    items: [anItem("one"), anItem("two")],
    effects: [],
    openedAt: 1,
  });
  for (const ref of ["one", "two"]) {
    await store.moveItem({ ref, to: "sending", at: 2 });
    await store.moveItem({ ref, to: "created", at: 3 });
  }
  return store;
}

/** What every store must do about: grades. */
export function gradesContract({ newStore }: StoreBench): void {
  describe("grades", () => {
    it("stores what is new, once, and says what it refused", async () => {
      const store = await opened(newStore);
      const outcomes = await store.appendGrades([
        aGrade("one", { reason: "clear" }),
        aGrade("one", { reason: "clear" }),
        aGrade("one", {
          reason: "clear",
          by: "somebody else",
          observedAt: Date.UTC(2026, 5, 4),
          via: "import",
        }),
        aGrade("nobody"),
        aGrade("two", { grade: null }),
        aGrade("two", { grade: "CANT_TELL", at: 5, observedAt: 10 }),
      ]);
      expect(outcomes).toEqual([
        { outcome: "stored", late: false },
        { outcome: "duplicate" },
        { outcome: "duplicate" },
        { outcome: "rejected", because: "unknown-ref" },
        { outcome: "duplicate" },
        { outcome: "stored", late: false },
      ]);
      const { observations, mark } = await store.listGrades({ axis: "verify-dispatch" });
      expect(observations).toEqual([
        aGrade("one", { reason: "clear" }),
        aGrade("two", { grade: "CANT_TELL", at: 5, observedAt: 10 }),
      ]);
      expect(mark).toBeGreaterThan(0);
      const elsewhere = await store.listGrades({ axis: "verify-vault-write" });
      expect(elsewhere).toEqual({ observations: [], mark: 0 });
    });

    it("keeps every change of mind, and takes no older word for a new one", async () => {
      const store = await opened(newStore);
      const first = aGrade("one", { grade: "FAIL", at: 100, observedAt: 100 });
      const changed = aGrade("one", { grade: "PASS", at: 200, observedAt: 200 });
      const back = aGrade("one", { grade: "FAIL", at: 300, observedAt: 300 });
      const outcomes = await store.appendGrades([first, changed, { ...first, observedAt: 250 }, back]);
      expect(outcomes.map((one) => one.outcome)).toEqual(["stored", "stored", "duplicate", "stored"]);
      expect((await store.listGrades({ axis: "verify-dispatch" })).observations).toHaveLength(3);
      // Without an instant of its own a grade counts from when it was seen, so the same word seen later is a new one.
      const bare = aGrade("two", { grade: "FAIL", observedAt: 10 });
      const other = aGrade("two", { observedAt: 20 });
      const seen = [bare, other, { ...bare, observedAt: 30 }, other];
      const more = await store.appendGrades(seen);
      expect(more.map((one) => one.outcome)).toEqual(["stored", "stored", "stored", "duplicate"]);
    });

    it("moves items between created and answered, also when the grade is seen before the creation", async () => {
      const store = await opened(newStore);
      await store.appendGrades([aGrade("one", { observedAt: 10 })]);
      expect(await stateOf(store, "one")).toBe("answered");
      await store.appendGrades([aGrade("one", { grade: null, observedAt: 20 })]);
      expect(await stateOf(store, "one")).toBe("created");
      await store.planOpening({
        period: "2026-04",
        cycles: [aCycle({ period: "2026-04" })],
        items: [anItem("early", { period: "2026-04" })],
        effects: [],
        openedAt: 1,
      });
      await store.appendGrades([aGrade("early")]);
      expect(await stateOf(store, "early")).toBe("planned");
      await store.moveItem({ ref: "early", to: "sending", at: 2 });
      await store.moveItem({ ref: "early", to: "created", at: 3 });
      expect(await stateOf(store, "early")).toBe("answered");
      expect(
        (await store.listGrades({ axis: "verify-dispatch", period: "2026-04" })).observations,
      ).toHaveLength(1);
      const ofAxis = await store.listGrades({ axis: "verify-dispatch" });
      // The mark is the axis', whatever month was asked for.
      expect((await store.listGrades({ axis: "verify-dispatch", period: "2026-05" })).mark).toBe(ofAxis.mark);
    });

    it("leaves a withdrawn item withdrawn", async () => {
      const store = await opened(newStore);
      await store.moveItem({ ref: "one", to: "withdrawn", at: 4, because: "deleted" });
      expect(await store.appendGrades([aGrade("one")])).toEqual([{ outcome: "stored", late: false }]);
      expect(await stateOf(store, "one")).toBe("withdrawn");
    });

    it("takes a grade for a closed cycle as late, and leaves its items as they were", async () => {
      const store = await opened(newStore);
      await store.appendGrades([aGrade("one")]);
      const { mark } = await store.listGrades({ axis: "verify-dispatch" });
      const closing = {
        axis: "verify-dispatch",
        period: "2026-05",
        closedAt: 9,
        gradesMark: mark,
        decision: aDecision(),
        statusChange: null,
        effects: [],
      };
      expect(await store.closeCycle(closing)).toBe("closed");
      const late = await store.appendGrades([
        aGrade("two", { observedAt: Date.UTC(2026, 7, 1) }),
        aGrade("one", { grade: null, observedAt: Date.UTC(2026, 7, 1) }),
      ]);
      expect(late).toEqual([
        { outcome: "stored", late: true },
        { outcome: "stored", late: true },
      ]);
      expect([await stateOf(store, "one"), await stateOf(store, "two")]).toEqual(["answered", "expired"]);
      expect(await store.moveItem({ ref: "one", to: "withdrawn", at: 10 })).toBe(false);
    });
  });
}
