import { closeSync, existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Axis } from "../core/axis.ts";
import type { FactMemory, ReadProgress, VerdictSink } from "../core/intake.ts";
import { IntakePass } from "./intake-pass.ts";
import { type IntakeResult, IntakeTally, sumResults } from "./intake-result.ts";
import { expandLogPath, isNamedBy } from "./log-files.ts";
import { fromTheStart, planSegments } from "./log-segments.ts";
import { readSegment } from "./read-segment.ts";
import { AheadMemory, readableFrom, readRowsAhead, type RowsAhead } from "./rows-ahead.ts";
import { createRubricSource } from "./rubric-source.ts";

export interface LogRequest {
  /** The axis whose file names the log; its lines need not name it. */
  readonly axis: Axis;
  /** Absolute path of the log; `*` and `?` in its last part stand for several files. */
  readonly path: string;
  /** All axes that have a file, by name: a line may name another one. */
  readonly axes: ReadonlyMap<string, Axis>;
  readonly now: number;
  readonly sink: VerdictSink & FactMemory;
  readonly batchRows?: number;
  /** Called after each transaction. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/**
 * Reads a verdict log on from where the last call stopped, and remembers the new place in the same transactions that store
 * the verdicts. Reading something twice is harmless (a verdict has one key), so every doubt is settled by reading again:
 *
 * - rotated: the old file is finished where it can be found beside the log, then the new one is read from its start;
 * - truncated, or rewritten in place: read from the start;
 * - rows that were too far ahead when they were read, and are not any more (a clock that stood behind, another time that was
 *   rehearsed): all files of the log since then are read from their start;
 * - a last line without a newline counts if it parses, else it waits for the rest;
 * - a log that is not there (yet), or a rubric that cannot be read, is a note: nothing is read, nothing is lost.
 *
 * @throws ImproveCronError from the sink, and system errors of a disk that fails while a log is read.
 */
export async function ingestLog(request: LogRequest): Promise<IntakeResult> {
  const { axis } = request;
  const ahead = await readRowsAhead(request.sink, axis.name);
  // A file that does not match any more since it was rotated may still hold rows whose time has come.
  const due = ahead.filter((one) => isDue(one, request.now) && isNamedBy(request.path, one.file));
  const files = [...new Set([...expandLogPath(request.path), ...due.map(({ file }) => file)])];
  if (files.length === 0) return noteAlone("log-missing", request.path, "no file matches yet");
  if (axis.rubricPath !== null) {
    const rubric = createRubricSource()(axis.rubricPath);
    // Lines stored now would be of an epoch without a rubric for ever; lines left in the log can wait.
    if (rubric.kind === "bad")
      return noteAlone("rubric-unreadable", axis.rubricPath, `the log waits: ${rubric.because}`);
  }
  const results: IntakeResult[] = [];
  for (const file of files) {
    const known = ahead.find((one) => one.file === file) ?? null;
    results.push(await ingestOneLog(request, file, known));
  }
  return sumResults(results);
}

function isDue(ahead: RowsAhead, now: number): boolean {
  return readableFrom(ahead) <= now;
}

async function ingestOneLog(
  request: LogRequest,
  file: string,
  known: RowsAhead | null,
): Promise<IntakeResult> {
  const { axis, sink } = request;
  const before = await sink.readLogPosition(axis.name, file);
  const pass = new IntakePass(
    {
      axis: axis.name,
      axes: request.axes,
      now: request.now,
      atRequired: true,
      folder: dirname(file),
      anywhere: false,
      comesAgain: true,
    },
    sink,
    request.batchRows,
  );
  const again = known !== null && isDue(known, request.now);
  const ahead = new AheadMemory(sink, { axis: axis.name, file }, known, again);
  const usual = planSegments(file, before, pass.tally);
  const segments = again ? fromTheStart(file, usual, known, pass.tally) : usual;
  try {
    // Read again, the place comes back to where it was, and all before it must be handed over all the same.
    let position = again ? null : before;
    for (const segment of segments)
      position = await readSegment(request, file, segment, position, pass, ahead);
  } finally {
    for (const segment of segments) closeSync(segment.log.fd);
  }
  // Rows of a log that cannot be opened now go on waiting.
  if (segments.some(({ growing }) => growing) || (segments.length > 0 && !existsSync(file)))
    await ahead.finish();
  return pass.result();
}

function noteAlone(kind: "log-missing" | "rubric-unreadable", file: string, message: string): IntakeResult {
  const tally = new IntakeTally();
  tally.note({ kind, file, message });
  return tally.result();
}
