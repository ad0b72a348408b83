import { describe, expect, it } from "vitest";
import { aStatusChange, anEffect } from "../store/samples.ts";
import type { StoreBench } from "./store-engine.ts";

/** What every store must do about: status and effects. */
export function effectsContract({ newStore }: StoreBench): void {
  describe("status and effects", () => {
    it("records status changes in their order, with their effects", async () => {
      const store = await newStore();
      const byHand = aStatusChange({ by: "by hand", from: null, to: "shadow", period: null, at: 3 });
      await store.recordStatusChange(byHand, [anEffect("told")]);
      await store.recordStatusChange(aStatusChange({ axis: "a-first", at: 2 }), []);
      expect(await store.listStatusChanges()).toEqual([byHand, aStatusChange({ axis: "a-first", at: 2 })]);
      expect(await store.listStatusChanges({ axis: "a-first" })).toHaveLength(1);
      expect(await store.listEffects()).toMatchObject([{ dedupeKey: "told", plannedAt: 3 }]);
    });

    it("plans an effect once", async () => {
      const store = await newStore();
      expect(await store.planEffects([anEffect("a"), anEffect("b"), anEffect("a")], 5)).toBe(2);
      expect(await store.planEffects([anEffect("b", { axis: "x" })], 6)).toBe(0);
      const effects = await store.listEffects({ unfinished: true });
      expect(effects).toMatchObject([anEffect("a"), anEffect("b")]);
      expect(effects[0]).toMatchObject({
        state: "pending",
        attempts: 0,
        nextTryAt: null,
        plannedAt: 5,
        doneAt: null,
      });
      expect(await store.listEffects({ period: "2026-06" })).toEqual([]);
    });

    it("counts an attempt with each claim, also after a crash, and none when it is done", async () => {
      const store = await newStore();
      await store.planEffects([anEffect("a"), anEffect("b")], 5);
      const id = (await store.listEffects())[0]?.id ?? 0;
      expect(await store.claimEffect(id)).toMatchObject({
        id,
        state: "sending",
        attempts: 1,
        ...anEffect("a"),
      });
      // Nobody said how it ended: the claimer died.
      expect(await store.claimEffect(id)).toMatchObject({ attempts: 2 });
      await store.finishEffect(id, { state: "pending", nextTryAt: 99, error: "the vault is not mounted" });
      expect((await store.listEffects({ unfinished: true }))[0]).toMatchObject({
        state: "pending",
        attempts: 2,
        nextTryAt: 99,
        lastError: "the vault is not mounted",
      });
      expect(await store.claimEffect(id)).toMatchObject({ attempts: 3, state: "sending" });
      await store.finishEffect(id, { state: "done", at: 100, detail: "appended" });
      expect(await store.claimEffect(id)).toBeNull();
      await store.finishEffect(id, { state: "pending", nextTryAt: 200, error: "late word" });
      const all = await store.listEffects();
      expect(all[0]).toMatchObject({
        state: "done",
        doneAt: 100,
        lastError: null,
        nextTryAt: null,
        attempts: 3,
      });
      expect((await store.listEffects({ unfinished: true })).map(({ dedupeKey }) => dedupeKey)).toEqual([
        "b",
      ]);
      expect(await store.claimEffect(12_345)).toBeNull();
      await expect(store.finishEffect(12_345, { state: "done", at: 1, detail: "" })).rejects.toMatchObject({
        code: "not-found",
      });
    });
  });
}
