import { describe, expect, it } from "vitest";
import { displayWidth } from "../../src/reports/display-width.ts";
import { alignTable } from "../../src/reports/table.ts";

describe("alignTable", () => {
  it("aligns by what is seen, not by code units", () => {
    const lines = alignTable(
      ["axis", "n", "z"],
      [
        ["日本", "7", "x"],
        ["👩‍👩‍👧 ab", "123", "x"],
      ],
      {
        align: ["left", "right"],
      },
    );
    expect(lines).toEqual(["axis     n  z", "-----  ---  -", "日本     7  x", "👩‍👩‍👧 ab  123  x"]);
    expect(new Set(lines.map(displayWidth)).size).toBe(1);
  });

  it("keeps a row on its line and fills what is missing", () => {
    expect(alignTable(["a", "b"], [["x\n\u001b[31my"]])).toEqual(["a    b", "---  -", "x y"]);
  });

  it("keeps the spaces of columns that are drawn", () => {
    const lines = alignTable(["0   1", "n"], [[" ├─● ", "9"]], { drawn: [0] });
    expect(lines).toEqual(["0   1  n", "-----  -", " ├─●   9"]);
  });

  it("colours headers only when asked", () => {
    expect(alignTable(["a"], []).join("")).not.toContain("\u001b");
    expect(alignTable(["a"], [], { colour: true })[0]).toBe("\u001b[1ma\u001b[0m");
  });
});
