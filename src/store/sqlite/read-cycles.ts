import type { Cycle, CycleState, Month } from "../../core/cycle.ts";
import type { Decision } from "../../core/decided.ts";
import { type ReadSession, selector, when } from "./select.ts";
import { compareTexts } from "./session.ts";

interface CycleRow extends Omit<Cycle, "frame" | "firstMonth"> {
  readonly framePass: number;
  readonly frameFail: number;
  readonly frameNoArtifact: number;
  readonly firstMonth: number;
}

const selectCycles = selector<CycleRow>(
  `SELECT axis, period, state, because, epoch, opened_at AS openedAt, due_at AS dueAt,
  closed_at AS closedAt, frame_pass AS framePass, frame_fail AS frameFail, frame_no_artifact AS frameNoArtifact,
  frame_hash AS frameHash, watermark, pass_rate AS passRate, fail_rate AS failRate, minutes_planned AS minutesPlanned,
  sample_target AS sampleTarget, first_month AS firstMonth, queue FROM cycle`,
);

/** Ascending by period, then axis. */
export function listCycles(
  session: ReadSession,
  filter: { readonly axis?: string; readonly period?: Month; readonly state?: CycleState } = {},
): readonly Cycle[] {
  return selectCycles(session, [
    ["workspace = ?", session.workspace],
    when(filter.axis, "axis = ?"),
    when(filter.period, "period = ?"),
    when(filter.state, "state = ?"),
  ])
    .map(cycleOf)
    .sort(byPeriodAndAxis);
}

function cycleOf(row: CycleRow): Cycle {
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
    firstMonth: row.firstMonth === 1,
    queue: row.queue,
  };
}

type FlatDecision = Omit<Decision, "reasons" | "literal" | "guarded">;

interface DecisionRow extends FlatDecision {
  readonly reasons: string;
  readonly literalAction: Decision["literal"]["action"];
  readonly literalReasons: string;
  readonly guardedAction: Decision["guarded"]["action"];
  readonly guardedReasons: string;
}

const selectDecisions = selector<DecisionRow>(
  `SELECT axis, period, decided_at AS at, mode, action, reasons, evidence,
  literal_action AS literalAction, literal_reasons AS literalReasons, guarded_action AS guardedAction,
  guarded_reasons AS guardedReasons, status_before AS statusBefore, status_after AS statusAfter, kappa, overrides, record
  FROM decision`,
);

/** Ascending by period, then axis. */
export function listDecisions(
  session: ReadSession,
  filter: { readonly axis?: string } = {},
): readonly Decision[] {
  return selectDecisions(session, [["workspace = ?", session.workspace], when(filter.axis, "axis = ?")])
    .map(
      (row): Decision => ({
        axis: row.axis,
        period: row.period,
        at: row.at,
        mode: row.mode,
        action: row.action,
        reasons: JSON.parse(row.reasons),
        evidence: row.evidence,
        literal: { action: row.literalAction, reasons: JSON.parse(row.literalReasons) },
        guarded: { action: row.guardedAction, reasons: JSON.parse(row.guardedReasons) },
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
