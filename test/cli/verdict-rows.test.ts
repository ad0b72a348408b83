import { describe, expect, it } from "vitest";
import { verdictRowsOf } from "../../src/cli/verdict-rows.ts";

const rowsOf = (text: string): readonly unknown[] => verdictRowsOf(Buffer.from(text));

describe("verdictRowsOf", () => {
  it("takes lines as they are, blank ones too, so that their numbers stay", () => {
    expect(rowsOf('{"axis":"a"}\r\n\n{"axis":"b"}\n')).toEqual(['{"axis":"a"}', "", '{"axis":"b"}']);
    expect(rowsOf('{"axis":"a"}')).toEqual(['{"axis":"a"}']);
    expect(rowsOf("nonsense")).toEqual(["nonsense"]);
  });

  it("takes one object over several lines, and the elements of an array", () => {
    expect(rowsOf('\ufeff{\n"axis": "a"\n}\n')).toEqual(['{\n"axis": "a"\n}']);
    expect(rowsOf('[{"axis":"a"},\n7]')).toEqual([{ axis: "a" }, 7]);
  });

  it("refuses bytes that are not UTF-8", () => {
    expect(() => verdictRowsOf(Buffer.from([0x7b, 0xff, 0x7d]))).toThrow(
      expect.objectContaining({ code: "input" }),
    );
  });
});
