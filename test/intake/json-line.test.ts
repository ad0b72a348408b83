import { describe, expect, it } from "vitest";
import { readJsonLine } from "../../src/intake/json-line.ts";

const line = (text: string | Buffer, tooLong = false): Parameters<typeof readJsonLine>[0] => {
  const bytes = Buffer.from(text);
  return { number: 1, bytes, tooLong, ended: true, end: bytes.length };
};

describe("a line of JSON", () => {
  it("is its value", () => {
    expect(readJsonLine(line('{"id":"d-1"}'))).toEqual({ kind: "value", value: { id: "d-1" } });
  });

  it.each([
    ["line-too-long", line("{}", true)],
    ["bad-utf8", line(Buffer.from([0x7b, 0xff, 0x7d]))],
    ["not-json", line("{")],
    ["dangerous-key", line('{"a":{"__proto__":1}}')],
    ['repeated-key: "grade"', line('{"ref":"a","grade":"FAIL","grade":"PASS"}')],
  ])("is refused: %s", (code, given) => {
    const read = readJsonLine(given);
    expect(read.kind === "reject" ? read.reason : read).toMatch(new RegExp(`^${code}`));
  });
});
