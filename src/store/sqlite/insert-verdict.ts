import { createHash } from "node:crypto";
import type Database from "better-sqlite3";
import type {
  ReadingEnd,
  RecordOutcome,
  RejectedRow,
  VerdictBatch,
  VerdictReading,
} from "../../core/intake.ts";
import { skeyOf } from "../../core/sampling.ts";
import { type Verdict, verdictKey } from "../../core/verdict.ts";
import { hashOf, textOf } from "./artifact-columns.ts";
import { checkpointPages } from "./connection.ts";
import { artifactWriter } from "./insert-artifact.ts";
import { contradicts, type KnownVerdict } from "./known-verdict.ts";
import { monthFinder } from "./month-finder.ts";
import { monthTally } from "./month-tally.ts";

/*
 * The one way in for verdicts, shared by the Store and by whoever stores a single verdict without the rest of the program:
 * only better-sqlite3, node and pure core, no drizzle and no calendar. Raw SQL with positional parameters because a query
 * builder costs a quarter (prepared) to three quarters (built for each row) of the rows per second.
 */

/** Both ways in. Each call is one transaction, durable on return. */
interface VerdictInsert {
  /** One outcome per verdict, in order. */
  readonly batch: (batch: VerdictBatch) => readonly RecordOutcome[];
  /** Each verdict is stored before the next is read: none of them is held, and one transaction writes each page once. */
  readonly reading: (reading: VerdictReading, storedAt: number) => void;
}

/**
 * Instead of the 16 MB of better-sqlite3: the pages of the indexes that a long import comes back to again and again, of a
 * million rows 65 MB. More would put the process above the 160 MB that it may have.
 */
const importCacheKib = 40 * 1024;

/**
 * Pages in the write-ahead log before a reading brings them into the database, 128 MB, instead of 1000: a transaction of an import
 * writes most pages of an index, as the one before did, and pages that both wrote are then brought over once.
 */
const importCheckpointPages = 32 * 1024;

/**
 * Prepares the statements once; the functions it answers may be called as often as needed.
 * What they are given goes in whole or not at all: verdicts, their artifacts, the monthly rollup, the place read up to, the
 * refused rows.
 *
 * Throws `input` where an instant lies outside the months the database knows (2015 to 2100), or where the content of a
 * snapshot was neither given nor stored before; SQLite's errors come as they are (see `storeError`).
 *
 * @param salt Hex text of the database's randomness.
 * @param step Told the name of every moment inside the transaction at which a fault trial may stop the program.
 * @param rawUpTo Artifacts of up to so many bytes are left uncompressed, for `packArtifacts`.
 */
