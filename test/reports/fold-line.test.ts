import { expect, it } from "vitest";
import { foldLine } from "../../src/reports/fold-line.ts";

it("breaks at spaces, indents what follows, and loses nothing", () => {
  expect(foldLine("  one two three", 9)).toEqual(["  one two", "    three"]);
  expect(foldLine("one two three four", 9)).toEqual(["one two", "  three", "  four"]);
  expect(foldLine("  short", 80)).toEqual(["  short"]);
  expect(foldLine("", 80)).toEqual([""]);
});

it("keeps a word that is too long whole", () => {
  const address = "https://desk.example/a-very-long-address";
  expect(foldLine(`see ${address} there`, 12)).toEqual(["see", `  ${address}`, "  there"]);
  expect(foldLine(address, 12)).toEqual([address]);
});

it("counts columns and not characters", () => {
  expect(foldLine("日本 日本 日本", 9)).toEqual(["日本 日本", "  日本"]);
  expect(foldLine("a 日本日本", 9)).toEqual(["a", "  日本日本"]);
});
