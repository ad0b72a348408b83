import { describe, expect, it } from "vitest";
import { verdictKeyOfId } from "../../src/core/verdict.ts";
import { parseAnswerFile } from "../../src/intake/answer-file.ts";

const request = { file: "old.jsonl", workspace: "default", axis: "verify-dispatch", now: 0 };
const keyOf = (id: string, source = ""): string =>
  verdictKeyOfId("default", { axis: "verify-dispatch", source, id });

function parse(...lines: readonly unknown[]) {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  return parseAnswerFile(text, request);
}

describe("parseAnswerFile", () => {
  it("reads an item by its id or by the key of its verdict, which are the same item", () => {
    const { answers, rejects } = parse(
      { id: "d-1", verdict: "PASS" },
      { id: "d-2", source: "ci", verdict: "iterate" },
      { key: keyOf("d-3").toUpperCase(), verdict: "ERROR" },
      { key: keyOf("d-4"), id: "d-4", verdict: { error: "timeout" }, at: "2026-05-03T14:12:00Z" },
    );
    expect(rejects).toEqual([]);
    expect(answers).toEqual([
      { key: keyOf("d-1"), name: "d-1", word: "PASS" },
      { key: keyOf("d-2", "ci"), name: "d-2", word: "FAIL" },
      { key: keyOf("d-3"), name: keyOf("d-3"), word: "ERROR" },
      { key: keyOf("d-4"), name: "d-4", word: "ERROR" },
    ]);
  });

  it.each([
    ["unknown-verdict", { id: "d-1", verdict: "yes" }],
    ["unknown-verdict", { id: "d-1", verdict: " PASS" }],
    ["bad-verdict", { id: "d-1" }],
    ["bad-verdict", { id: "d-1", verdict: true }],
    ["bad-key", { key: "d-1", verdict: "PASS" }],
    ["bad-id", { id: "", verdict: "PASS" }],
    ["bad-id", { id: 7, verdict: "PASS" }],
    ["missing-id", { verdict: "PASS" }],
    ["other-axis", { id: "d-1", axis: "verify-reply", verdict: "PASS" }],
    ["bad-text", { id: "a\0b", verdict: "PASS" }],
    ["not-an-object", "[1]"],
    ["not-json", "{id}"],
    ["dangerous-key", '{"id":"d-1","verdict":"PASS","meta":{"__proto__":1}}'],
  ])("refuses a row with a reason, its file and its line: %s", (code, row) => {
    const { answers, rejects } = parse("", { id: "d-0", verdict: "PASS" }, row);
    expect(answers.map(({ name }) => name)).toEqual(["d-0"]);
    expect(rejects).toEqual([
      expect.objectContaining({ file: "old.jsonl", line: 3, reason: expect.stringMatching(`^${code}: `) }),
    ]);
  });

  it("refuses a row that is not UTF-8", () => {
    const { rejects } = parseAnswerFile(Buffer.from([0x7b, 0xff, 0x7d]), request);
    expect(rejects).toEqual([
      expect.objectContaining({ line: 1, reason: expect.stringMatching(/^bad-utf8: /) }),
    ]);
  });

  it("takes the same answer twice once, and refuses another answer to the same item", () => {
    const twice = { id: "d-1", verdict: "PASS" };
    const { answers, duplicates, rejects } = parse(twice, twice, { key: keyOf("d-1"), verdict: "FAIL" });
    expect([answers.length, duplicates]).toEqual([1, 1]);
    expect(rejects).toEqual([
      expect.objectContaining({ line: 3, reason: expect.stringMatching(/^conflict: line 1 /) }),
    ]);
  });
});
