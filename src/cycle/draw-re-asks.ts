import type { Item, Month } from "../core/cycle.ts";
import { reAskCandidates } from "../core/re-ask.ts";
import { readAxisRecord } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";
import { readItemText } from "./item-text.ts";

/** The old items of an axis that this month may ask again, the best first; at most `sampling.re_ask_max`, all still to be read. */
export async function drawReAsks(
  context: CycleContext,
  axis: string,
  opening: { readonly period: Month; readonly openedAt: number },
): Promise<readonly Item[]> {
  const { sampling, store } = context;
  if (sampling.reAskMax === 0) return [];
  const { record } = await readAxisRecord(context, axis);
  const candidates = reAskCandidates({
    ...record,
    period: opening.period,
    now: opening.openedAt,
    minDays: sampling.reAskDays,
    salt: await store.readSalt(),
  });
  const chosen: Item[] = [];
  for (const item of candidates) {
    if (chosen.length >= sampling.reAskMax) break;
    // Asking again is never needed: an old item that cannot be read, also for being damaged, gives way to the next one.
    if (item.artifact.kind === "snapshot" && (await readItemText(store, item)) !== null) chosen.push(item);
  }
  return chosen;
}
