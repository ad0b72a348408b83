import { describe, expect, it } from "vitest";
import { createLeakFinder } from "../../src/core/leakage.ts";

const probe = "The migration is safe because nobody has complained about it since Tuesday, so ship it today.";

describe("createLeakFinder", () => {
  it("finds a text that was pasted into the rubric, whatever became of its form", () => {
    const pasted = `# Check\n1. It names a check.\n\n> **The migration** is safe -- because\nNOBODY has complained about it, since Tuesday; so ship it today!\n`;
    const leak = createLeakFinder(pasted)(probe);
    expect(leak).toEqual({ shared: 9, of: 9, words: "the migration is safe because nobody has complained" });
  });

  it("finds eight words in a row, and not seven", () => {
    const eight = createLeakFinder("e.g. nobody has complained about it since Tuesday so")(probe);
    expect(eight).toMatchObject({ shared: 1, of: 9 });
    expect(createLeakFinder("e.g. nobody has complained about it since Tuesday, but")(probe)).toBeNull();
  });

  it("wants the words in a row and in their order", () => {
    expect(createLeakFinder(probe.split(" ").toReversed().join(" "))(probe)).toBeNull();
    expect(createLeakFinder(probe.split(" ").join(" really "))(probe)).toBeNull();
  });

  it("takes a short text as a whole, and leaves the shortest alone", () => {
    const find = createLeakFinder("Fail whatever says: looks good to me. Pass the rest.");
    expect(find("Looks good to me")).toEqual({ shared: 1, of: 1, words: "looks good to me" });
    expect(find("Looks good to us")).toBeNull();
    expect(find("to me")).toBeNull();
    expect(find("")).toBeNull();
  });

  it("takes each character for a word where words have no spaces", () => {
    const find = createLeakFinder("例：迁移是安全的，因为没有人抱怨。");
    expect(find("迁移是安全的因为没有人抱怨")).toMatchObject({ of: 6, shared: 6 });
    expect(find("迁移是危险的因为有人在抱怨")).toBeNull();
  });

  it("knows composed and decomposed letters for the same", () => {
    const text = "Le résumé a été vérifié par une équipe indépendante hier";
    expect(createLeakFinder(text.normalize("NFD"))(text)).not.toBeNull();
  });
});
