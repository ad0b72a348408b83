import { closeSync, existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Axis } from "../core/axis.ts";
import type { FactMemory, LogPosition, ReadProgress, VerdictSink } from "../core/intake.ts";
import { goneWords } from "./gone-log.ts";
import { IntakePass } from "./intake-pass.ts";
import type { IntakeResult } from "./intake-result.ts";
import { IntakeTally, sumResults } from "./intake-result.ts";
import type { LineStart } from "./line-reader.ts";
import { endsWhole, firstLine, isBlank, readChunks, splitLines } from "./line-reader.ts";
import type { LogOpening, OpenLog } from "./log-files.ts";
import { continues, expandLogPath, findRotated, isNamedBy, openLog, readTail } from "./log-files.ts";
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

/** One file, or the rest of one, that belongs to a log. */
interface Segment {
  readonly log: OpenLog;
  readonly start: LineStart;
  /** False for a file that was rotated away: nothing will end its last line. */
  readonly growing: boolean;
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

/** The same files from their start, and before them those that the log has been since rows of it were too far ahead. */
function fromTheStart(
  file: string,
  usual: readonly Segment[],
  { marks, rows }: RowsAhead,
  tally: IntakeTally,
): readonly Segment[] {
  const older: Segment[] = [];
  const inodes = new Set(usual.map(({ log }) => log.inode));
  for (const mark of marks) {
    if (usual.some(({ log }) => log.inode === mark.inode && continues(log, mark))) continue;
    const found = findRotated(file, mark);
    for (const log of found) {
      if (inodes.has(log.inode)) closeSync(log.fd);
      else older.push({ log, start: firstLine, growing: false });
      inodes.add(log.inode);
    }
    if (found.length === 0 && !usual.some(({ log }) => continues(log, mark)))
      tally.note({
        kind: "ahead-not-found",
        file,
        message:
          "rows that were more than a day ahead stood in a file that is not there any more: " +
          "if it is elsewhere, name it to `ingest`",
      });
  }
  tally.note({
    kind: "read-again",
    file,
    message: `read again from the start: ${rows} row(s) were more than a day ahead before`,
  });
  return [
    ...older.toSorted((a, b) => a.log.modifiedAt - b.log.modifiedAt),
    ...usual.map((segment) => ({ ...segment, start: firstLine })),
  ];
}

/** What is to be read, in order, and notes on what happened to the log since. The logs it returns are open. */
function planSegments(file: string, before: LogPosition | null, tally: IntakeTally): readonly Segment[] {
  const opening = openLog(file);
  if (before === null) {
    if (opening.kind === "open") return [{ log: opening.log, start: firstLine, growing: true }];
    noteOpening(opening, file, tally);
    return [];
  }
  const current = opening.kind === "open" && continues(opening.log, before) ? opening.log : null;
  if (current !== null && current.inode === before.inode) return [restOf(current, before, true)];
  // The first is the file that was read up to `before`; later ones were never seen.
  const rotated = findRotated(file, before).map((log, index): Segment => {
    return index === 0 ? restOf(log, before, false) : { log, start: firstLine, growing: false };
  });
  // The same content under another number: a disk that was mounted anew, or a file put back from a backup.
  if (current !== null && rotated.length === 0) return [restOf(current, before, true)];
  if (opening.kind !== "open") {
    if (opening.kind === "missing" && rotated.length === 0) noteGone(file, before, tally);
    else noteOpening(opening, file, tally);
    return rotated;
  }
  const names = rotated.map((segment) => segment.log.path).join(", ");
  if (rotated.length > 0)
    tally.note({
      kind: "rotated",
      file,
      message: `read on in ${names}, then from the start of the new file`,
    });
  else if (opening.log.inode !== before.inode)
    tally.note({
      kind: "rotated-not-found",
      file,
      message: `a new file, read from its start; the old one is not beside it: what was written to it after its line ${before.line} is missing`,
    });
  else if (opening.log.size < before.offset)
    tally.note({ kind: "truncated", file, message: "the file became shorter: read from its start" });
  else tally.note({ kind: "rewritten", file, message: "the file was rewritten: read from its start" });
  return [...rotated, { log: opening.log, start: firstLine, growing: true }];
}

function restOf(log: OpenLog, before: LogPosition, growing: boolean): Segment {
  const midLine = !readTail(log.fd, before.offset).ended;
  return { log, start: { offset: before.offset, line: before.line, midLine }, growing };
}

/** Reads one file to its end and answers the place that is stored now. */
async function readSegment(
  request: LogRequest,
  file: string,
  segment: Segment,
  before: LogPosition | null,
  pass: IntakePass,
  ahead: AheadMemory,
): Promise<LogPosition | null> {
  const { log, start, growing } = segment;
  let stored = before;
  let { offset, line } = start;
  const place = (): LogPosition => ({
    axis: request.axis.name,
    path: file,
    inode: log.inode,
    offset,
    line,
    tail: readTail(log.fd, offset).hash,
  });
  const lines = splitLines(readChunks(log.fd, start.offset), start);
  let next = lines.next();
  const addNext = (): boolean => {
    if (next.done === true) return false;
    const read = next.value;
    if (!read.ended && !endsWhole(read)) {
      if (growing) {
        const message = `line ${read.number} waits for its end`;
        pass.tally.note({ kind: "half-line", file: log.path, message });
        next = { done: true, value: undefined };
        return false;
      }
      pass.addHalfLine(log.path, read);
    } else if (!isBlank(read.bytes)) pass.addLine(log.path, read);
    ({ end: offset, number: line } = read);
    next = lines.next();
    return next.done !== true;
  };
  do {
    if (next.done === true && stored !== null && isSamePlace(stored, place())) break;
    await pass.readOn(addNext, place);
    const reached = place();
    if (pass.ahead !== null) {
      // Noted before the place is stored: after a crash in between they are read once more.
      await ahead.add(pass.ahead, log, reached);
      pass.aheadNoted();
      await pass.flush(reached);
    }
    stored = reached;
    request.onProgress?.({ file: log.path, bytesRead: offset, bytesTotal: Math.max(log.size, offset) });
  } while (next.done !== true);
  return stored;
}

function isSamePlace(a: LogPosition, b: LogPosition): boolean {
  return a.inode === b.inode && a.offset === b.offset && a.line === b.line && a.tail === b.tail;
}

/** Not one that nobody has begun yet: what was written to it since is out of reach, as with a volume that is not mounted. */
function noteGone(file: string, { line }: LogPosition, tally: IntakeTally): void {
  tally.note({
    kind: "log-gone",
    file,
    message: goneWords(line),
  });
}

function noteOpening(opening: LogOpening, file: string, tally: IntakeTally): void {
  switch (opening.kind) {
    case "open":
      return;
    case "missing":
      return tally.note({ kind: "log-missing", file, message: "the log does not exist yet" });
    case "not-a-file":
      return tally.note({ kind: "log-not-a-file", file, message: "the log is a folder, a pipe or a device" });
    case "unreadable":
      return tally.note({
        kind: "log-unreadable",
        file,
        message: "the log cannot be opened: check its permissions",
      });
  }
}

function noteAlone(kind: "log-missing" | "rubric-unreadable", file: string, message: string): IntakeResult {
  const tally = new IntakeTally();
  tally.note({ kind, file, message });
  return tally.result();
}
