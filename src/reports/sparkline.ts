const steps = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;
const gap = "·";

/**
 * How a figure went over the months, one column a month, on a scale from `low` to `high`; a value beyond an end is drawn at it.
 * A month without a value is a dot half way up, which no value looks like: a missing figure must not read as a 0.
 *
 * @example sparkline([0, 0.5, null, 1], { low: 0, high: 1 }) // "▁▅·█"
 */
export function sparkline(
  values: readonly (number | null)[],
  { low, high }: { readonly low: number; readonly high: number },
): string {
  return values.map((value) => stepOf(value, low, high)).join("");
}

function stepOf(value: number | null, low: number, high: number): string {
  if (value === null || Number.isNaN(value)) return gap;
  const share = high > low ? (value - low) / (high - low) : 0.5;
  const step = Math.round(Math.min(1, Math.max(0, share)) * (steps.length - 1));
  return steps[step] ?? gap;
}
