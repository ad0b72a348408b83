import { expect, it } from "vitest";
import { renderHistoryCsv } from "../../src/reports/history-csv.ts";
import { sampleOpenRow, sampleRow } from "./sample-row.ts";

function parsed(csv: string): readonly Record<string, string>[] {
  const [head = "", ...lines] = csv.trimEnd().split("\n");
  const names = head.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    expect(cells).toHaveLength(names.length);
    return Object.fromEntries(names.map((name, column) => [name, cells[column] ?? ""]));
  });
}

it("is one line a row, numbers in full precision, empty where there is none", () => {
  const rows = parsed(
    renderHistoryCsv([sampleRow({ pBelowThreshold: 0.996234567890123 }), sampleRow({ pool: null })]),
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    axis: "verify-dispatch",
    period: "2026-05",
    verdicts_pass: "90",
    frame_fail: "10",
    graded_fail: "5",
    table_pf: "4",
    kappa: "0.219",
    kappa_bound_low: "",
    p_below_threshold: "0.996234567890123",
    pool_pass_size: "90",
    action: "revert",
    reasons: "kappa-overwhelming",
    literal_reasons: "kappa",
    status_before: "graduated",
    status_after: "assisted",
    majority_word: "PASS",
    majority: "0.5",
    true_pass_rate: "0.5",
    self_agreement_asked: "0",
    self_agreement_low: "",
    agreement_because: "",
    disagreements: "",
  });
  expect(Number(rows[0]?.["raw_agreement"])).toBeCloseTo(0.6, 12);
  expect(Number(rows[0]?.["pabak"])).toBeCloseTo(0.2, 12);
  expect(Number(rows[0]?.["agreement_on_pass"])).toBeCloseTo(5 / 7, 12);
  expect(rows[1]?.pool_pass_size).toBe("");
});

it("leaves out of an open month what would tell the critic's word", () => {
  const [row] = parsed(renderHistoryCsv([sampleOpenRow()]));
  expect(row).toMatchObject({ items: "2", answered: "1", sampled_pass: "1", kappa_because: "open" });
  const told = Object.entries(row ?? {}).filter(
    ([name, value]) =>
      value !== "" &&
      /^(graded|table|overrides|reverse|escape|pool|p_|cusum|kappa|raw|agreement_on|true|majority|cant|provisional)/.test(
        name,
      ) &&
      !/_(status|because)$/.test(name),
  );
  expect(told).toEqual([]);
});

it("runs no formula from a status word", () => {
  const csv = renderHistoryCsv([sampleRow({ status: { before: "=1+1", after: "assisted" } })]);
  expect(csv).toContain(',"\'=1+1",assisted');
});

it("has the disagreements in one cell that does nothing", () => {
  const one = {
    link: "d-1",
    critic: "PASS",
    founder: "FAIL",
    at: "2026-06-10T13:00:00.000Z",
  } as const;
  const csv = renderHistoryCsv([
    sampleRow({
      disagreements: [
        { ...one, id: "=1+1", reason: 'says "no",\nand more' },
        { ...one, id: "d-1", reason: null },
      ],
    }),
  ]);
  expect(csv.trimEnd().split("\n")).toHaveLength(2);
  expect(csv).toContain(
    `,"'=1+1: critic PASS, founder FAIL: says ""no"", and more (d-1) | d-1: critic PASS, founder FAIL"`,
  );
});

it("has a header even without rows", () => {
  expect(renderHistoryCsv([]).split("\n")).toHaveLength(2);
});
