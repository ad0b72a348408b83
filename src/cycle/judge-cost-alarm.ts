import { messageKey, type PlannedEffect } from "../core/effect.ts";
import { addMonths, monthOf } from "../core/month.ts";
import { judgeCostEntry, judgeCostMarker } from "../reports/judge-cost-entry.ts";
import { judgeCostMessage } from "../reports/judge-words.ts";
import type { CycleContext } from "./context.ts";
import { readJudgeCost } from "./judge-spend.ts";

/**
 * Tells, once a month, of a last complete month in which judging cost a large share of what was judged: above `cost.warn` an
 * entry in the log, above `cost.alarm` a message too.
 */
export async function planJudgeCost(context: CycleContext): Promise<void> {
  const { cost, store, timezone, vaultLog, workspace } = context;
  const { productionUsdPerMonth: production } = cost;
  if (production === null) return;
  const now = context.now();
  const period = addMonths(monthOf(now, timezone), -1);
  const judged = await readJudgeCost(context, period);
  if (judged.level === "fine") return;
  const marker = judgeCostMarker(workspace, period);
  const effects: PlannedEffect[] = [];
  if (vaultLog !== null) {
    const markdown = judgeCostEntry(judged, production, marker);
    effects.push({
      axis: "*",
      period,
      dedupeKey: `vault-log/${period}/*/judge-cost`,
      payload: { kind: "vault-log", marker, markdown },
    });
  }
  if (judged.level === "alarm") {
    effects.push({
      axis: "*",
      period,
      dedupeKey: messageKey(period, "*", "judge-cost"),
      payload: { kind: "message", message: judgeCostMessage(judged, production) },
    });
  }
  if (effects.length > 0) await store.planEffects(effects, now);
}
