import type { Axis } from "../core/axis.ts";
import type { Cycle } from "../core/cycle.ts";
import { gradeItems } from "../core/evidence.ts";
import type { HistoryRow } from "../core/history-row.ts";
import type { ShownRow } from "../core/open-row.ts";
import { localAndUtc } from "../core/month.ts";
import type { AxisGate, AxisStatus, OpenCycle, SlotTime, StatusReport } from "../core/status-report.ts";
import { openDoor } from "../core/regraduation.ts";
import { riskOf } from "../core/risk.ts";
import { waitsUntil } from "../core/rotation.ts";
import { checkClock } from "./clock-check.ts";
import type { CycleContext } from "./context.ts";
import { listPendingEffects } from "./pending-effects.ts";
import { readJudgeStatus } from "./read-judges.ts";
import { readHistory } from "./read-history.ts";
import { readCounters } from "./slot-counters.ts";
import { pendingStatus } from "./axis-record.ts";
import { openBatches } from "./grading-desks.ts";
import { readRegraduation } from "./read-regraduation.ts";

const slotsShown = 3;

/** How things stand: every axis with its last closed month, the open cycles, what is pending, and the next runs. */
export async function readStatus(
  context: CycleContext,
  given: {
    readonly warnings: readonly string[];
    readonly productionUsdPerMonth: number | null;
    /** The whole history, where the caller has read it already. */
    readonly rows?: readonly ShownRow[];
  },
): Promise<StatusReport> {
  const now = context.now();
  const open = await readOpenCycles(context);
  const rows = given.rows ?? (await readHistory(context, { axis: null, since: null, asOf: null }));
  const axes = await axisStatuses(context, rows, open);
  const next = nextSlots(context, now);
  const clock = await checkClock(context);
  const judge = await readJudgeStatus(context);
  const cost = judge.lastMonth.isKnown ? judge.lastMonth.spentUsd : null;
  const inWork = rows.filter(({ state }) => state === "open");
  return {
    now: new Date(now).toISOString(),
    nextRun: { local: next[0]?.local ?? "", utc: next[0]?.utc ?? "" },
    axes,
    open,
    aggregate: {
      minutesPlanned: sum(inWork.map(({ minutes }) => minutes.planned ?? 0)),
      minutesSpent: sum(inWork.map(({ minutes }) => minutes.spent ?? 0)),
      axesAtRisk: axes.filter(({ atRisk }) => atRisk).length,
      judgeCostUsd: cost,
      judgeCostShare:
        cost === null || given.productionUsdPerMonth === null || given.productionUsdPerMonth === 0
          ? null
          : cost / given.productionUsdPerMonth,
    },
    judge,
    next,
    pending: await listPendingEffects(context),
    counters: await readCounters(context),
    warnings: clock === null ? given.warnings : [...given.warnings, clock],
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** The open months as they stand. */
export async function readOpenCycles(context: CycleContext): Promise<readonly OpenCycle[]> {
  const open: OpenCycle[] = [];
  for (const cycle of await context.store.listCycles({ state: "open" }))
    open.push(await openCycle(context, cycle));
  return open;
}

async function openCycle(context: CycleContext, cycle: Cycle): Promise<OpenCycle> {
  const { store } = context;
  const items = await store.listItems({ axis: cycle.axis, period: cycle.period });
  const { observations } = await store.listGrades({ axis: cycle.axis, period: cycle.period });
  const asked = gradeItems(items, observations, Number.POSITIVE_INFINITY).filter(
    ({ item }) => item.state !== "withdrawn",
  );
  const graded = asked.filter(({ grade }) => grade !== null).length;
  const dueAt = cycle.dueAt ?? cycle.openedAt;
  return {
    axis: cycle.axis,
    period: cycle.period,
    items: asked.length,
    graded,
    pending: asked.length - graded,
    overdue: context.now() >= dueAt,
    due: new Date(dueAt).toISOString(),
    minutes: (asked.length - graded) * context.burden.minutesPerItem,
  };
}

async function axisStatuses(
  context: CycleContext,
  rows: readonly ShownRow[],
  open: readonly OpenCycle[],
): Promise<readonly AxisStatus[]> {
  const files = context.readAxes();
  const counted = await context.store.listMonthCounts({});
  const names = [
    ...new Set([
      ...files.map(({ name }) => name),
      ...rows.map(({ axis }) => axis),
      ...counted.map(({ axis }) => axis),
    ]),
  ].toSorted();
  const gates = new Map<string, AxisGate>();
  for (const file of files) {
    const gate = await gateOf(context, file);
    if (gate !== null) gates.set(file.name, gate);
  }
  const batches = await openBatches(context);
  return names.map((name) => {
    const gate = gates.get(name);
    const asked = batches.filter(({ axis }) => axis === name);
    const file: Axis | undefined = files.find((one) => one.name === name);
    const last = rows.findLast((row): row is HistoryRow => row.axis === name && row.state === "closed");
    const status = file?.status ?? "no axis file";
    // Gold is run at the opening: what it says must not wait for the close.
    const gold = rows.findLast((row) => row.axis === name)?.gold;
    const waits = waitsUntil(rows.filter((row) => row.axis === name));
    const risk = riskOf(last ?? null, status, context.decision);
    return {
      ...(last === undefined ? {} : withoutOwnWords(last)),
      axis: name,
      status,
      atRisk: risk !== null,
      because: risk,
      ...(gold === undefined ? {} : { gold }),
      ...(waits === null ? {} : { waits }),
      ...(gate === undefined ? {} : { gate }),
      ...(asked.length === 0
        ? {}
        : { asked: asked.map(({ answered, items, period }) => ({ period, items, answered })) }),
      open: open.filter(({ axis }) => axis === name).map(withoutAxis),
    };
  });
}

async function gateOf(context: CycleContext, file: Axis): Promise<AxisGate | null> {
  if (((await pendingStatus(context, file.name)) ?? file.status) !== "assisted") return null;
  const { gate } = await readRegraduation(context, file);
  const { days, doors, gradesNeeded, pBelowThreshold, strata } = gate;
  const needed = gradesNeeded === null ? null : gradesNeeded.pass + gradesNeeded.fail;
  return {
    door: openDoor(gate),
    // A grade has to be given in the clean days, also where the probability asks for none.
    gradesNeeded: needed === 0 && days.grades === 0 ? 1 : needed,
    passNeeded: gradesNeeded?.pass ?? null,
    failNeeded: gradesNeeded?.fail ?? null,
    daysNeeded: days.needed,
    pBelowThreshold,
    graded: { pass: strata.pass.graded, fail: strata.fail.graded },
    missing: {
      evidence: doors.evidence.missing.map(({ code }) => code),
      repair: doors.repair.missing.map(({ code }) => code),
    },
  };
}

function withoutAxis(cycle: OpenCycle): Omit<OpenCycle, "axis"> {
  const { axis: _, ...rest } = cycle;
  return rest;
}

function withoutOwnWords(row: HistoryRow): Omit<HistoryRow, "status" | "because"> {
  const { status: _, because: __, ...rest } = row;
  return rest;
}

function nextSlots(context: CycleContext, now: number): readonly SlotTime[] {
  const slots: SlotTime[] = [];
  for (let at = context.schedule.next(now); slots.length < slotsShown; at = context.schedule.next(at)) {
    slots.push({ at: new Date(at).toISOString(), ...localAndUtc(at, context.timezone) });
  }
  return slots;
}
