import { noAgreement } from "./beside-kappa.ts";
import type { AxisRecord } from "./evidence.ts";
import { axisHistory } from "./history.ts";
import type { HistoryOptions } from "./history-options.ts";
import type { HistoryKappa, HistoryRow } from "./history-row.ts";
import type { OpenRow, ShownRow } from "./open-row.ts";

/**
 * What may be shown of an axis, month by month, ascending: {@link axisHistory}, but for what open months would tell.
 *
 * Their grades are taken away before anything is computed, so that no figure of any row can rest on one, whatever is added
 * to a row later. How many items have an answer is all that is told. Months opened after `asOf` were not there then.
 */
export function shownHistory(record: AxisRecord, options: HistoryOptions): readonly ShownRow[] {
  const cycles = record.cycles.filter(({ openedAt }) => openedAt <= options.asOf);
  const open = cycles.filter(({ state }) => state === "open");
  if (open.length === 0) return axisHistory({ ...record, cycles }, options);
  const known = axisHistory({ ...record, cycles: open }, options);
  const told = axisHistory(
    { ...withoutGrades(record, new Set(open.map(({ period }) => period))), cycles },
    options,
  );
  return told.map((row) => {
    const whole = known.find(({ period }) => period === row.period);
    return whole === undefined ? row : openRow(row, whole);
  });
}

/** The record as if nothing had been graded in these months. */
function withoutGrades(record: AxisRecord, periods: ReadonlySet<string>): AxisRecord {
  const refs = new Set(record.items.filter(({ period }) => periods.has(period)).map(({ ref }) => ref));
  return { ...record, observations: record.observations.filter(({ ref }) => !refs.has(ref)) };
}

const notYet = { value: null, low: null, high: null, because: "open" } as const;

const noKappaYet: HistoryKappa = { status: "undefined", ...notYet, bounds: null };

const noAgreementYet: OpenRow["agreement"] = {
  ...noAgreement,
  because: "open",
  n: { pass: null, fail: null },
};

/** An open month: `told` knows nothing of its grades, and of `whole` only totals are taken. */
function openRow(told: HistoryRow, whole: HistoryRow): OpenRow {
  return {
    ...told,
    state: "open",
    answered: whole.answered,
    minutes: whole.minutes,
    topUp: whole.topUp,
    provisional: null,
    graded: { pass: null, fail: null, probe: null, risk: null },
    cantTell: null,
    table: { pp: null, pf: null, fp: null, ff: null },
    kappa: noKappaYet,
    agreement: noAgreementYet,
    truePassRate: { status: "undefined", ...notYet },
    selfAgreement: { ...told.selfAgreement, month: null },
    pool: null,
    pBelowThreshold: null,
    pOverrideAboveInStreak: null,
    cusum: null,
    overrides: null,
    reverseOverrides: null,
    escape: { escaped: null, graded: null, low: null, high: null },
  };
}
