import { basename } from "node:path";
import type { ReadProgress } from "../core/intake.ts";
import { oneLine } from "../reports/terminal-text.ts";

/**
 * How far a log has been read, for the line that shows what is being done.
 *
 * @example readingWords({ file: "logs/may.jsonl", bytesRead: 30_000_000, bytesTotal: 60_000_000 }) // "reading may.jsonl: 50% of 60 MB"
 */
export function readingWords({ file, bytesRead, bytesTotal }: ReadProgress): string {
  const name = `reading ${oneLine(basename(file))}`;
  if (bytesTotal === null) return `${name}: ${megabytes(bytesRead)}`;
  const share = bytesTotal === 0 ? 100 : Math.floor((100 * bytesRead) / bytesTotal);
  return `${name}: ${share}% of ${megabytes(bytesTotal)}`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
