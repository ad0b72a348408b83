import { describe, expect, it } from "vitest";
import { firstAskedBatch } from "../../src/core/cycle.ts";
import type { AskedItemBatch, ItemBatch, Store } from "../../src/store/store.ts";
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

function askedBatch(changes: Partial<AskedItemBatch> = {}): AskedItemBatch {
  const { batch: number = firstAskedBatch } = changes;
  return {
    axis: "verify-dispatch",
    period: "2026-05",
    batch: number,
    askedAt: 3,
    queue: "local",
    pass: 1,
    fail: 0,
    items: [anItem(`asked ${number}`, { batch: number, orderKey: number })],
    ...changes,
  };
}

const closing = {
  axis: "verify-dispatch",
  period: "2026-05",
  closedAt: 5,
  gradesMark: 0,
  statusChange: null,
  effects: [],
  decision: aDecision(),
} as const;

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
  describe("batches that a person asked for", () => {
    it("are no part of their month: only who asks for them sees them, or who knows the ref of one", async () => {
      const store = await opened(bench);
      expect(await store.askBatch(askedBatch())).toBe("added");
      expect(await refs(store)).toEqual(["risk", "base"]);
      expect(await store.listItems({ axis: "verify-dispatch", asked: true })).toEqual(askedBatch().items);
      expect(await store.listItems({ ref: "asked 1001" })).toEqual(askedBatch().items);
      expect(await store.listItems({ axis: "verify-vault-write", asked: true })).toEqual([]);
      expect(await store.listCycles({ axis: "verify-dispatch" })).toEqual([aCycle()]);
      // The next batch that the month draws by itself is its second one still.
      expect(await store.addBatch(batch())).toBe("added");
    });

    it("come one after the other, each once, and are listed by instant", async () => {
      const store = await opened(bench);
      expect(await store.askBatch(askedBatch({ batch: firstAskedBatch + 1 }))).toBe("changed");
      expect(await store.askBatch(askedBatch({ askedAt: 9 }))).toBe("added");
      expect(await store.askBatch(askedBatch({ items: [anItem("again")] }))).toBe("changed");
      expect(await store.listItems({ ref: "again" })).toEqual([]);
      expect(await store.askBatch(askedBatch({ batch: firstAskedBatch + 1, askedAt: 7 }))).toBe("added");
      // Counted within the axis.
      const other = { axis: "verify-vault-write", askedAt: 8, items: [] };
      expect(await store.askBatch(askedBatch(other))).toBe("added");
      const listed = await store.listAskedBatches();
      expect(listed.map(({ axis, batch: number }) => [axis, number])).toEqual([
        ["verify-dispatch", firstAskedBatch + 1],
        ["verify-vault-write", firstAskedBatch],
        ["verify-dispatch", firstAskedBatch],
      ]);
      const { items: _items, ...kept } = askedBatch(other);
      expect(await store.listAskedBatches({ axis: "verify-vault-write" })).toEqual([kept]);
    });

    it("are stored whole or not at all", async () => {
      const store = await opened(bench);
      const items = [anItem("first"), anItem("base")];
      await expect(store.askBatch(askedBatch({ items }))).rejects.toThrow(Error);
      expect(await store.listAskedBatches()).toEqual([]);
      expect(await store.listItems({ ref: "first" })).toEqual([]);
      expect(await store.listItems({ ref: "base" })).toMatchObject([{ batch: 1 }]);
    });

    it("outlive their month: it closes without them, and they are published and answered after it", async () => {
      const store = await opened(bench);
      await store.askBatch(askedBatch());
      expect(await store.closeCycle(closing)).toBe("closed");
      expect(await store.listItems({ ref: "asked 1001" })).toMatchObject([{ state: "planned" }]);
      expect(await store.moveItem({ ref: "asked 1001", to: "sending", at: 6 })).toBe(true);
      expect(await store.moveItem({ ref: "asked 1001", to: "created", at: 7, externalId: "p-1" })).toBe(true);
      expect(await store.moveItem({ ref: "base", to: "withdrawn", at: 7 })).toBe(false);
      expect(await store.appendGrades([aGrade("risk"), aGrade("asked 1001")])).toMatchObject([
        { outcome: "stored", late: true },
        { outcome: "stored", late: false },
      ]);
      expect(await store.listItems({ ref: "asked 1001" })).toMatchObject([
        { state: "answered", externalId: "p-1" },
      ]);
      await store.appendGrades([aGrade("asked 1001", { grade: null, observedAt: Date.UTC(2026, 5, 4) })]);
      expect(await store.listItems({ ref: "asked 1001" })).toMatchObject([{ state: "created" }]);
    });

    it("may be asked for from a month that is closed, and from none that is not there", async () => {
      const store = await opened(bench);
      await store.closeCycle(closing);
      expect(await store.askBatch(askedBatch())).toBe("added");
      await expect(store.askBatch(askedBatch({ period: "2026-04", items: [] }))).rejects.toThrow(Error);
    });
  });

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
      expect(await store.addBatch(batch({ period: "2026-04" }))).toBe("not-open");
      await store.closeCycle(closing);
      expect(await store.addBatch(batch())).toBe("not-open");
      expect(await refs(store)).toEqual(["risk", "base"]);
      expect(await store.listEffects()).toEqual([]);
    });

    it("expire with their month", async () => {
      const store = await opened(bench);
      await store.addBatch(batch());
      expect(await store.closeCycle(closing)).toBe("closed");
      expect(await store.listItems({ ref: "further" })).toMatchObject([{ state: "expired" }]);
    });
  });
}
