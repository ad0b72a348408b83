import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Line, LineStart } from "../../src/intake/line-reader.ts";
import {
  endsWhole,
  firstLine,
  isBlank,
  maxLineBytes,
  maxRawBytes,
  rawOf,
  readChunks,
  splitLines,
} from "../../src/intake/line-reader.ts";
import { temporaryFolder } from "./intake-workspace.ts";

interface Seen extends Omit<Line, "bytes"> {
  readonly text: string;
}

function linesOf(chunks: Iterable<Uint8Array>, start: LineStart = firstLine): readonly Seen[] {
  // The bytes are copied at once: they are valid only until the next line.
  return Array.from(splitLines(chunks, start), ({ bytes, ...line }) => ({
    ...line,
    text: Buffer.from(bytes).toString(),
  }));
}

const texts = (chunks: Iterable<Uint8Array>) => linesOf(chunks).map((line) => line.text);

/** A line of `size` bytes in pieces, and one after it. */
function* longLine(size: number, end: string): Generator<Uint8Array> {
  const chunk = Buffer.alloc(65_536, "a");
  for (let left = size; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length));
  yield Buffer.from(`${end}next\n`);
}

const isWhole = (text: string) =>
  endsWhole({ number: 1, bytes: Buffer.from(text), tooLong: false, ended: false, end: 0 });

describe("lines", () => {
  it("end at a newline, with or without a carriage return; the last one may have none", () => {
    expect(linesOf([Buffer.from("a\r\nb\n\nc")])).toEqual([
      { number: 1, text: "a", tooLong: false, ended: true, end: 3 },
      { number: 2, text: "b", tooLong: false, ended: true, end: 5 },
      { number: 3, text: "", tooLong: false, ended: true, end: 6 },
      { number: 4, text: "c", tooLong: false, ended: false, end: 7 },
    ]);
    expect(linesOf([])).toEqual([]);
    expect(texts([Buffer.from("a\n")])).toEqual(["a"]);
    // A carriage return alone is a character, and one at the very end may become part of a line end.
    expect(texts([Buffer.from("a\rb\nc\r")])).toEqual(["a\rb", "c\r"]);
  });

  it("may begin with a byte order mark", () => {
    expect(texts([Buffer.from("\ufeffa\nb\n")])).toEqual(["a", "b"]);
    expect(linesOf([Buffer.from("\ufeffa\n")])[0]?.end).toBe(5);
  });

  it("go on from an offset, and from within a line", () => {
    expect(linesOf([Buffer.from("c\n")], { offset: 4, line: 2, midLine: false })).toMatchObject([
      { number: 3, end: 6 },
    ]);
    expect(linesOf([Buffer.from("\nd\n")], { offset: 4, line: 2, midLine: true })).toMatchObject([
      { number: 2, text: "", end: 5 },
      { number: 3, text: "d", end: 7 },
    ]);
  });

  it("are the same however the bytes are cut", () => {
    const bytes = fc.array(fc.constantFrom(0x0a, 0x0d, 0x61, 0xc3, 0xa9), { maxLength: 40 });
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(5)), (content, sizes) => {
        const whole = Uint8Array.from(content);
        const chunks: Uint8Array[] = [];
        let from = 0;
        for (const size of [...sizes, whole.length]) {
          chunks.push(whole.subarray(from, from + size));
          from += size;
        }
        expect(linesOf(chunks)).toEqual(linesOf([whole]));
        const joined = linesOf([whole]).reduce((length, line) => Math.max(length, line.end), 0);
        expect(joined).toBe(whole.length);
      }),
    );
  });

  it("of more than 4 MiB come back as their beginning", () => {
    for (const end of ["\n", "\r\n"]) {
      const [fits, next] = linesOf(longLine(maxLineBytes, end));
      expect([fits?.tooLong, fits?.text.length]).toEqual([false, maxLineBytes]);
      expect(next).toMatchObject({ number: 2, text: "next" });
      const [long, after] = linesOf(longLine(maxLineBytes + 1, end));
      expect([long?.tooLong, long?.text.length, long?.ended]).toEqual([true, maxRawBytes, true]);
      expect(after).toMatchObject({ number: 2, text: "next", end: maxLineBytes + 1 + end.length + 5 });
    }
    const [inOnePiece] = linesOf([Buffer.from("b"), Buffer.from(`${"a".repeat(maxLineBytes)}aa\n`)]);
    expect([inOnePiece?.tooLong, inOnePiece?.text.slice(0, 2), inOnePiece?.text.length]).toEqual([
      true,
      "ba",
      maxRawBytes,
    ]);
  });

  it("of 50 MB do not fill the memory", () => {
    const chunk = Buffer.alloc(1024 * 1024, "a");
    let held = 0;
    const chunks = function* () {
      const before = process.memoryUsage().arrayBuffers;
      for (let count = 0; count < 50; count += 1) {
        yield chunk;
        held = Math.max(held, process.memoryUsage().arrayBuffers - before);
      }
    };
    expect(linesOf(chunks())).toMatchObject([{ tooLong: true, ended: false, end: 50 * 1024 * 1024 }]);
    expect(held).toBeLessThan(16 * 1024 * 1024);
  });

  it("are read from a file in chunks, from a position to the end", () => {
    const path = join(temporaryFolder(), "log");
    const content = `first\n${"x".repeat(2_500_000)}\nlast`;
    writeFileSync(path, content);
    const fd = openSync(path, "r");
    onTestFinished(() => closeSync(fd));
    expect(texts(readChunks(fd, 0))).toEqual(content.split("\n"));
    expect(texts(readChunks(fd, 6))).toEqual(content.split("\n").slice(1));
    expect(texts(readChunks(fd, null))).toEqual(content.split("\n"));
    expect(texts(readChunks(fd, content.length + 10))).toEqual([]);
  });
});

describe("one line", () => {
  it("is blank when it holds only white space", () => {
    expect(["", " \t\r", "\r"].map((text) => isBlank(Buffer.from(text)))).toEqual([true, true, true]);
    expect(isBlank(Buffer.from(" a"))).toBe(false);
  });

  it("is whole without a newline only as a JSON object", () => {
    expect(['{"a":1}', '{"a":1} ', "{}\r"].map(isWhole)).toEqual([true, true, true]);
    expect(['{"a":1', "12", "null", '"a"', ""].map(isWhole)).toEqual([false, false, false, false, false]);
    const beginning = { number: 1, bytes: Buffer.from("{} "), tooLong: true, ended: false, end: 0 };
    expect(endsWhole(beginning)).toBe(false);
  });

  it("is shown by its first 4 KiB, cut between characters", () => {
    expect(rawOf(Buffer.from("short"))).toBe("short");
    for (const lead of ["", "a", "aa", "aaa"]) {
      const raw = rawOf(Buffer.from(lead + "\u{1f600}".repeat(2_000)));
      expect(Buffer.byteLength(raw)).toBeGreaterThan(maxRawBytes - 4);
      expect(Buffer.byteLength(raw)).toBeLessThanOrEqual(maxRawBytes);
      expect(raw).not.toContain("\ufffd");
    }
  });
});
