import { describe, expect, it } from "vitest";
import { amountOf, excerpt, readJsonLines, readOneJson, textOf } from "../../src/critics/answer-text.ts";

describe("readOneJson", () => {
  it.each([
    ['{"a":1}', "json"],
    [' \n{"a":\n1}\r\n', "json"],
    ['\uFEFF{"a":1}', "json"],
    ['"PASS"', "json"],
    ["", "empty"],
    [" \n\t", "empty"],
    ['{"a":1} {"a":2}', "not-json"],
    ['{"a":1}\n{"a":2}', "not-json"],
    ['Here: {"a":1}', "not-json"],
    ['```json\n{"a":1}\n```', "not-json"],
    ["{'a':1}", "not-json"],
    ['{"a":1,}', "not-json"],
    ["NaN", "not-json"],
    ['{"verdict":"FAIL","verdict":"PASS"}', "not-json"],
    ['{"verdict":"FAIL","verd\\u0069ct":"PASS"}', "not-json"],
    ["I'm sorry, but I can't help with that.", "refusal"],
    ["I’m sorry, I cannot do this.", "refusal"],
    ["I cannot write something that is meant to deceive.", "refusal"],
    ["I cannot see a check in it, so: FAIL", "refusal"],
    ["It cannot pass.", "not-json"],
  ])("%j is %s", (text, kind) => {
    expect(readOneJson(text).kind).toBe(kind);
  });
});

describe("readJsonLines", () => {
  it("reads objects, a line each, or nothing at all", () => {
    expect(readJsonLines('{"a":1}\n\n{"b":2}\n')).toEqual([{ a: 1 }, { b: 2 }]);
    expect(readJsonLines("")).toEqual([]);
    expect(readJsonLines('{"a":1}\nwarning\n')).toBeNull();
    expect(readJsonLines("[1]")).toBeNull();
    expect(readJsonLines('{"a":\n1}')).toBeNull();
  });
});

it("takes only what is a text with something in it, and a number from 0 on", () => {
  expect(["a", " ", "", 5, null].map(textOf)).toEqual(["a", null, null, null, null]);
  expect([0, 1.5, -1, Number.NaN, "1", undefined].map(amountOf)).toEqual([0, 1.5, null, null, null, null]);
  expect(excerpt(" a\n b ", 10)).toBe("a b");
  expect(excerpt("abcdef", 3)).toBe("abc...");
});
