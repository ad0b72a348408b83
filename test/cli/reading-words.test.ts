import { expect, it } from "vitest";
import { readingWords } from "../../src/cli/reading-words.ts";

it("says how much of a log has been read", () => {
  const read = (bytesRead: number, bytesTotal: number | null) =>
    readingWords({ file: "/work/logs/may.jsonl", bytesRead, bytesTotal });
  expect(read(29_999_999, 60_000_000)).toBe("reading may.jsonl: 49% of 60 MB");
  expect(read(60_000_000, 60_000_000)).toBe("reading may.jsonl: 100% of 60 MB");
  expect(read(0, 0)).toBe("reading may.jsonl: 100% of 0 MB");
  expect(read(12_400_000, null)).toBe("reading may.jsonl: 12 MB");
});

it("keeps a file's name on the one line that it has", () => {
  expect(readingWords({ file: "a\u001b[2Jb\nc", bytesRead: 0, bytesTotal: null })).not.toMatch(/[\u001b\n]/);
});
