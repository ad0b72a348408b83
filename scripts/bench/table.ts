import { alignTable } from "../../src/reports/table.ts";
import { isMeasured, isReached, type Row } from "./result.ts";

const reachedWords = new Map([
  [true, "yes"],
  [false, "no"],
  [null, ""],
]);

const headers = ["goal", "this", "against", "", "", "ratio (quartiles)", "cpu", "goal", "reached", "rounds"];
const align = ["left", "left", "left", "right", "right", "right", "right", "right", "left", "right"] as const;

/** The rows as a table for the terminal. */
export function terminalTable(rows: readonly Row[]): string {
  return alignTable(headers, rows.map(cellsOf), { align }).join("\n");
}

/** The cells of a row, in the order of the table's columns. */
export function cellsOf(row: Row): readonly string[] {
  if (!isMeasured(row))
    return [row.goal, row.what, row.against, "", "", "not measured", "", "", `(${row.because})`, "0"];
  const {
    goal,
    what,
    against,
    ms,
    baseMs,
    ratio,
    low,
    high,
    limit,
    cpuRatio,
    rounds,
    sense,
    unit = "ms",
  } = row;
  // Against a fixed bound of nothing a ratio would say nothing.
  const counted = baseMs === 0;
  return [
    goal,
    what,
    against,
    `${short(ms)} ${unit}`,
    counted ? "" : `${short(baseMs)} ${unit}`,
    counted ? "" : `${short(ratio)} (${short(low)} to ${short(high)})`,
    cpuRatio === null ? "" : short(cpuRatio),
    limit === null || counted ? "" : `${sense === "at-least" ? ">=" : "<="} ${short(limit)}`,
    reachedWords.get(isReached(row)) ?? "",
    String(rounds),
  ];
}

/** Three figures, without the exponent. */
function short(value: number): string {
  const places = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 100)));
  return value.toFixed(Math.min(places, 6));
}
