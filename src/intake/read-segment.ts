import type { Axis } from "../core/axis.ts";
import type { LogPosition, ReadProgress } from "../core/intake.ts";
import type { IntakePass } from "./intake-pass.ts";
import { endsWhole, isBlank, readChunks, splitLines } from "./line-reader.ts";
import { readTail } from "./log-files.ts";
import type { Segment } from "./log-segments.ts";
import type { AheadMemory } from "./rows-ahead.ts";

/** Reads one file to its end and answers the place that is stored now. */
export async function readSegment(
  request: {
    readonly axis: Pick<Axis, "name">;
    readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
  },
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
