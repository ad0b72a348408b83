import { createHash } from "node:crypto";
import type { Cycle, Item, Month } from "./cycle.ts";
import type { AxisRecord } from "./evidence.ts";
import { seeItems } from "./evidence.ts";
import type { GoldItem, GoldSplit } from "./gold-record.ts";
import { addMonths } from "./month.ts";
import { monthDistance } from "./month-distance.ts";
import { orderKeyOf } from "./sampling.ts";

/** How many gold items an axis should come to have. Fewer tell little; more cost calls every month. */
const goldTarget = { low: 200, high: 500 } as const;

/**
 * The id of a gold item, `g-` and 16 hex digits. An artifact is gold once per axis, so it follows from the two: an import of
 * what was exported finds the same items.
 */
export function goldIdOf(axis: string, sha256: string): string {
  return `g-${createHash("sha256")
    .update(JSON.stringify(["gold", axis, sha256]))
    .digest("hex")
    .slice(0, 16)}`;
}

/**
 * Which half a new item belongs to, by keyed hash: about one in two is `holdout`. Nobody who does not know the salt can foresee
 * it, and no later item, order or month changes it.
 */
export function splitOf(saltHex: string, axis: string, sha256: string): GoldSplit {
  return orderKeyOf(saltHex, `gold-split/${axis}/${sha256}`) % 2 === 0 ? "holdout" : "exposed";
}

/** Where an item belongs now: what was once exposed never comes back. */
export function splitNow(item: Pick<GoldItem, "split" | "exposedAt">): GoldSplit {
  return item.exposedAt === null ? item.split : "exposed";
}

export function isRetired(item: Pick<GoldItem, "retiredAt">): boolean {
  return item.retiredAt !== null;
}

/** What the grades of an axis say of its gold set. */
export interface GoldPlan {
  /** To be admitted; all but what only the store and the rubric can say. */
  readonly admit: readonly GoldCandidate[];
  /** Items whose label the founder no longer holds. */
  readonly retire: readonly string[];
}

/** A gold item to be; what is known of its probe and of the rubric comes to it from elsewhere. */
type GoldCandidate = Pick<
  GoldItem,
  | "id"
  | "axis"
  | "sha256"
  | "label"
  | "origin"
  | "probeId"
  | "verdictKey"
  | "itemRef"
  | "reason"
  | "period"
  | "criticWord"
  | "split"
>;

/**
 * Which items become gold, and which stop being it? Admitted is each artifact of a closed month that the founder gave PASS or
 * FAIL: confirmed probes (FAIL) and refuted ones (PASS), and regrades that agree with the critic or override it. What he was asked
 * of one artifact several times must have one answer; where he gave two, it is no gold, and an item that is gold already is
 * retired. Months still open are left alone: their items are blind. `record` holds one axis.
 *
 * @param known items of the axis, retired ones too: those are not admitted again
 */
export function planGold(
  record: Pick<AxisRecord, "axis" | "cycles" | "items" | "observations">,
  known: readonly GoldItem[],
  saltHex: string,
): GoldPlan {
  const closed = new Set(record.cycles.filter(isClosed).map(({ period }) => period));
  const answers = new Map<string, Given>();
  const seen = seeItems(
    record.items.filter(({ kind, period }) => kindOrder.includes(kind) && closed.has(period)),
    record.observations,
    Number.POSITIVE_INFINITY,
  );
  for (const { item, seen: observation } of seen) {
    const grade = observation?.grade ?? null;
    if (item.artifact.kind !== "snapshot" || (grade !== "PASS" && grade !== "FAIL")) continue;
    const { sha256 } = item.artifact;
    const answer: Answer = { item, sha256, label: grade, reason: observation?.reason ?? null };
    const before = answers.get(sha256);
    answers.set(sha256, before === undefined ? [answer] : [...before, answer]);
  }
  const bySha = new Map(known.map((item) => [item.sha256, item]));
  const admit: GoldCandidate[] = [];
  const retire: string[] = [];
  for (const [sha256, given] of answers) {
    const gold = bySha.get(sha256);
    const labels = new Set(given.map(({ label }) => label));
    if (gold !== undefined) {
      if (!isRetired(gold) && [...labels].some((label) => label !== gold.label)) retire.push(gold.id);
      continue;
    }
    if (labels.size === 1) admit.push(candidateOf(record.axis, given, saltHex));
  }
  return { admit: admit.toSorted((a, b) => (a.id < b.id ? -1 : 1)), retire };
}

interface Answer {
  readonly item: Item;
  readonly sha256: string;
  readonly label: "PASS" | "FAIL";
  readonly reason: string | null;
}

type Given = readonly [Answer, ...Answer[]];

function isClosed({ state }: Cycle): boolean {
  return state === "closed";
}

