/** What stands where there is no number. */
export const noNumber = "–";

/**
 * A number with a fixed count of decimals; null is a dash. Never `-0.00`.
 *
 * @example showNumber(0.68749, 3) // "0.687"
 */
export function showNumber(value: number | null, decimals: number): string {
  if (value === null || !Number.isFinite(value)) return noNumber;
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text;
}

/** A whole number with its thousands apart. @example showCount(12345) // "12,345" */
export function showCount(value: number): string {
  return String(Math.round(value)).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A share as a percentage. @example showPercent(0.125) // "12.5%" */
export function showPercent(share: number | null): string {
  return share === null ? noNumber : `${Number((share * 100).toFixed(1))}%`;
}

/** `[low, high]`, or nothing where there is no interval. */
export function showInterval(low: number | null, high: number | null, decimals = 3): string {
  if (low === null || high === null) return "";
  return `[${showNumber(low, decimals)}, ${showNumber(high, decimals)}]`;
}

/**
 * A probability with as many decimals (3 to 6) as it takes to see on which side of the bar it lies;
 * one that is all but certain is never shown as 1 or 0.
 *
 * @example showProbability(0.98996, 0.99) // "0.98996"
 */
export function showProbability(value: number | null, bar: number | null = null): string {
  if (value === null) return noNumber;
  if (value > 0.9999995 && value < 1) return "> 0.999999";
  if (value < 0.0000005 && value > 0) return "< 0.000001";
  for (let decimals = 3; decimals < 6; decimals += 1) {
    const shown = Number(value.toFixed(decimals));
    const sameSide = bar === null || shown >= bar === value >= bar;
    const honest = (shown < 1 || value >= 1) && (shown > 0 || value <= 0);
    if (sameSide && honest) return value.toFixed(decimals);
  }
  return value.toFixed(6);
}

/** `1 item`, `2 items`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `$1.20`; a sum below a cent is not shown as nothing. */
export function showDollars(usd: number): string {
  if (usd > 0 && usd < 0.01) return "< $0.01";
  return `$${usd >= 100 ? showCount(usd) : usd.toFixed(2)}`;
}
