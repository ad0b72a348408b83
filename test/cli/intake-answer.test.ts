import { describe, expect, it } from "vitest";
import { intakeAnswerOf, isWhollyRejected, renderIntakeAnswer } from "../../src/cli/intake-answer.ts";
import type { RejectedRow } from "../../src/core/intake.ts";

const reject: RejectedRow = {
  axis: "a",
  file: "may.jsonl",
  line: 7,
  reason: "unknown-verdict: \u001b[31mMAYBE",
  raw: "{}",
  seenAt: 1,
};
const report = { read: 4, stored: 2, duplicate: 1, rejected: 1, rejects: [reject] };

describe("intakeAnswerOf", () => {
  it("has exactly the fields of the contract", () => {
    expect(intakeAnswerOf(report)).toEqual({
      read: 4,
      stored: 2,
      duplicate: 1,
      rejected: 1,
      rejects: [{ file: "may.jsonl", line: 7, reason: reject.reason, raw: "{}" }],
    });
  });
});

describe("renderIntakeAnswer", () => {
  it("adds up, and names file and line without control characters", () => {
    const text = renderIntakeAnswer(intakeAnswerOf(report));
    expect(text).toContain("4 rows read = 2 stored + 1 duplicate + 1 rejected");
    expect(text).toContain("may.jsonl:7: unknown-verdict: MAYBE");
  });

  it("shows twenty refused rows and counts the rest", () => {
    const rejects = Array.from({ length: 25 }, (_, line) => ({ ...reject, line }));
    const text = renderIntakeAnswer(intakeAnswerOf({ ...report, read: 28, rejected: 25, rejects }));
    expect(text.split("\n")).toHaveLength(22);
    expect(text).toContain("5 more");
  });
});

describe("isWhollyRejected", () => {
  it("is true only where there were rows and none was good", () => {
    expect(isWhollyRejected({ read: 3, rejected: 3 })).toBe(true);
    expect(isWhollyRejected({ read: 3, rejected: 2 })).toBe(false);
    expect(isWhollyRejected({ read: 0, rejected: 0 })).toBe(false);
  });
});
