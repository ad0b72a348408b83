import type { HistoryRow } from "../core/history-row.ts";
import { csvRow } from "./csv-cell.ts";

type Value = string | number | boolean | null;

const columns: readonly (readonly [name: string, value: (row: HistoryRow) => Value])[] = [
  ["workspace", (row) => row.workspace],
  ["axis", (row) => row.axis],
  ["period", (row) => row.period],
  ["epoch", (row) => row.epoch],
  ["state", (row) => row.state],
  ["because", (row) => row.because],
  ["verdicts_pass", (row) => row.verdicts.pass],
  ["verdicts_fail", (row) => row.verdicts.fail],
  ["verdicts_error", (row) => row.verdicts.error],
  ["frame_pass", (row) => row.frame.pass],
  ["frame_fail", (row) => row.frame.fail],
  ["frame_no_artifact", (row) => row.frame.noArtifact],
  ["frame_late", (row) => row.frame.late],
  ["provisional", (row) => row.provisional],
  ["sampled_pass", (row) => row.sampled.pass],
  ["sampled_fail", (row) => row.sampled.fail],
  ["sampled_probe", (row) => row.sampled.probe],
  ["sampled_risk", (row) => row.sampled.risk],
  ["graded_pass", (row) => row.graded.pass],
  ["graded_fail", (row) => row.graded.fail],
  ["graded_probe", (row) => row.graded.probe],
  ["graded_risk", (row) => row.graded.risk],
  ["cant_tell", (row) => row.cantTell],
  ["table_pp", (row) => row.table.pp],
  ["table_pf", (row) => row.table.pf],
  ["table_fp", (row) => row.table.fp],
  ["table_ff", (row) => row.table.ff],
  ["kappa_status", (row) => row.kappa.status],
  ["kappa", (row) => row.kappa.value],
  ["kappa_low", (row) => row.kappa.low],
  ["kappa_high", (row) => row.kappa.high],
  ["kappa_because", (row) => row.kappa.because],
  ["kappa_bound_low", (row) => row.kappa.bounds?.[0] ?? null],
  ["kappa_bound_high", (row) => row.kappa.bounds?.[1] ?? null],
  ["pool_pass_size", (row) => row.pool?.passSize ?? null],
  ["pool_pass_graded", (row) => row.pool?.passGraded ?? null],
  ["pool_overrides", (row) => row.pool?.overrides ?? null],
  ["pool_fail_size", (row) => row.pool?.failSize ?? null],
  ["pool_fail_graded", (row) => row.pool?.failGraded ?? null],
  ["pool_founder_pass_in_fail", (row) => row.pool?.founderPassInFail ?? null],
  ["p_below_threshold", (row) => row.pBelowThreshold],
  ["override_rate_at_threshold", (row) => row.overrideRateAtThreshold],
  ["overrides", (row) => row.overrides],
  ["reverse_overrides", (row) => row.reverseOverrides],
  ["streak", (row) => row.streak],
  ["escape_escaped", (row) => row.escape.escaped],
  ["escape_graded", (row) => row.escape.graded],
  ["escape_low", (row) => row.escape.low],
  ["escape_high", (row) => row.escape.high],
  ["minutes_planned", (row) => row.minutes.planned],
  ["minutes_spent", (row) => row.minutes.spent],
  ["top_up_batches", (row) => row.topUp.batches],
  ["top_up_graded", (row) => row.topUp.graded],
  ["mode", (row) => row.decision.mode],
  ["action", (row) => row.decision.action],
  ["reasons", (row) => row.decision.reasons.join(" ")],
  ["evidence", (row) => row.decision.evidence],
  ["literal_action", (row) => row.decision.literal.action],
  ["literal_reasons", (row) => row.decision.literal.reasons.join(" ")],
  ["guarded_action", (row) => row.decision.guarded.action],
  ["guarded_reasons", (row) => row.decision.guarded.reasons.join(" ")],
  ["status_before", (row) => row.status.before],
  ["status_after", (row) => row.status.after],
];

/**
 * The history as CSV: a header, then one line an axis and period, numbers in full precision, empty where there is
 * no number. `otherEpochs` and the list of errors are left to the JSON form.
 */
export function renderHistoryCsv(rows: readonly HistoryRow[]): string {
  const header = csvRow(columns.map(([name]) => name));
  const lines = rows.map((row) => csvRow(columns.map(([, value]) => value(row))));
  return `${[header, ...lines].join("\n")}\n`;
}
