import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Decision } from "../../core/decided.ts";
import { type Cycle, type CycleState, firstAskedBatch, type Month } from "../../core/cycle.ts";
import type { Closing, Opening } from "../store.ts";
import { insertEffects } from "./effects.ts";
import { insertItem } from "./items.ts";
import { gradesMark } from "./observations.ts";
import { prepared, preparedFor } from "./prepared.ts";
import { moveProbe } from "./probes.ts";
import { cycle, decision, item } from "./schema.ts";
import { compareTexts, type Session, writeAtOnce } from "./session.ts";
import { insertStatusChange } from "./status.ts";

export function planOpening(session: Session, opening: Opening): { readonly opened: readonly string[] } {
  return writeAtOnce(session, () => {
    const opened: string[] = [];
    for (const one of opening.cycles) {
      if (insertCycle(session, one)) opened.push(one.axis);
      session.step("store: opening, cycle");
    }
    for (const one of opening.items) {
      // An axis that was open already keeps the sample it has.
      if (opened.includes(one.axis)) {
        insertItem(session, one, opening.openedAt);
        session.step("store: opening, item");
      }
    }
    for (const { axis, move } of opening.probeMoves ?? []) {
      if (opened.includes(axis)) moveProbe(session, move);
    }
    if (opened.length > 0) insertEffects(session, opening.effects, opening.openedAt);
    session.step("store: opening, effects");
    return { opened };
  });
}

const cycleInsert = prepared(({ orm, workspace }) =>
  orm
    .insert(cycle)
    .values({
      workspace,
      axis: sql.placeholder("axis"),
      period: sql.placeholder("period"),
      state: sql.placeholder("state"),
      because: sql.placeholder("because"),
      epoch: sql.placeholder("epoch"),
      openedAt: sql.placeholder("openedAt"),
      dueAt: sql.placeholder("dueAt"),
      closedAt: sql.placeholder("closedAt"),
      framePass: sql.placeholder("framePass"),
      frameFail: sql.placeholder("frameFail"),
      frameNoArtifact: sql.placeholder("frameNoArtifact"),
      frameHash: sql.placeholder("frameHash"),
      watermark: sql.placeholder("watermark"),
      passRate: sql.placeholder("passRate"),
      failRate: sql.placeholder("failRate"),
      minutesPlanned: sql.placeholder("minutesPlanned"),
      sampleTarget: sql.placeholder("sampleTarget"),
      firstMonth: sql.placeholder("firstMonth"),
      queue: sql.placeholder("queue"),
    })
    .onConflictDoNothing()
    .prepare(),
);

/** False where the cycle exists already. */
function insertCycle(session: Session, one: Cycle): boolean {
  const { frame, ...columns } = one;
  const { fail: frameFail, noArtifact: frameNoArtifact, pass: framePass } = frame;
  return cycleInsert(session).run({ ...columns, frameFail, frameNoArtifact, framePass }).changes > 0;
}

const cyclesLike = preparedFor(({ orm, workspace }, given: readonly ("axis" | "period" | "state")[]) =>
  orm
    .select()
    .from(cycle)
    .where(
      and(eq(cycle.workspace, workspace), ...given.map((name) => eq(cycle[name], sql.placeholder(name)))),
    )
    .prepare(),
);

/** Ascending by period, then axis. */
export function listCycles(
  session: Session,
  filter: { readonly axis?: string; readonly period?: Month; readonly state?: CycleState } = {},
): readonly Cycle[] {
  const rows = cyclesLike(session, filter).all({ ...filter });
  return rows.map(cycleOf).sort(byPeriodAndAxis);
}

