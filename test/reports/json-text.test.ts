import { expect, it } from "vitest";
import { jsonText } from "../../src/reports/json-text.ts";
import { terminalText } from "../../src/reports/terminal-text.ts";

it("is the same value, and does nothing on a terminal", () => {
  const hostile =
    '\u001b[2J\u009b31m\u007f\u200etext\u202etxet\u2028\u2066\ufeff\u00ad\u{e0041}\ud800 \u{1f600} é 日本 "quoted" \\u009b';
  const value = { [hostile]: hostile, list: [1.5, null, true] };
  const text = jsonText(value);
  expect(JSON.parse(text)).toEqual(value);
  // Whatever terminalText would take out is not in it any more.
  expect(terminalText(text)).toBe(text);
  expect(text).toContain("\u{1f600} é 日本");
});

it("is indented like any other", () => {
  expect(jsonText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
});
