import { describe, expect, it } from "vitest";
import { metaOf, tokensOf } from "../../src/intake/verdict-meta.ts";
import type { WrittenVerdict } from "../../src/intake/written-verdict.ts";

describe("what else a verdict says", () => {
  it.each<[string, WrittenVerdict, readonly string[], unknown]>([
    ["nothing", { verdict: "PASS" }, [], {}],
    ["meta alone", { verdict: "PASS", meta: { run: 7 } }, [], { run: 7 }],
    [
      "an unknown key",
      { verdict: "PASS", meta: { run: 7 }, host: "m1" },
      [],
      { run: 7, extra: { host: "m1" } },
    ],
    ["tokens that are counted", { verdict: "PASS", tokens: 12 }, [], {}],
    ["tokens in parts", { verdict: "PASS", tokens: { in: 1 } }, [], { extra: { tokens: { in: 1 } } }],
    [
      "more about the artifact",
      { verdict: "PASS", artifact: { text: "a", ref: "r" } },
      ["text"],
      { extra: { artifact: { ref: "r" } } },
    ],
    [
      "more about the error",
      { verdict: { error: "timeout", after: 30 } },
      [],
      { extra: { verdict: { after: 30 } } },
    ],
    [
      "more about the rubric",
      { verdict: "PASS", rubric: { path: "r.md", version: 3 } },
      [],
      { extra: { rubric: { version: 3 } } },
    ],
    [
      "an extra of its own",
      { verdict: "PASS", meta: { extra: { a: 1 } }, b: 2 },
      [],
      { extra: { a: 1, b: 2 } },
    ],
    [
      "an extra that is no object",
      { verdict: "PASS", meta: { extra: 1 }, b: 2 },
      [],
      { extra: { b: 2, extra: 1 } },
    ],
    ["an extra and nothing to add", { verdict: "PASS", meta: { extra: 1 } }, [], { extra: 1 }],
  ])("%s", (_name, written, used, meta) => {
    expect(metaOf(written, used)).toEqual(meta);
  });

  it("counts tokens only where they are a whole number", () => {
    const tokens = [12, 0, -1, 1.5, "12", null, 2 ** 60].map((count) =>
      tokensOf({ verdict: "PASS", tokens: count }),
    );
    expect(tokens).toEqual([12, 0, null, null, null, null, null]);
  });
});