function cycleOf(row: typeof cycle.$inferSelect): Cycle {
  return {
    axis: row.axis,
    period: row.period,
    state: row.state,
    because: row.because,
    epoch: row.epoch,
    openedAt: row.openedAt,
    dueAt: row.dueAt,
    closedAt: row.closedAt,
    frame: { pass: row.framePass, fail: row.frameFail, noArtifact: row.frameNoArtifact },
    frameHash: row.frameHash,
    watermark: row.watermark,
    passRate: row.passRate,
    failRate: row.failRate,
    minutesPlanned: row.minutesPlanned,
    sampleTarget: row.sampleTarget,
    firstMonth: row.firstMonth,
    queue: row.queue,
  };
}

export function closeCycle(session: Session, closing: Closing): "closed" | "changed" | "not-open" {
  return writeAtOnce(session, () => {
    const { workspace } = session;
    const { axis, period, closedAt } = closing;
    const closed = session.orm
      .update(cycle)
      .set({ state: "closed", closedAt })
      .where(
        and(
          eq(cycle.workspace, workspace),
          eq(cycle.axis, axis),
          eq(cycle.period, period),
          eq(cycle.state, "open"),
          // Compared in the same statement, so that "changed" leaves nothing to take back.
          eq(gradesMark(session, axis), closing.gradesMark),
        ),
      )
      .run();
    if (closed.changes === 0) {
      return listCycles(session, { axis, period, state: "open" }).length > 0 ? "changed" : "not-open";
    }
    session.step("store: closing, cycle");
    session.orm
      .update(item)
      .set({ state: "expired", movedAt: closedAt })
      .where(
        and(
          eq(item.workspace, workspace),
          eq(item.axis, axis),
          eq(item.period, period),
          lt(item.batch, firstAskedBatch),
          inArray(item.state, ["planned", "sending", "created"]),
        ),
      )
      .run();
    session.step("store: closing, items");
    insertDecision(session, closing.decision);
    session.step("store: closing, decision");
    if (closing.statusChange !== null) insertStatusChange(session, closing.statusChange);
    session.step("store: closing, status");
    insertEffects(session, closing.effects, closedAt);
    session.step("store: closing, effects");
    return "closed";
  });
}

function insertDecision(session: Session, one: Decision): void {
  session.orm
    .insert(decision)
    .values({
      workspace: session.workspace,
      axis: one.axis,
      period: one.period,
      at: one.at,
      mode: one.mode,
      action: one.action,
      reasons: one.reasons,
      evidence: one.evidence,
      literalAction: one.literal.action,
      literalReasons: one.literal.reasons,
      guardedAction: one.guarded.action,
      guardedReasons: one.guarded.reasons,
      statusBefore: one.statusBefore,
      statusAfter: one.statusAfter,
      kappa: one.kappa,
      overrides: one.overrides,
      record: one.record,
    })
    .run();
}

const decisionsLike = preparedFor(({ orm, workspace }, given: readonly "axis"[]) =>
  orm
    .select()
    .from(decision)
    .where(
      and(
        eq(decision.workspace, workspace),
        ...given.map((name) => eq(decision[name], sql.placeholder(name))),
      ),
    )
    .prepare(),
);

/** Ascending by period, then axis. */
export function listDecisions(
  session: Session,
  filter: { readonly axis?: string } = {},
): readonly Decision[] {
  const rows = decisionsLike(session, filter).all({ ...filter });
  return rows
    .map(
      (row): Decision => ({
        axis: row.axis,
        period: row.period,
        at: row.at,
        mode: row.mode,
        action: row.action,
        reasons: row.reasons,
        evidence: row.evidence,
        literal: { action: row.literalAction, reasons: row.literalReasons },
        guarded: { action: row.guardedAction, reasons: row.guardedReasons },
        statusBefore: row.statusBefore,
        statusAfter: row.statusAfter,
        kappa: row.kappa,
        overrides: row.overrides,
        record: row.record,
      }),
    )
    .sort(byPeriodAndAxis);
}

function byPeriodAndAxis(
  a: { readonly period: Month; readonly axis: string },
  b: { readonly period: Month; readonly axis: string },
): number {
  return compareTexts(a.period, b.period) || compareTexts(a.axis, b.axis);
}
