import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { defaultDecision } from "../../src/core/policy.ts";
import { displayWidth } from "../../src/reports/display-width.ts";
import { axisTable, renderHistoryTable, rowDetails } from "../../src/reports/history-table.ts";
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

/** Where each phrase begins, so that their order can be compared. */
function positions(text: string, phrases: readonly string[]): readonly number[] {
  return phrases.map((phrase) => text.indexOf(phrase));
}

describe("axisTable", () => {
  it("has name, N_verdicts, N_sampled, kappa, override_count, status, action in this order", () => {
    const [head = "", , row = ""] = axisTable([sampleRow()]);
    const order = positions(head, [
      "axis",
      "N_verdicts",
      "N_sampled",
      "kappa",
      "override_count",
      "status",
      "action",
    ]);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(row.split(/\s{2,}/)).toEqual([
      "verify-dispatch",
      "2026-05",
      "100",
      "14",
      "0.219 [0.077, 0.468]",
      "4 of 9",
      "graduated -> assisted",
      "revert",
    ]);
  });

  it("shows the state of a month that was not decided, and no kappa where there is none", () => {
    const row = sampleRow({
      state: "below-threshold",
      because: "too-few-pass",
      kappa: { status: "undefined", value: null, low: null, high: null, because: "no-data", bounds: null },
      status: { before: "graduated", after: "graduated" },
    });
    expect(axisTable([row])[2]).toMatch(/ – .* graduated +below-threshold$/);
  });

  it("shows bounds where kappa is not identifiable", () => {
    const kappa = {
      status: "unidentified",
      value: null,
      low: null,
      high: null,
      because: null,
      bounds: [-0.1, 0.8],
    } as const;
    expect(axisTable([sampleRow({ kappa })])[2]).toContain("[-0.100, 0.800]");
  });
});

describe("rowDetails", () => {
  it("follows the order graded, errors, interval, override rate, streak, escape, literal, guarded, reason", () => {
    const text = rowDetails(sampleRow(), defaultDecision).join("\n");
    const order = positions(text, [
      "9 of 9 PASS, 5 of 5 FAIL",
      "2 errors",
      "95% interval [0.077, 0.468], n = 9 + 5",
      "override rate of 4%",
      "1 month",
      "probes",
      "literal rule: revert",
      "guarded: revert",
      "reason: reverted",
    ]);
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it("shows what is beside the sample", () => {
    const text = rowDetails(
      sampleRow({
        provisional: true,
        frame: { pass: 90, fail: 10, noArtifact: 3, late: 2 },
        otherEpochs: [{ epoch: "abcdef0123456789", verdicts: { pass: 12, fail: 1, error: 0 } }],
        escape: { escaped: 1, graded: 3, low: 0.05, high: 0.8 },
        topUp: { batches: 1, graded: 4, cut: 0, ended: "clear" },
      }),
      defaultDecision,
    ).join("\n");
    for (const figure of [
      "provisional",
      "3 without an artifact",
      "2 late",
      "abcdef012345: 12 PASS, 1 FAIL",
      "1 of 3 escaped, 33.3% [0.050, 0.800]",
      "4 of them from top-ups",
    ]) {
      expect(text).toContain(figure);
    }
  });

  it("does not speak of modes while a month is open, nor of a sample where none was drawn", () => {
    expect(rowDetails(sampleOpenRow(), defaultDecision).join("\n")).not.toMatch(/literal|guarded/);
    const skipped = sampleRow({ state: "skipped", because: "too-old" });
    expect(rowDetails(skipped, defaultDecision).join("\n")).not.toMatch(/graded|kappa|streak/);
    expect(rowDetails(skipped, defaultDecision).at(-1)).toContain("reason: skipped");
  });
});

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

describe("a month that was decided on other grades", () => {
  it("gives reasons of then, and one line of now", () => {
    const row = sampleRow();
    const { kappa, table, pool, pBelowThreshold, pOverrideAboveInStreak, cusum, streak } = row;
    const figures = { kappa, table, pool, pBelowThreshold, pOverrideAboveInStreak, cusum, streak };
    const later = sampleRow({
      overrides: 0,
      table: { pp: 9, pf: 0, fp: 0, ff: 5 },
      pBelowThreshold: 0.02,
      decidedOn: { ...figures, policy: defaultDecision },
      byNow: { action: "keep", reasons: [] },
    });
    const lines = rowDetails(later, defaultDecision).map((line) => line.trim());
    expect(lines).toContain(
      "reason: reverted to assisted: P(kappa < 0.6) = 0.996 (bar 0.99), 4 overrides of 9",
    );
    expect(lines).toContain("guarded: revert (P(kappa < 0.6) = 0.996 (bar 0.99))");
    expect(lines.filter((line) => line.startsWith("by the grades known now"))).toHaveLength(1);
    expect(rowDetails(row, defaultDecision).join("\n")).not.toContain("known now");
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
