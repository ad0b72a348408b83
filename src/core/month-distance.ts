import type { Month } from "./cycle.ts";

/** How many calendar months `to` lies after `from`: 1 for neighbours, 13 from 2025-06 to 2026-07. */
export function monthDistance(from: Month, to: Month): number {
  return ordinal(to) - ordinal(from);
}

function ordinal(month: Month): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
}
