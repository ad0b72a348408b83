import { describe, expect, it } from "vitest";
import { countKeys, repeatedKeyAt, repeatedKeyOf } from "../../src/core/repeated-key.ts";

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

describe("repeatedKeyOf", () => {
  it.each([
    ['{"verdict":"FAIL","at":"12:30:00","verdict":"PASS"}', "verdict"],
    ['{"a" :1,"b":2,"b"\t\r\n :3}', "b"],
    ['{"a":{"\\u0062":1,"b":2}}', "b"],
    ['[{"x":"\\\\","x":":"}]', "x"],
    ['{"say \\"a\\"":1,"say \\"a\\"" :2}', 'say "a"'],
    ['{"":1,"":2}', ""],
  ])("names the key of %s", (text, key) => {
    expect(repeatedKeyOf(text, countKeys(JSON.parse(text)))).toBe(key);
  });

  it.each([
    '{"a":"{\\"a\\":1,\\"a\\" :2}","b" : ":","c":" :"}',
    '{"a":{"a":[{"a":1},{"a":null}]},"b":[[":"]]}',
    '"a:"',
    "null",
    "[]",
  ])("finds none in %s", (text) => {
    expect(repeatedKeyOf(text, countKeys(JSON.parse(text)))).toBeNull();
  });
});

it.each<[unknown, number]>([
  [null, 0],
  ["a", 0],
  [[null, [{ a: null }]], 1],
  [{ a: { b: 1, c: [{ d: [] }] } }, 4],
])("countKeys(%j)", (value, keys) => {
  expect(countKeys(value)).toBe(keys);
});
