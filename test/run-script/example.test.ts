import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "./made-project.ts";

const example = join(repository, "config", "example");

interface Line {
  readonly verdict: string | { readonly error: string };
  readonly at: string;
  readonly id: string;
  readonly artifact: { readonly text: string };
  readonly rubric?: string;
  readonly score?: number;
  readonly cost_usd?: number;
}

interface Rule {
  readonly axis: string;
  readonly text?: string;
  readonly texts?: readonly string[];
  readonly grade: string;
  readonly first?: number;
}

function readLines(...path: readonly string[]): readonly string[] {
  return readFileSync(join(example, ...path), "utf8")
    .trimEnd()
    .split("\n");
}

function readRules(period: string): readonly Rule[] {
  return readLines("grades", `${period}.jsonl`).map((line): Rule => JSON.parse(line));
}

function textsOf(lines: readonly Line[]): ReadonlySet<string> {
  return new Set(lines.map(({ artifact }) => artifact.text));
}

function readLog(
  axis: string,
  period: string,
): { pass: readonly Line[]; fail: readonly Line[]; all: readonly Line[] } {
  const all = readLines("logs", `${axis}-${period}.jsonl`).map((line): Line => JSON.parse(line));
  const pass = all.filter(({ verdict }) => verdict === "PASS");
  const fail = all.filter(({ verdict }) => typeof verdict === "string" && verdict !== "PASS");
  return { pass, fail, all };
}

const axes = ["verify-dispatch", "verify-strategic-output", "verify-vault-write"];
const periods = ["2026-04", "2026-05"];

describe("the example workspace", () => {
  it("is what its generator writes", () => {
    const folder = mkdtempSync(join(tmpdir(), "example-"));
    execFileSync(process.execPath, [join(repository, "scripts", "make-example.mjs"), folder]);
    for (const part of ["logs", "grades"]) {
      const names = readdirSync(join(example, part));
      expect(readdirSync(join(folder, part))).toEqual(names);
      for (const name of names) {
        expect(readFileSync(join(folder, part, name)).equals(readFileSync(join(example, part, name)))).toBe(
          true,
        );
      }
    }
    rmSync(folder, { recursive: true });
  });

  it.each(periods)("has a grade for every text of %s that can be drawn, and each text once", (period) => {
    const rules = readRules(period);
    for (const axis of axes) {
      const { pass, fail, all } = readLog(axis, period);
      expect(textsOf(all).size).toBe(all.length);
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      const own = rules.filter((rule) => rule.axis === axis);
      const graded = own.flatMap((rule): readonly (string | undefined)[] => rule.texts ?? [rule.text]);
      expect(graded).toHaveLength(pass.length + fail.length);
      expect(new Set(graded)).toEqual(textsOf([...pass, ...fail]));
      const failed = new Set(own.flatMap((rule) => (rule.grade === "FAIL" ? [rule.text] : [])));
      expect(fail.every(({ artifact }) => failed.has(artifact.text))).toBe(true);
    }
  });

  it("has 81 to 90 PASS and 10 FAIL dispatches in May under one rubric, 4 of them overridden", () => {
    const { pass, fail, all } = readLog("verify-dispatch", "2026-05");
    expect(Math.ceil(pass.length / 10)).toBe(9);
    expect(fail).toHaveLength(10);
    expect(new Set(all.map(({ rubric }) => rubric)).size).toBe(1);
    expect(all[0]?.rubric).not.toBe(readLog("verify-dispatch", "2026-04").all[0]?.rubric);
    const rule = readRules("2026-05").find(({ texts }) => texts !== undefined);
    expect(rule).toMatchObject({ axis: "verify-dispatch", grade: "FAIL", first: 4, otherwise: "PASS" });
  });

  it("has too few strategic outputs in May, and enough of everything else", () => {
    for (const axis of axes) {
      for (const period of periods) {
        const few = axis === "verify-strategic-output" && period === "2026-05";
        expect(readLog(axis, period).pass.length < 10).toBe(few);
      }
    }
  });

  it("shows risk items among the FAIL verdicts only: the rule counts what the founder is shown of the PASS ones", () => {
    for (const axis of axes) {
      for (const period of periods) {
        const { pass, fail } = readLog(axis, period);
        const highestFailScore = Math.max(...fail.map(({ score }) => score ?? Number.NaN));
        const lowestFailCost = Math.min(...fail.map((line) => line.cost_usd ?? Number.NaN));
        expect(pass.every(({ score }) => (score ?? Number.NaN) > highestFailScore)).toBe(true);
        expect(pass.every((line) => (line.cost_usd ?? Number.NaN) < lowestFailCost)).toBe(true);
      }
    }
  });

  it("keeps every verdict inside its month, in the order of the times", () => {
    for (const axis of axes) {
      for (const period of periods) {
        const times = readLog(axis, period).all.map(({ at }) => at);
        expect(times.every((at) => at.startsWith(period) && !Number.isNaN(Date.parse(at)))).toBe(true);
        expect(times.every((at, index) => at >= (times[index - 1] ?? ""))).toBe(true);
      }
    }
  });
});
