import { describe, expect, it } from "vitest";
import { goldDrift, judgeOf, type MeasuredRun } from "../../src/core/gold-drift.ts";
import type { GoldAnswer } from "../../src/core/gold-record.ts";
import { goldAnswer, goldItem, goldRun } from "../support/gold-data.ts";

const items = Array.from({ length: 20 }, (_, index) => goldItem(`item ${index}`));

/** A run in which the first `fails` items are failed and the first `twice` judged a second time, alike. */
function measured(
  fails: (index: number) => boolean,
  facts: Partial<GoldAnswer> = {},
  more: Partial<MeasuredRun> = {},
): MeasuredRun {
  const words = items.map((_, index) => (fails(index) ? ("FAIL" as const) : ("PASS" as const)));
  return {
    run: goldRun(),
    answers: [1, 2].flatMap((repeat) =>
      items
        .slice(0, repeat === 1 ? 20 : 10)
        .map((item, index) => goldAnswer(item, words[index] ?? "ERROR", { repeat, ...facts })),
    ),
    production: { count: 80, n: 100 },
    ...more,
  };
}
/** The same with a second word that is often another. */
const unsteady = (run: MeasuredRun): MeasuredRun => ({
  ...run,
  answers: run.answers.map((answer, index) =>
    answer.repeat === 2 && index % 3 === 0
      ? { ...answer, word: answer.word === "PASS" ? "FAIL" : "PASS" }
      : answer,
  ),
});

const june = measured((index) => index < 12);

describe("goldDrift", () => {
  it("knows nothing without an earlier run, or without an item that both judged", () => {
    expect(goldDrift(null, june)).toMatchObject({ cause: "unknown", flips: null, since: null });
    expect(goldDrift({ ...june, answers: [] }, june)).toMatchObject({ cause: "unknown", since: "2026-06" });
  });

  it("finds nothing where nothing changed, and not in a flip or two", () => {
    expect(goldDrift(june, june)).toMatchObject({ cause: "none", because: [], changes: [] });
    const oneFlip = measured((index) => index < 11);
    expect(goldDrift(june, oneFlip)).toMatchObject({
      cause: "none",
      flips: { flipped: { count: 1, n: 20 } },
    });
  });

  it("names a judge that is known to be another one by what answered", () => {
    const july = measured((index) => index < 10, { model: "judge-2", cliVersion: "1.1.0" });
    expect(goldDrift(june, july)).toMatchObject({
      cause: "judge",
      because: ["identity"],
      changes: [
        { what: "cliVersion", before: "1.0.0", after: "1.1.0" },
        { what: "model", before: "judge-1", after: "judge-2" },
      ],
      flips: { flipped: { count: 2, n: 20 }, failToPass: 2, passToFail: 0 },
    });
  });

  it("does not call a judge that answers as before drifted, however new it is", () => {
    const july = measured((index) => index < 12, { model: "judge-2" });
    expect(goldDrift(june, july)).toMatchObject({ cause: "none", changes: [{ what: "model" }] });
  });

  it("finds a judge that changed under its old name by the flips alone", () => {
    const lenient = measured((index) => index < 6);
    expect(goldDrift(june, lenient)).toMatchObject({
      cause: "judge",
      because: ["direction", "more-than-noise"],
      changes: [],
      flips: { failToPass: 6, p: 0.03125 },
    });
    // Six flips, three each way.
    const other = measured((index) => (index >= 3 && index < 12) || (index >= 12 && index < 15));
    expect(goldDrift(june, other)).toMatchObject({ cause: "judge", because: ["more-than-noise"] });
  });

  it("does not take a critic that contradicts itself for one that changed", () => {
    const other = measured((index) => (index >= 3 && index < 12) || (index >= 12 && index < 15));
    expect(goldDrift(unsteady(june), unsteady(other))).toMatchObject({ cause: "none" });
  });

  it("says that the work changed where identical input is judged as before and production is not", () => {
    const july = measured((index) => index < 12, {}, { production: { count: 50, n: 100 } });
    expect(goldDrift(june, july)).toMatchObject({
      cause: "work",
      because: ["pass-share"],
      passShare: { value: expect.closeTo(-0.3, 12) },
    });
    const empty = measured((index) => index < 12, {}, { production: { count: 0, n: 0 } });
    expect(goldDrift(june, empty)).toMatchObject({ cause: "none", passShare: null });
  });

  it("says that it was the judge where production moved with it", () => {
    const july = measured((index) => index < 4, {}, { production: { count: 98, n: 100 } });
    expect(goldDrift(june, july)).toMatchObject({ cause: "judge" });
  });

  it("says that flips after an edit of the rubric are the edit's", () => {
    const run = goldRun({ rubric: "sha256:2" });
    const edited = measured((index) => index < 20, {}, { run });
    expect(goldDrift(june, edited)).toMatchObject({
      cause: "rubric",
      because: ["rubric", "direction", "more-than-noise"],
    });
    const both = measured((index) => index < 20, { model: "judge-2" }, { run });
    expect(goldDrift(june, both)).toMatchObject({
      cause: "judge",
      because: ["rubric", "identity", "direction", "more-than-noise"],
    });
    const moved = measured((index) => index < 12, {}, { run, production: { count: 50, n: 100 } });
    expect(goldDrift(june, moved)).toMatchObject({ cause: "rubric", because: ["rubric", "pass-share"] });
  });
});

describe("judgeOf", () => {
  it("takes what is known last, and nothing of calls that failed", () => {
    const [first, second, third] = items;
    if (first === undefined || second === undefined || third === undefined) throw new Error("no items");
    const answers = [
      goldAnswer(third, "ERROR", { at: 30, model: "judge-9" }),
      goldAnswer(second, "PASS", { at: 20, model: null, cliVersion: "1.1.0" }),
      goldAnswer(first, "PASS", { at: 10, model: "judge-1", prompt: "p" }),
    ];
    expect(judgeOf(answers)).toEqual({
      critic: "command",
      cliVersion: "1.1.0",
      model: "judge-1",
      prompt: "p",
    });
    expect(judgeOf(answers.slice(0, 1))).toBeNull();
  });
});
