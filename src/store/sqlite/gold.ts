import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { CriticCall } from "../../core/critic-call.ts";
import type { GoldAnswer, GoldItem, GoldRun } from "../../core/gold-record.ts";
import { ImproveCronError } from "../../errors.ts";
import type { GoldExposure, GoldRetirement, GoldRunFinish } from "../store.ts";
import { insertCriticCalls } from "./critic-calls.ts";
import { keepArtifact } from "./insert-artifact.ts";
import { preparedFor } from "./prepared.ts";
import { artifact, goldAnswer, goldItem, goldRun } from "./schema.ts";
import { compareTexts, type Session, writeAtOnce } from "./session.ts";

export function admitGold(
  session: Session,
  items: readonly GoldItem[],
  contents: ReadonlyMap<string, Uint8Array>,
): readonly ("added" | "duplicate" | "conflict")[] {
  return writeAtOnce(session, () => items.map((item) => insertGold(session, item, contents)));
}

function insertGold(
  session: Session,
  item: GoldItem,
  contents: ReadonlyMap<string, Uint8Array>,
): "added" | "duplicate" | "conflict" {
  const { sha256, ...columns } = item;
  const artifactHash = Buffer.from(sha256, "hex");
  const known = session.orm
    .select({ label: goldItem.label })
    .from(goldItem)
    .where(
      and(
        eq(goldItem.workspace, session.workspace),
        eq(goldItem.axis, item.axis),
        eq(goldItem.artifactHash, artifactHash),
      ),
    )
    .get();
  if (known !== undefined) return known.label === item.label ? "duplicate" : "conflict";
  const content = contents.get(sha256);
  if (content !== undefined) {
    keepArtifact(session, sha256, content, item.admittedAt);
  } else if (!isKept(session, artifactHash)) {
    throw new ImproveCronError("input", `the content of the artifact ${sha256} was not given`);
  }
  session.orm
    .insert(goldItem)
    .values({ ...columns, workspace: session.workspace, artifactHash })
    .run();
  return "added";
}

function isKept(session: Session, sha256: Buffer): boolean {
  const row = session.orm
    .select({ size: artifact.size })
    .from(artifact)
    .where(and(eq(artifact.workspace, session.workspace), eq(artifact.sha256, sha256)))
    .get();
  return row !== undefined;
}

export function exposeGold(session: Session, exposure: GoldExposure): number {
  const { ids, at, because, rubric } = exposure;
  return session.orm
    .update(goldItem)
    .set({ exposedAt: at, exposedBecause: because, exposedRubric: rubric })
    .where(
      and(
        eq(goldItem.workspace, session.workspace),
        inArray(goldItem.id, [...ids]),
        isNull(goldItem.exposedAt),
      ),
    )
    .run().changes;
}

export function retireGold(session: Session, { ids, at, because }: GoldRetirement): number {
  return session.orm
    .update(goldItem)
    .set({ retiredAt: at, retiredBecause: because })
    .where(
      and(
        eq(goldItem.workspace, session.workspace),
        inArray(goldItem.id, [...ids]),
        isNull(goldItem.retiredAt),
      ),
    )
    .run().changes;
}

const goldLike = preparedFor(({ orm, workspace }, given: readonly "axis"[]) =>
  orm
    .select()
    .from(goldItem)
    .where(
      and(
        eq(goldItem.workspace, workspace),
        ...given.map((name) => eq(goldItem[name], sql.placeholder(name))),
      ),
    )
    .prepare(),
);

/** Ascending by admission, then id. */
export function listGold(session: Session, filter: { readonly axis?: string } = {}): readonly GoldItem[] {
  return goldLike(session, filter)
    .all({ ...filter })
    .map(({ workspace: _workspace, artifactHash, ...item }) => ({
      ...item,
      sha256: artifactHash.toString("hex"),
    }))
    .sort((a, b) => a.admittedAt - b.admittedAt || compareTexts(a.id, b.id));
}

export function openGoldRun(session: Session, run: GoldRun): boolean {
  const result = session.orm
    .insert(goldRun)
    .values({ ...run, workspace: session.workspace })
    .onConflictDoNothing()
    .run();
  return result.changes > 0;
}

export function finishGoldRun(session: Session, finish: GoldRunFinish): boolean {
  const { id, state, at, because } = finish;
  const result = session.orm
    .update(goldRun)
    .set({ state, because, finishedAt: at })
    .where(and(eq(goldRun.workspace, session.workspace), eq(goldRun.id, id), ne(goldRun.state, "done")))
    .run();
  return result.changes > 0;
}

const goldRunsLike = preparedFor(({ orm, workspace }, given: readonly ("axis" | "period")[]) =>
  orm
    .select()
    .from(goldRun)
    .where(
      and(eq(goldRun.workspace, workspace), ...given.map((name) => eq(goldRun[name], sql.placeholder(name)))),
    )
    .prepare(),
);

/** Ascending by start, then id. */
export function listGoldRuns(
  session: Session,
  filter: { readonly axis?: string; readonly period?: string } = {},
): readonly GoldRun[] {
  return goldRunsLike(session, filter)
    .all({ ...filter })
    .map(({ workspace: _workspace, ...run }) => run)
    .sort((a, b) => a.startedAt - b.startedAt || compareTexts(a.id, b.id));
}

export function addGoldAnswer(
  session: Session,
  answer: GoldAnswer,
  calls: readonly CriticCall[] = [],
): boolean {
  return writeAtOnce(session, () => {
    const result = session.orm
      .insert(goldAnswer)
      .values({ ...answer, workspace: session.workspace })
      .onConflictDoNothing()
      .run();
    if (result.changes > 0) insertCriticCalls(session, calls);
    return result.changes > 0;
  });
}

/** Ascending by instant, then item, then repeat. */
export function listGoldAnswers(
  session: Session,
  filter: { readonly runId: string } | { readonly axis: string },
): readonly GoldAnswer[] {
  const wanted =
    "runId" in filter ? [filter.runId] : listGoldRuns(session, { axis: filter.axis }).map(({ id }) => id);
  return session.orm
    .select()
    .from(goldAnswer)
    .where(and(eq(goldAnswer.workspace, session.workspace), inArray(goldAnswer.runId, wanted)))
    .all()
    .map(({ workspace: _workspace, ...answer }) => answer)
    .sort((a, b) => a.at - b.at || compareTexts(a.goldId, b.goldId) || a.repeat - b.repeat);
}
