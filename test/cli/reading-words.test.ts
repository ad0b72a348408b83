import { expect, it } from "vitest";
import { readingWords } from "../../src/cli/reading-words.ts";

const file = "logs/may.jsonl";

it("says how much of a log has been read", () => {
  expect(readingWords({ file, bytesRead: 29_999_999, bytesTotal: 60_000_000 })).toBe(
    "reading may.jsonl: 49% of 60 MB",
  );
  expect(readingWords({ file, bytesRead: 60_000_000, bytesTotal: 60_000_000 })).toBe(
    "reading may.jsonl: 100% of 60 MB",
  );
  expect(readingWords({ file, bytesRead: 0, bytesTotal: 0 })).toBe("reading may.jsonl: 100% of 0 MB");
  expect(readingWords({ file, bytesRead: 12_400_000, bytesTotal: null })).toBe("reading may.jsonl: 12 MB");
});

it("keeps a file's name on the one line that it has", () => {
  const words = readingWords({ file: "a\u001b[2Jb\nc", bytesRead: 0, bytesTotal: null });
  expect(words).not.toContain("\u001b");
  expect(words).not.toContain("\n");
});
