import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { repository } from "./made-project.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "demo-grades-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface GivenGrade {
  readonly ref: string;
  readonly grade: string;
}

const month = { axis: "verify-dispatch", period: "2026-05" };

function joinGrades(
  rules: readonly object[],
  items: readonly object[],
): { code: number | null; grades: readonly GivenGrade[] } {
  const file = join(folder, "grades.jsonl");
  writeFileSync(file, rules.map((rule) => JSON.stringify(rule)).join("\n"));
  const result = spawnSync(process.execPath, [join(repository, "scripts", "demo-grades.mjs"), file], {
    input: items.map((item) => `${JSON.stringify(item)}\n`).join(""),
    encoding: "utf8",
  });
  const lines = result.stdout.split("\n").filter((line) => line !== "");
  return { code: result.status, grades: lines.map((line): GivenGrade => JSON.parse(line)) };
}

describe("demo-grades", () => {
  it("joins a grade to an item by axis, period and text", () => {
    const { code, grades } = joinGrades(
      [
        { ...month, text: "a  text", grade: "FAIL", reason: "too vague" },
        { ...month, period: "2026-04", text: "a  text", grade: "PASS" },
        { ...month, axis: "verify-vault-write", text: "a  text", grade: "CANT_TELL" },
      ],
      [
        { ...month, ref: "r1", text: " a  text\n" },
        { ...month, ref: "r2", period: "2026-04", text: "a  text" },
        { ...month, ref: "r3", axis: "verify-vault-write", text: "a  text" },
      ],
    );
    expect(code).toBe(0);
    expect(grades).toEqual([
      { ref: "r1", grade: "FAIL", reason: "too vague", by: "founder" },
      { ref: "r2", grade: "PASS", by: "founder" },
      { ref: "r3", grade: "CANT_TELL", by: "founder" },
    ]);
  });

  it("gives the first N items of a rule its grade, whichever they are, and the others the other one", () => {
    const texts = Array.from({ length: 90 }, (_, index) => `dispatch ${index}`);
    const rule = { ...month, texts, grade: "FAIL", first: 4, otherwise: "PASS", reasons: ["one", "two"] };
    for (const start of [0, 37, 81]) {
      const items = texts
        .slice(start, start + 9)
        .map((text, index) => ({ ...month, ref: `r${index}`, text }));
      const { grades } = joinGrades([rule], items.toReversed());
      expect(grades.filter((one) => one.grade === "FAIL")).toEqual([
        { ref: "r8", grade: "FAIL", reason: "one", by: "founder" },
        { ref: "r7", grade: "FAIL", reason: "two", by: "founder" },
        { ref: "r6", grade: "FAIL", reason: "one", by: "founder" },
        { ref: "r5", grade: "FAIL", reason: "two", by: "founder" },
      ]);
      expect(grades).toHaveLength(9);
    }
  });

  it("ends with 1 for a text without a grade, the others graded", () => {
    const { code, grades } = joinGrades(
      [{ ...month, text: "known", grade: "PASS" }],
      [
        { ...month, ref: "r1", text: "unknown" },
        { ...month, ref: "r2", text: "known" },
      ],
    );
    expect(code).toBe(1);
    expect(grades).toHaveLength(1);
  });
});
