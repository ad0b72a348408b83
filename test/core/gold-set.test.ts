import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Cycle, Grade, GradeObservation, Item } from "../../src/core/cycle.ts";
import { goldIdOf, goldSize, planGold, splitNow, splitOf, surplusGold } from "../../src/core/gold-set.ts";
import { goldAxis, goldItem } from "../support/gold-data.ts";

const salt = "00112233";
const shaOf = (text: string): string => createHash("sha256").update(text).digest("hex");

function item(ref: string, text: string, facts: Partial<Item> = {}): Item {
  return {
    ref,
    axis: goldAxis,
    period: "2026-05",
    kind: "pass",
    batch: 1,
    state: "answered",
    verdictKey: shaOf(ref),
    word: "PASS",
    artifact: { kind: "snapshot", sha256: shaOf(text) },
    title: ref,
    orderKey: 0,
    attempts: 1,
    externalId: null,
    url: null,
    withdrawnBecause: null,
    ...facts,
  };
}

function grade(
  ref: string,
  word: Grade | null,
  observedAt = 1,
  reason: string | null = null,
): GradeObservation {
  return { ref, grade: word, reason, by: null, at: null, observedAt, via: "import" };
}

function cycle(period: string, state: Cycle["state"] = "closed"): Cycle {
  return {
    axis: goldAxis,
    period,
    state,
    because: null,
    epoch: "e",
    openedAt: 0,
    dueAt: 1,
    closedAt: state === "closed" ? 1 : null,
    frame: { pass: 1, fail: 1, noArtifact: 0 },
    frameHash: null,
    watermark: 0,
    passRate: 0.1,
    failRate: 0.1,
    minutesPlanned: 0,
    sampleTarget: null,
    firstMonth: false,
    queue: "local",
  };
}

const plan = (
  items: readonly Item[],
  observations: readonly GradeObservation[],
  known: Parameters<typeof planGold>[1] = [],
  cycles: readonly Cycle[] = [cycle("2026-05"), cycle("2026-06")],
): ReturnType<typeof planGold> => planGold({ axis: goldAxis, cycles, items, observations }, known, salt);

describe("planGold", () => {
  it("admits what the founder confirmed: agreed, overridden, and probes both ways", () => {
    const { admit, retire } = plan(
      [
        item("agreed", "a"),
        item("overridden", "b"),
        item("reverse", "c", { kind: "fail", word: "FAIL" }),
        item("risky", "d", { kind: "risk" }),
        item("confirmed", "e", { kind: "probe" }),
        item("refuted", "f", { kind: "probe" }),
        item("unsure", "g"),
        item("silent", "h"),
        item("thrown-away", "i", { state: "withdrawn" }),
        item("bare", "j", { artifact: { kind: "ref", ref: "http://x" } }),
      ],
      [
        grade("agreed", "PASS"),
        grade("overridden", "FAIL", 1, "names no check"),
        grade("reverse", "PASS"),
        grade("risky", "FAIL"),
        grade("confirmed", "FAIL"),
        grade("refuted", "PASS"),
        grade("unsure", "CANT_TELL"),
        grade("thrown-away", "PASS"),
        grade("bare", "PASS"),
      ],
    );
    expect(retire).toEqual([]);
    const shown = admit.map(({ itemRef, label, origin }) => `${itemRef} ${label} ${origin}`).toSorted();
    expect(shown).toEqual([
      "agreed PASS regrade",
      "confirmed FAIL probe",
      "overridden FAIL regrade",
      "refuted PASS probe",
      "reverse PASS regrade",
      "risky FAIL regrade",
    ]);
    expect(admit.find(({ itemRef }) => itemRef === "overridden")).toMatchObject({
      id: goldIdOf(goldAxis, shaOf("b")),
      sha256: shaOf("b"),
      reason: "names no check",
      criticWord: "PASS",
      verdictKey: shaOf("overridden"),
      probeId: null,
      split: splitOf(salt, goldAxis, shaOf("b")),
    });
    expect(admit.find(({ itemRef }) => itemRef === "confirmed")).toMatchObject({
      verdictKey: null,
      probeId: shaOf("confirmed"),
    });
  });

  it("leaves open months alone: their items are blind", () => {
    const open = [cycle("2026-05", "open")];
    expect(plan([item("r", "a")], [grade("r", "PASS")], [], open).admit).toEqual([]);
  });

  it("admits an artifact once, and not where the founder gave it two labels", () => {
    const twice = [item("one", "a"), item("two", "a", { period: "2026-06", kind: "reask" })];
    expect(plan(twice, [grade("one", "PASS"), grade("two", "PASS")]).admit).toMatchObject([
      { itemRef: "one", origin: "regrade" },
    ]);
    expect(plan(twice, [grade("one", "PASS"), grade("two", "FAIL")]).admit).toEqual([]);
  });

  it("goes by the grade that counts now", () => {
    const grades = [grade("r", "PASS", 1), grade("r", "FAIL", 2)];
    expect(plan([item("r", "a")], grades).admit).toMatchObject([{ label: "FAIL" }]);
  });

  it("retires gold whose label no longer stands, and admits nothing twice", () => {
    const gold = goldItem("a", { label: "PASS" });
    const items = [item("one", "a"), item("two", "a", { period: "2026-06", kind: "reask" })];
    expect(plan(items, [grade("one", "PASS")], [gold])).toEqual({ admit: [], retire: [] });
    const other = [grade("one", "PASS"), grade("two", "FAIL")];
    expect(plan(items, other, [gold])).toEqual({ admit: [], retire: [gold.id] });
    expect(plan(items, other, [{ ...gold, retiredAt: 5 }])).toEqual({ admit: [], retire: [] });
  });
});

