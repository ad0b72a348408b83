import { besideKappa } from "./beside-kappa.ts";
import type { Cycle } from "./cycle.ts";
import { decidedAgain, decisionOf } from "./decision-of-month.ts";
import { figuresAtClose } from "./decision-record.ts";
import { disagreementsOf } from "./disagreements.ts";
import { supersededBy } from "./epoch-effect.ts";
import { epochNotes } from "./epoch-notes.ts";
import { type AxisRecord, type ItemTally, tallyItems } from "./evidence.ts";
import type { HistoryOptions } from "./history-options.ts";
import type { HistoryRow } from "./history-row.ts";
import { jeffreysInterval } from "./intervals.ts";
import type { KnownMonth, SeenGrade } from "./known-month.ts";
import { countWords, lateVerdicts, otherEpochs } from "./month-verdicts.ts";
import { countAnswers, selfAgreement } from "./self-agreement.ts";
import { graduationsAfter, statusOf } from "./status-of-month.ts";
import { topUpOutcome } from "./top-up-outcome.ts";
import { truePassRate } from "./true-pass-rate.ts";
import { verdictIdOf } from "./verdict.ts";
import { kappaInterval, overrideRateAtThreshold, type Strata, weightedKappa } from "./weighted-kappa.ts";

/** One month as a row: its figures by the grades that are known, its decision as it was. */
export function historyRow(
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

function isThin(tally: ItemTally, provisionalBelow: number): boolean {
  return tally.sampled > 0 && tally.graded < provisionalBelow * tally.sampled;
}
