import { deflateRawSync, inflateRawSync } from "node:zlib";
import type Database from "better-sqlite3";
import { ImproveCronError } from "../../errors.ts";
import type { Session } from "./session.ts";

/** Below this a compressed text is hardly smaller, and setting up the compressor costs more than the insert. */
export const smallestToCompress = 1024;

/** Keeps the snapshot of this SHA-256 (hex), with this content where it is not stored yet. */
type ArtifactWriter = (sha256: string, content: Uint8Array | undefined) => void;

/**
 * Stores snapshots once by their SHA-256. Prepared for a connection, then bound to one transaction.
 *
 * @param rawUpTo Contents of up to so many bytes are stored as they come; `packArtifacts` compresses them later.
 */
export function artifactWriter(
  connection: Database.Database,
  workspace: string,
  rawUpTo = smallestToCompress - 1,
): (storedAt: number) => ArtifactWriter {
  const isStored = connection
    .prepare<[string, Buffer], number>("SELECT 1 FROM artifact WHERE workspace = ? AND sha256 = ?")
    .pluck();
  const insert = connection.prepare(
    "INSERT INTO artifact (workspace, sha256, encoding, size, content, stored_at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  return (storedAt) => {
    const kept = new Set<string>();
    return (sha256, content) => {
      if (kept.has(sha256)) return;
      kept.add(sha256);
      const hash = Buffer.from(sha256, "hex");
      if (isStored.get(workspace, hash) !== undefined) return;
      if (content === undefined) {
        throw new ImproveCronError("input", `the content of the artifact ${sha256} was not given`);
      }
      const packed = packArtifact(content, rawUpTo);
      insert.run(workspace, hash, packed.encoding, content.length, packed.content, storedAt);
    };
  };
}

/** Stores one snapshot by its SHA-256 (hex) where it is not there yet, within the transaction of what names it. */
export function keepArtifact(
  session: Pick<Session, "connection" | "workspace">,
  sha256: string,
  content: Uint8Array,
  storedAt: number,
): void {
  const packed = packArtifact(content);
  session.connection
    .prepare(
      `INSERT INTO artifact (workspace, sha256, encoding, size, content, stored_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    )
    .run(
      session.workspace,
      Buffer.from(sha256, "hex"),
      packed.encoding,
      content.length,
      packed.content,
      storedAt,
    );
}

interface PackedArtifact {
  readonly encoding: "raw" | "deflate";
  readonly content: Buffer;
}

/** Compressed where that makes it smaller. Deflate: on a few KiB of text brotli wins little and takes longer. */
export function packArtifact(content: Uint8Array, rawUpTo = smallestToCompress - 1): PackedArtifact {
  const raw = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (raw.length <= rawUpTo) return { encoding: "raw", content: raw };
  const packed = deflateRawSync(raw);
  return packed.length < raw.length
    ? { encoding: "deflate", content: packed }
    : { encoding: "raw", content: raw };
}

export function unpackArtifact(packed: PackedArtifact): Buffer {
  return packed.encoding === "deflate" ? inflateRawSync(packed.content) : packed.content;
}
