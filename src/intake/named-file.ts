import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Axis } from "../core/axis.ts";
import type { ReadProgress, VerdictSink } from "../core/intake.ts";
import { ImproveCronError, fileMessageOf } from "../errors.ts";
import { IntakePass } from "./intake-pass.ts";
import type { IntakeResult } from "./intake-result.ts";
import { endsWhole, firstLine, isBlank, type Line, readChunks, splitLines } from "./line-reader.ts";

export interface FileRequest {
  /** The file as it was named, relative to the working directory or absolute. */
  readonly file: string;
  /** The axis of lines that name none (`--axis`). */
  readonly axis: string | null;
  readonly axes: ReadonlyMap<string, Axis>;
  readonly now: number;
  readonly sink: VerdictSink;
  readonly batchRows?: number;
  /** Called after each transaction. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/**
 * Reads a verdict log that somebody named on the command line, all of it: no place is remembered, and reading it again
 * stores nothing twice. Pipes are read too, for `ingest <(jq ...)`. As in the logs of axis files a last line without
 * a newline counts if it parses; else it is a note, since whoever writes the file may not be done.
 *
 * @throws ImproveCronError `input` where the file is missing, a folder, a device or unreadable.
 */
export async function ingestFile(request: FileRequest): Promise<IntakeResult> {
  const path = resolve(request.file);
  const { fd, seekable } = openNamed(path, request.file);
  try {
    const pass = new IntakePass(
      {
        axis: request.axis,
        axes: request.axes,
        now: request.now,
        atRequired: true,
        folder: dirname(path),
        anywhere: false,
      },
      request.sink,
      request.batchRows,
    );
    const lines = splitLines(readChunks(fd, seekable ? 0 : null), firstLine);
    const size = seekable ? fstatSync(fd).size : null;
    let bytesRead = 0;
    const tell = (): void => {
      // A file that grows while it is read is read to its new end.
      const bytesTotal = size === null ? null : Math.max(size, bytesRead);
      request.onProgress?.({ file: request.file, bytesRead, bytesTotal });
    };
    const add = (line: Line): void => {
      bytesRead = line.end;
      // A line that is too long already cannot become a good one, however it ends.
      if (!line.ended && !line.tooLong && !endsWhole(line))
        pass.tally.note({
          kind: "half-line",
          file: request.file,
          message: `line ${line.number} has no end and does not parse: it waits, and is not counted`,
        });
      else if (!isBlank(line.bytes)) pass.addLine(request.file, line);
    };
    if (seekable) await readThrough(pass, lines, add, tell);
    else await gatherThrough(pass, lines, add, tell);
    return pass.result();
  } finally {
    closeSync(fd);
  }
}

async function readThrough(
  pass: IntakePass,
  lines: Iterator<Line>,
  add: (line: Line) => void,
  tell: () => void,
): Promise<void> {
  let next = lines.next();
  const addNext = (): boolean => {
    if (next.done === true) return false;
    add(next.value);
    next = lines.next();
    return next.done !== true;
  };
  while (next.done !== true) {
    await pass.readOn(addNext, () => undefined);
    tell();
  }
}

/** Whoever writes into a pipe may take his time, and no transaction may wait for him. */
async function gatherThrough(
  pass: IntakePass,
  lines: Iterable<Line>,
  add: (line: Line) => void,
  tell: () => void,
): Promise<void> {
  for (const line of lines) {
    add(line);
    if (!pass.full) continue;
    await pass.flush();
    tell();
  }
  await pass.flush();
  tell();
}

function openNamed(path: string, named: string): { readonly fd: number; readonly seekable: boolean } {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY);
  } catch (error) {
    throw new ImproveCronError(
      "input",
      `cannot read ${named}: ${fileMessageOf(error)}`,
      "Name an existing file of verdicts, one JSON object a line.",
      error,
    );
  }
  const stat = fstatSync(fd);
  if (stat.isFile() || stat.isFIFO()) return { fd, seekable: stat.isFile() };
  closeSync(fd);
  throw new ImproveCronError(
    "input",
    `cannot read ${named}: it is a folder or a device`,
    "Name a file of verdicts, one JSON object a line.",
  );
}
