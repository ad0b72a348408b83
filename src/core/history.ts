import { besideKappa } from "./beside-kappa.ts";
import type { Cycle, Month, MonthCount } from "./cycle.ts";
import type { Decision } from "./decided.ts";
import type { DecisionStep, MonthEvidence } from "./decision.ts";
import { decideWindows } from "./decide-windows.ts";
import { figuresAtClose } from "./decision-record.ts";
import { supersededBy } from "./epoch-effect.ts";
import { epochNotes } from "./epoch-notes.ts";
import { disagreementsOf } from "./disagreements.ts";
import type { AxisRecord, GradedItem, ItemTally, SeenItem } from "./evidence.ts";
import { monthEvidence, monthsSinceRestart, seeItems, tallyItems } from "./evidence.ts";
import type { GoldMonth } from "./gold-month.ts";
import { groupBy } from "./group-by.ts";
import type { HistoryRow } from "./history-row.ts";
import { jeffreysInterval } from "./intervals.ts";
import type { DecisionPolicy } from "./policy.ts";
import { topUpOutcome } from "./top-up-outcome.ts";
import { countAnswers, type ReaskAnswer, reaskAnswers, selfAgreement } from "./self-agreement.ts";
import { truePassRate } from "./true-pass-rate.ts";
import { verdictIdOf } from "./verdict.ts";
import type { Strata } from "./weighted-kappa.ts";
import { kappaInterval, overrideRateAtThreshold, weightedKappa } from "./weighted-kappa.ts";

export interface HistoryOptions {
  readonly workspace: string;
  /** With the axis' own thresholds already in it. */
  readonly policy: DecisionPolicy;
  /** Grades observed later are not known. */
  readonly asOf: number;
  readonly minutesPerItem: number;
  /** The status word as the axis file has it now. */
  readonly statusNow: string;
  /** ERROR verdicts of a month. */
  readonly errorsOf: (period: Month) => HistoryRow["errors"];
  /** How the critic did on gold in a month; left out: the axis has none. */
  readonly goldOf?: (period: Month) => GoldMonth | null;
  /** The id that the critic gave a verdict, by its key; null where it gave none, and our own stands. */
  readonly idOf?: (verdictKey: string) => string | null;
}

/**
 * What is known of one axis, month by month, ascending: numbers by the grades known at `asOf`,
 * the decision block as it was decided then.
 */
export function axisHistory(record: AxisRecord, options: HistoryOptions): readonly HistoryRow[] {
  return axisMonths(record, options).map(({ row }) => row);
}

/** The same with what the rules looked at; `step` is null where a month stands before the latest restart. */
export function axisMonths(
  record: AxisRecord,
  options: HistoryOptions,
): readonly { readonly row: HistoryRow; readonly step: DecisionStep | null }[] {
  const monthOf = monthReader(record, options);
  return record.cycles.map(monthOf);
}

/** One month of these, without the rows of the others; null where the axis has no cycle in it. */
export function axisMonth(
  record: AxisRecord,
  period: Month,
  options: HistoryOptions,
): { readonly row: HistoryRow; readonly step: DecisionStep | null } | null {
  const cycle = record.cycles.find((one) => one.period === period);
  return cycle === undefined ? null : monthReader(record, options)(cycle);
}

function monthReader(
  record: AxisRecord,
  options: HistoryOptions,
): (cycle: Cycle) => { readonly row: HistoryRow; readonly step: DecisionStep | null } {
  const graded = groupBy(
    seeItems(record.items, record.observations, options.asOf).map(
      (one): SeenGrade => ({ ...one, grade: one.seen?.grade ?? null }),
    ),
    ({ item }) => item.period,
  );
  const counts = groupBy(record.counts, ({ period }) => period);
  const decisions = groupBy(record.decisions, ({ period }) => period);
  const stepOf = stepOfMonths(record, graded, options);
  const reasked = closedAnswers(record, options.asOf);
  return (cycle) => {
    const { period } = cycle;
    const own = {
      graded: graded.get(period) ?? [],
      counts: counts.get(period) ?? [],
      decided: decisions.get(period)?.[0] ?? null,
    };
    const { step, window } = stepOf(cycle);
    return { row: historyRow(record, cycle, { ...own, step, window, reasked }, options), step };
  };
}

interface SeenGrade extends SeenItem, GradedItem {}

/** What is known of one month, and of others for it. */
interface KnownMonth {
  readonly graded: readonly SeenGrade[];
  readonly counts: readonly MonthCount[];
  readonly decided: Decision | null;
  readonly step: DecisionStep | null;
  /** The months that the step looked at. */
  readonly window: readonly MonthEvidence[];
  /** Of all months. */
  readonly reasked: readonly ReaskAnswer[];
}

/** Re-asked items of closed months: while a month is open, what the founder said before is not held against him. */
function closedAnswers(record: AxisRecord, asOf: number): readonly ReaskAnswer[] {
  const closed = new Set(record.cycles.filter(({ state }) => state === "closed").map(({ period }) => period));
  return reaskAnswers(record, asOf).filter(({ period }) => closed.has(period));
}

