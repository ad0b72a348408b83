import { InvalidArgumentError } from "commander";
import { parseWhole } from "./whole-number.ts";

/** What `simulate` is told. */
export interface SimulateOptions {
  readonly axis?: string;
  readonly pass?: number;
  readonly fail?: number;
  readonly months: number;
  readonly runs: number;
  readonly seed: number;
  readonly minutes?: number;
  readonly topUpMinutes?: number;
  readonly raise: boolean;
  readonly founderPassInFail: number;
  readonly swing: number;
}

/** So many verdicts of one axis in a month are past all use, and would take their time. */
const mostVerdicts = 100_000;

/** Verdicts of one axis in a month. */
export function parseVolume(text: string): number {
  return parseWhole(text, 0, mostVerdicts);
}

/** Months that a drift is looked at. */
export function parseMonths(text: string): number {
  return parseWhole(text, 1, 120);
}

/** Simulated runs. */
export function parseRuns(text: string): number {
  return parseWhole(text, 10, 1_000_000);
}

/** Seed of the simulation. */
export function parseSeed(text: string): number {
  return parseWhole(text, 0, 4_294_967_295);
}

/** Minutes a month; infinity for `unlimited`. */
export function parseMinutes(text: string): number {
  if (text === "unlimited") return Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !Number.isFinite(value)) {
    throw new InvalidArgumentError("It must be minutes, such as 60, or `unlimited`.");
  }
  return value;
}

/** A share, 0 to 1. */
export function parseShare(text: string): number {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || value > 1) {
    throw new InvalidArgumentError("It must be a share from 0 to 1, such as 0.1.");
  }
  return value;
}

/** A correlation, 0 to below 1. */
export function parseSwing(text: string): number {
  const value = parseShare(text);
  if (value >= 1) throw new InvalidArgumentError("It must be a correlation from 0 to below 1, such as 0.03.");
  return value;
}
