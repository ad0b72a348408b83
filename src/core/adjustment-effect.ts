import { headingForm } from "./adjustments.ts";
import { differenceInterval } from "./difference-interval.ts";
import { type LedgerEntry, placeOf } from "./ledger.ts";

/** A passed verdict of a closed month that the founder graded. */
export interface GradedPass {
  readonly axis: string;
  /** When the critic gave it. */
  readonly at: number;
  /** The rule that the founder's override is about, as `headingForm`; "" where none was named, null where he agreed. */
  readonly overriddenOn: string | null;
}

/** A panel run, whatever its versions. */
export interface RunAt {
  readonly axis: string;
  readonly runId: string;
  readonly at: number;
}

/** Whether what an edit was to mend became rarer. */
export interface AdjustmentEffect {
  readonly id: string;
  readonly file: string;
  readonly section: string;
  readonly commit: string;
  readonly appliedAt: number;
  /** What is counted: overrides among graded PASS verdicts, or panel runs in which the same lenses asked for that section again. */
  readonly basis: "overrides" | "panel-runs";
  readonly before: { readonly count: number; readonly n: number };
  readonly after: { readonly count: number; readonly n: number };
  /** Rate after less rate before, with its 95% interval; null where one of them has no data. */
  readonly difference: { readonly value: number; readonly low: number; readonly high: number } | null;
  readonly says: "rarer" | "more-often" | "no-clear-change" | "not-enough";
}

/** Fewer than this on either side say nothing. */
const fewest = 5;

/**
 * Did the failure that an applied edit named become rarer? Where the founder's disagreements speak for it: overrides on its
 * rule among graded PASS verdicts given before and after the edit. Else: runs of its panels in which the lenses that asked
 * named that section again. `rarer` and `more-often` where the 95% interval of the difference leaves 0 out, `not-enough`
 * where either side has fewer than 5. Null for what is not applied, and for what nothing can be counted of.
 */
export function adjustmentEffect(
  entry: LedgerEntry,
  facts: {
    readonly entries: readonly LedgerEntry[];
    readonly graded: readonly GradedPass[];
    readonly runs: readonly RunAt[];
  },
): AdjustmentEffect | null {
  const { id, file, section, state } = entry;
  if (state.kind !== "applied") return null;
  const { at: appliedAt, commit } = state;
  const counted = entry.disagreements > 0 ? overridesOf(entry, facts.graded) : runsOf(entry, facts);
  if (counted === null) return null;
  const side = (isAfter: boolean) => {
    const own = counted.all.filter(({ at }) => at > appliedAt === isAfter);
    return { count: own.filter(({ hit }) => hit).length, n: own.length };
  };
  const [before, after] = [side(false), side(true)];
  const difference = differenceInterval(before, after);
  const says =
    difference === null || before.n < fewest || after.n < fewest
      ? "not-enough"
      : difference.high < 0
        ? "rarer"
        : difference.low > 0
          ? "more-often"
          : "no-clear-change";
  return { id, file, section, commit, appliedAt, basis: counted.basis, before, after, difference, says };
}

interface Counted {
  readonly basis: AdjustmentEffect["basis"];
  readonly all: readonly { readonly at: number; readonly hit: boolean }[];
}

function overridesOf(entry: LedgerEntry, graded: readonly GradedPass[]): Counted {
  const rule = entry.proposals.some(({ source, clause }) => source.kind === "override" && clause === null)
    ? ""
    : headingForm(entry.clause ?? entry.section);
  return {
    basis: "overrides",
    all: graded
      .filter(({ axis }) => entry.axes.includes(axis))
      .map(({ at, overriddenOn }) => ({ at, hit: overriddenOn === rule })),
  };
}

function runsOf(
  entry: LedgerEntry,
  facts: { readonly entries: readonly LedgerEntry[]; readonly runs: readonly RunAt[] },
): Counted | null {
  if (entry.sources.panel === 0) return null;
  const place = placeOf(entry.file, entry.section);
  const named = new Set(
    facts.entries
      .filter((other) => other.kind !== "reinforcement" && placeOf(other.file, other.section) === place)
      .flatMap(({ proposals }) => proposals)
      .filter(({ asker, source }) => source.kind === "panel" && entry.askers.includes(asker))
      .map(({ source }) => source.id),
  );
  const runs = facts.runs.filter(({ axis }) => entry.axes.includes(axis));
  return { basis: "panel-runs", all: runs.map(({ at, runId }) => ({ at, hit: named.has(runId) })) };
}
