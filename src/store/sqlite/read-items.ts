import {
  firstAskedBatch,
  type GradeObservation,
  type Item,
  type ItemState,
  type Month,
} from "../../core/cycle.ts";
import { type Condition, type ReadSession, selector, when, whenIn } from "./select.ts";
import { compareTexts, readAtOnce } from "./session.ts";

interface ItemRow extends Omit<Item, "artifact"> {
  readonly artifactHash: Buffer | null;
  readonly artifactRef: string | null;
}

const selectItems = selector<ItemRow>(
  `SELECT ref, axis, period, kind, batch, state, verdict_key AS verdictKey, word,
  artifact_hash AS artifactHash, artifact_ref AS artifactRef, title, order_key AS orderKey, attempts,
  external_id AS externalId, url, withdrawn_because AS withdrawnBecause FROM item`,
);

/** Ascending by period, then axis, then the order shown. */
export function listItems(
  session: ReadSession,
  filter: {
    readonly axis?: string;
    readonly period?: Month;
    readonly states?: readonly ItemState[];
    readonly ref?: string;
    readonly asked?: boolean;
  },
): readonly Item[] {
  return selectItems(session, [
    ["workspace = ?", session.workspace],
    when(filter.axis, "axis = ?"),
    when(filter.period, "period = ?"),
    whenIn(filter.states, "state"),
    when(filter.ref, "ref = ?"),
    whetherAsked(filter),
  ])
    .map(itemOf)
    .sort(
      (a, b) =>
        compareTexts(a.period, b.period) ||
        compareTexts(a.axis, b.axis) ||
        a.orderKey - b.orderKey ||
        compareTexts(a.ref, b.ref),
    );
}

/** Items that a person asked for are no part of their month: only who asks for them sees them, or who knows the ref of one. */
function whetherAsked(filter: { readonly ref?: string; readonly asked?: boolean }): Condition {
  if (filter.asked === true) return ["batch >= ?", firstAskedBatch];
  return filter.ref === undefined ? ["batch < ?", firstAskedBatch] : null;
}

function itemOf(row: ItemRow): Item {
  return {
    ref: row.ref,
    axis: row.axis,
    period: row.period,
    kind: row.kind,
    batch: row.batch,
    state: row.state,
    verdictKey: row.verdictKey,
    word: row.word,
    artifact:
      row.artifactHash === null
        ? { kind: "ref", ref: row.artifactRef ?? "" }
        : { kind: "snapshot", sha256: row.artifactHash.toString("hex") },
    title: row.title,
    orderKey: row.orderKey,
    attempts: row.attempts,
    externalId: row.externalId,
    url: row.url,
    withdrawnBecause: row.withdrawnBecause,
  };
}

const ofAxis = `FROM grade_observation g JOIN item i ON i.workspace = g.workspace AND i.ref = g.ref`;

const selectGrades = selector<GradeObservation>(
  `SELECT g.ref AS ref, g.grade AS grade, g.reason AS reason, g.given_by AS "by", g.given_at AS at,
  g.observed_at AS observedAt, g.via AS via ${ofAxis}`,
  "ORDER BY g.seq",
);

const selectMark = selector<{ readonly mark: number }>(`SELECT ifnull(max(g.seq), 0) AS mark ${ofAxis}`);

/** Every grade of an axis or of one of its months, ascending by insertion, and the number of the axis' newest, of any month. */
export function listGrades(
  session: ReadSession,
  filter: { readonly axis: string; readonly period?: Month },
): { readonly observations: readonly GradeObservation[]; readonly mark: number } {
  return readAtOnce(session, () => {
    const ofThis: readonly Condition[] = [
      ["i.workspace = ?", session.workspace],
      ["i.axis = ?", filter.axis],
    ];
    const observations = selectGrades(session, [...ofThis, when(filter.period, "i.period = ?")]);
    const [newest] = selectMark(session, ofThis);
    return { observations, mark: newest?.mark ?? 0 };
  });
}
