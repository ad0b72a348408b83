import { type AskedBatch, type Cycle, isAsked, type Item, type Month } from "./cycle.ts";
import type { StatusChange } from "./decided.ts";
import {
  type AxisRecord,
  type GradedItem,
  monthEvidence,
  monthsSinceRestart,
  seeItems,
  tallyItems,
} from "./evidence.ts";
import { groupBy } from "./group-by.ts";
import type { Strata } from "./weighted-kappa.ts";

/** Why an axis is not `graduated`: the latest change that took its autonomy. */
export interface TakenAway {
  readonly at: number;
  readonly by: StatusChange["by"];
  /** The month that was reverted; null where a person did it. */
  readonly period: Month | null;
  readonly reason: string;
}

/** Fresh grades of one month, or of one batch that was asked for. */
export interface FreshGrades {
  readonly period: Month;
  /** Null: the month's own sample. */
  readonly batch: number | null;
  readonly epoch: string | null;
  /** Whether they count in the probability: those of the epoch in use alone do. */
  readonly counts: boolean;
  readonly table: { readonly pp: number; readonly pf: number; readonly fp: number; readonly ff: number };
}

/** What is being graded, or waits to be: nothing of it is told or counted until all of it is answered. */
export interface Unfinished {
  readonly period: Month;
  readonly batch: number | null;
  readonly items: number;
  readonly answered: number;
}

/** The batches that were asked for, with their items. */
export interface AskedItems {
  readonly batches: readonly AskedBatch[];
  readonly items: readonly Item[];
}

/** An item of a fresh month with the grade that was given since the revert, and when. */
interface FreshItem extends GradedItem {
  readonly gradedAt: number | null;
}

/** What is known of an axis since its autonomy was taken away. */
export interface FreshEvidence {
  readonly since: TakenAway | null;
  /** The months that evidence may come from, ascending, open ones too. */
  readonly cycles: readonly Cycle[];
  readonly unfinished: readonly Unfinished[];
  /** The items of what is finished. */
  readonly told: readonly FreshItem[];
}

/**
 * What has been graded since the axis lost its autonomy, and may be told: verdicts of the months after the reverted one (after
 * `axis assist`: of the months that were not closed by then), and batches that were asked for since, whatever month they were
 * drawn from: they are new draws. Grades given before count for nothing. Months that are open and batches that are not answered
 * are left out whole: a figure that moves with each answer would tell what the critic said of it.
 */
export function freshEvidence(record: AxisRecord, asked: AskedItems, now: number): FreshEvidence {
  const since = takenAway(record);
  const own = freshCycles(record);
  const batches = asked.batches.filter(({ askedAt }) => since === null || askedAt >= since.at);
  const cycles = record.cycles.filter(
    (cycle) => own.has(cycle.period) || batches.some(({ period }) => period === cycle.period),
  );
  const askedOf = ({ batch, period }: Pick<AskedBatch, "batch" | "period">): readonly Item[] =>
    asked.items.filter((item) => item.period === period && item.batch === batch);
  const unfinished: readonly Unfinished[] = [
    ...record.cycles
      .filter(({ period, state }) => state === "open" && own.has(period))
      .map(({ period }) => ({
        period,
        batch: null,
        ...countAnswers(record.items.filter((item) => item.period === period)),
      })),
    ...batches
      .map(({ batch, period }) => ({ period, batch, ...countAnswers(askedOf({ batch, period })) }))
      .filter((one) => one.answered < one.items),
  ];
  const askedAt = (item: Item): number =>
    (isAsked(item)
      ? batches.find((one) => one.period === item.period && one.batch === item.batch)?.askedAt
      : record.cycles.find(({ period }) => period === item.period)?.openedAt) ?? Number.NEGATIVE_INFINITY;
  const items = [...record.items.filter(({ period }) => own.has(period)), ...batches.flatMap(askedOf)];
  const told = seeItems(items, record.observations, now)
    .filter(({ item }) => !unfinished.some((one) => holds(one, item)))
    .map(({ item, seen }): FreshItem => {
      const given = seen === null ? null : (seen.at ?? seen.observedAt);
      // Nobody answers before he was asked: a clock or a zone that was wrong must not make an override look old.
      const at = given === null ? null : Math.max(given, askedAt(item));
      const isFresh = at !== null && (since === null || at >= since.at);
      return { item, grade: isFresh ? (seen?.grade ?? null) : null, gradedAt: isFresh ? at : null };
    });
  return { since, cycles, unfinished, told };
}

