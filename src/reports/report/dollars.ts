/** `$1.20`; a sum below a cent is not shown as nothing. */
export function dollars(usd: number): string {
  if (usd > 0 && usd < 0.01) return "< $0.01";
  return `$${usd >= 100 ? Math.round(usd).toLocaleString("en-US") : usd.toFixed(2)}`;
}
