import { describe, expect, it } from "vitest";
import { normaliseEvidence, QuotedDraft } from "../../src/core/panel-evidence.ts";

describe("normaliseEvidence", () => {
  it.each([
    ["  the fastest   importer\n\tanyone ", "the fastest importer anyone"],
    ["In today’s ‘world’", "in today's 'world'"],
    ["“eight times” «forty»", '"eight times" "forty"'],
    ["a – b — c ‑ d − e", "a - b - c - d - e"],
    ["*so* __very__ `fast`", "so very fast"],
    ["ﬁne ＡＢ", "fine ab"],
    ["* _ `", ""],
    ["soft\u00adly zero\u200bwidth\ufeff, \u2060joined", "softly zerowidth, joined"],
    ["\u200b \u00ad", ""],
  ])("%j becomes %j", (text, plain) => {
    expect(normaliseEvidence(text)).toBe(plain);
    expect(normaliseEvidence(plain)).toBe(plain);
  });
});

describe("QuotedDraft", () => {
  const draft = new QuotedDraft([
    { n: 3, text: "Measure *before* you tune." },
    { n: 1, text: "Measure before you tune, and after." },
    { n: 2, text: "Nothing here." },
  ]);

  it("finds a quote in the block that was named, and nowhere else for it", () => {
    expect(draft.placeOf(3, "measure before you tune.")).toEqual({ kind: "in-block" });
    expect(draft.placeOf(2, "measure before")).toEqual({ kind: "elsewhere", foundIn: [1, 3] });
    expect(draft.placeOf(2, "a weekend")).toEqual({ kind: "elsewhere", foundIn: [] });
    expect(draft.placeOf(9, "measure")).toEqual({ kind: "no-such-block" });
  });
});
