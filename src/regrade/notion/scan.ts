import type { ListPart } from "./answers.ts";
import { isFailure } from "./failure.ts";
import { isRecord } from "./record.ts";

const mostRestarts = 3;

/**
 * Reads a list to its end, part by part. Its end is `has_more: false`, whatever cursor still stands beside it, or a
 * cursor that comes a second time. Where Notion has forgotten a cursor the list is read from the beginning. Each entry
 * comes once, in the order first seen.
 */
export async function scanAll(
  readPart: (cursor: string | null) => Promise<ListPart>,
): Promise<readonly unknown[]> {
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await scanOnce(readPart);
    } catch (error) {
      if (!(error instanceof ForgottenCursor)) throw error;
      if (restarts >= mostRestarts) throw error.cause;
    }
  }
}

class ForgottenCursor extends Error {}

async function scanOnce(readPart: (cursor: string | null) => Promise<ListPart>): Promise<readonly unknown[]> {
  const found = new Map<unknown, unknown>();
  const cursors = new Set<string>();
  let cursor: string | null = null;
  for (;;) {
    const part: ListPart = await readPartAt(readPart, cursor);
    for (const entry of part.results) {
      const key = isRecord(entry) && typeof entry["id"] === "string" ? entry["id"] : entry;
      if (!found.has(key)) found.set(key, entry);
    }
    if (!part.hasMore || part.cursor === null || cursors.has(part.cursor)) return [...found.values()];
    cursors.add(part.cursor);
    cursor = part.cursor;
  }
}

async function readPartAt(
  readPart: (cursor: string | null) => Promise<ListPart>,
  cursor: string | null,
): Promise<ListPart> {
  try {
    return await readPart(cursor);
  } catch (error) {
    if (cursor !== null && isFailure(error, "refused")) throw new ForgottenCursor("", { cause: error });
    throw error;
  }
}
