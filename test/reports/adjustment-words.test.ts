import { describe, expect, it } from "vitest";
import {
  deletionSentence,
  effectSentence,
  growthSentence,
  monthAdjustmentSentences,
  rankWords,
} from "../../src/reports/adjustment-words.ts";

const effect = {
  id: "3f2a91c04b7e",
  file: "a.md",
  section: "Dates\u001b[2J",
  commit: "c0ffee0123456789",
  appliedAt: 1,
  basis: "overrides",
  before: { count: 10, n: 20 },
  after: { count: 0, n: 30 },
  difference: { value: -0.5, low: -0.7, high: -0.26 },
  says: "rarer",
} as const;

const size = (at: number, bytes: number) => ({ file: "a.md", at, bytes, lines: 9, sha256: "", commit: null });

const growth = {
  file: "a.md",
  sizes: [size(1, 100), size(2, 300), size(3, 700)],
  grown: { bytes: 600, lines: 0 },
  applied: { additive: 4, subtractive: 0 },
  open: { additive: 1, subtractive: 1 },
  onlyGrows: true,
};

describe("the words of the ledger", () => {
  it("give every number with what it is of, and every estimate with its interval", () => {
    const sentence = effectSentence(effect);
    for (const part of ["10 of 20", "0 of 30", "-50%", "-70%", "-26%", "c0ffee012345:"]) {
      expect(sentence).toContain(part);
    }
    expect(effectSentence({ ...effect, difference: null, says: "not-enough" })).not.toContain("95%");
  });

  it("carry no control sequence of others", () => {
    const candidate = {
      file: "a.md",
      section: "s",
      rule: "x\u001b[2J\ny",
      line: 3,
      because: [{ code: "unnamed", days: 99 }] as const,
    };
    for (const sentence of [effectSentence(effect), deletionSentence(candidate)]) {
      expect(sentence).not.toMatch(/\p{Cc}/u);
    }
    expect(deletionSentence({ ...candidate, rule: null, line: null })).not.toContain("a.md:");
  });

  it("say nothing of a file that was measured once, and warn of one that only grows", () => {
    expect(growthSentence({ ...growth, grown: null })).toBeNull();
    expect(growthSentence(growth)).toContain("+600");
    expect(growthSentence(growth)?.length).toBeGreaterThan(
      growthSentence({ ...growth, onlyGrows: false })?.length ?? 0,
    );
  });

  it("name every reason of a rank", () => {
    expect(
      rankWords([
        { code: "disagreements", n: 1 },
        { code: "asked", n: 1 },
        { code: "askers", n: 2 },
        { code: "deletion" },
        { code: "reinforcement" },
      ]).split(", "),
    ).toHaveLength(5);
  });

  it("are nothing for a month without adjustments, and one sentence each for what there is", () => {
    const none = { open: [], effects: [], growth: [{ ...growth, onlyGrows: false }], deletions: [] };
    expect(monthAdjustmentSentences(none)).toEqual([]);
    const open = [{ file: "a.md", section: "s", because: [{ code: "asked", n: 3 }] as const }];
    const deletions = [1, 2, 3].map((line) => ({
      file: "a.md",
      section: "s",
      rule: "r",
      line,
      because: [{ code: "contradicts", line: 9 }] as const,
    }));
    expect(monthAdjustmentSentences({ open, effects: [effect], growth: [growth], deletions })).toHaveLength(
      4,
    );
  });
});
