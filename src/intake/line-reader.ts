import { readSync } from "node:fs";

/** A longer line is refused without being held in memory. */
export const maxLineBytes = 4 * 1024 * 1024;

/** How much of a refused line is kept for repair. */
export const maxRawBytes = 4 * 1024;

const chunkBytes = 1024 * 1024;
const newline = 0x0a;
const carriageReturn = 0x0d;

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without the line end and a byte order mark; the first 4 KiB where it is too long. Valid until the next line is asked for. */
  readonly bytes: Uint8Array;
  readonly tooLong: boolean;
  /** False for a last line that no newline ends (yet). */
  readonly ended: boolean;
  /** Offset of the byte after the line and its newline. */
  readonly end: number;
}

export interface LineStart {
  readonly offset: number;
  /** Lines before `offset`. */
  readonly line: number;
  /** Whether `offset` stands behind a line that had no newline yet: what follows up to the newline belongs to that line. */
  readonly midLine: boolean;
}

export const firstLine: LineStart = { offset: 0, line: 0, midLine: false };

/**
 * Cuts chunks of bytes into lines at `\n` (a `\r` before it belongs to the line end). Bytes are cut before they are decoded,
 * so that a character never falls apart at the edge of a chunk. A line of 50 MB costs 4 MiB of memory and comes back
 * as `tooLong`.
 */
export function* splitLines(chunks: Iterable<Uint8Array>, start: LineStart): Generator<Line> {
  let number = start.midLine ? start.line - 1 : start.line;
  let offset = start.offset;
  // What earlier chunks held of the line at hand: all of it up to the limit, then only its beginning.
  let held: Uint8Array[] = [];
  let length = 0;

  const finish = (part: Uint8Array, ended: boolean): Line => {
    const total = length + part.length;
    // One byte of grace for the carriage return.
    const whole = total <= maxLineBytes + 1;
    let bytes =
      held.length === 0 ? part : Buffer.concat([...held, whole ? part : part.subarray(0, maxRawBytes)]);
    held = [];
    length = 0;
    if (whole && ended && bytes.at(-1) === carriageReturn) bytes = bytes.subarray(0, -1);
    const tooLong = !whole || bytes.length > maxLineBytes;
    if (tooLong) bytes = bytes.subarray(0, maxRawBytes);
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
    offset += total + (ended ? 1 : 0);
    number += 1;
    return { number, bytes, tooLong, ended, end: offset };
  };

  for (const chunk of chunks) {
    let from = 0;
    for (;;) {
      const to = chunk.indexOf(newline, from);
      if (to === -1) break;
      yield finish(chunk.subarray(from, to), true);
      from = to + 1;
    }
    const rest = chunk.subarray(from);
    if (rest.length === 0) continue;
    length += rest.length;
    if (length <= maxLineBytes + 1) held.push(Uint8Array.from(rest));
    else
      held = [
        Uint8Array.from(Buffer.concat([...held, rest.subarray(0, maxRawBytes)]).subarray(0, maxRawBytes)),
      ];
  }
  if (length > 0) yield finish(new Uint8Array(0), false);
}

/**
 * The bytes of an open file from `position` to its end as it is when it is reached, in chunks of at most 1 MiB that are valid
 * until the next one is asked for. `position` null reads on from where the descriptor stands (pipes).
 */
export function* readChunks(fd: number, position: number | null): Generator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let at = position;
  for (;;) {
    const count = readSync(fd, buffer, 0, buffer.length, at);
    if (count === 0) return;
    yield buffer.subarray(0, count);
    if (at !== null) at += count;
  }
}

/** The bytes of a line as text, read where they lie. */
export function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString("utf8");
}

/** Whether a line holds nothing but spaces, tabs and carriage returns. Such lines are passed over and not counted as rows. */
export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === carriageReturn);
}

/** The beginning of a line as text, at most 4 KiB, cut between characters. */
export function rawOf(bytes: Uint8Array): string {
  if (bytes.length <= maxRawBytes) return textOf(bytes);
  let end = maxRawBytes;
  // Bytes of the form 10xxxxxx continue a character.
  while (end > maxRawBytes - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return textOf(bytes.subarray(0, end));
}

/** Whether a last line without a newline is whole all the same: a JSON object that ends. */
export function endsWhole(line: Line): boolean {
  if (line.tooLong) return false;
  try {
    const value: unknown = JSON.parse(textOf(line.bytes));
    // Only an object cannot be the beginning of something longer, as 1 is of 12.
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}
