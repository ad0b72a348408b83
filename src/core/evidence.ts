import type { Cycle, Grade, GradeObservation, Item, ItemKind, Month, MonthCount } from "./cycle.ts";
import { effectiveGrade } from "./cycle.ts";
import type { Decision, StatusChange } from "./decided.ts";
import type { MonthEvidence } from "./decision.ts";
import { groupBy } from "./group-by.ts";

/** Everything that the store knows of one axis. */
export interface AxisRecord {
  readonly axis: string;
  /** Ascending by period. */
  readonly cycles: readonly Cycle[];
  readonly items: readonly Item[];
  readonly observations: readonly GradeObservation[];
  readonly counts: readonly MonthCount[];
  readonly decisions: readonly Decision[];
  readonly statusChanges: readonly StatusChange[];
}

/** An item with the grade that counts at the instant asked for. */
export interface GradedItem {
  readonly item: Item;
  readonly grade: Grade | null;
}

/** An item with the observation that its grade comes from; null where it has none. */
export interface SeenItem {
  readonly item: Item;
  readonly seen: GradeObservation | null;
}

/** Tallies of a set of items. `answered` counts PASS, FAIL and CANT_TELL; `graded` PASS and FAIL only. */
export interface ItemTally {
  readonly sampled: number;
  readonly answered: number;
  readonly graded: number;
  readonly founderPass: number;
  readonly founderFail: number;
  readonly cantTell: number;
}

/**
 * Which observation of each item counts, by what was observed up to `asOf`.
 * A withdrawn item (page trashed or moved away) is never graded, whatever was seen before.
 */
export function seeItems(
  items: readonly Item[],
  observations: readonly GradeObservation[],
  asOf: number,
): readonly SeenItem[] {
  const byRef = groupBy(observations, ({ ref }) => ref);
  return items.map((item) => ({
    item,
    seen: item.state === "withdrawn" ? null : effectiveGrade(byRef.get(item.ref) ?? [], asOf),
  }));
}

/** Which grade each item has, by what was observed up to `asOf`. */
export function gradeItems(
  items: readonly Item[],
  observations: readonly GradeObservation[],
  asOf: number,
): readonly GradedItem[] {
  return seeItems(items, observations, asOf).map(({ item, seen }) => ({ item, grade: seen?.grade ?? null }));
}

/** Counts what became of the items of these kinds; `baseOnly` leaves top-up batches out. */
export function tallyItems(
  graded: readonly GradedItem[],
  kind: ItemKind,
  options: { readonly baseOnly?: boolean } = {},
): ItemTally {
  const chosen = graded.filter(
    ({ item }) => item.kind === kind && (options.baseOnly !== true || item.batch === 1),
  );
  const count = (grade: Grade): number => chosen.filter((one) => one.grade === grade).length;
  const founderPass = count("PASS");
  const founderFail = count("FAIL");
  const cantTell = count("CANT_TELL");
  return {
    sampled: chosen.length,
    answered: founderPass + founderFail + cantTell,
    graded: founderPass + founderFail,
    founderPass,
    founderFail,
    cantTell,
  };
}

/** Skipped months that say nothing of the axis' volume: their frames stay out of the pool. */
const outsidePool: ReadonlySet<string> = new Set(["too-old", "no-axis-file", "not-caught-up"]);

/** One month as the decision sees it. A cycle without items is an uncounted month whose frame may still set the weights. */
export function monthEvidence(cycle: Cycle, graded: readonly GradedItem[]): MonthEvidence {
  const ignored = cycle.state === "skipped" && cycle.because !== null && outsidePool.has(cycle.because);
  const base = tallyItems(graded, "pass", { baseOnly: true });
  const pass = tallyItems(graded, "pass");
  const fail = tallyItems(graded, "fail");
  return {
    period: cycle.period,
    epoch: ignored ? null : cycle.epoch,
    frame: ignored ? { pass: 0, fail: 0 } : { pass: cycle.frame.pass, fail: cycle.frame.fail },
    base: {
      sampled: base.sampled,
      answered: base.answered,
      graded: base.graded,
      overrides: base.founderFail,
    },
    pass: { graded: pass.graded, overrides: pass.founderFail },
    fail: { graded: fail.graded, founderPass: fail.founderPass },
  };
}

/** The same of several months, from the items of all of them. */
export function evidenceOfMonths(
  cycles: readonly Cycle[],
  graded: readonly GradedItem[],
): readonly MonthEvidence[] {
  const itemsOf = groupBy(graded, ({ item }) => item.period);
  return cycles.map((cycle) => monthEvidence(cycle, itemsOf.get(cycle.period) ?? []));
}

/** When a month counts as closed: its close, else (nothing to grade) its opening. Null while it is open. */
function closedInstant(cycle: Cycle): number | null {
  switch (cycle.state) {
    case "open":
      return null;
    case "closed":
      return cycle.closedAt;
    case "below-threshold":
    case "skipped":
      return cycle.openedAt;
  }
}

/**
 * The months that the decision on `period`, closed at `closedAt`, may look at: those after the latest restart.
 * A revert restarts the periods after the reverted one; `axis assist` and `axis graduate` restart
 * every month closed after them.
 */
export function monthsSinceRestart(
  record: Pick<AxisRecord, "cycles" | "decisions" | "statusChanges">,
  period: Month,
  closedAt: number,
): readonly Cycle[] {
  const reverted = record.decisions
    // Months are decided oldest first, so an older month's revert always came before.
    .filter((decision) => decision.action === "revert" && decision.period < period)
    .map((decision) => decision.period)
    .reduce<Month | null>((latest, month) => (latest === null || month > latest ? month : latest), null);
  const restartedAt = record.statusChanges
    .filter((change) => change.by === "axis assist" || change.by === "axis graduate")
    .filter((change) => change.at <= closedAt)
    .reduce((latest, change) => Math.max(latest, change.at), Number.NEGATIVE_INFINITY);
  return record.cycles.filter((cycle) => {
    if (cycle.period > period || (reverted !== null && cycle.period <= reverted)) return false;
    const closed = cycle.period === period ? closedAt : closedInstant(cycle);
    return closed !== null && closed > restartedAt;
  });
}
