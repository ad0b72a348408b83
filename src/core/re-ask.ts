import type { Cycle, GradeObservation, Item, Month } from "./cycle.ts";
import { gradeItems } from "./evidence.ts";
import { orderKeyOf } from "./sampling.ts";

const day = 86_400_000;
/** An item that was asked again within a year comes a third time only where there is no other. */
const daysOfYear = 365;

export interface ReAskInput {
  /** What the store knows of one axis. */
  readonly cycles: readonly Cycle[];
  readonly items: readonly Item[];
  readonly observations: readonly GradeObservation[];
  /** The month whose items the old ones are mixed into. */
  readonly period: Month;
  /** The instant of its opening, epoch milliseconds. */
  readonly now: number;
  /** Days since the founder last graded or was asked an item. */
  readonly minDays: number;
  /** The database's salt, hex. */
  readonly salt: string;
}

/**
 * Which old items of an axis could be asked again, blind, so that the founder's own noise is known? Best first.
 *
 * Those that he graded PASS or FAIL in a closed month, as part of a sample: of probes and risk items the outcome decided
 * what was drawn. Any epoch, since it is he who is asked and not the critic. Nobody can foresee the order (a keyed hash
 * of verdict and month), and what was asked again within a year stands last. Only snapshots: behind a reference something
 * else may stand by now, and the two grades would not be of the same thing.
 */
export function reAskCandidates(input: ReAskInput): readonly Item[] {
  const { cycles, items, observations, period, now, minDays, salt } = input;
  const openedAt = new Map(cycles.map((cycle) => [cycle.period, cycle.openedAt] as const));
  const closed = new Set(cycles.filter(({ state }) => state === "closed").map((cycle) => cycle.period));
  const asked = lastAsked(items, observations, openedAt);
  const old = gradeItems(items, observations, Number.POSITIVE_INFINITY).filter(({ item, grade }) => {
    const isSample = item.kind === "pass" || item.kind === "fail";
    const isGraded = grade === "PASS" || grade === "FAIL";
    if (!isSample || !isGraded || !closed.has(item.period) || item.artifact.kind !== "snapshot") return false;
    return now - (asked.get(item.verdictKey)?.at ?? now) >= minDays * day;
  });
  return old
    .map(({ item }) => {
      const again = asked.get(item.verdictKey)?.again ?? Number.NEGATIVE_INFINITY;
      return {
        item,
        isRecent: now - again < daysOfYear * day,
        key: orderKeyOf(salt, `re-ask/${period}/${item.verdictKey}`),
      };
    })
    .toSorted((a, b) => Number(a.isRecent) - Number(b.isRecent) || a.key - b.key)
    .map(({ item }) => item);
}

interface LastAsked {
  /** When it was last put before him, or graded or graded anew, as whatever kind of item. */
  readonly at: number;
  /** When it was last asked again; null for never. */
  readonly again: number | null;
}

function lastAsked(
  items: readonly Item[],
  observations: readonly GradeObservation[],
  openedAt: ReadonlyMap<Month, number>,
): ReadonlyMap<string, LastAsked> {
  const gradedAt = new Map<string, number>();
  for (const observation of observations) {
    const at = observation.at ?? observation.observedAt;
    gradedAt.set(observation.ref, Math.max(gradedAt.get(observation.ref) ?? at, at));
  }
  const asked = new Map<string, LastAsked>();
  for (const { kind, period, ref, verdictKey } of items) {
    const put = openedAt.get(period) ?? Number.NEGATIVE_INFINITY;
    const at = Math.max(put, gradedAt.get(ref) ?? put);
    const known = asked.get(verdictKey);
    const again = kind === "reask" ? Math.max(known?.again ?? put, put) : (known?.again ?? null);
    asked.set(verdictKey, { at: Math.max(known?.at ?? at, at), again });
  }
  return asked;
}
