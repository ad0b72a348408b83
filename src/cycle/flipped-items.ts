import type { Item } from "../core/cycle.ts";
import { orderKeyOf } from "../core/sampling.ts";
import type { DrawnVerdict } from "../store/store.ts";
import type { CycleContext } from "./context.ts";

/** The setting that holds the keys of the verdicts whose answer a rubric edit turned over, as a JSON array. */
export function flippedSetting(axis: string): string {
  return `flipped/${axis}`;
}

/** What a rubric check left to be looked at. */
export interface Flipped {
  /** To be asked, in an order that does not change from month to month; what there is no room for waits. */
  readonly waiting: readonly DrawnVerdict[];
  /** Keys that need not be asked any more: asked already, or without anything to show. */
  readonly settled: ReadonlySet<string>;
}

/**
 * The verdicts of an axis that old and new rubric answered differently. They join the month as risk items. What the last
 * opened month asks about already is settled: so a crash between an opening and its clearing asks nothing twice. An item that
 * expired without an answer comes again.
 */
export async function readFlipped(
  context: Pick<CycleContext, "store">,
  axis: { readonly name: string; readonly acceptRef: boolean },
): Promise<Flipped> {
  const { store } = context;
  const keys = parseKeys(await store.readSetting(flippedSetting(axis.name)));
  const settled = new Set<string>();
  if (keys.length === 0) return { waiting: [], settled };
  const asked = await askedOfLate(store, axis.name);
  const waiting: DrawnVerdict[] = [];
  for (const key of keys) {
    const verdict = asked.has(key) ? null : await readShowable(store, key, axis);
    if (verdict === null) settled.add(key);
    else waiting.push(verdict);
  }
  const salt = await store.readSalt();
  const placed = waiting.map((verdict) => ({ verdict, place: orderKeyOf(salt, `flipped/${verdict.key}`) }));
  return { waiting: placed.toSorted((a, b) => a.place - b.place).map(({ verdict }) => verdict), settled };
}

/** How many of them an opening does not ask about: they wait for a later month. */
export function countWaiting({ waiting }: Flipped, items: readonly Item[]): number {
  const asked = new Set(items.map(({ verdictKey }) => verdictKey));
  return waiting.filter(({ key }) => !asked.has(key)).length;
}

/** Takes those out of the setting that are settled or asked by the items of an opening that is stored. */
export async function clearFlipped(
  context: Pick<CycleContext, "store">,
  axis: string,
  opened: { readonly settled: ReadonlySet<string>; readonly items: readonly Item[] },
): Promise<void> {
  const name = flippedSetting(axis);
  // Read again: a rubric check may have added to it since.
  const keys = parseKeys(await context.store.readSetting(name));
  const asked = new Set(opened.items.map(({ verdictKey }) => verdictKey));
  const left = keys.filter((key) => !asked.has(key) && !opened.settled.has(key));
  if (left.length < keys.length) await context.store.writeSetting(name, JSON.stringify(left));
}

/** The risk items of the months of an axis that are open, and of its last one. */
async function askedOfLate(store: CycleContext["store"], axis: string): Promise<ReadonlySet<string>> {
  const cycles = (await store.listCycles({ axis })).filter(
    ({ state }) => state === "open" || state === "closed",
  );
  const late = new Set(
    cycles
      .filter((cycle, i) => cycle.state === "open" || i === cycles.length - 1)
      .map(({ period }) => period),
  );
  const risks = (await store.listItems({ axis })).filter(
    ({ kind, period, state }) =>
      kind === "risk" && late.has(period) && state !== "expired" && state !== "withdrawn",
  );
  return new Set(risks.map(({ verdictKey }) => verdictKey));
}

/** Clears what an opening that was cut off before its clearing has asked. */
export async function settleFlipped(
  context: Pick<CycleContext, "store">,
  axis: { readonly name: string; readonly acceptRef: boolean },
): Promise<void> {
  const { settled } = await readFlipped(context, axis);
  if (settled.size > 0) await clearFlipped(context, axis.name, { settled, items: [] });
}

async function readShowable(
  store: CycleContext["store"],
  key: string,
  axis: { readonly name: string; readonly acceptRef: boolean },
): Promise<DrawnVerdict | null> {
  const stored = await store.readVerdict(key);
  if (stored === null) return null;
  const { artifact, axis: name, costUsd, score, word } = stored.verdict;
  const isShown = artifact.kind === "snapshot" || (artifact.kind === "ref" && axis.acceptRef);
  if (name !== axis.name || word === "ERROR" || !isShown) return null;
  return { key, skey: 0, word, artifact, score, costUsd };
}

/** The distinct keys of the setting. What is no array of keys asks for nothing. */
function parseKeys(text: string | null): readonly string[] {
  if (text === null) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(value)) return [];
  return [...new Set(value.filter((key): key is string => typeof key === "string"))];
}
