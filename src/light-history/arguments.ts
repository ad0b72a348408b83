import { isKnownInstant } from "../cli/known-years.ts";
import { isAxisName } from "../core/axis.ts";
import type { Month } from "../core/cycle.ts";
import { isMonth } from "../core/month.ts";
import { parseTimestamp } from "../core/timestamp.ts";
import { readOption } from "../light/option.ts";

/** A `history` call that was understood completely. */
export interface HistoryCall {
  /** What `--config` names, or null. */
  readonly configFlag: string | null;
  readonly form: "json" | "csv" | "text";
  readonly axis: string | null;
  readonly since: Month | null;
  readonly asOf: number | null;
}

/**
 * The arguments of a `history` call that the full command line would take in the same way: global options before or after
 * the word. Null for everything else, a call that is wrong among it: explaining that is the full command line's business.
 *
 * @example readHistoryCall(["--json", "history", "voice", "--since=2026-01"])?.axis // "voice"
 */
export function readHistoryCall(args: readonly string[]): HistoryCall | null {
  let named = false;
  let form: HistoryCall["form"] = "text";
  let axis: string | null = null;
  const values = new Map<string, string>();
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    if (arg === "history" && !named) named = true;
    else if (arg === "--json" || (arg === "--csv" && named)) {
      // Twice the same is as good as once, and both are two answers.
      const asked = arg === "--json" ? "json" : "csv";
      if (form !== "text" && form !== asked) return null;
      form = asked;
    } else if (named && axis === null && isAxisName(arg)) axis = arg;
    else {
      const option = readOption(arg, args[index + 1]);
      if (option === null || values.has(option.name)) return null;
      if (option.name !== "--config" && (!named || !own.has(option.name))) return null;
      values.set(option.name, option.value);
      if (!option.joined) index += 1;
    }
  }
  const since = values.get("--since") ?? null;
  const asOfText = values.get("--as-of") ?? null;
  const asOf = asOfText === null ? null : instantOf(asOfText);
  if (!named || (since !== null && !isMonth(since)) || (asOfText !== null && asOf === null)) return null;
  return { configFlag: values.get("--config") ?? null, form, axis, since, asOf };
}

const own: ReadonlySet<string> = new Set(["--since", "--as-of"]);

function instantOf(text: string): number | null {
  const parsed = parseTimestamp(text, null);
  return parsed.kind !== "bad" && isKnownInstant(parsed.at) ? parsed.at : null;
}