describe("splitOf", () => {
  it("halves the items, by salt, axis and artifact alone", () => {
    const shas = Array.from({ length: 400 }, (_, index) => shaOf(String(index)));
    const splits = shas.map((sha) => splitOf(salt, goldAxis, sha));
    expect(splits).toEqual(shas.map((sha) => splitOf(salt, goldAxis, sha)));
    const holdout = splits.filter((split) => split === "holdout").length;
    expect(holdout).toBeGreaterThan(160);
    expect(holdout).toBeLessThan(240);
    expect(splits).not.toEqual(shas.map((sha) => splitOf("ffee", goldAxis, sha)));
    expect(splits).not.toEqual(shas.map((sha) => splitOf(salt, "other", sha)));
  });

  it("is for good only one way", () => {
    expect(splitNow({ split: "holdout", exposedAt: null })).toBe("holdout");
    expect(splitNow({ split: "holdout", exposedAt: 1 })).toBe("exposed");
    expect(splitNow({ split: "exposed", exposedAt: null })).toBe("exposed");
  });
});

describe("surplusGold", () => {
  it("lets the oldest exposed items of the commoner label go", () => {
    const items = [
      goldItem("fail", { admittedAt: 1 }),
      goldItem("old holdout", { label: "PASS", admittedAt: 2 }),
      goldItem("old exposed", { label: "PASS", admittedAt: 3, split: "exposed" }),
      goldItem("new exposed", { label: "PASS", admittedAt: 4, split: "exposed" }),
      goldItem("gone", { label: "PASS", admittedAt: 0, retiredAt: 1 }),
    ];
    expect(surplusGold(items, 4)).toEqual([]);
    expect(surplusGold(items, 3)).toEqual([items[2]?.id]);
    expect(surplusGold(items, 1)).toEqual([items[2]?.id, items[3]?.id, items[1]?.id]);
  });
});

const monthOf = (instant: number): string => new Date(instant).toISOString().slice(0, 7);
const now = Date.UTC(2026, 8, 20);
const many = (count: number, month: number, facts = {}): ReturnType<typeof goldItem>[] =>
  Array.from({ length: count }, (_, index) =>
    goldItem(`${month}-${index}`, { admittedAt: Date.UTC(2026, month - 1, 15), ...facts }),
  );

describe("goldSize", () => {
  it("dates the end by the rate of the months since the first admission", () => {
    // July, August, September: 36 items, 12 a month; 164 are missing, 14 months.
    const items = [...many(12, 7), ...many(24, 9, { split: "exposed", label: "PASS" })];
    expect(goldSize(items, now, monthOf)).toEqual({
      items: 36,
      holdout: 12,
      exposed: 24,
      pass: 24,
      fail: 12,
      probes: 0,
      retired: 0,
      target: { low: 200, high: 500 },
      perMonth: 12,
      enoughIn: "2027-11",
      because: null,
    });
  });

  it("counts at most six months, and what was retired against what was admitted", () => {
    const items = [
      ...many(60, 1),
      ...many(12, 8),
      ...many(6, 9, { retiredAt: now, retiredBecause: "label-changed" }),
    ];
    expect(goldSize(items, now, monthOf)).toMatchObject({
      items: 72,
      retired: 6,
      perMonth: 2,
      enoughIn: "2032-01",
    });
  });

  it("gives no date where there is none to give", () => {
    expect(goldSize([], now, monthOf)).toMatchObject({
      items: 0,
      perMonth: 0,
      enoughIn: null,
      because: "no-growth",
    });
    expect(goldSize(many(3, 1), now, monthOf)).toMatchObject({ enoughIn: null, because: "no-growth" });
    expect(goldSize(many(200, 1), now, monthOf)).toMatchObject({ enoughIn: null, because: "reached" });
    const one = [...many(1, 1), ...many(1, 4)].slice(0, 2);
    expect(goldSize(one, now, monthOf)).toMatchObject({ perMonth: 1 / 6, because: "too-far" });
  });
});
