import { goldIdOf, splitOf } from "../core/gold-set.ts";
import type { GoldItem } from "../core/gold-record.ts";
import type { CycleContext } from "./context.ts";
import { exposeLeaks } from "./keep-gold.ts";

/** A gold item from outside: `split` null is decided here, `rubric` null is not known. */
export interface GoldToImport
  extends Pick<
    GoldItem,
    | "axis"
    | "label"
    | "sha256"
    | "origin"
    | "failureMode"
    | "reason"
    | "period"
    | "exposedBecause"
    | "retiredBecause"
  > {
  readonly text: string;
  readonly split: GoldItem["split"] | null;
  readonly rubric: string | null;
}

/** `conflict`: the text is gold already, with the other label. */
export type GoldImport = "stored" | "duplicate" | "conflict";

/**
 * Takes gold items from outside, one outcome each, in their order. An item that is known and comes with a reason to retire or to
 * expose it is retired or exposed: `stored`. What the rubric of its axis quotes is exposed at once.
 */
export async function importGold(
  context: CycleContext,
  items: readonly GoldToImport[],
): Promise<readonly GoldImport[]> {
  const { store } = context;
  const at = context.now();
  const salt = await store.readSalt();
  const outcomes: GoldImport[] = [];
  for (const item of items) {
    const gold = goldOf(item, salt, at);
    const contents = new Map([[item.sha256, new TextEncoder().encode(item.text)]]);
    const [outcome = "duplicate"] = await store.admitGold([gold], contents);
    if (outcome === "added") outcomes.push("stored");
    else if (outcome === "conflict") outcomes.push("conflict");
    else outcomes.push((await markKnown(context, gold, at)) ? "stored" : "duplicate");
  }
  const named = new Set(items.map(({ axis }) => axis));
  for (const axis of context.readAxes().filter(({ name }) => named.has(name))) {
    const rubric = context.readRubric(axis);
    if (rubric !== null) await exposeLeaks(context, axis.name, rubric);
  }
  return outcomes;
}

function goldOf({ text: _text, ...item }: GoldToImport, salt: string, at: number): GoldItem {
  return {
    ...item,
    id: goldIdOf(item.axis, item.sha256),
    split: item.split ?? splitOf(salt, item.axis, item.sha256),
    rubric: item.rubric ?? "none",
    probeId: null,
    verdictKey: null,
    itemRef: null,
    criticWord: null,
    admittedAt: at,
    exposedAt: item.exposedBecause === null ? null : at,
    exposedRubric: null,
    retiredAt: item.retiredBecause === null ? null : at,
  };
}

async function markKnown({ store }: CycleContext, gold: GoldItem, at: number): Promise<boolean> {
  const { exposedBecause, id, retiredBecause } = gold;
  let changed = 0;
  if (exposedBecause !== null)
    changed += await store.exposeGold({ ids: [id], at, because: exposedBecause, rubric: null });
  if (retiredBecause !== null) changed += await store.retireGold({ ids: [id], at, because: retiredBecause });
  return changed > 0;
}
