import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { chainStart, openLine, sealLine } from "../../src/core/export-chain.ts";

const one = sealLine(chainStart, '{"a":1}');
const two = sealLine(one.hash, '{"b":"{\\"hash\\":2}"}');

describe("the chain of an export", () => {
  it("hashes the hash before and the text of the line", () => {
    const expected = createHash("sha256").update(`${one.hash}\n{"b":"{\\"hash\\":2}"}`).digest("hex");
    expect(two.hash).toBe(expected);
    expect(JSON.parse(two.line)).toEqual({ b: '{"hash":2}', hash: expected });
  });

  it("gives back what was sealed", () => {
    expect(openLine(chainStart, one.line)).toEqual({
      kind: "line",
      line: { json: '{"a":1}', hash: one.hash },
    });
    expect(openLine(one.hash, two.line)).toMatchObject({ kind: "line", line: { hash: two.hash } });
  });

  it("tells what does not follow", () => {
    expect(openLine(one.hash, one.line)).toEqual({ kind: "fault", fault: "doubled" });
    expect(openLine(chainStart, two.line)).toEqual({ kind: "fault", fault: "broken" });
    expect(openLine(chainStart, one.line.replace("1", "2"))).toEqual({ kind: "fault", fault: "broken" });
    expect(openLine(chainStart, '{"a":1}')).toEqual({ kind: "fault", fault: "no-hash" });
    expect(openLine(chainStart, `${one.line}\r`)).toEqual({ kind: "fault", fault: "no-hash" });
    expect(openLine(chainStart, one.line.slice(0, -1))).toEqual({ kind: "fault", fault: "no-hash" });
  });
});
