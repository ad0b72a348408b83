import { and, eq, gte, inArray, lt, sql } from "drizzle-orm";
import {
  effectiveGrade,
  firstAskedBatch,
  isAsked,
  type Item,
  type ItemState,
  type Month,
} from "../../core/cycle.ts";
import type { ItemMove } from "../store.ts";
import { observationsOf } from "./observations.ts";
import { prepared, preparedFor } from "./prepared.ts";
import { cycle, item } from "./schema.ts";
import { compareTexts, type Session, writeAtOnce } from "./session.ts";

const itemInsert = prepared(({ orm, workspace }) =>
  orm
    .insert(item)
    .values({
      workspace,
      ref: sql.placeholder("ref"),
      axis: sql.placeholder("axis"),
      period: sql.placeholder("period"),
      kind: sql.placeholder("kind"),
      batch: sql.placeholder("batch"),
      state: sql.placeholder("state"),
      verdictKey: sql.placeholder("verdictKey"),
      word: sql.placeholder("word"),
      artifactHash: sql.placeholder("artifactHash"),
      artifactRef: sql.placeholder("artifactRef"),
      title: sql.placeholder("title"),
      orderKey: sql.placeholder("orderKey"),
      attempts: sql.placeholder("attempts"),
      externalId: sql.placeholder("externalId"),
      url: sql.placeholder("url"),
      withdrawnBecause: sql.placeholder("withdrawnBecause"),
      movedAt: sql.placeholder("movedAt"),
    })
    .prepare(),
);

/** Within the transaction of the opening or the batch that it belongs to. */
export function insertItem(session: Session, one: Item, movedAt: number): void {
  const { artifact, ...columns } = one;
  itemInsert(session).run({
    ...columns,
    artifactHash: artifact.kind === "snapshot" ? Buffer.from(artifact.sha256, "hex") : null,
    artifactRef: artifact.kind === "ref" ? artifact.ref : null,
    movedAt,
  });
}

type ItemColumn = "axis" | "period" | "ref";

const itemsLike = preparedFor(({ orm, workspace }, given: readonly (ItemColumn | "asked" | "states")[]) =>
  orm
    .select()
    .from(item)
    .where(
      and(
        eq(item.workspace, workspace),
        ...given.map((name) => {
          switch (name) {
            case "asked":
              return gte(item.batch, firstAskedBatch);
            case "states":
              return sql`${item.state} IN (SELECT value FROM json_each(${sql.placeholder("states")}))`;
            default:
              return eq(item[name], sql.placeholder(name));
          }
        }),
        // Items that a person asked for are no part of their month: only who asks for them sees them, or who knows one's ref.
        given.some((name) => name === "asked" || name === "ref")
          ? undefined
          : lt(item.batch, firstAskedBatch),
      ),
    )
    .prepare(),
);

/** Ascending by period, then axis, then the order shown. */
export function listItems(
  session: Session,
  filter: {
    readonly axis?: string;
    readonly period?: Month;
    readonly states?: readonly ItemState[];
    readonly ref?: string;
    readonly asked?: boolean;
  },
): readonly Item[] {
  const { asked, states, ...columns } = filter;
  const given = {
    ...columns,
    ...(asked === true ? { asked } : {}),
    ...(states === undefined ? {} : { states: JSON.stringify(states) }),
  };
  const rows = itemsLike(session, given).all(given);
  return rows
    .map(itemOf)
    .sort(
      (a, b) =>
        compareTexts(a.period, b.period) ||
        compareTexts(a.axis, b.axis) ||
        a.orderKey - b.orderKey ||
        compareTexts(a.ref, b.ref),
    );
}

function itemOf(row: typeof item.$inferSelect): Item {
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

/** From which states an item may be moved; `sending` again is a further attempt after one whose outcome is unknown. */
const movesFrom: Readonly<Record<ItemMove["to"], readonly ItemState[]>> = {
  sending: ["planned", "sending"],
  created: ["sending"],
  withdrawn: ["planned", "sending", "created", "answered"],
};

/** Items of a cycle that is not open any more stay as they are; asked ones have nothing to do with its state. */
export function moveItem(session: Session, move: ItemMove): boolean {
  return writeAtOnce(session, () => {
    const current = session.orm
      .select({ state: item.state, attempts: item.attempts, batch: item.batch, cycle: cycle.state })
      .from(item)
      .innerJoin(
        cycle,
        and(eq(cycle.workspace, item.workspace), eq(cycle.axis, item.axis), eq(cycle.period, item.period)),
      )
      .where(and(eq(item.workspace, session.workspace), eq(item.ref, move.ref)))
      .get();
    if (current === undefined || (current.cycle !== "open" && !isAsked(current))) return false;
    if (!movesFrom[move.to].includes(current.state)) return false;
    session.orm
      .update(item)
      .set({
        state: move.to === "created" ? createdState(session, move.ref) : move.to,
        movedAt: move.at,
        ...(move.to === "sending" ? { attempts: current.attempts + 1 } : {}),
        ...(move.externalId === undefined ? {} : { externalId: move.externalId }),
        ...(move.url === undefined ? {} : { url: move.url }),
        ...(move.to === "withdrawn" ? { withdrawnBecause: move.because ?? null } : {}),
      })
      .where(and(eq(item.workspace, session.workspace), eq(item.ref, move.ref)))
      .run();
    return true;
  });
}

/** A grade may have been seen before the creation was recorded. */
function createdState(session: Session, ref: string): ItemState {
  return statedGrade(session, ref) ? "answered" : "created";
}

/** Puts an item on either side of `created` and `answered`, as its observations say. */
export function settleItem(session: Session, ref: string): void {
  const answered = statedGrade(session, ref);
  session.orm
    .update(item)
    .set({ state: answered ? "answered" : "created" })
    .where(
      and(
        eq(item.workspace, session.workspace),
        eq(item.ref, ref),
        eq(item.state, answered ? "created" : "answered"),
      ),
    )
    .run();
}

function statedGrade(session: Session, ref: string): boolean {
  const latest = effectiveGrade(observationsOf(session, ref), Number.POSITIVE_INFINITY);
  return latest !== null && latest.grade !== null;
}
