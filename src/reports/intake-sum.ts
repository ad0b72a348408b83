import type { IntakeReport } from "../core/intake.ts";

/**
 * What became of rows, in one line that always adds up.
 *
 * @example "100 rows read = 98 stored + 1 duplicate + 1 rejected"
 */
export function intakeSum(report: Omit<IntakeReport, "rejects">): string {
  const { read, stored, duplicate, rejected } = report;
  const rows = read === 1 ? "row" : "rows";
  return `${read} ${rows} read = ${stored} stored + ${duplicate} duplicate + ${rejected} rejected`;
}
