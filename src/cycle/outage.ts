import { messageKey } from "../core/effect.ts";
import { monthOf } from "../core/month.ts";
import type { PendingStep } from "../core/run-summary.ts";
import { outageMessage } from "../reports/decision-words.ts";
import type { CycleContext } from "./context.ts";

const day = 86_400_000;
const since = "outage_since";

/**
 * Tells the founder once about a step that has been pending for a day. The next such message comes only after
 * everything was well again in between.
 */
export async function watchOutage(context: CycleContext, pending: readonly PendingStep[]): Promise<void> {
  const { store } = context;
  const now = context.now();
  const begun = (await store.readSetting(since)) ?? "";
  if (pending.length === 0) {
    if (begun !== "") await store.writeSetting(since, "");
    return;
  }
  if (begun === "") {
    await store.writeSetting(since, String(now));
    return;
  }
  if (now - Number(begun) < day) return;
  const period = monthOf(Number(begun), context.timezone);
  await store.planEffects(
    [
      {
        axis: "*",
        period,
        // The instant belongs to the key: two outages of one month are two messages.
        dedupeKey: `${messageKey(period, "*", "outage")}/${begun}`,
        payload: { kind: "message", message: outageMessage(pending, Number(begun), context.timezone) },
      },
    ],
    now,
  );
}
