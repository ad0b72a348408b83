import { expect, it } from "vitest";
import { renderHistoryCsv } from "../../src/reports/history-csv.ts";
import { sampleRow } from "./sample-row.ts";

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
  });
  expect(rows[1]?.pool_pass_size).toBe("");
});

it("runs no formula from a status word", () => {
  const csv = renderHistoryCsv([sampleRow({ status: { before: "=1+1", after: "assisted" } })]);
  expect(csv).toContain(',"\'=1+1",assisted');
});

it("has a header even without rows", () => {
  expect(renderHistoryCsv([]).split("\n")).toHaveLength(2);
});