/** The decision step of each month, and the months that it looked at. */
function stepOfMonths(
  record: AxisRecord,
  graded: ReadonlyMap<Month, readonly SeenGrade[]>,
  options: HistoryOptions,
): (cycle: Cycle) => Pick<KnownMonth, "step" | "window"> {
  const evidence = new Map(
    record.cycles.map((cycle) => [cycle.period, monthEvidence(cycle, graded.get(cycle.period) ?? [])]),
  );
  const stepOf = decideWindows(options.policy);
  return (cycle) => {
    const closedAt = cycle.closedAt ?? (cycle.state === "open" ? options.asOf : cycle.openedAt);
    const months = monthsSinceRestart(record, cycle.period, closedAt);
    const window = months.flatMap(({ period }) => evidence.get(period) ?? []);
    if (window.at(-1)?.period !== cycle.period) return { step: null, window: [] };
    return { step: stepOf(window), window };
  };
}

function historyRow(
  record: AxisRecord,
  cycle: Cycle,
  month: KnownMonth,
  options: HistoryOptions,
): HistoryRow {
  const { counts, decided, graded, step } = month;
  const pass = tallyItems(graded, "pass");
  const fail = tallyItems(graded, "fail");
  const probe = tallyItems(graded, "probe");
  const risk = tallyItems(graded, "risk");
  // While a month is open its streak would tell what was graded.
  const notes = cycle.state === "closed" ? epochNotes(month.window, options.policy.streakGap) : null;
  const hasItems = cycle.state === "open" || cycle.state === "closed";
  const strata: Strata = {
    pass: { size: cycle.frame.pass, graded: pass.graded, founderPass: pass.founderPass },
    fail: { size: cycle.frame.fail, graded: fail.graded, founderPass: fail.founderPass },
  };
  const idOf = (key: string): string => options.idOf?.(key) ?? verdictIdOf(key);
  return {
    workspace: options.workspace,
    axis: record.axis,
    period: cycle.period,
    epoch: cycle.epoch,
    supersededBy: hasItems ? supersededBy(record.counts, cycle.epoch, cycle.closedAt ?? options.asOf) : null,
    ...(notes === null ? {} : { epochNotes: notes }),
    state: cycle.state,
    due: cycle.dueAt === null ? null : new Date(cycle.dueAt).toISOString(),
    because: cycle.because,
    verdicts: countWords(counts),
    frame: { ...cycle.frame, late: lateVerdicts(cycle, counts) },
    otherEpochs: otherEpochs(cycle, counts),
    provisional: hasItems && [pass, fail].some((one) => isThin(one, options.policy.provisionalBelow)),
    sampled: { pass: pass.sampled, fail: fail.sampled, probe: probe.sampled, risk: risk.sampled },
    answered: answeredOf(graded),
    graded: { pass: pass.graded, fail: fail.graded, probe: probe.graded, risk: risk.graded },
    cantTell: pass.cantTell + fail.cantTell,
    table: {
      pp: pass.founderPass,
      pf: pass.founderFail,
      fp: fail.founderPass,
      ff: fail.founderFail,
    },
    kappa: hasItems ? kappaOf(strata) : noKappa,
    agreement: besideKappa(strata),
    truePassRate: truePassRate(strata),
    selfAgreement: {
      ...selfAgreement(month.reasked.filter(({ period }) => period <= cycle.period)),
      month: countAnswers(month.reasked.filter(({ period }) => period === cycle.period)),
    },
    disagreements: cycle.state === "closed" ? disagreementsOf(graded, idOf) : [],
    pool: hasItems ? (step?.pool ?? null) : null,
    pBelowThreshold: hasItems ? (step?.pBelowThreshold ?? null) : null,
    pOverrideAboveInStreak: hasItems ? (step?.pOverrideAboveInStreak ?? null) : null,
    cusum: hasItems ? (step?.cusum ?? null) : null,
    overrideRateAtThreshold: overrideRateAtThreshold(strata, options.policy.kappaThreshold),
    overrides: pass.founderFail,
    reverseOverrides: fail.founderPass,
    streak: step?.streak ?? 0,
    escape: escapeOf(probe),
    gold: options.goldOf?.(cycle.period) ?? null,
    minutes: {
      planned: cycle.minutesPlanned,
      spent: graded.filter(({ grade }) => grade !== null).length * options.minutesPerItem,
    },
    topUp: topUpOutcome(cycle, graded, decided),
    errors: options.errorsOf(cycle.period),
    decision: decisionOf(month, cycle, options),
    decidedOn: decided === null ? null : figuresAtClose(decided.record),
    byNow: decided === null || step === null ? null : decidedAgain(step, decided),
    status: statusOf(record, cycle, decided, options),
    ...graduationsAfter(record, cycle, options),
  };
}

