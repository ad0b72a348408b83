import type { VerdictFlags } from "../cli/verdict-flags.ts";
import { readOption } from "../light/option.ts";

/** A `record` call that was understood completely. */
export interface RecordCall {
  /** What `--config` names, or null. */
  readonly configFlag: string | null;
  readonly json: boolean;
  /** The verdict's flags; null where the verdict comes through stdin. */
  readonly flags: VerdictFlags | null;
}

const textFlags: ReadonlyMap<string, keyof VerdictFlags> = new Map([
  ["--axis", "axis"],
  ["--verdict", "verdict"],
  ["--id", "id"],
  ["--at", "at"],
  ["--artifact", "artifact"],
  ["--text", "text"],
  ["--rubric", "rubric"],
  ["--reason", "reason"],
  ["--model", "model"],
  ["--source", "source"],
  ["--meta", "meta"],
]);

const numberFlags: ReadonlyMap<string, keyof VerdictFlags> = new Map([
  ["--score", "score"],
  ["--cost-usd", "costUsd"],
  ["--latency-ms", "latencyMs"],
]);

/**
 * The arguments of a `record` call that the full command line would take in the same way: global options before or after
 * the word, one verdict in flags or `-`. Null for everything else, a call that is wrong among it: explaining that is
 * the full command line's business.
 *
 * @example readRecordCall(["record", "--axis", "a", "--verdict=PASS", "--json"])?.json // true
 */
export function readRecordCall(args: readonly string[]): RecordCall | null {
  const flags: Record<string, string | number> = {};
  let configFlag: string | null = null;
  let json = false;
  let named = false;
  let fromStdin = false;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    if (arg === "--json") json = true;
    else if (arg === "record" && !named) named = true;
    else if (arg === "-" && named && !fromStdin && Object.keys(flags).length === 0) fromStdin = true;
    else {
      const option = readOption(arg, args[index + 1]);
      if (option === null) return null;
      const { name, value } = option;
      if (!option.joined) index += 1;
      if (name === "--config") configFlag = value;
      else if (!named || !setFlag(flags, name, value)) return null;
    }
  }
  if (!named) return null;
  if (fromStdin) return Object.keys(flags).length === 0 ? { configFlag, json, flags: null } : null;
  const whole =
    flags["axis"] !== undefined &&
    flags["verdict"] !== undefined &&
    (flags["artifact"] === undefined || flags["text"] === undefined);
  return whole ? { configFlag, json, flags } : null;
}

/** False for a flag that `record` does not have, or a number that is none. */
function setFlag(flags: Record<string, string | number>, name: string, value: string): boolean {
  const textKey = textFlags.get(name);
  if (textKey !== undefined) {
    flags[textKey] = value;
    return true;
  }
  const numberKey = numberFlags.get(name);
  const number = Number(value);
  if (numberKey === undefined || value.trim() === "" || !Number.isFinite(number)) return false;
  flags[numberKey] = number;
  return true;
}
