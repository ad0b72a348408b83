import { describe, expect, it } from "vitest";
import type { ItemBatch, Store } from "../../src/store/store.ts";
import { aCycle, aDecision, aGrade, anEffect, anItem } from "../store/samples.ts";
import type { StoreBench } from "./store-engine.ts";

async function refs(store: Store): Promise<readonly string[]> {
  return (await store.listItems({ axis: "verify-dispatch" })).map(({ ref }) => ref);
}

function batch(changes: Partial<ItemBatch> = {}): ItemBatch {
  return {
    axis: "verify-dispatch",
    period: "2026-05",
    batch: 2,
    addedAt: 2,
    gradesMark: 0,
    items: [anItem("further", { batch: 2, kind: "fail", word: "FAIL", orderKey: 2 ** 52 + 7 })],
    adopted: [],
    minutesPlanned: 46.5,
    effects: [anEffect("further")],
    ...changes,
  };
}

async function opened({ newStore }: StoreBench): Promise<Store> {
  const store = await newStore();
  await store.planOpening({
    period: "2026-05",
    cycles: [aCycle(), aCycle({ axis: "verify-vault-write" })],
    items: [
      anItem("base", { state: "created", orderKey: 9 }),
      anItem("risk", { state: "created", kind: "risk", orderKey: 4 }),
      anItem("other axis", { axis: "verify-vault-write", batch: 2 }),
    ],
    effects: [],
    openedAt: 1,
  });
  return store;
}

/** What every store must do about: further batches of an open month. */
export function batchesContract(bench: StoreBench): void {
  describe("further batches", () => {
    it("are stored whole with minutes and effects, behind the items before them; the cycle stays as it was", async () => {
      const store = await opened(bench);
      expect(await store.addBatch(batch())).toBe("added");
      expect(await store.listItems({ ref: "further" })).toEqual(batch().items);
      expect(await refs(store)).toEqual(["risk", "base", "further"]);
      expect(await store.listCycles({ axis: "verify-dispatch" })).toEqual([aCycle({ minutesPlanned: 46.5 })]);
      expect(await store.listCycles({ axis: "verify-vault-write" })).toEqual([
        aCycle({ axis: "verify-vault-write" }),
      ]);
      expect(await store.listEffects()).toMatchObject([{ dedupeKey: "further", plannedAt: 2 }]);
    });

    it("take in risk items of their cycle, and nothing else that is there", async () => {
      const store = await opened(bench);
      const adopted = [
        { ref: "risk", kind: "pass" },
        { ref: "base", kind: "fail" },
        { ref: "other axis", kind: "fail" },
      ] as const;
      expect(await store.addBatch(batch({ adopted }))).toBe("added");
      expect(await store.listItems({ ref: "risk" })).toEqual([
        anItem("risk", { state: "created", kind: "pass", batch: 2, orderKey: 4 }),
      ]);
      expect(await store.listItems({ ref: "base" })).toMatchObject([{ kind: "pass", batch: 1 }]);
      expect(await store.listItems({ ref: "other axis" })).toMatchObject([{ kind: "pass", batch: 2 }]);
    });

    it("come one after the other, each once", async () => {
      const store = await opened(bench);
      expect(await store.addBatch(batch({ batch: 3 }))).toBe("changed");
      expect(await store.addBatch(batch())).toBe("added");
      const again = batch({ items: [anItem("again")], minutesPlanned: 99, effects: [anEffect("again")] });
      expect(await store.addBatch(again)).toBe("changed");
      expect(await refs(store)).not.toContain("again");
      expect(await store.listCycles({ axis: "verify-dispatch" })).toMatchObject([{ minutesPlanned: 46.5 }]);
      expect(await store.listEffects()).toHaveLength(1);
      expect(await store.addBatch({ ...again, batch: 3 })).toBe("added");
      expect(await store.listItems({ ref: "again" })).toMatchObject([{ batch: 3 }]);
    });

    it("are not added when a grade of the axis came in between", async () => {
      const store = await opened(bench);
      await store.appendGrades([aGrade("other axis")]);
      await store.appendGrades([aGrade("base")]);
      expect(await store.addBatch(batch())).toBe("changed");
      expect(await refs(store)).toEqual(["risk", "base"]);
      const { mark } = await store.listGrades({ axis: "verify-dispatch" });
      expect(await store.addBatch(batch({ gradesMark: mark }))).toBe("added");
    });

    it("are for open cycles", async () => {
      const store = await opened(bench);
      const { axis, period } = batch();
      expect(await store.addBatch(batch({ period: "2026-04" }))).toBe("not-open");
      const closing = { axis, period, closedAt: 5, gradesMark: 0, statusChange: null, effects: [] };
      await store.closeCycle({ ...closing, decision: aDecision() });
      expect(await store.addBatch(batch())).toBe("not-open");
      expect(await refs(store)).toEqual(["risk", "base"]);
      expect(await store.listEffects()).toEqual([]);
    });

    it("expire with their month", async () => {
      const store = await opened(bench);
      await store.addBatch(batch());
      const { axis, period } = batch();
      const closing = { axis, period, closedAt: 5, gradesMark: 0, statusChange: null, effects: [] };
      expect(await store.closeCycle({ ...closing, decision: aDecision() })).toBe("closed");
      expect(await store.listItems({ ref: "further" })).toMatchObject([{ state: "expired" }]);
    });
  });
}
