import { showNumber } from "./numbers.ts";

/** `42 of 60 minutes` of grading: spent and planned. */
export function minutesWords(minutes: {
  readonly planned: number | null;
  readonly spent: number | null;
}): string {
  return `${showNumber(minutes.spent, 1)} of ${showNumber(minutes.planned, 1)} minutes`;
}
