import { expect, it } from "vitest";
import { rawLines, rawPieces } from "../../src/grading-page/raw-text.ts";

it("names what would not be seen, and leaves joiners and tabs alone", () => {
  expect(rawPieces("a\u202eb\tc\u200d")).toEqual([
    { text: "a", mark: false },
    { text: "U+202E", mark: true },
    { text: "b\tc\u200d", mark: false },
  ]);
  expect(rawPieces("")).toEqual([]);
});

it("breaks a text into lines, unless they are too many", () => {
  expect(rawLines("a\r\nb\n\nc")).toEqual(["a", "b", "", "c"]);
  expect(rawLines("x\n".repeat(6_000))).toHaveLength(1);
});
