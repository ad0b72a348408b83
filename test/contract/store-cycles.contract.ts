import { describe, expect, it } from "vitest";
import { aCycle, anEffect, anItem } from "../store/samples.ts";
import type { StoreBench } from "./store-engine.ts";

/** What every store must do about: cycles and items. */
export function cyclesContract({ newStore }: StoreBench): void {
  describe("cycles and items", () => {
    const opening = {
      period: "2026-05",
      cycles: [aCycle()],
      items: [anItem("one", { orderKey: 9 }), anItem("two", { orderKey: 4 })],
      effects: [anEffect("opened")],
      openedAt: Date.UTC(2026, 5, 1, 13),
    };

    it("stores cycles, items and effects of an opening, and gives them back whole", async () => {
      const store = await newStore();
      const below = aCycle({
        axis: "a-first",
        state: "below-threshold",
        because: "too-few-pass",
        epoch: null,
        dueAt: null,
        frameHash: null,
        sampleTarget: 4,
        firstMonth: false,
      });
      const byRef = anItem("three", { orderKey: 5.5, artifact: { kind: "ref", ref: "https://example.org" } });
      const full = { ...opening, cycles: [aCycle(), below], items: [...opening.items, byRef] };
      const outcome = await store.planOpening(full);
      expect([...outcome.opened].sort()).toEqual(["a-first", "verify-dispatch"]);
      expect(await store.listCycles()).toEqual([below, aCycle()]);
      expect(await store.listCycles({ state: "open" })).toEqual([aCycle()]);
      expect(await store.listCycles({ axis: "a-first", period: "2026-05" })).toEqual([below]);
      expect(await store.listCycles({ period: "2026-06" })).toEqual([]);
      expect(await store.listItems({})).toEqual([opening.items[1], byRef, opening.items[0]]);
      expect(await store.listItems({ ref: "three", axis: "verify-dispatch", states: ["planned"] })).toEqual([
        byRef,
      ]);
      expect(await store.listItems({ states: ["created"] })).toEqual([]);
      expect(await store.listItems({ period: "2026-04" })).toEqual([]);
      expect(await store.listEffects()).toMatchObject([{ dedupeKey: "opened", state: "pending" }]);
    });

    it("leaves a cycle that exists with its items, and plans no effects when nothing was opened", async () => {
      const store = await newStore();
      await store.planOpening(opening);
      const again = await store.planOpening({
        ...opening,
        cycles: [aCycle({ watermark: 99 })],
        items: [anItem("again")],
        effects: [anEffect("again")],
      });
      expect(again.opened).toEqual([]);
      const wider = await store.planOpening({
        ...opening,
        cycles: [aCycle(), aCycle({ axis: "verify-vault-write" })],
        items: [anItem("refused"), anItem("new", { axis: "verify-vault-write" })],
        effects: [anEffect("wider")],
      });
      expect(wider.opened).toEqual(["verify-vault-write"]);
      expect((await store.listCycles({ axis: "verify-dispatch" }))[0]?.watermark).toBe(75);
      expect((await store.listItems({})).map(({ ref }) => ref)).toEqual(["two", "one", "new"]);
      expect((await store.listEffects()).map(({ dedupeKey }) => dedupeKey)).toEqual(["opened", "wider"]);
    });

    it("moves an item from planned over sending to created, counting attempts, and refuses the rest", async () => {
      const store = await newStore();
      await store.planOpening(opening);
      const move = async (to: "sending" | "created" | "withdrawn", more = {}) =>
        store.moveItem({ ref: "one", to, at: 1, ...more });
      const item = async () => (await store.listItems({ ref: "one" }))[0];
      expect(await move("created")).toBe(false);
      expect(await move("sending")).toBe(true);
      expect(await move("sending")).toBe(true);
      expect(await item()).toMatchObject({ state: "sending", attempts: 2, externalId: null });
      expect(await move("created", { externalId: "p-1", url: "https://example.org/p-1" })).toBe(true);
      const created = { state: "created", attempts: 2, externalId: "p-1", url: "https://example.org/p-1" };
      expect(await item()).toMatchObject(created);
      expect(await move("created")).toBe(false);
      expect(await move("sending")).toBe(false);
      expect(await move("withdrawn", { because: "trashed" })).toBe(true);
      expect(await item()).toMatchObject({
        state: "withdrawn",
        withdrawnBecause: "trashed",
        externalId: "p-1",
      });
      expect(await move("created")).toBe(false);
      expect(await move("withdrawn")).toBe(false);
      expect(await store.moveItem({ ref: "nobody", to: "sending", at: 1 })).toBe(false);
    });
  });
}
