import { monthOf } from "../core/month.ts";
import type { PendingStep } from "../core/run-summary.ts";
import { createEffectPass } from "./apply-effects.ts";
import { pendingStatus } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";
import { findAxis } from "./find-axis.ts";
import { noteStatusChanges } from "./note-status.ts";

/**
 * Takes an axis' autonomy away on the founder's word. Streak, pool and CUSUM restart for every month closed after it.
 * `changed` is false where the axis is not `graduated`: the program changes no other word.
 */
export async function assistAxis(
  context: CycleContext,
  name: string,
  reason: string,
): Promise<{ readonly changed: boolean; readonly status: string; readonly pending: readonly PendingStep[] }> {
  const axis = findAxis(context.readAxes(), name);
  await noteStatusChanges(context);
  context.step("assist: begin");
  // Without the run lock: a message that a run is sending just now must not be taken for one that it left behind.
  const outbox = createEffectPass(
    context,
    ({ axis: concerned, payload }) => payload.kind === "axis-file" && concerned === name,
  );
  // Asked again after a crash, or while the file cannot be written: it is decided, and only the file lags behind.
  const decided = await pendingStatus(context, name);
  const status = decided ?? axis.status;
  if (status !== "graduated") {
    await outbox.apply();
    return { changed: false, status, pending: outbox.pending };
  }
  const at = context.now();
  await context.store.recordStatusChange(
    { axis: name, at, from: "graduated", to: "assisted", by: "axis assist", reason, period: null },
    [
      {
        axis: name,
        period: monthOf(at, context.timezone),
        dedupeKey: `axis-file/assist/${name}/${at}`,
        payload: {
          kind: "axis-file",
          file: axis.file,
          axis: name,
          edit: {
            status: { from: "graduated", to: "assisted" },
            lastCalibration: null,
            lastKappa: null,
            founderOverrideCount: null,
          },
        },
      },
    ],
  );
  context.step("assist: recorded");
  await outbox.apply();
  return { changed: true, status: "assisted", pending: outbox.pending };
}
