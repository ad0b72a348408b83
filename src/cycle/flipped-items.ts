import type { Item } from "../core/cycle.ts";
import { orderKeyOf } from "../core/sampling.ts";
import type { DrawnVerdict } from "../store/store.ts";
import type { CycleContext } from "./context.ts";

/**
 * The setting that holds the verdicts whose answer a rubric edit turned over: a JSON array of `{"key", "since"}`, or of plain
 * keys, as it was written before it said since when.
 */
export function flippedSetting(axis: string): string {
  return `flipped/${axis}`;
}

interface RememberedFlip {
  readonly key: string;
  /** When the rubric check was made, in epoch milliseconds; null for a plain key. */
  readonly since: number | null;
}

/** What a rubric check left to be looked at. */
export interface Flipped {
  /** To be asked, in an order that does not change from month to month; what there is no room for waits. */
  readonly waiting: readonly DrawnVerdict[];
  /** Keys that need not be asked any more: asked already, or without anything to show. */
  readonly settled: ReadonlySet<string>;
  /** All of it as the setting had it, so that clearing spares what is remembered anew in the meantime. */
  readonly remembered: readonly RememberedFlip[];
}

/** Adds to the setting; a verdict that waits already waits on, from now. */
export async function rememberFlipped(
  { store }: Pick<CycleContext, "store">,
  axis: string,
  keys: readonly string[],
  since: number,
): Promise<void> {
  if (keys.length === 0) return;
  await store.changeSetting(flippedSetting(axis), (text) => {
    const flips = new Map(parseFlips(text).map((flip) => [flip.key, flip]));
    for (const key of keys) flips.set(key, { key, since });
    return flipsText([...flips.values()]);
  });
}

/**
 * The verdicts of an axis that old and new rubric answered differently. They join the month as risk items. What a month asks
 * about that was opened since the flip was found is settled: so a crash between an opening and its clearing asks nothing
 * twice. What was asked before the flip was found is asked again, and so is an item that expired without an answer.
 */
export async function readFlipped(
  context: Pick<CycleContext, "store">,
  axis: { readonly name: string; readonly acceptRef: boolean },
): Promise<Flipped> {
  const { store } = context;
  const remembered = parseFlips(await store.readSetting(flippedSetting(axis.name)));
  const settled = new Set<string>();
  if (remembered.length === 0) return { waiting: [], settled, remembered };
  const isAsked = await askedSince(store, axis.name);
  const waiting: DrawnVerdict[] = [];
  for (const flip of remembered) {
    const { key } = flip;
    const verdict = isAsked(flip) ? null : await readShowable(store, key, axis);
    if (verdict === null) settled.add(key);
    else waiting.push(verdict);
  }
  const salt = await store.readSalt();
  const placed = waiting.map((verdict) => ({ verdict, place: orderKeyOf(salt, `flipped/${verdict.key}`) }));
  const inOrder = placed.toSorted((a, b) => a.place - b.place).map(({ verdict }) => verdict);
  return { waiting: inOrder, settled, remembered };
}

/** How many of them an opening does not ask about: they wait for a later month. */
export function countWaiting({ waiting }: Flipped, items: readonly Item[]): number {
  const asked = new Set(items.map(({ verdictKey }) => verdictKey));
  return waiting.filter(({ key }) => !asked.has(key)).length;
}

/** Takes those out of the setting that were read from it and are settled, or asked by the items of an opening that is stored. */
export async function clearFlipped(
  context: Pick<CycleContext, "store">,
  axis: string,
  { flips, items }: { readonly flips: Flipped; readonly items: readonly Item[] },
): Promise<void> {
  const asked = new Set(items.map(({ verdictKey }) => verdictKey));
  const done = new Map(
    flips.remembered
      .filter(({ key }) => asked.has(key) || flips.settled.has(key))
      .map(({ key, since }) => [key, since]),
  );
  if (done.size === 0) return;
  await context.store.changeSetting(flippedSetting(axis), (text) => {
    // A rubric check may have remembered one of them anew since: that one is to be asked.
    const left = parseFlips(text).filter(({ key, since }) => done.get(key) !== since);
    return flipsText(left);
  });
}

/**
 * Was a flip asked after it was found? Any item counts of a month that was opened later. Of a plain key it is not known when it
 * was found: there, the risk items of the months that are open and of the last one count.
 */
async function askedSince(
  store: CycleContext["store"],
  axis: string,
): Promise<(flip: RememberedFlip) => boolean> {
  const cycles = (await store.listCycles({ axis })).filter(
    ({ state }) => state === "open" || state === "closed",
  );
  const openedAt = new Map(cycles.map((cycle) => [cycle.period, cycle.openedAt]));
  const late = new Set(
    cycles
      .filter((cycle, i) => cycle.state === "open" || i === cycles.length - 1)
      .map(({ period }) => period),
  );
  const lastAsked = new Map<string, number>();
  const lateRisks = new Set<string>();
  for (const { kind, period, state, verdictKey } of await store.listItems({ axis })) {
    const at = openedAt.get(period);
    if (at === undefined || state === "expired" || state === "withdrawn") continue;
    lastAsked.set(verdictKey, Math.max(at, lastAsked.get(verdictKey) ?? at));
    if (kind === "risk" && late.has(period)) lateRisks.add(verdictKey);
  }
  return ({ key, since }) =>
    since === null ? lateRisks.has(key) : (lastAsked.get(key) ?? Number.NEGATIVE_INFINITY) > since;
}

/** Clears what an opening that was cut off before its clearing has asked. */
export async function settleFlipped(
  context: Pick<CycleContext, "store">,
  axis: { readonly name: string; readonly acceptRef: boolean },
): Promise<void> {
  await clearFlipped(context, axis.name, { flips: await readFlipped(context, axis), items: [] });
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

function flipsText(flips: readonly RememberedFlip[]): string {
  return JSON.stringify(flips.map(({ key, since }) => (since === null ? key : { key, since })));
}

/** What the setting holds, each key once. What is no array of flips asks for nothing. */
function parseFlips(text: string | null): readonly RememberedFlip[] {
  if (text === null) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(value)) return [];
  const flips = new Map<string, RememberedFlip>();
  for (const entry of value) {
    const flip = parseFlip(entry);
    if (flip !== null) flips.set(flip.key, flip);
  }
  return [...flips.values()];
}

function parseFlip(entry: unknown): RememberedFlip | null {
  if (typeof entry === "string") return { key: entry, since: null };
  if (typeof entry !== "object" || entry === null) return null;
  if (!("key" in entry && "since" in entry)) return null;
  const { key, since } = entry;
  return typeof key === "string" && typeof since === "number" ? { key, since } : null;
}