/** A graduation stands at the last row that was there when it happened: that is what it answers. */
function graduationsAfter(
  { cycles, statusChanges }: AxisRecord,
  cycle: Cycle,
  { asOf }: HistoryOptions,
): Pick<HistoryRow, "graduations"> {
  const graduations = statusChanges
    .filter(({ at, by }) => by === "axis graduate" && at <= asOf)
    .filter(({ at }) => {
      const before = cycles.findLast(
        ({ closedAt, openedAt, state }) => state !== "open" && (closedAt ?? openedAt) <= at,
      );
      return before?.period === cycle.period;
    })
    .map(({ at, door = null, reason }) => ({ at: new Date(at).toISOString(), door, reason }));
  return graduations.length === 0 ? {} : { graduations };
}

function answeredOf(graded: readonly SeenGrade[]): HistoryRow["answered"] {
  const asked = graded.filter(({ item }) => item.state !== "withdrawn");
  return { items: asked.length, answered: asked.filter(({ grade }) => grade !== null).length };
}

const noKappa: HistoryRow["kappa"] = {
  status: "undefined",
  value: null,
  low: null,
  high: null,
  because: "no-data",
  bounds: null,
};

function kappaOf(strata: Strata): HistoryRow["kappa"] {
  const kappa = weightedKappa(strata);
  const interval = kappaInterval(strata);
  return {
    status: kappa.status,
    value: kappa.value,
    low: interval.low,
    high: interval.high,
    because: kappa.because,
    bounds: kappa.bounds,
  };
}

function escapeOf(probe: ItemTally): HistoryRow["escape"] {
  const interval = jeffreysInterval(probe.founderFail, probe.graded);
  return {
    escaped: probe.founderFail,
    graded: probe.graded,
    low: interval.low,
    high: interval.high,
  };
}

function countWords(counts: readonly MonthCount[]): HistoryRow["verdicts"] {
  const sum = (word: MonthCount["word"]): number =>
    counts.filter((one) => one.word === word).reduce((total, one) => total + one.count, 0);
  return { pass: sum("PASS"), fail: sum("FAIL"), error: sum("ERROR") };
}

/** PASS and FAIL verdicts of the deciding epoch that were stored after the opening: never part of N. */
function lateVerdicts(cycle: Cycle, counts: readonly MonthCount[]): number {
  if (cycle.epoch === null) return 0;
  const now = countWords(counts.filter(({ epoch }) => epoch === cycle.epoch));
  const then = cycle.frame.pass + cycle.frame.fail + cycle.frame.noArtifact;
  return Math.max(0, now.pass + now.fail - then);
}

function otherEpochs(cycle: Cycle, counts: readonly MonthCount[]): HistoryRow["otherEpochs"] {
  const epochs = [...new Set(counts.map(({ epoch }) => epoch))].filter((epoch) => epoch !== cycle.epoch);
  return epochs
    .toSorted()
    .map((epoch) => ({ epoch, verdicts: countWords(counts.filter((one) => one.epoch === epoch)) }));
}

function isThin(tally: ItemTally, provisionalBelow: number): boolean {
  return tally.sampled > 0 && tally.graded < provisionalBelow * tally.sampled;
}

const nothing = { action: "none", reasons: [] } as const;

function decisionOf(
  { decided, step }: KnownMonth,
  cycle: Cycle,
  options: HistoryOptions,
): HistoryRow["decision"] {
  if (decided !== null) {
    const { mode, action, reasons, evidence, literal, guarded } = decided;
    return { mode, action, reasons, evidence, literal, guarded };
  }
  // An open month is not decided, and its half-graded sample shall not look as if it were.
  if (cycle.state !== "closed" || step === null) {
    return { mode: options.policy.mode, ...nothing, evidence: null, literal: nothing, guarded: nothing };
  }
  return freshDecision(step, options.policy.mode, options.statusNow);
}

/** What the acting mode does with an axis of this status: only a graduated axis is acted on. */
function freshDecision(
  step: DecisionStep,
  mode: DecisionPolicy["mode"],
  status: string,
): HistoryRow["decision"] {
  const acting = mode === "literal" ? step.literal : step.guarded;
  const { action, reasons } = status === "graduated" ? acting : nothing;
  return { mode, action, reasons, evidence: step.evidence, literal: step.literal, guarded: step.guarded };
}

/** What the mode that decided would do by the grades of now, with the axis as it was. */
function decidedAgain(step: DecisionStep, decided: Decision): HistoryRow["byNow"] {
  const { action, reasons } = freshDecision(step, decided.mode, decided.statusBefore);
  return { action, reasons };
}

/** The status word that stood at an instant, told by the recorded changes around it. */
function statusOf(
  record: AxisRecord,
  cycle: Cycle,
  decided: Decision | null,
  options: HistoryOptions,
): HistoryRow["status"] {
  if (decided !== null) return { before: decided.statusBefore, after: decided.statusAfter };
  const at = cycle.closedAt ?? (cycle.state === "open" ? options.asOf : cycle.openedAt);
  const earlier = record.statusChanges.filter((change) => change.at <= at).at(-1);
  const later = record.statusChanges.find((change) => change.at > at);
  const word = earlier?.to ?? later?.from ?? options.statusNow;
  return { before: word, after: word };
}
