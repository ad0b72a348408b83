import { besideKappa } from "../../src/core/beside-kappa.ts";
import type { Cycle, Item } from "../../src/core/cycle.ts";
import type { AxisRecord } from "../../src/core/evidence.ts";
import type { HistoryRow } from "../../src/core/history-row.ts";
import type { OpenRow } from "../../src/core/open-row.ts";
import { shownHistory } from "../../src/core/shown-history.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { truePassRate } from "../../src/core/true-pass-rate.ts";

const strata = {
  pass: { size: 90, graded: 9, founderPass: 5 },
  fail: { size: 10, graded: 5, founderPass: 0 },
};

/** A closed month that was reverted by K!: 4 overrides of 9, frame 90 + 10; the figures are the real ones. */
export function sampleRow(changes: Partial<HistoryRow> = {}): HistoryRow {
  return {
    workspace: "default",
    axis: "verify-dispatch",
    period: "2026-05",
    epoch: "e".repeat(64),
    supersededBy: null,
    state: "closed",
    due: "2026-06-15T13:00:00.000Z",
    because: null,
    verdicts: { pass: 90, fail: 10, error: 2 },
    frame: { pass: 90, fail: 10, noArtifact: 0, late: 0 },
    otherEpochs: [],
    provisional: false,
    sampled: { pass: 9, fail: 5, probe: 0, risk: 2 },
    answered: { items: 16, answered: 16 },
    graded: { pass: 9, fail: 5, probe: 0, risk: 2 },
    cantTell: 0,
    table: { pp: 5, pf: 4, fp: 0, ff: 5 },
    kappa: { status: "ok", value: 0.219, low: 0.077, high: 0.468, because: null, bounds: null },
    agreement: besideKappa(strata),
    truePassRate: truePassRate(strata),
    selfAgreement: {
      same: 0,
      asked: 0,
      cantTell: 0,
      rate: null,
      low: null,
      high: null,
      because: "no-data",
      month: { same: 0, asked: 0, cantTell: 0 },
    },
    disagreements: [],
    pool: {
      passSize: 90,
      passGraded: 9,
      overrides: 4,
      failSize: 10,
      failGraded: 5,
      founderPassInFail: 0,
    },
    pBelowThreshold: 0.9962,
    pOverrideAboveInStreak: 0.9763,
    cusum: 2.31,
    overrideRateAtThreshold: 0.04,
    overrides: 4,
    reverseOverrides: 0,
    streak: 1,
    escape: { escaped: 0, graded: 0, low: null, high: null },
    gold: null,
    minutes: { planned: 24, spent: 22.5 },
    topUp: { batches: 0, graded: 0, cut: 0, ended: null },
    errors: [
      { id: "d-2041", kind: "timeout" },
      { id: "d-2077", kind: "refused" },
    ],
    decision: {
      mode: "guarded",
      action: "revert",
      reasons: ["kappa-overwhelming"],
      evidence: "uncertain",
      literal: { action: "revert", reasons: ["kappa"] },
      guarded: { action: "revert", reasons: ["kappa-overwhelming"] },
    },
    decidedOn: null,
    byNow: null,
    status: { before: "graduated", after: "assisted" },
    ...changes,
  };
}

/** The same month as it is shown while it is open, with one of two items answered. */
export function sampleOpenRow(changes: Partial<OpenRow> = {}): OpenRow {
  const record: AxisRecord = {
    axis: "verify-dispatch",
    cycles: [sampleCycle()],
    items: [sampleItem({ ref: "a" }), sampleItem({ ref: "b", kind: "fail", word: "FAIL" })],
    observations: [
      { ref: "a", grade: "FAIL", reason: null, by: null, at: null, observedAt: 1, via: "grade" },
    ],
    counts: [],
    decisions: [],
    statusChanges: [],
  };
  const [row] = shownHistory(record, {
    workspace: "default",
    policy: defaultDecision,
    asOf: Number.POSITIVE_INFINITY,
    minutesPerItem: 1.5,
    statusNow: "graduated",
    errorsOf: () => [],
  });
  if (row === undefined || row.state !== "open" || row.overrides !== null) throw new Error("no open row");
  return { ...row, ...changes };
}

/** An opened cycle of the same month. */
export function sampleCycle(changes: Partial<Cycle> = {}): Cycle {
  return {
    axis: "verify-dispatch",
    period: "2026-05",
    state: "open",
    because: null,
    epoch: "e".repeat(64),
    openedAt: Date.UTC(2026, 5, 1, 13),
    dueAt: Date.UTC(2026, 6, 1, 13),
    closedAt: null,
    frame: { pass: 90, fail: 10, noArtifact: 0 },
    frameHash: "f".repeat(64),
    watermark: 190,
    passRate: 0.1,
    failRate: 0.1,
    minutesPlanned: 24,
    sampleTarget: null,
    firstMonth: false,
    queue: "local",
    ...changes,
  };
}

export function sampleItem(changes: Partial<Item> = {}): Item {
  return {
    ref: "k7m2abcdefghjkmn",
    axis: "verify-dispatch",
    period: "2026-05",
    kind: "pass",
    batch: 1,
    state: "planned",
    verdictKey: "a".repeat(64),
    word: "PASS",
    artifact: { kind: "snapshot", sha256: "b".repeat(64) },
    title: "verify-dispatch · 1 of 14",
    orderKey: 1,
    attempts: 0,
    externalId: null,
    url: null,
    withdrawnBecause: null,
    ...changes,
  };
}
