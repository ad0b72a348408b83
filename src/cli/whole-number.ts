import { InvalidArgumentError } from "commander";

/** A whole number given on the command line, in digits, from `least` to `most`; else what exactly is wrong with it. */
export function parseWhole(text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new InvalidArgumentError(
    `It must be a whole number of ${least} to ${most}${faultOf(text, least, most)}.`,
  );
}

/** Whoever writes 90.5 knows the range, and whoever writes 1000000 knows what a whole number is. */
function faultOf(text: string, least: number, most: number): string {
  const value = Number(text);
  if (text.trim() === "" || Number.isNaN(value)) return ", such as 90";
  if (value < least) return `, and ${text} is less`;
  if (value > most) return `, and ${text} is more`;
  return Number.isInteger(value) ? ", written in digits alone" : `, and ${text} has a fraction`;
}
