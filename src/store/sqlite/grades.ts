import { and, eq, sql } from "drizzle-orm";
import {
  effectiveGrade,
  type GradeObservation,
  type GradeOutcome,
  isAsked,
  type Month,
} from "../../core/cycle.ts";
import { settleItem } from "./items.ts";
import { gradesMark, observationColumns, observationsOf } from "./observations.ts";
import { prepared, preparedFor } from "./prepared.ts";
import { cycle, gradeObservation, item } from "./schema.ts";
import { readAtOnce, type Session, writeAtOnce } from "./session.ts";

export function appendGrades(
  session: Session,
  observations: readonly GradeObservation[],
): readonly GradeOutcome[] {
  return writeAtOnce(session, () =>
    observations.map((one) => {
      const outcome = appendGrade(session, one);
      session.step("store: grading, observation");
      return outcome;
    }),
  );
}

function appendGrade(session: Session, observation: GradeObservation): GradeOutcome {
  const found = session.orm
    .select({ cycle: cycle.state, batch: item.batch })
    .from(item)
    .innerJoin(
      cycle,
      and(eq(cycle.workspace, item.workspace), eq(cycle.axis, item.axis), eq(cycle.period, item.period)),
    )
    .where(and(eq(item.workspace, session.workspace), eq(item.ref, observation.ref)))
    .get();
  if (found === undefined) return { outcome: "rejected", because: "unknown-ref" };
  if (isKnown(observationsOf(session, observation.ref), observation)) return { outcome: "duplicate" };
  session.orm
    .insert(gradeObservation)
    .values({ ...observation, workspace: session.workspace })
    .run();
  const late = found.cycle !== "open" && !isAsked(found);
  if (!late) settleItem(session, observation.ref);
  return { outcome: "stored", late };
}

/** Ways in by which a person says something at an instant of his own; a board only shows how things stand. */
const spokenWays: ReadonlySet<string> = new Set(["grade", "import", "page"]);

/**
 * Whether an observation adds nothing: it was seen before (same grade, reason, person, instant and way in; an observation
 * without an instant is told apart by when it was seen), or the effective grade says the same already.
 * That no grade was ever given says the same as a cleared one.
 *
 * A word that was spoken at an instant of its own is kept even where it only confirms the effective grade: an older word
 * that comes in after it must not beat it, in whatever order the two come in.
 */
function isKnown(known: readonly GradeObservation[], observation: GradeObservation): boolean {
  const latest = effectiveGrade(known, Number.POSITIVE_INFINITY);
  const grade = latest?.grade ?? null;
  const reason = latest?.reason ?? null;
  const spoken = observation.at !== null && spokenWays.has(observation.via);
  if (!spoken && grade === observation.grade && reason === observation.reason) return true;
  return known.some(
    (one) =>
      one.grade === observation.grade &&
      one.reason === observation.reason &&
      one.by === observation.by &&
      one.at === observation.at &&
      one.via === observation.via &&
      (one.at !== null || one.observedAt === observation.observedAt),
  );
}

const gradesLike = preparedFor(({ orm, workspace }, given: readonly ("axis" | "period")[]) =>
  orm
    .select(observationColumns)
    .from(gradeObservation)
    .innerJoin(item, and(eq(item.workspace, gradeObservation.workspace), eq(item.ref, gradeObservation.ref)))
    .where(and(eq(item.workspace, workspace), ...given.map((name) => eq(item[name], sql.placeholder(name)))))
    .orderBy(gradeObservation.seq)
    .prepare(),
);

const markOf = prepared((session) =>
  session.orm
    .select({ mark: gradesMark(session, sql.placeholder("axis")) })
    .from(sql`(SELECT 1)`)
    .prepare(),
);

export function listGrades(
  session: Session,
  filter: { readonly axis: string; readonly period?: Month },
): { readonly observations: readonly GradeObservation[]; readonly mark: number } {
  return readAtOnce(session, () => {
    const observations = gradesLike(session, filter).all({ ...filter });
    const row = markOf(session).get({ axis: filter.axis });
    return { observations, mark: row?.mark ?? 0 };
  });
}
