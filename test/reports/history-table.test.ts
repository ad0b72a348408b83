import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { defaultDecision } from "../../src/core/policy.ts";
import { axisTable } from "../../src/reports/axis-table.ts";
import { displayWidth } from "../../src/reports/display-width.ts";
import { renderHistoryTable } from "../../src/reports/history-table.ts";
import { rowDetails } from "../../src/reports/row-details.ts";
import { oneLine } from "../../src/reports/terminal-text.ts";
import { sampleOpenRow, sampleRow } from "./sample-row.ts";

const noKappa = {
  status: "undefined",
  value: null,
  low: null,
  high: null,
  because: "no-data",
  bounds: null,
} as const;
const policyOf = (): typeof defaultDecision => defaultDecision;

describe("an open month", () => {
  it("tells how far the grading is and until when, and no figure", () => {
    const text = renderHistoryTable([sampleOpenRow()], policyOf, { timezone: "America/New_York" });
    expect(text).toContain("1 of 2 answered, due 2026-07-01 09:00 EDT");
    expect(text.replaceAll(/\s+/g, " ")).toContain("self-agreement: shown at the close");
    expect(text).not.toMatch(/overrides? of|n = |95%|null|NaN|undefined|graded/);
    expect(axisTable([sampleOpenRow()])[2]?.split(/\s{2,}/)).toEqual([
      "verify-dispatch",
      "2026-05",
      "0",
      "2",
      "–",
      "–",
      "graduated",
      "open",
    ]);
  });

  it("has its batches of further items, which the founder was told of", () => {
    const topUp = { batches: 1, graded: 0, cut: 0, ended: null };
    expect(rowDetails(sampleOpenRow({ topUp }), defaultDecision).join("\n")).toContain(
      "1 batch of further items",
    );
  });
});

/** Nobody's text may break a line or steer a terminal. */
const hostile = "\u001b[31mred\u001b[0m\nsecond line\u0007 \u202etxet";

