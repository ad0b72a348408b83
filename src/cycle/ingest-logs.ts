import type { Store } from "../store/store.ts";
import type { RejectedRow } from "../core/intake.ts";
import type { IngestSummary, PendingStep } from "../core/run-summary.ts";
import { ImproveCronError, messageOf } from "../errors.ts";
import type { CycleContext } from "./context.ts";

const monthWaits = "The month of an axis whose log cannot be read is not opened; the next run tries again.";

/**
 * Reads on in the logs of the axes. A log that cannot be read holds no other up: it is added to `pending`, its axis to
 * `unread` (null where no log could be read), and it is read the next time.
 */
export async function ingestLogs(
  context: CycleContext,
  pending: PendingStep[],
): Promise<{ readonly summary: IngestSummary; readonly unread: ReadonlySet<string> | null }> {
  const ingested = await readOn(context, pending);
  await packWhatIsRaw(context.store, pending);
  return ingested;
}

async function readOn(
  context: CycleContext,
  pending: PendingStep[],
): Promise<{ readonly summary: IngestSummary; readonly unread: ReadonlySet<string> | null }> {
  try {
    const { read, stored, duplicate, rejected, rejects, waiting } = await context.ingest();
    for (const { axis, because } of waiting) {
      pending.push({ kind: "ingest", period: null, axis, because, hint: monthWaits });
    }
    const summary = { read, stored, duplicate, rejected, rejects: rejects.map(withoutSeen) };
    return { summary, unread: new Set(waiting.map(({ axis }) => axis)) };
  } catch (error) {
    const hint = error instanceof ImproveCronError ? error.hint : null;
    pending.push({ kind: "ingest", period: null, axis: null, because: messageOf(error), hint });
    return { summary: { read: 0, stored: 0, duplicate: 0, rejected: 0, rejects: [] }, unread: null };
  }
}

/** Few enough that a `record` which waits for one transaction does not notice. */
const packedAtOnce = 100;

/** Compresses what light `record`s have left as it came. It saves room and nothing else, so trouble holds no month up. */
async function packWhatIsRaw(store: Store, pending: PendingStep[]): Promise<void> {
  try {
    while ((await store.packArtifacts(packedAtOnce)).more);
  } catch (error) {
    const hint = error instanceof ImproveCronError ? error.hint : null;
    pending.push({ kind: "ingest", period: null, axis: null, because: messageOf(error), hint });
  }
}

function withoutSeen({ file, line, reason, raw }: RejectedRow): IngestSummary["rejects"][number] {
  return { file, line, reason, raw };
}
