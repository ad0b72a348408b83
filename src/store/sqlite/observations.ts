import { and, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { GradeObservation } from "../../core/cycle.ts";
import { prepared } from "./prepared.ts";
import { gradeObservation, item } from "./schema.ts";
import type { Session } from "./session.ts";

export const observationColumns = {
  ref: gradeObservation.ref,
  grade: gradeObservation.grade,
  reason: gradeObservation.reason,
  by: gradeObservation.by,
  at: gradeObservation.at,
  observedAt: gradeObservation.observedAt,
  via: gradeObservation.via,
} as const;

const observationsLike = prepared(({ orm, workspace }) =>
  orm
    .select(observationColumns)
    .from(gradeObservation)
    .where(and(eq(gradeObservation.workspace, workspace), eq(gradeObservation.ref, sql.placeholder("ref"))))
    .orderBy(gradeObservation.seq)
    .prepare(),
);

/** Ascending by insertion. */
export function observationsOf(session: Session, ref: string): readonly GradeObservation[] {
  return observationsLike(session).all({ ref });
}

/** The number of the newest observation of an axis, of any period; 0 while there is none. */
export function gradesMark(session: Session, axis: string | Placeholder): SQL<number> {
  return sql<number>`(SELECT ifnull(max(g.seq), 0) FROM ${gradeObservation} g JOIN ${item} i
    ON i.workspace = g.workspace AND i.ref = g.ref WHERE i.workspace = ${session.workspace} AND i.axis = ${axis})`;
}
