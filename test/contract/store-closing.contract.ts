import { describe, expect, it } from "vitest";
import type { Store } from "../../src/store/store.ts";
import { aCycle, aDecision, aGrade, aStatusChange, anEffect, anItem } from "../store/samples.ts";
import type { StoreBench } from "./store-engine.ts";

/** What every store must do about: closing. */
export function closingContract({ newStore }: StoreBench): void {
  describe("closing", () => {
    const closing = {
      axis: "verify-dispatch",
      period: "2026-05",
      closedAt: Date.UTC(2026, 6, 1, 13),
      gradesMark: 0,
      decision: aDecision(),
      statusChange: aStatusChange(),
      effects: [anEffect("closed")],
    };
    const states = ["planned", "sending", "created", "answered", "withdrawn"] as const;

    async function opened(): Promise<Store> {
      const store = await newStore();
      await store.planOpening({
        period: "2026-05",
        cycles: [aCycle()],
        items: states.map((state) => anItem(state, { state })),
        effects: [],
        openedAt: 1,
      });
      return store;
    }

    it("stores decision, status change and effects with the close, and expires what is unanswered", async () => {
      const store = await opened();
      expect(await store.closeCycle(closing)).toBe("closed");
      expect(await store.listCycles()).toEqual([aCycle({ state: "closed", closedAt: closing.closedAt })]);
      const items = await store.listItems({});
      expect(Object.fromEntries(items.map(({ ref, state }) => [ref, state]))).toEqual({
        planned: "expired",
        sending: "expired",
        created: "expired",
        answered: "answered",
        withdrawn: "withdrawn",
      });
      expect(await store.listDecisions()).toEqual([aDecision()]);
      expect(await store.listDecisions({ axis: "verify-vault-write" })).toEqual([]);
      expect(await store.listStatusChanges()).toEqual([aStatusChange()]);
      expect(await store.listEffects({ period: "2026-05" })).toMatchObject([{ dedupeKey: "closed" }]);
      expect(await store.closeCycle(closing)).toBe("not-open");
      expect(await store.listStatusChanges()).toHaveLength(1);
    });

    it("closes nothing when a grade of any month of the axis came in between", async () => {
      const store = await opened();
      await store.planOpening({
        period: "2026-04",
        cycles: [aCycle({ period: "2026-04" }), aCycle({ period: "2026-04", axis: "verify-vault-write" })],
        items: [
          anItem("april", { period: "2026-04" }),
          anItem("other axis", { period: "2026-04", axis: "verify-vault-write" }),
        ],
        effects: [],
        openedAt: 1,
      });
      await store.appendGrades([aGrade("other axis")]);
      await store.appendGrades([aGrade("april")]);
      expect(await store.closeCycle(closing)).toBe("changed");
      expect(await store.listDecisions()).toEqual([]);
      expect(await store.listStatusChanges()).toEqual([]);
      expect(await store.listEffects()).toEqual([]);
      expect((await store.listCycles({ period: "2026-05" }))[0]).toEqual(aCycle());
      const { mark } = await store.listGrades({ axis: "verify-dispatch" });
      expect(await store.closeCycle({ ...closing, gradesMark: mark })).toBe("closed");
    });

    it("does not close what was never open", async () => {
      const store = await newStore();
      expect(await store.closeCycle(closing)).toBe("not-open");
      await store.planOpening({
        period: "2026-05",
        cycles: [aCycle({ state: "skipped", because: "too-old" })],
        items: [],
        effects: [],
        openedAt: 1,
      });
      expect(await store.closeCycle(closing)).toBe("not-open");
      expect(await store.listDecisions()).toEqual([]);
    });
  });
}
