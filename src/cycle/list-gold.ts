import type { GoldMonth } from "../core/gold-month.ts";
import type { GoldItem } from "../core/gold-record.ts";
import { type GoldSize, goldSize, isRetired, splitNow } from "../core/gold-set.ts";
import { monthOf } from "../core/month.ts";
import type { CycleContext } from "./context.ts";
import { readHistory } from "./read-history.ts";

/** One gold item as it is listed: never its text, since whoever edits the rubric may look on. */
interface ListedGold
  extends Omit<
    GoldItem,
    "verdictKey" | "itemRef" | "criticWord" | "admittedAt" | "exposedAt" | "retiredAt" | "reason"
  > {
  /** Where it belongs now. */
  readonly split: GoldItem["split"];
  readonly admittedAt: string;
  readonly exposedAt: string | null;
  readonly retiredAt: string | null;
}

export interface GoldList {
  readonly axes: readonly {
    readonly axis: string;
    readonly size: GoldSize;
    /** The newest month that has a run; null where there was none yet. */
    readonly latest: GoldMonth["run"];
  }[];
  readonly items: readonly ListedGold[];
}

/** The gold sets of all axes, or of one, with their items. */
export async function listGold(context: CycleContext, axis: string | null): Promise<GoldList> {
  const items = await context.store.listGold(axis === null ? {} : { axis });
  const names = [...new Set(items.map((item) => item.axis))].toSorted();
  const axes: GoldList["axes"][number][] = [];
  for (const name of names) {
    const rows = await readHistory(context, { axis: name, since: null, asOf: null });
    const own = items.filter((item) => item.axis === name);
    axes.push({
      axis: name,
      size: goldSize(own, context.now(), (instant) => monthOf(instant, context.timezone)),
      latest: rows.findLast(({ gold }) => gold !== null && gold.run !== null)?.gold?.run ?? null,
    });
  }
  return { axes, items: items.map(listed) };
}

function listed(item: GoldItem): ListedGold {
  const { verdictKey: _key, itemRef: _ref, criticWord: _word, reason: _reason, ...shown } = item;
  return {
    ...shown,
    split: splitNow(item),
    admittedAt: new Date(item.admittedAt).toISOString(),
    exposedAt: item.exposedAt === null ? null : new Date(item.exposedAt).toISOString(),
    retiredAt: item.retiredAt === null ? null : new Date(item.retiredAt).toISOString(),
  };
}

/** A gold item with its text, as it leaves the database by the owner's will: one line of an export. */
export type ExportedGold = Pick<
  GoldItem,
  | "axis"
  | "id"
  | "label"
  | "origin"
  | "split"
  | "failureMode"
  | "reason"
  | "period"
  | "rubric"
  | "exposedBecause"
  | "retiredBecause"
> & { readonly text: string };

/** Every gold item whose text is there, retired ones left out. `split` is as it was admitted; `exposedBecause` says the rest. */
export async function exportGold(
  { store }: Pick<CycleContext, "store">,
  axis: string | null,
): Promise<readonly ExportedGold[]> {
  const exported: ExportedGold[] = [];
  for (const item of await store.listGold(axis === null ? {} : { axis })) {
    if (isRetired(item)) continue;
    const bytes = await store.readArtifact(item.sha256);
    if (bytes === null) continue;
    const { id, label, origin, split, failureMode, reason, period, rubric, exposedBecause, retiredBecause } =
      item;
    exported.push({
      axis: item.axis,
      id,
      label,
      origin,
      split,
      failureMode,
      reason,
      period,
      rubric,
      exposedBecause,
      retiredBecause,
      text: new TextDecoder().decode(bytes),
    });
  }
  return exported;
}
