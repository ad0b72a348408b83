import type { RejectedRow } from "../core/intake.ts";
import type { IngestSummary, PendingStep } from "../core/run-summary.ts";
import { ImproveCronError, messageOf } from "../errors.ts";
import type { CycleContext } from "./context.ts";

/**
 * Reads on in the logs of the axes. A log that cannot be read holds nothing else up: it is added to `pending`, and read
 * the next time.
 */
export async function ingestLogs(context: CycleContext, pending: PendingStep[]): Promise<IngestSummary> {
  try {
    const { read, stored, duplicate, rejected, rejects, waiting } = await context.ingest();
    for (const because of waiting) {
      pending.push({ kind: "ingest", period: null, axis: null, because, hint: null });
    }
    return { read, stored, duplicate, rejected, rejects: rejects.map(withoutSeen) };
  } catch (error) {
    const hint = error instanceof ImproveCronError ? error.hint : null;
    pending.push({ kind: "ingest", period: null, axis: null, because: messageOf(error), hint });
    return { read: 0, stored: 0, duplicate: 0, rejected: 0, rejects: [] };
  }
}

function withoutSeen({ file, line, reason, raw }: RejectedRow): IngestSummary["rejects"][number] {
  return { file, line, reason, raw };
}
