import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Month } from "../../core/cycle.ts";
import type { LogPosition, RejectedRow } from "../../core/intake.ts";
import { type Artifact, verdictIdOf, type VerdictWord } from "../../core/verdict.ts";
import type { ImproveCronError } from "../../errors.ts";
import type { StoredVerdict } from "../store.ts";
import { unpackArtifact } from "./insert-artifact.ts";
import { prepared } from "./prepared.ts";
import { artifact, epoch, logPosition, reject, verdict } from "./schema.ts";
import { compareTexts, type Session } from "./session.ts";
import { damaged } from "./store-error.ts";

export function readVerdict(session: Session, key: string): StoredVerdict | null {
  if (!/^[0-9a-f]{64}$/.test(key)) return null;
  const found = verdictOf(session).get({ key: Buffer.from(key, "hex") });
  return found === undefined ? null : storedVerdict(found.row, found.epoch);
}

const verdictOf = prepared((session) =>
  joined(session)
    .where(and(eq(verdict.workspace, session.workspace), eq(verdict.key, sql.placeholder("key"))))
    .prepare(),
);

function joined(session: Session) {
  return session.orm
    .select({ row: verdict, epoch: epoch.fingerprint })
    .from(verdict)
    .innerJoin(epoch, eq(epoch.id, verdict.epochId));
}

const verdictsLike = prepared((session) => {
  const { orm, workspace } = session;
  const epochs = orm.select({ id: epoch.id }).from(epoch).where(eq(epoch.workspace, workspace));
  return joined(session)
    .where(
      and(
        eq(verdict.workspace, workspace),
        eq(verdict.axis, sql.placeholder("axis")),
        eq(verdict.period, sql.placeholder("period")),
        // Naming the epochs lets the sampling index serve the word too, which stands behind them in it.
        inArray(verdict.epochId, epochs),
        eq(verdict.word, sql.placeholder("word")),
      ),
    )
    .orderBy(verdict.seq)
    .prepare();
});

/** Ascending by instant, then by key: a shuffled log gives the same list. */
export function listVerdicts(
  session: Session,
  filter: { readonly axis: string; readonly period: Month; readonly word: VerdictWord },
): readonly StoredVerdict[] {
  return verdictsLike(session)
    .all({ ...filter })
    .map((found) => storedVerdict(found.row, found.epoch))
    .sort((a, b) => a.verdict.at - b.verdict.at || compareTexts(a.key, b.key));
}

function storedVerdict(row: typeof verdict.$inferSelect, fingerprint: string): StoredVerdict {
  const key = row.key.toString("hex");
  return {
    key,
    id: verdictIdOf(key),
    period: row.period,
    storedAt: row.storedAt,
    verdict: {
      axis: row.axis,
      word: row.word,
      rawWord: row.rawWord,
      errorKind: row.errorKind,
      at: row.at,
      externalId: row.externalId,
      source: row.source,
      artifact: artifactOf(row.artifactKind, row.artifactHash, row.artifactText),
      rubric: row.rubric,
      model: row.model,
      epoch: fingerprint,
      reason: row.reason,
      score: row.score,
      costUsd: row.costUsd,
      latencyMs: row.latencyMs,
      tokens: row.tokens,
      meta: metaOf(row.meta),
    },
  };
}

function artifactOf(kind: Artifact["kind"], hash: Buffer | null, text: string | null): Artifact {
  switch (kind) {
    case "snapshot":
      return { kind, sha256: hash?.toString("hex") ?? "" };
    case "ref":
      return { kind, ref: text ?? "" };
    case "none":
      return { kind, because: text ?? "" };
  }
}

function metaOf(text: string): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
}

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
