import type { AcceptRequest } from "./accept-verdicts.ts";
import { acceptVerdicts } from "./accept-verdicts.ts";
import type { IntakeNote } from "./intake-result.ts";

/** What became of one verdict. `id` is null, and `because` says why, when it was refused. */
export interface RecordResult {
  readonly outcome: "stored" | "duplicate" | "rejected";
  readonly id: string | null;
  readonly because: string | null;
  readonly notes: readonly IntakeNote[];
}

/**
 * Stores one verdict, given as an object of the form of a log line. Without `at` it was given now; paths start at `folder`
 * and may lead anywhere. Durable when the promise resolves.
 */
export async function recordVerdict(
  verdict: unknown,
  request: Omit<AcceptRequest, "verdicts" | "anywhere" | "batchRows">,
): Promise<RecordResult> {
  const { read, stored, rejects, lastId, notes } = await acceptVerdicts({
    ...request,
    verdicts: [verdict],
    anywhere: true,
  });
  const [reject] = rejects;
  if (reject !== undefined) return { outcome: "rejected", id: null, because: reject.reason, notes };
  // A blank text is passed over as a blank line is, but whoever hands one over here expects an answer.
  if (read === 0)
    return { outcome: "rejected", id: null, because: "not-an-object: there is no verdict in it", notes };
  return { outcome: stored === 1 ? "stored" : "duplicate", id: lastId, because: null, notes };
}
