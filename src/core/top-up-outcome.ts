import type { Cycle } from "./cycle.ts";
import type { Decision } from "./decided.ts";
import type { GradedItem } from "./evidence.ts";
import { batchSize } from "./top-up.ts";

const ends = [
  "off",
  "clear",
  "overwhelming",
  "last-look",
  "exhausted",
  "no-minutes",
  "not-graduated",
  "no-grades",
  "due",
  "unanswered",
] as const;

/**
 * Why a month drew no further items before it was decided. `off` to `no-minutes`: see `TopUp`. `not-graduated`: there
 * is no autonomy to decide about. `no-grades`: who could not tell once is not asked more of the same. `due`: in doubt, and
 * the due date had passed. `unanswered`: the due date had passed before all that was asked had an answer.
 */
export type TopUpEnd = (typeof ends)[number];

/** What top-up did in one month. */
export interface TopUpOutcome {
  /** Batches beside the base sample, and their items graded PASS or FAIL. */
  readonly batches: number;
  readonly graded: number;
  /** Items that the founder's minutes left out of these batches. */
  readonly cut: number;
  /** Null while the month is open, and where its close recorded none. */
  readonly ended: TopUpEnd | null;
}

/**
 * What further items did a month draw, and why no more?
 *
 * @param graded the month's items
 * @param decided its decision, which has recorded what only the moment of the close knew; null while it is open
 */
export function topUpOutcome(
  cycle: Pick<Cycle, "frame">,
  graded: readonly GradedItem[],
  decided: Pick<Decision, "record"> | null,
): TopUpOutcome {
  const further = graded.filter(({ item }) => item.batch > 1);
  return {
    batches: new Set(further.map(({ item }) => item.batch)).size,
    graded: further.filter(({ grade }) => grade === "PASS" || grade === "FAIL").length,
    cut: itemsCut(cycle, graded),
    ended: decided === null ? null : recordedEnd(decided.record),
  };
}

/** Verdicts of a frame that nobody has been asked about as part of the sample, before the batch of this number. */
export function leftBefore(
  { frame }: Pick<Cycle, "frame">,
  graded: readonly GradedItem[],
  batch: number,
): { readonly pass: number; readonly fail: number } {
  const drawn = (kind: "pass" | "fail"): number =>
    graded.filter(({ item }) => item.kind === kind && item.batch < batch).length;
  return { pass: Math.max(0, frame.pass - drawn("pass")), fail: Math.max(0, frame.fail - drawn("fail")) };
}

/** What the rule asks for follows from the items themselves, so the difference need not be remembered. */
function itemsCut(cycle: Pick<Cycle, "frame">, graded: readonly GradedItem[]): number {
  const base = graded.filter(({ item }) => item.kind === "pass" && item.batch === 1).length;
  const batches = [...new Set(graded.map(({ item }) => item.batch))].filter((batch) => batch > 1);
  return batches.reduce((sum, batch) => {
    const wanted = batchSize(base, batch - 2, leftBefore(cycle, graded, batch));
    const drawn = graded.filter(({ item }) => item.batch === batch).length;
    return sum + Math.max(0, wanted.pass + wanted.fail - drawn);
  }, 0);
}

/** Null where the record is of an older program, or damaged: that is told elsewhere. */
function recordedEnd(record: string): TopUpEnd | null {
  const row = parsed(record);
  if (!hasKey(row, "topUp") || !hasKey(row.topUp, "ended")) return null;
  const { ended } = row.topUp;
  return ends.find((one) => one === ended) ?? null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function hasKey<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === "object" && value !== null && key in value;
}
