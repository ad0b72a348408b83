import { describe, expect, it } from "vitest";
import { csvCell, csvRow } from "../../src/reports/csv-cell.ts";

describe("csvCell", () => {
  it.each([
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ["+1", '"\'+1"'],
    ["-1", '"\'-1"'],
    ["@SUM(A1)", '"\'@SUM(A1)"'],
    ["\tx", '"\'\tx"'],
    ["\r=1", '"\' =1"'],
    ["  =1", '"\'  =1"'],
    ["\u200b=1", '"\'=1"'],
    ["＝1", '"\'＝1"'],
    ["＋1", '"\'＋1"'],
    ["－1", '"\'－1"'],
    ["＠x", '"\'＠x"'],
  ])("%j is not run as a formula", (text, expected) => {
    expect(csvCell(text)).toBe(expected);
  });

  it("quotes separators and quotes, and keeps a row on one line", () => {
    expect(csvRow(["a,b", 'say "x"', "a;=1", "two\nlines", "plain"])).toBe(
      '"a,b","say ""x""","a;=1",two lines,plain',
    );
  });

  it("writes numbers as they are, and nothing where there is none", () => {
    expect(csvRow([-0.25, 3, null, true, Number.NaN])).toBe("-0.25,3,,true,");
  });
});
