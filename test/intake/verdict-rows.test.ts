import { expect, it } from "vitest";
import { parseJson } from "../../src/intake/guarded-json.ts";
import { verdictRowsOf } from "../../src/intake/verdict-rows.ts";

it.each([
  ["an array", '[{"axis":"a"}, 7]', [{ axis: "a" }, 7]],
  ["an object over several lines", '\ufeff{\n"axis":"a"\n}\n', ['{\n"axis":"a"\n}']],
  ["lines", '{"axis":"a"}\r\n\n{"axis":"b"}\n', ['{"axis":"a"}', "", '{"axis":"b"}']],
  ["something else", "nonsense", ["nonsense"]],
  [
    "an array with a key given twice",
    '[{"a":"],\\"{,"}, {"b":[1,2],"b":[3,{"c":":"}]} ,"x:", 7]\n',
    [{ a: '],"{,' }, '{"b":[1,2],"b":[3,{"c":":"}]}', "x:", 7],
  ],
])("takes %s apart", (_what, text, rows) => {
  expect(verdictRowsOf(text)).toEqual(rows);
});

it("never parses what is nested too deeply: it stays a line, and intake refuses it unparsed", () => {
  const deep = `${"[".repeat(4_000_000)}${"]".repeat(4_000_000)}`;
  const before = process.memoryUsage().rss;
  expect(verdictRowsOf(deep)).toEqual([deep]);
  expect(parseJson(deep.slice(0, 4_000_000))).toMatchObject({
    kind: "reject",
    reason: expect.stringMatching(/^too-deep:/),
  });
  // Parsed, it would take several hundred MB.
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
});

it("lets an array hold verdicts of the full depth", () => {
  const verdict = `${'{"a":'.repeat(63)}{}${"}".repeat(63)}`;
  expect(verdictRowsOf(`[${verdict}]`)).toHaveLength(1);
  expect(typeof verdictRowsOf(`[${verdict}]`)[0]).toBe("object");
});