/** A probe stays one however else its text came up, and an item of the sample is one also where it was asked again. */
function candidateOf(axis: string, given: Given, saltHex: string): GoldCandidate {
  const [first] = given;
  const ordered = given.toSorted((a, b) => order(a) - order(b) || (key(a) < key(b) ? -1 : 1));
  const { item, sha256, label } = ordered[0] ?? first;
  const isProbe = item.kind === "probe";
  return {
    id: goldIdOf(axis, sha256),
    axis,
    sha256,
    label,
    origin: isProbe ? "probe" : "regrade",
    probeId: isProbe ? item.verdictKey : null,
    verdictKey: isProbe ? null : item.verdictKey,
    itemRef: item.ref,
    reason: ordered.find(({ reason }) => reason !== null)?.reason ?? null,
    period: item.period,
    criticWord: item.word,
    split: splitOf(saltHex, axis, sha256),
  };
}

const kindOrder: readonly Item["kind"][] = ["probe", "pass", "fail", "risk", "reask"];

function order({ item }: Answer): number {
  return kindOrder.indexOf(item.kind);
}

function key({ item }: Answer): string {
  return `${item.period} ${item.ref}`;
}

/**
 * Which items make room when there are more than an axis needs: the oldest of the commonest label, exposed ones before holdout.
 * Ids, as many as there are too many.
 */
export function surplusGold(items: readonly GoldItem[], most: number = goldTarget.high): readonly string[] {
  const left = items.filter((item) => !isRetired(item)).toSorted((a, b) => a.admittedAt - b.admittedAt);
  const gone: string[] = [];
  while (left.length > most) {
    const passes = left.filter(({ label }) => label === "PASS").length;
    const common = 2 * passes >= left.length ? "PASS" : "FAIL";
    const inLabel = left.filter(({ label }) => label === common);
    const next = inLabel.find((item) => splitNow(item) === "exposed") ?? inLabel[0];
    if (next === undefined) break;
    gone.push(next.id);
    left.splice(left.indexOf(next), 1);
  }
  return gone;
}

/** How large the gold set is, and when it will be large enough. */
export interface GoldSize {
  /** Items that count: admitted and not retired. */
  readonly items: number;
  readonly holdout: number;
  readonly exposed: number;
  readonly pass: number;
  readonly fail: number;
  readonly probes: number;
  readonly retired: number;
  readonly target: typeof goldTarget;
  /** Net growth in items a month: admitted less retired, over the latest months (at most six), this one included. */
  readonly perMonth: number;
  /** The month in which it will have the smaller number of `target` at that rate; null where `because` says why there is none. */
  readonly enoughIn: Month | null;
  readonly because: "reached" | "no-growth" | "too-far" | null;
}

const monthsLooked = 6;
const farthest = 600;

/**
 * How large is the gold set against 200 to 500, and when will it be there at the present rate of admission? The rate is that of
 * the latest six months, or of all months since the first admission where they are fewer, so that one good month promises
 * nothing for long. No date is given where the set does not grow.
 *
 * @param monthOf the month of an instant, in the zone of the workspace
 */
export function goldSize(
  items: readonly GoldItem[],
  now: number,
  monthOf: (instant: number) => Month,
): GoldSize {
  const counted = items.filter((item) => !isRetired(item));
  const count = (which: (item: GoldItem) => boolean): number => counted.filter(which).length;
  const month = monthOf(now);
  const months = items.map(({ admittedAt }) => monthOf(admittedAt)).toSorted();
  const first = months[0] ?? month;
  const since = Math.min(monthsLooked, Math.max(1, monthDistance(first, month) + 1));
  const begin = addMonths(month, 1 - since);
  const admitted = months.filter((one) => one >= begin).length;
  const retired = items.filter(({ retiredAt }) => retiredAt !== null && monthOf(retiredAt) >= begin).length;
  const perMonth = (admitted - retired) / since;
  return {
    items: counted.length,
    holdout: count((item) => splitNow(item) === "holdout"),
    exposed: count((item) => splitNow(item) === "exposed"),
    pass: count(({ label }) => label === "PASS"),
    fail: count(({ label }) => label === "FAIL"),
    probes: count(({ origin }) => origin === "probe"),
    retired: items.length - counted.length,
    target: goldTarget,
    perMonth,
    ...enough(counted.length, perMonth, month),
  };
}

function enough(size: number, perMonth: number, month: Month): Pick<GoldSize, "enoughIn" | "because"> {
  if (size >= goldTarget.low) return { enoughIn: null, because: "reached" };
  if (perMonth <= 0) return { enoughIn: null, because: "no-growth" };
  const months = Math.ceil((goldTarget.low - size) / perMonth);
  if (months > farthest) return { enoughIn: null, because: "too-far" };
  return { enoughIn: addMonths(month, months), because: null };
}
