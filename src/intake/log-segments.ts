import { closeSync } from "node:fs";
import type { LogPosition } from "../core/intake.ts";
import { goneWords } from "./gone-log.ts";
import type { IntakeTally } from "./intake-result.ts";
import { firstLine, type LineStart } from "./line-reader.ts";
import { continues, findRotated, type LogOpening, openLog, type OpenLog, readTail } from "./log-files.ts";
import type { RowsAhead } from "./rows-ahead.ts";

/** One file, or the rest of one, that belongs to a log. */
export interface Segment {
  readonly log: OpenLog;
  readonly start: LineStart;
  /** False for a file that was rotated away: nothing will end its last line. */
  readonly growing: boolean;
}

/** What is to be read, in order, and notes on what happened to the log since. The logs it returns are open. */
export function planSegments(
  file: string,
  before: LogPosition | null,
  tally: IntakeTally,
): readonly Segment[] {
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

/** The same files from their start, and before them those that the log has been since rows of it were too far ahead. */
export function fromTheStart(
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
