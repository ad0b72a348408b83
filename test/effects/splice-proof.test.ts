import { describe, expect, it } from "vitest";
import { onlyTheseLinesDiffer, sameExcept } from "../../src/effects/splice-proof.ts";

describe("sameExcept", () => {
  const before = { axes: [{ axis: "a", status: "graduated", gate: { kappa: 1, note: "x" } }, { axis: "b" }] };

  it("allows a difference at a named path, and a key added there", () => {
    const after = {
      axes: [{ axis: "a", status: "assisted", gate: { kappa: 2, note: "x" }, count: 1 }, { axis: "b" }],
    };
    const paths = [
      ["axes", 0, "status"],
      ["axes", 0, "gate", "kappa"],
      ["axes", 0, "count"],
    ];
    expect(sameExcept(before, after, paths)).toBe(true);
    expect(sameExcept(before, after, paths.slice(1))).toBe(false);
    expect(sameExcept(before, after, paths.slice(0, 2))).toBe(false);
  });

  it("notices a change beside the path", () => {
    const after = structuredClone(before);
    const [first] = after.axes;
    if (first?.gate !== undefined) first.gate.note = "y";
    expect(sameExcept(before, after, [["axes", 0, "gate", "kappa"]])).toBe(false);
  });

  it("notices another entry, a lost key, another length and another kind", () => {
    expect(sameExcept(before, { axes: [before.axes[0], { axis: "c" }] }, [["axes", 0, "status"]])).toBe(
      false,
    );
    expect(sameExcept({ a: 1, b: 2 }, { a: 1 }, [["a"]])).toBe(false);
    expect(sameExcept([1, 2], [1], [])).toBe(false);
    expect(sameExcept({ a: "1" }, { a: 1 }, [])).toBe(false);
    expect(sameExcept(new Date(1), new Date(2), [])).toBe(false);
    expect(sameExcept(new Date(1), new Date(1), [])).toBe(true);
  });
});

describe("onlyTheseLinesDiffer", () => {
  it("allows owned lines to differ and to be added", () => {
    expect(onlyTheseLinesDiffer("a\nb\nc\n", "a\nB\nn\nc\n", new Set([2]), new Set([2, 3]), 1)).toBe(true);
  });

  it("notices another line, its line end, the order and the count", () => {
    expect(onlyTheseLinesDiffer("a\nb\nc\n", "a\nB\nC\n", new Set([2]), new Set([2]), 0)).toBe(false);
    expect(onlyTheseLinesDiffer("a\nb\nc\n", "a\nB\nc\r\n", new Set([2]), new Set([2]), 0)).toBe(false);
    expect(onlyTheseLinesDiffer("a\nb\nc\n", "c\nB\na\n", new Set([2]), new Set([2]), 0)).toBe(false);
    expect(onlyTheseLinesDiffer("a\nb\n", "a\nB\nn\n", new Set([2]), new Set([2, 3]), 0)).toBe(false);
    expect(onlyTheseLinesDiffer("a\nb", "a\nB\n", new Set([2]), new Set([2]), 0)).toBe(false);
  });
});
