import { describe, expect, it } from "vitest";
import { repeatedKeyAt } from "../../src/core/repeated-key.ts";

describe("repeatedKeyAt", () => {
  it.each([
    ['{"findings":[1],"findings":[]}', 26],
    ['{"a":{"b":1,"b":2}}', 15],
    ['[{"a":1},{"b":[{"c":1,"\\u0063":2}]}]', 30],
    ['{"__proto__":1,"__proto__":2}', 26],
    ['{"a":"x,\\"a\\":","b":{},"a":1}', 26],
  ])("%s", (text, place) => {
    expect(JSON.parse(text)).toBeDefined();
    expect(repeatedKeyAt(text)).toBe(place);
  });

  it.each([
    '{"a":"a","b":["a","a"],"c":{"a":1,"b":2}}',
    '[{"a":1},{"a":1}]',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":1,"A":2}',
    '"a"',
    "[]",
  ])("finds none in %s", (text) => {
    expect(JSON.parse(text)).toBeDefined();
    expect(repeatedKeyAt(text)).toBeNull();
  });
});
