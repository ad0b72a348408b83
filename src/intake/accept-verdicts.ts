import type { Axis } from "../core/axis.ts";
import type { VerdictSink } from "../core/intake.ts";
import { guardJson } from "./guarded-json.ts";
import { IntakePass } from "./intake-pass.ts";
import type { IntakeResult } from "./intake-result.ts";

export interface AcceptRequest {
  /** One verdict each: a text is a line of JSON, anything else the value itself. Blank texts are passed over. */
  readonly verdicts: Iterable<unknown>;
  /** What rejects call the place that the verdicts came from: `stdin` or `record`. */
  readonly file: string;
  /** The axis of verdicts that name none. */
  readonly axis: string | null;
  readonly axes: ReadonlyMap<string, Axis>;
  /** Epoch milliseconds; also the instant of verdicts that give no `at`. */
  readonly now: number;
  readonly sink: VerdictSink;
  /** Absolute folder that relative paths start at. */
  readonly folder: string;
  /** Whether artifact paths may lead anywhere that this process can read (flags and stdin), or into `artifact_roots` only. */
  readonly anywhere: boolean;
  readonly batchRows?: number;
}

export interface AcceptResult extends IntakeResult {
  /** The id of the last verdict that reached the store; null when none did. */
  readonly lastId: string | null;
}

/**
 * Takes verdicts that somebody hands over at once, and stores the good ones: the way in of `record`, of the daemon's port
 * and of the library. A verdict without `at` was given now. Rejects count the verdicts from 1, blank ones included.
 */
export async function acceptVerdicts(request: AcceptRequest): Promise<AcceptResult> {
  const { file, verdicts } = request;
  const pass = new IntakePass(
    {
      axis: request.axis,
      axes: request.axes,
      now: request.now,
      atRequired: false,
      folder: request.folder,
      anywhere: request.anywhere,
    },
    request.sink,
    request.batchRows,
  );
  let number = 0;
  for (const verdict of verdicts) {
    number += 1;
    if (typeof verdict !== "string") addValue(pass, file, number, verdict);
    else if (verdict.trim() !== "") pass.addText(file, number, verdict);
    if (pass.full) await pass.flush();
  }
  await pass.flush();
  return { ...pass.result(), lastId: pass.lastId };
}

/** Values go the way of lines, so that one set of rules (size, depth, keys, kinds) holds for both. */
function addValue(pass: IntakePass, file: string, number: number, value: unknown): void {
  const danger = guardJson(value);
  if (danger !== null) pass.addReject(file, number, danger, "");
  else {
    const text = jsonOf(value);
    if (text !== null) pass.addText(file, number, text);
    else pass.addReject(file, number, "not-json: a verdict must be an object that JSON can express", "");
  }
}

function jsonOf(value: unknown): string | null {
  try {
    // Undefined for a function or undefined itself, which the declared type does not say.
    const text: string | undefined = JSON.stringify(value, refuseWhatJsonCannotSay);
    return text ?? null;
  } catch {
    return null;
  }
}

// JSON.stringify would make null of NaN and drop functions: silence about a broken score.
function refuseWhatJsonCannotSay(_key: string, value: unknown): unknown {
  const sayable =
    typeof value === "number"
      ? Number.isFinite(value)
      : typeof value !== "function" && typeof value !== "symbol";
  if (!sayable) throw new TypeError("not expressible in JSON");
  return value;
}
