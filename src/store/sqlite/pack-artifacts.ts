import { createHash } from "node:crypto";
import { packArtifact, smallestToCompress, unpackArtifact } from "./insert-artifact.ts";
import { type Session, writeAtOnce } from "./session.ts";
import { readSetting } from "./settings.ts";

/** Rows looked through in one transaction: a few milliseconds, also where none of them is left to do. */
const rowsAtOnce = 2_000;

/** The last row that was looked at. Rows are numbered as they are added, none is deleted, and a copy keeps their order. */
const markName = "artifacts_packed";

/**
 * Compresses what was stored raw though it is long enough, oldest first and at most `limit` artifacts. Content is replaced
 * only where it has its own SHA-256 and comes back byte for byte; whatever else is left as it is and not looked at again.
 */
export function packArtifacts(
  session: Session,
  limit: number,
): { readonly packed: number; readonly more: boolean } {
  const { connection, workspace } = session;
  const last = lastRow(session);
  if (markOf(session, last) >= last) return { packed: 0, more: false };
  return writeAtOnce(session, () => {
    const newest = lastRow(session);
    const mark = markOf(session, newest);
    const end = Math.min(mark + rowsAtOnce, newest);
    const rows = connection
      .prepare<[number, number, string, number, number], RawArtifact>(
        `SELECT rowid, sha256, content FROM artifact
         WHERE rowid > ? AND rowid <= ? AND workspace = ? AND encoding = 'raw' AND size >= ? ORDER BY rowid LIMIT ?`,
      )
      .all(mark, end, workspace, smallestToCompress, limit);
    const update = connection.prepare(
      "UPDATE artifact SET encoding = 'deflate', content = ? WHERE rowid = ? AND encoding = 'raw'",
    );
    let packed = 0;
    for (const row of rows) {
      const smaller = packedSafely(row);
      if (smaller !== null) packed += update.run(smaller, row.rowid).changes;
    }
    // With fewer rows than asked for, there are no others up to the end.
    const seen = rows.length < limit ? end : (rows.at(-1)?.rowid ?? mark);
    connection
      .prepare(
        "INSERT INTO setting (workspace, name, value) VALUES (?, ?, ?) ON CONFLICT (workspace, name) DO UPDATE SET value = excluded.value",
      )
      .run(workspace, markName, String(seen));
    return { packed, more: seen < newest };
  });
}

interface RawArtifact {
  readonly rowid: number;
  readonly sha256: Buffer;
  readonly content: Buffer;
}

/** Null where it gets no smaller, or where the content is not, before or after, what its SHA-256 says. */
function packedSafely({ sha256, content }: RawArtifact): Buffer | null {
  if (!createHash("sha256").update(content).digest().equals(sha256)) return null;
  const packed = packArtifact(content);
  if (packed.encoding === "raw") return null;
  return unpackArtifact(packed).equals(content) ? packed.content : null;
}

function lastRow(session: Session): number {
  return session.connection.prepare<[], number | null>("SELECT max(rowid) FROM artifact").pluck().get() ?? 0;
}

/** From the start again where the mark is not one of these rows, as after a restore of an older database. */
function markOf(session: Session, newest: number): number {
  const mark = Number(readSetting(session, markName) ?? 0);
  return Number.isSafeInteger(mark) && mark >= 0 && mark <= newest ? mark : 0;
}
