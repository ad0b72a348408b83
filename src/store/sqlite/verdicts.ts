import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { LogPosition, RejectedRow } from "../../core/intake.ts";
import type { ImproveCronError } from "../../errors.ts";
import { unpackArtifact } from "./insert-artifact.ts";
import { artifact, logPosition, reject } from "./schema.ts";
import type { Session } from "./session.ts";
import { damaged } from "./store-error.ts";

/** Throws `store-damaged` where the bytes are not those that were stored. */
export function readArtifact(session: Session, sha256: string): Uint8Array | null {
  if (!/^[0-9a-f]{64}$/.test(sha256)) return null;
  const row = session.orm
    .select({ encoding: artifact.encoding, content: artifact.content })
    .from(artifact)
    .where(and(eq(artifact.workspace, session.workspace), eq(artifact.sha256, Buffer.from(sha256, "hex"))))
    .get();
  if (row === undefined) return null;
  const otherBytes = (cause?: unknown): ImproveCronError =>
    damaged(session.connection.name, `the artifact ${sha256} has other bytes than were stored`, cause);
  const content = unpackedOr(row, otherBytes);
  if (createHash("sha256").update(content).digest("hex") !== sha256) throw otherBytes();
  return content;
}

/** Compressed bytes that were changed mostly do not unpack at all: that is damage, and no bug of this program. */
function unpackedOr(
  packed: Parameters<typeof unpackArtifact>[0],
  errorOf: (cause: unknown) => ImproveCronError,
): Buffer {
  try {
    return unpackArtifact(packed);
  } catch (error) {
    throw errorOf(error);
  }
}

export function readLogPosition(session: Session, axis: string, path: string): LogPosition | null {
  const row = session.orm
    .select()
    .from(logPosition)
    .where(
      and(
        eq(logPosition.workspace, session.workspace),
        eq(logPosition.axis, axis),
        eq(logPosition.path, path),
      ),
    )
    .get();
  if (row === undefined) return null;
  return { axis, path, inode: row.inode, offset: row.bytesRead, line: row.linesRead, tail: row.tail };
}

/** In the order in which they were refused. */
export function listRejects(session: Session): readonly RejectedRow[] {
  return session.orm
    .select({
      axis: reject.axis,
      file: reject.file,
      line: reject.line,
      reason: reject.reason,
      raw: reject.raw,
      seenAt: reject.seenAt,
    })
    .from(reject)
    .where(eq(reject.workspace, session.workspace))
    .orderBy(reject.id)
    .all();
}
