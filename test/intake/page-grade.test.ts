import { expect, it } from "vitest";
import { readPageGrade } from "../../src/intake/page-grade.ts";

const now = Date.parse("2026-06-01T13:00:00Z");
const written = {
  ref: "k7m2",
  grade: "CANT_TELL",
  reason: "  too long \u0000",
  at: "2026-06-01T12:00:00.250Z",
};
const read = (value: unknown): ReturnType<typeof readPageGrade> => readPageGrade(JSON.stringify(value), now);

it("reads a grade, its reason in the form in which it is stored", () => {
  expect(read(written)).toEqual({
    kind: "grade",
    grade: { ref: "k7m2", grade: "CANT_TELL", reason: "too long \uFFFD", at: Date.parse(written.at) },
  });
  expect(read({ ...written, grade: null, reason: " " })).toMatchObject({
    grade: { grade: null, reason: null },
  });
});

it.each<[string, unknown, RegExp]>([
  ["a list", [written], /^not-a-grade:/],
  ["another word", { ...written, grade: "pass" }, /^bad-grade:/],
  ["no ref", { ...written, ref: "" }, /^bad-ref:/],
  ["half a character", { ...written, ref: "\ud800" }, /^bad-ref:/],
  ["a date", { ...written, at: "2026-06-01" }, /^bad-at:/],
  ["no instant", { ref: "k7m2", grade: "PASS", reason: null }, /^bad-at:/],
])("refuses %s", (_what, value, reason) => {
  expect(read(value)).toEqual({ kind: "reject", reason: expect.stringMatching(reason) });
});

it("refuses a grade that is given twice", () => {
  const text = JSON.stringify(written).replace("}", ',"grade":"PASS"}');
  expect(readPageGrade(text, now)).toEqual({
    kind: "reject",
    reason: expect.stringMatching(/^repeated-key: "grade"/),
  });
});
