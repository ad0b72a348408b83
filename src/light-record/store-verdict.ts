import type { RecordOutcome, VerdictBatch } from "../core/intake.ts";
import { closeQuietly, connectIfReady, type DatabasePlace } from "../light/ready-database.ts";
import { prepareVerdictInsert } from "../store/sqlite/insert-verdict.ts";
import { readSalt } from "../store/sqlite/salt.ts";

/** Loading the compressor takes longer than storing: a short artifact is left to the next pass, which has it loaded anyway. */
const leftRaw = 65_536;

/**
 * Stores one batch in a database that is ready and has its salt; durable on return. Null, with nothing stored, for every
 * other database. Raises what SQLite raises, with nothing stored either.
 */
export function storeVerdicts(place: DatabasePlace, batch: VerdictBatch): readonly RecordOutcome[] | null {
  const connection = connectIfReady(place);
  if (connection === null) return null;
  try {
    const salt = readSalt(connection);
    if (salt === null) return null;
    return prepareVerdictInsert(connection, place.workspace, salt, () => {}, leftRaw).batch(batch);
  } finally {
    closeQuietly(connection);
  }
}
