import { describe, expect, it } from "vitest";
import { type Verdict, verdictIdOf, verdictKey, verdictWordOf } from "../../src/core/verdict.ts";

const verdict: Verdict = {
  axis: "verify-dispatch",
  word: "PASS",
  rawWord: "PASS",
  errorKind: null,
  at: 1_777_000_000_000,
  externalId: null,
  source: "",
  artifact: { kind: "snapshot", sha256: "aa" },
  rubric: "none",
  model: "none",
  givenModel: null,
  givenRubric: null,
  epoch: "e",
  reason: null,
  score: null,
  costUsd: null,
  latencyMs: null,
  tokens: null,
  meta: {},
};

describe("verdictWordOf", () => {
  it.each([
    ["PASS", "PASS"],
    ["pass", "PASS"],
    ["Fail", "FAIL"],
    ["ITERATE", "FAIL"],
    ["scrap", "FAIL"],
    ["error", "ERROR"],
  ])("%s means %s", (raw, word) => expect(verdictWordOf(raw)).toBe(word));

  it.each(["PASS ", " PASS", "ok", "", "true", "passed", "paſſ", "constructor", "__proto__", "PASS\n"])(
    "%j means nothing",
    (raw) => expect(verdictWordOf(raw)).toBeNull(),
  );
});

describe("verdictKey", () => {
  it("of a verdict with an id depends on nothing else but workspace, source and axis", () => {
    const named: Verdict = { ...verdict, externalId: "d-1" };
    const key = verdictKey("default", named);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(verdictKey("default", { ...named, word: "FAIL", rawWord: "FAIL", at: 1, reason: "x" })).toBe(key);
    for (const other of [
      verdictKey("other", named),
      verdictKey("default", { ...named, source: "s" }),
      verdictKey("default", { ...named, axis: "verify-tone" }),
      verdictKey("default", { ...named, externalId: "d-2" }),
    ]) {
      expect(other).not.toBe(key);
    }
  });

  it("of a verdict without an id depends on everything that was said", () => {
    const key = verdictKey("default", verdict);
    const others: readonly Partial<Verdict>[] = [
      { rawWord: "ITERATE" },
      { at: 1 },
      { artifact: { kind: "ref", ref: "aa2" } },
      { artifact: { kind: "none", because: "missing" } },
      { givenRubric: "sha256:1" },
      { givenModel: "m" },
      { reason: "because" },
      { axis: "verify-tone" },
    ];
    const keys = others.map((change) => verdictKey("default", { ...verdict, ...change }));
    expect(new Set([key, ...keys]).size).toBe(others.length + 1);
    // What the axis file adds is not what the critic said: an edit of it does not double old lines.
    expect(verdictKey("default", { ...verdict, rubric: "sha256:9", model: "m", epoch: "f" })).toBe(key);
    expect(verdictKey("default", { ...verdict, rawWord: "pass" })).toBe(key);
  });

  it("keeps its parts apart", () => {
    const one = verdictKey("default", { ...verdict, externalId: "b", source: "a" });
    const two = verdictKey("default", { ...verdict, externalId: "", source: "ab" });
    expect(one).not.toBe(two);
  });

  it("gives the short id", () => {
    expect(verdictIdOf("0123456789abcdef".repeat(4))).toBe("v-0123456789abcdef");
  });
});
