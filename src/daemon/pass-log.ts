import type { PendingStep } from "../core/run-summary.ts";
import type { Reconciliation } from "../cycle/reconcile.ts";
import { type Logger, roomLogger } from "../logger.ts";

/** A line for each pass that did something; what waits is told when it changes, not at each look. */
export function createPassLog(log: Logger): (cause: string, result: Reconciliation) => void {
  const logger = roomLogger(log, "cycle");
  let told = "";
  const tellPending = (pending: readonly PendingStep[]): void => {
    const text = JSON.stringify(pending);
    if (text !== told) {
      for (const step of pending) logger.warn(step, `pending: ${step.kind}: ${step.because}`);
    }
    told = text;
  };
  return (cause, result) => {
    switch (result.kind) {
      case "idle":
        return;
      case "looked":
        if (result.poll !== null) {
          const { checked, stored, pending } = result.poll;
          logger.debug({ cause, checked, stored }, "looked for grades");
          tellPending(pending);
        }
        return;
      case "ran": {
        const { period, ingest, closed, opened, effects, pending } = result.summary;
        const { rejects: _, ...rows } = ingest;
        logger.info({ cause, period, ingest: rows, closed, opened, effects: effects.length }, "month run");
        tellPending(pending);
      }
    }
  };
}