describe("what is shown beside kappa", () => {
  const selfAgreement = {
    same: 5,
    asked: 6,
    cantTell: 1,
    rate: 5 / 6,
    low: 0.442,
    high: 0.982,
    because: null,
    month: { same: 1, asked: 1, cantTell: 0 },
  };
  const disagreement = {
    id: "d-1029",
    link: "https://desk.example/verify-dispatch/2026/05/a-case-with-an-address-of-more-than-eighty-columns/1029",
    critic: "PASS",
    founder: "FAIL",
    reason: "It promises a refund that the policy does not allow, and names nobody who could grant it.",
    at: "2026-06-10T13:00:00.000Z",
  } as const;

  it("stands there with its intervals and n, and so does the founder's own agreement", () => {
    const text = rowDetails(sampleRow({ selfAgreement }), defaultDecision).join("\n");
    for (const figure of [
      "raw agreement: 60% [0.326, 0.844], n = 9 + 5",
      "always saying PASS would agree: 50% [0.500, 0.771], n = 9 + 5",
      "PABAK: 0.200 [-0.348, 0.689], n = 9 + 5",
      "AC1: 0.310 [-0.322, 0.780], n = 9 + 5",
      "agreement on PASS: 0.714 [0.405, 0.905], n = 9 + 5",
      "agreement on FAIL: 0.333 [0.180, 0.562], n = 9 + 5",
      "true PASS rate: 50% [0.229, 0.747] (critic 90%), n = 9 + 5 of 90 + 10",
      "5 of 6 re-asked items, 83.3% [0.442, 0.982], 1 more can't tell; this month 1 of 1",
    ])
      expect(text).toContain(figure);
  });

  it("lists the disagreements of a closed month, at most 20 of them, on one line each", () => {
    const many = Array.from({ length: 23 }, (_, index) => ({
      ...disagreement,
      id: `d-${index}`,
      reason: hostile,
    }));
    const lines = rowDetails(sampleRow({ disagreements: many }), defaultDecision);
    expect(lines.filter((line) => line.includes("critic PASS, founder FAIL"))).toHaveLength(20);
    expect(lines.some((line) => line.includes("3 more"))).toBe(true);
    for (const line of lines) expect(oneLine(line)).toBe(line.trim());
  });

  it("fits into 80 columns, addresses left whole", () => {
    const row = sampleRow({ selfAgreement, disagreements: [disagreement] });
    const lines = renderHistoryTable([row], policyOf, { columns: 80 }).split("\n");
    const wide = lines.filter((line) => line.length > 80);
    expect(wide.map((line) => line.trim())).toEqual([`(${disagreement.link})`]);
    expect(lines[0]).toMatch(/^period +N_verdicts +N_sampled +kappa +override_count +status +action$/);
    expect(lines[2]?.split(/\s{2,}/)).toEqual([
      "2026-05",
      "100",
      "14",
      "0.219",
      "4 of 9",
      "assisted",
      "revert",
    ]);
  });

  it("leaves the table as it is where the screen is wide enough, and puts the axis above its months where it is not", () => {
    const whole = axisTable([sampleRow()])[0];
    expect(renderHistoryTable([sampleRow()], policyOf).split("\n")[0]).toBe(whole);
    expect(renderHistoryTable([sampleRow()], policyOf, { columns: 140 }).split("\n")[0]).toBe(whole);
    const two = [sampleRow(), sampleRow({ axis: "verify-vault-write" })];
    expect(renderHistoryTable(two, policyOf, { columns: 140 })).toContain("verify-vault-write  2026-05");
    // What is not shown is not explained.
    expect(renderHistoryTable(two, policyOf, { columns: 140 })).toContain("N_sampled counts");
    expect(renderHistoryTable(two, policyOf, { columns: 50 })).not.toContain("N_sampled");
    const narrow = renderHistoryTable(two, policyOf, { columns: 80 }).split("\n").slice(0, 6);
    expect(narrow[2]).toBe("verify-dispatch");
    expect(narrow[4]).toBe("verify-vault-write");
    expect(narrow[5]).toMatch(/^2026-05 .* 0\.219 .* assisted +revert$/);
  });
});

describe("renderHistoryTable", () => {
  it("fits into 60, 80 and 120 columns, each axis drawn once, with no escape code where colour is off", () => {
    const rows = ["verify-dispatch", "verify-vault-write"].flatMap((axis) => [
      sampleRow({ axis, period: "2026-04" }),
      sampleRow({ axis, period: "2026-05", state: "below-threshold", kappa: noKappa }),
      sampleOpenRow({ axis, period: "2026-06" }),
    ]);
    for (const columns of [60, 80, 120]) {
      const lines = renderHistoryTable(rows, policyOf, { columns }).split("\n");
      expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns);
      expect(lines.filter((line) => line.includes("from 0 to 1"))).toHaveLength(2);
      expect(lines.join("")).not.toContain("\u001b");
      expect(lines.filter((line) => /^2026-06 +open: shown at the close +– +–$/.test(line))).toHaveLength(2);
    }
  });

  it("says the same in colour and without", () => {
    const rows = [sampleRow({ period: "2026-04" }), sampleRow()];
    const plain = renderHistoryTable(rows, policyOf, { columns: 80 });
    const coloured = renderHistoryTable(rows, policyOf, { columns: 80, colour: true });
    expect(coloured).toContain("\u001b[31m");
    expect(stripVTControlCharacters(coloured)).toBe(plain);
  });

  it("uses the thresholds of each axis", () => {
    const rows = [sampleRow(), sampleRow({ axis: "verify-vault-write" })];
    const text = renderHistoryTable(rows, (axis) =>
      axis === "verify-vault-write" ? { ...defaultDecision, kappaThreshold: 0.8 } : defaultDecision,
    );
    expect(text).toContain("P(kappa < 0.6)");
    expect(text).toContain("P(kappa < 0.8)");
  });

  it("says so when there is nothing", () => {
    expect(renderHistoryTable([], policyOf)).not.toBe("");
  });
});