export function prepareVerdictInsert(
  connection: Database.Database,
  workspace: string,
  salt: string,
  step: (name: string) => void = () => {},
  rawUpTo?: number,
): VerdictInsert {
  const insertVerdict = connection.prepare(
    `INSERT INTO verdict (workspace, key, axis, word, raw_word, error_kind, at, period, epoch_id, skey, external_id, source,
       artifact_kind, artifact_hash, artifact_text, rubric, model, reason, score, cost_usd, latency_ms, tokens, meta, stored_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace, key) DO NOTHING`,
  );
  const findEpoch = connection
    .prepare<[string, string], number>("SELECT id FROM epoch WHERE workspace = ? AND fingerprint = ?")
    .pluck();
  let prepared: ReturnType<typeof prepareSeldom> | null = null;
  const seldom = (): ReturnType<typeof prepareSeldom> => (prepared ??= prepareSeldom(connection));
  const findMonths = monthFinder(connection, workspace);
  const writeArtifacts = artifactWriter(connection, workspace, rawUpTo);
  const tallyMonths = monthTally(connection, workspace);
  // One for all verdicts: SQLite copies what it is given.
  const keyBytes = Buffer.alloc(32);

  function epochIdOf(fingerprint: string): number {
    return (
      findEpoch.get(workspace, fingerprint) ??
      Number(seldom().insertEpoch.run(workspace, fingerprint).lastInsertRowid)
    );
  }

  /** One transaction's way in: all of it remembers only within it, since what was seen before may have been rolled back. */
  function begin(storedAt: number) {
    const monthOf = findMonths();
    const keepArtifact = writeArtifacts(storedAt);
    const tally = tallyMonths();
    const epochIds = new Map<string, number>();
    let first = true;

    const insert = (verdict: Verdict, content: Uint8Array | undefined): RecordOutcome => {
      const key = verdictKey(workspace, verdict);
      keyBytes.write(key, "hex");
      const period = monthOf(verdict.at);
      let epochId = epochIds.get(verdict.epoch);
      if (epochId === undefined) {
        epochId = epochIdOf(verdict.epoch);
        epochIds.set(verdict.epoch, epochId);
      }
      // Inserted unasked: looking first would cost every verdict what only a repeated one needs.
      const { changes } = insertVerdict.run(
        workspace,
        keyBytes,
        verdict.axis,
        verdict.word,
        verdict.rawWord,
        verdict.errorKind,
        verdict.at,
        period,
        epochId,
        skeyOf(salt, key),
        verdict.externalId,
        verdict.source,
        verdict.artifact.kind,
        hashOf(verdict.artifact),
        textOf(verdict.artifact),
        verdict.rubric,
        verdict.model,
        verdict.reason,
        verdict.score,
        verdict.costUsd,
        verdict.latencyMs,
        verdict.tokens,
        JSON.stringify(verdict.meta),
        storedAt,
      );
      if (changes === 0) {
        const known = seldom().findKnown.get(workspace, keyBytes);
        return known === undefined || contradicts(known, verdict)
          ? { outcome: "rejected", key, because: "conflict" }
          : { outcome: "duplicate", key };
      }
      if (verdict.artifact.kind === "snapshot") keepArtifact(verdict.artifact.sha256, content);
      tally.add(verdict, period);
      if (first) step("store: recording, first verdict");
      first = false;
      return { outcome: "stored", key };
    };

    const end = ({ logPosition: position, rejects = [] }: Partial<ReadingEnd>): void => {
      step("store: recording, verdicts");
      tally.write();
      step("store: recording, counts");
      if (position !== undefined) {
        const { axis, path, inode, offset, line, tail } = position;
        seldom().movePosition.run(workspace, axis, path, inode, offset, line, tail);
      }
      for (const row of rejects) {
        seldom().insertReject.run(
          workspace,
          digestOf(row),
          row.axis,
          row.file,
          row.line,
          row.reason,
          row.raw,
          row.seenAt,
        );
      }
      step("store: recording, place");
    };

    return { insert, end };
  }

  function insertBatch(batch: VerdictBatch): readonly RecordOutcome[] {
    const { insert, end } = begin(batch.storedAt);
    const outcomes = batch.verdicts.map((verdict) => insert(verdict, contentOf(verdict, batch)));
    end(batch);
    return outcomes;
  }

  function insertReading(reading: VerdictReading, storedAt: number): void {
    const { insert, end } = begin(storedAt);
    let next = reading.next();
    while (next.done !== true) {
      const { verdict, content } = next.value;
      next = reading.next(insert(verdict, content ?? undefined));
    }
    end(next.value);
  }

  const batches = connection.transaction(insertBatch);
  let readings: Database.Transaction<typeof insertReading> | null = null;
  // Immediate, because reading first and writing later fails at once when another process wrote in between.
  return {
    batch: (batch) => batches.immediate(batch),
    reading: (reading, storedAt) => {
      if (readings === null) {
        connection.pragma(`cache_size = -${importCacheKib}`);
        readings = connection.transaction(insertReading);
      }
      connection.pragma(`wal_autocheckpoint = ${importCheckpointPages}`);
      try {
        readings.immediate(reading, storedAt);
      } finally {
        // Whoever commits next, this connection or another, or closes last, brings over what is left.
        connection.pragma(`wal_autocheckpoint = ${checkpointPages}`);
      }
    },
  };
}

function contentOf({ artifact }: Verdict, { artifacts }: VerdictBatch): Uint8Array | undefined {
  return artifact.kind === "snapshot" ? artifacts.get(artifact.sha256) : undefined;
}

/** The statements that a single new verdict does without: they are prepared when the first of them is needed. */
function prepareSeldom(connection: Database.Database) {
  return {
    findKnown: connection.prepare<[string, Buffer], KnownVerdict>(
      `SELECT word, at, artifact_kind AS kind, artifact_hash AS hash, artifact_text AS text
       FROM verdict WHERE workspace = ? AND key = ?`,
    ),
    insertEpoch: connection.prepare("INSERT INTO epoch (workspace, fingerprint) VALUES (?, ?)"),
    movePosition: connection.prepare(
      `INSERT INTO log_position (workspace, axis, path, inode, bytes_read, lines_read, tail) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (workspace, axis, path) DO UPDATE SET
         inode = excluded.inode, bytes_read = excluded.bytes_read, lines_read = excluded.lines_read, tail = excluded.tail`,
    ),
    insertReject: connection.prepare(
      `INSERT INTO reject (workspace, digest, axis, file, line, reason, raw, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (workspace, digest) DO NOTHING`,
    ),
  };
}

/** What makes a refused row the same row when its file is read again. */
function digestOf(row: RejectedRow): Buffer {
  return createHash("sha256")
    .update(JSON.stringify([row.axis, row.file, row.line, row.reason, row.raw]))
    .digest();
}
