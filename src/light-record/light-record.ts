import { isUtf8 } from "node:buffer";
import { verdictRowOf } from "../cli/verdict-flags.ts";
import type { CompiledConfig, CompiledConfigPlace } from "../config/compiled-config.ts";
import { readCompiledConfig } from "../config/read-compiled-config.ts";
import type { RecordOutcome } from "../core/intake.ts";
import { maxLineBytes } from "../intake/line-reader.ts";
import { createVerdictReader } from "../intake/verdict-line.ts";
import { verdictRowsOf } from "../intake/verdict-rows.ts";
import { readVerdictShape } from "../intake/verdict-shape.ts";
import { intakeSum } from "../reports/intake-sum.ts";
import { readRecordCall } from "./arguments.ts";
import { readAllOfStdin } from "./stdin.ts";
import { storeVerdicts } from "./store-verdict.ts";

export type LightOutcome =
  /** The verdict is stored; `output` is the answer. */
  | { readonly kind: "done"; readonly output: string }
  /** Nothing is stored. `stdin` is what was read of it already, null where it was left alone. */
  | { readonly kind: "ordinary"; readonly stdin: Buffer | null };

/**
 * Stores the one verdict of a `record` call without the rest of the program, if it is a call of which everything is plain:
 * the arguments, a compiled config that is still true, a good verdict of which nothing is to be told, a database as it
 * should be. Every other call is for the ordinary path, which does the same and explains what is wrong.
 */
export function recordLightly(args: readonly string[], place: CompiledConfigPlace): LightOutcome {
  let stdin: Buffer | null = null;
  try {
    const call = readRecordCall(args);
    const config = call === null ? null : readCompiledConfig(call.configFlag, place);
    if (call === null || config === null) return { kind: "ordinary", stdin };
    if (call.flags === null) stdin = readAllOfStdin();
    const line = call.flags === null ? onlyLineOf(stdin) : JSON.stringify(verdictRowOf(call.flags));
    const outcome = line === null ? null : recordLine(line, config, place.cwd, Date.now());
    if (outcome === null || outcome === "rejected") return { kind: "ordinary", stdin };
    return { kind: "done", output: answerOf(outcome, call.json) };
  } catch {
    return { kind: "ordinary", stdin };
  }
}

/** The text of the one verdict in what came through stdin; null where there is another number of them. */
function onlyLineOf(bytes: Buffer | null): string | null {
  if (bytes === null || !isUtf8(bytes)) return null;
  const [row, ...more] = verdictRowsOf(bytes.toString("utf8"));
  return typeof row === "string" && more.length === 0 ? row : null;
}

/** Null for a verdict that is refused, or of whose artifact something is to be told. */
function recordLine(
  line: string,
  config: CompiledConfig,
  folder: string,
  now: number,
): RecordOutcome["outcome"] | null {
  if (Buffer.byteLength(line) > maxLineBytes) return null;
  // Without zones, so that Intl is left alone: a timestamp that needs one is refused here, and read on the ordinary path.
  const axes = new Map(config.axes.map((axis) => [axis.name, { ...axis, timezone: null }]));
  const read = createVerdictReader(
    { axis: null, axes, now, atRequired: false, folder, anywhere: true },
    (text) => readVerdictShape(text, () => "another shape"),
  );
  const reading = read(line);
  if (reading.kind === "reject") return null;
  const { verdict, artifact } = reading;
  if (verdict.artifact.kind === "none" && verdict.artifact.because !== "not-given") return null;
  const artifacts = new Map(artifact === null ? [] : [[artifact.sha256, artifact.bytes]]);
  const [outcome] =
    storeVerdicts(config, { verdicts: [verdict], artifacts, storedAt: now, rejects: [] }) ?? [];
  return outcome?.outcome ?? null;
}

/** What the ordinary path says of one verdict that went in, to the byte. */
function answerOf(outcome: "stored" | "duplicate", json: boolean): string {
  const stored = outcome === "stored" ? 1 : 0;
  const report = { read: 1, stored, duplicate: 1 - stored, rejected: 0 };
  return json ? `${JSON.stringify({ ...report, rejects: [] }, null, 2)}\n` : `${intakeSum(report)}\n`;
}