/** The latest change to `assisted`, whoever made it; null where the axis was never anything else. */
function takenAway({ statusChanges }: AxisRecord): TakenAway | null {
  const change = statusChanges.findLast(({ to }) => to === "assisted");
  if (change === undefined) return null;
  const { at, by, period, reason } = change;
  return { at, by, period, reason };
}

function freshCycles(record: AxisRecord): ReadonlySet<Month> {
  const closed = new Set(monthsSinceRestart(record, "9999-12", Number.POSITIVE_INFINITY));
  const fresh = record.cycles.filter(
    (cycle) =>
      closed.has(cycle) ||
      // An open month has no close that a restart could come after, but it may lie before a month that was reverted.
      (cycle.state === "open" &&
        monthsSinceRestart(record, cycle.period, Number.POSITIVE_INFINITY).includes(cycle)),
  );
  return new Set(fresh.map(({ period }) => period));
}

function countAnswers(items: readonly Item[]): Pick<Unfinished, "items" | "answered"> {
  const asked = items.filter(({ state }) => state !== "withdrawn");
  return { items: asked.length, answered: asked.filter(({ state }) => state === "answered").length };
}

function batchOf(item: Item): number | null {
  return isAsked(item) ? item.batch : null;
}

function holds({ period, batch }: Unfinished, item: Item): boolean {
  return item.period === period && batchOf(item) === batch;
}

/** The grades of each month and each asked batch that has any, ascending by month; those of the epoch in use count. */
export function freshGrades(
  { cycles, told }: Pick<FreshEvidence, "cycles" | "told">,
  epoch: string | null,
): readonly FreshGrades[] {
  const toldOf = groupBy(told, ({ item }) => item.period);
  return cycles.flatMap((cycle) => {
    const own = toldOf.get(cycle.period) ?? [];
    const batches = [...new Set(own.map(({ item }) => batchOf(item)))];
    return batches
      .toSorted((a, b) => (a ?? 0) - (b ?? 0))
      .flatMap((batch): readonly FreshGrades[] => {
        const items = own.filter(({ item }) => batchOf(item) === batch);
        const pass = tallyItems(items, "pass");
        const fail = tallyItems(items, "fail");
        if (pass.graded + fail.graded === 0) return [];
        return [
          {
            period: cycle.period,
            batch,
            epoch: cycle.epoch,
            counts: cycle.epoch !== null && cycle.epoch === epoch,
            table: {
              pp: pass.founderPass,
              pf: pass.founderFail,
              fp: fail.founderPass,
              ff: fail.founderFail,
            },
          },
        ];
      });
  });
}

/** The grades that count, undiscounted, weighed by the frames of all fresh months of their epoch, graded or not. */
export function freshStrata(
  cycles: readonly Cycle[],
  grades: readonly FreshGrades[],
  epoch: string | null,
): Strata {
  const tables = grades.filter(({ counts }) => counts).map(({ table }) => table);
  const sum = (of: (table: FreshGrades["table"]) => number): number =>
    tables.reduce((total, table) => total + of(table), 0);
  // Months that say nothing of the axis' volume have no frame as evidence.
  const frames = cycles
    .map((cycle) => monthEvidence(cycle, []))
    .filter((month) => month.epoch !== null && month.epoch === epoch)
    .map(({ frame }) => frame);
  return {
    pass: {
      size: frames.reduce((total, { pass }) => total + pass, 0),
      graded: sum(({ pp, pf }) => pp + pf),
      founderPass: sum(({ pp }) => pp),
    },
    fail: {
      size: frames.reduce((total, { fail }) => total + fail, 0),
      graded: sum(({ fp, ff }) => fp + ff),
      founderPass: sum(({ fp }) => fp),
    },
  };
}
