import { describe, expect, it } from "vitest";
import {
  exceedsOwnNoise,
  goldAgreement,
  goldFlips,
  goldTruePassRate,
  judgedTwice,
} from "../../src/core/gold-agreement.ts";
import { jeffreysInterval } from "../../src/core/intervals.ts";
import { mcnemarExact } from "../../src/core/mcnemar.ts";
import { roganGladen } from "../../src/core/rogan-gladen.ts";
import { goldAnswer, goldItem } from "../support/gold-data.ts";

const passes = Array.from({ length: 10 }, (_, index) =>
  goldItem(`pass ${index}`, { label: "PASS", itemRef: `p${index}` }),
);
const fails = Array.from({ length: 5 }, (_, index) => goldItem(`fail ${index}`, { itemRef: `f${index}` }));
const probes = Array.from({ length: 4 }, (_, index) => goldItem(`probe ${index}`, { origin: "probe" }));
const items = [...passes, ...fails, ...probes];

/** 8 of 10 PASS right, 4 of 5 FAIL right, 3 of 4 probes let through. */
const answers = [
  ...passes.map((item, index) => goldAnswer(item, index < 8 ? "PASS" : "FAIL")),
  ...fails.map((item, index) => goldAnswer(item, index < 4 ? "FAIL" : "PASS")),
  ...probes.map((item, index) => goldAnswer(item, index < 3 ? "PASS" : "FAIL")),
];

describe("goldAgreement", () => {
  it("counts agreement, TPR, TNR and escaped probes, each with its interval", () => {
    const { holdout, exposed } = goldAgreement(items, answers);
    const { low, high } = jeffreysInterval(13, 19);
    expect(holdout.agreement).toEqual({ count: 13, n: 19, rate: 13 / 19, low, high });
    expect(holdout.truePass).toMatchObject({ count: 8, n: 10 });
    expect(holdout.trueFail).toMatchObject({ count: 5, n: 9 });
    expect(holdout.escape).toMatchObject({ count: 3, n: 4 });
    expect(exposed.agreement).toEqual({ count: 0, n: 0, rate: null, low: null, high: null });
  });

  it("takes an item that was exposed since out of the holdout figures, and a retired one out of all", () => {
    const [first, second, ...others] = probes;
    if (first === undefined || second === undefined) throw new Error("no probes");
    const later = [
      ...passes,
      ...fails,
      { ...first, exposedAt: 1, exposedBecause: "leak" },
      { ...second, retiredAt: 1, retiredBecause: "label-changed" },
      ...others,
    ];
    const { holdout, exposed } = goldAgreement(later, answers);
    expect(holdout.escape).toMatchObject({ count: 1, n: 2 });
    expect(exposed.escape).toMatchObject({ count: 1, n: 1 });
    expect(exposed.agreement).toMatchObject({ count: 0, n: 1 });
  });

  it("takes a call without a verdict for neither, and leaves second answers alone", () => {
    const some = answers.map((answer, index) => (index < 2 ? { ...answer, word: "ERROR" as const } : answer));
    const second = passes.map((item) => goldAnswer(item, "FAIL", { repeat: 2 }));
    expect(goldAgreement(items, [...some, ...second]).holdout.truePass).toMatchObject({ count: 6, n: 8 });
  });
});

describe("goldFlips", () => {
  it("compares what both runs judged, and says which way it leans", () => {
    const now = items.slice(0, 17).map((item, index) => {
      const before = answers[index]?.word;
      return goldAnswer(item, index < 6 ? "FAIL" : index === 8 ? "PASS" : (before ?? "ERROR"));
    });
    const flips = goldFlips(answers, now);
    expect(flips).toMatchObject({ passToFail: 6, failToPass: 1, flipped: { count: 7, n: 17, rate: 7 / 17 } });
    expect(flips.p).toBe(mcnemarExact(6, 1));
  });

  it("has no number where nothing was judged twice", () => {
    expect(goldFlips([], answers)).toMatchObject({ flipped: { n: 0, rate: null }, p: null });
    const errors = answers.map((answer) => ({ ...answer, word: "ERROR" as const }));
    expect(goldFlips(errors, answers).flipped.n).toBe(0);
  });
});

describe("judgedTwice", () => {
  it("counts the items on which the critic contradicted itself within the run", () => {
    const second = passes
      .slice(0, 4)
      .map((item, index) => goldAnswer(item, index === 0 ? "FAIL" : "PASS", { repeat: 2 }));
    expect(judgedTwice([...answers, ...second])).toMatchObject({ count: 1, n: 4 });
    expect(judgedTwice(answers)).toMatchObject({ n: 0, rate: null });
  });
});

describe("exceedsOwnNoise", () => {
  it("holds flips against the contradictions of both runs", () => {
    const steady = [
      { count: 0, n: 10 },
      { count: 0, n: 10 },
    ];
    expect(exceedsOwnNoise({ count: 6, n: 20 }, steady)).toBe(true);
    expect(exceedsOwnNoise({ count: 1, n: 20 }, steady)).toBe(false);
    expect(
      exceedsOwnNoise({ count: 6, n: 20 }, [
        { count: 3, n: 10 },
        { count: 4, n: 10 },
      ]),
    ).toBe(false);
    expect(exceedsOwnNoise({ count: 6, n: 20 }, [{ count: 0, n: 0 }])).toBeNull();
  });
});

describe("goldTruePassRate", () => {
  it("rests on items that were drawn, never on probes, picked, imported or exposed ones", () => {
    const picked = goldItem("picked", { itemRef: "risk" });
    const imported = goldItem("imported", { origin: "import", itemRef: "p0" });
    const known = goldItem("known", { itemRef: "f0", split: "exposed" });
    const more = [...items, picked, imported, known];
    const given = [...answers, ...[picked, imported, known].map((item) => goldAnswer(item, "PASS"))];
    const drawn = new Set([...passes, ...fails].flatMap(({ itemRef }) => itemRef ?? []));
    const found = goldTruePassRate({ count: 160, n: 200 }, more, given, drawn);
    expect(found).toEqual({
      ...roganGladen({
        criticPass: { count: 160, n: 200 },
        goldPass: { count: 8, n: 10 },
        goldFail: { count: 4, n: 5 },
      }),
      goldItems: 15,
    });
  });

  it("is a reason where there is no such gold", () => {
    const found = goldTruePassRate({ count: 160, n: 200 }, probes, answers, new Set());
    expect(found).toMatchObject({ status: "undefined", because: "no-data", goldItems: 0 });
  });
});
