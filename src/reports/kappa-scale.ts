import type { HistoryKappa } from "../core/history-row.ts";
import type { ShownRow } from "../core/open-row.ts";
import type { DrawnInterval } from "./interval-bar.ts";

/** Kappa as a bar: its interval, or where it is not identifiable the bounds of what is possible, without a value. */
export function drawnKappa({ value, low, high, bounds }: HistoryKappa): DrawnInterval {
  if (value !== null) return { value, low, high };
  return { value: null, low: bounds?.[0] ?? null, high: bounds?.[1] ?? null };
}

/** Where a scale begins that shows all of these months: 0, or lower in steps of 0.2 where one of them is below. */
export function kappaFloor(kappas: readonly HistoryKappa[]): number {
  const lowest = Math.min(
    0,
    ...kappas.flatMap((kappa) => [kappa.value, drawnKappa(kappa).low].filter((one) => one !== null)),
  );
  return Math.max(-1, Math.floor(lowest / 0.2 + 1e-9) / 5 || 0);
}

/** Overrides of the graded PASS items, 0 to 1; null where nothing was graded, and while the month is open. */
export function overrideRate({ graded, overrides }: ShownRow): number | null {
  return overrides === null || graded.pass === null || graded.pass === 0 ? null : overrides / graded.pass;
}

/** Where the scale of override rates ends: a round share that holds all of them, 20% at least. */
export function overrideCeiling(rows: readonly ShownRow[]): number {
  const highest = Math.max(0.2, ...rows.map((row) => overrideRate(row) ?? 0));
  return Math.ceil(highest * 10 - 1e-9) / 10;
}

/** The colour of a bar on its side of the threshold; null where the interval lies on both, or there is none. */
export function sideOf({ low, high }: DrawnInterval, threshold: number): "above" | "below" | null {
  if (low === null || high === null) return null;
  return low >= threshold ? "above" : high < threshold ? "below" : null;
}

/** The line with this bar in the colour of its side, which its place says too. */
export function paintBar(line: string, bar: string, side: "above" | "below" | null): string {
  const text = bar.trim();
  if (side === null || text === "") return line;
  return line.replace(text, `\u001b[${side === "above" ? 32 : 31}m${text}\u001b[0m`);
}
