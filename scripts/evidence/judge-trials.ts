import { createHash } from "node:crypto";
import type { MonthCount } from "../../src/core/cycle.ts";
import { type Action, type DecisionStep, decide, type MonthEvidence } from "../../src/core/decision.ts";
import { type AgreementTable, cohenKappa } from "../../src/core/kappa.ts";
import { type AxisPlan, planMonth } from "../../src/core/month-plan.ts";
import { defaultBurden, defaultDecision, defaultSampling, defaultTopUp } from "../../src/core/policy.ts";
import { skeyOf } from "../../src/core/sampling.ts";
import { nextTopUp } from "../../src/core/top-up.ts";
import { verdictKey } from "../../src/core/verdict.ts";
import { kappaInterval } from "../../src/core/weighted-kappa.ts";
import type { JudgedMonth } from "./judged-sets.ts";

/** How often each mode came to each action over the salts. */
export type ActionCounts = Readonly<Record<Action, number>>;

/** One judge: what all labels say of it, and what the product would have done with a sample of them. */
export interface JudgeTrials {
  readonly set: string;
  readonly axis: string;
  readonly judge: string;
  /** All verdicts that are PASS or FAIL and have a human label. */
  readonly table: AgreementTable;
  /** Verdicts of the frame without a human label: the founder cannot tell. */
  readonly unlabelled: number;
  /** Answers of the judge that are no verdict. */
  readonly errors: number;
  /** Kappa of the whole table with its 95% interval; null where it has none. */
  readonly kappa: { readonly value: number; readonly low: number; readonly high: number } | null;
  /** What stands in the way of a decision, or null. */
  readonly lacks: "too-few-pass" | "no-fail" | null;
  /** Items of the base sample. */
  readonly base: { readonly pass: number; readonly fail: number };
  readonly salts: number;
  readonly literal: ActionCounts;
  /** On the base sample alone. */
  readonly guarded: ActionCounts;
  /** With the batches that the month's doubt brings, within the minutes for them. */
  readonly toppedUp: ActionCounts;
  /** Mean items of a month with its batches. */
  readonly items: number;
}

type Judged = JudgedMonth["verdicts"][number];

/** The month that every judge's verdicts are put into. */
const period = "2026-05";

/**
 * What would one month have done with this judge? For each salt the product's own draw at its default sizes (the axis
 * has the month's minutes to itself), graded by the human labels, decided in both modes, with and without top-up.
 *
 * @param minutesPerMonth In place of the shipped hour, which a large axis' PASS sample fills; its FAIL sample is then cut.
 */
export function tryJudge(
  month: JudgedMonth,
  salts: number,
  minutesPerMonth: number = defaultBurden.minutesPerMonth,
): JudgeTrials {
  const { set, axis, judge } = month;
  const keyed = month.verdicts.map((judged) => ({ judged, key: keyOf(month, judged) }));
  const stratum = (word: "PASS" | "FAIL") => keyed.filter(({ judged }) => judged.word === word);
  const strata = { pass: stratum("PASS"), fail: stratum("FAIL") };
  const plan = planOf({ pass: strata.pass.length, fail: strata.fail.length }, minutesPerMonth);
  const counts = { literal: noActions(), guarded: noActions(), toppedUp: noActions() };
  let items = 0;
  for (let trial = 0; trial < salts; trial += 1) {
    const salt = createHash("sha256").update(`salt ${trial}`).digest("hex");
    const inOrder = (of: typeof keyed): readonly Judged[] =>
      of
        .map(({ judged, key }) => ({ judged, skey: skeyOf(salt, key) }))
        .toSorted((a, b) => a.skey - b.skey)
        .map(({ judged }) => judged);
    const outcome = tryOnce(plan, { pass: inOrder(strata.pass), fail: inOrder(strata.fail) });
    counts.literal[outcome.base.literal.action] += 1;
    counts.guarded[outcome.base.guarded.action] += 1;
    counts.toppedUp[outcome.last.guarded.action] += 1;
    items += outcome.items;
  }
  const table = tableOf(month.verdicts);
  return {
    set,
    axis,
    judge,
    table,
    unlabelled: month.verdicts.filter(({ word, human }) => word !== "ERROR" && human === null).length,
    errors: month.verdicts.filter(({ word }) => word === "ERROR").length,
    kappa: kappaOf(table),
    lacks: plan.state !== "open" ? "too-few-pass" : plan.frame.fail === 0 ? "no-fail" : null,
    base: { pass: plan.passSize, fail: plan.failSize },
    salts,
    ...counts,
    items: items / salts,
  };
}

/** Months of the same judge under other axes are other verdicts, as the product's own keys have it. */
function keyOf({ set, axis, judge }: JudgedMonth, { item, word }: Judged): string {
  return verdictKey("default", {
    axis,
    word,
    rawWord: word,
    errorKind: null,
    at: 0,
    externalId: item,
    source: `${set} ${judge}`,
    artifact: { kind: "none", because: "labels-only" },
    rubric: "none",
    model: judge,
    givenModel: judge,
    givenRubric: null,
    epoch: "one",
    reason: null,
    score: null,
    costUsd: null,
    latencyMs: null,
    tokens: null,
    meta: {},
  });
}

function planOf(frame: { readonly pass: number; readonly fail: number }, minutesPerMonth: number): AxisPlan {
  const [plan] = planMonth(
    [
      {
        axis: "judge",
        counts: [countOf("PASS", frame.pass), countOf("FAIL", frame.fail)],
        acceptRef: false,
        passRate: defaultSampling.passRate,
        firstMonth: false,
        sampleTarget: null,
        probes: 0,
        raised: false,
      },
    ],
    defaultSampling,
    { ...defaultBurden, minutesPerMonth },
  ).axes;
  if (plan === undefined) throw new Error("one axis has one plan");
  return plan;
}

function countOf(word: "PASS" | "FAIL", count: number): MonthCount {
  return {
    axis: "judge",
    period,
    epoch: "one",
    word,
    artifact: "snapshot",
    count,
    firstAt: 0,
    lastAt: 1,
    costUsd: 0,
    costKnown: 0,
  };
}

/** The strata of one trial, in the order in which their verdicts are drawn. */
interface Order {
  readonly pass: readonly Judged[];
  readonly fail: readonly Judged[];
}

interface Outcome {
  readonly base: DecisionStep;
  readonly last: DecisionStep;
  readonly items: number;
}

/** The base sample, then batch after batch for as long as the rules ask for one. */
function tryOnce(plan: AxisPlan, order: Order): Outcome {
  const drawn = { pass: plan.passSize, fail: plan.failSize };
  const evidence = (): MonthEvidence => evidenceOf(plan, order, drawn);
  const policy = defaultDecision;
  const base = decide({ months: [evidence()], policy });
  let itemsLeft = defaultBurden.topUpMinutes / defaultBurden.minutesPerItem;
  for (let batch = 0; plan.state === "open"; batch += 1) {
    const left = { pass: order.pass.length - drawn.pass, fail: order.fail.length - drawn.fail };
    const next = nextTopUp({
      months: [evidence()],
      policy,
      topUp: defaultTopUp,
      drawn: batch,
      left,
      itemsLeft,
    });
    if (next.kind === "settled") break;
    drawn.pass += next.pass;
    drawn.fail += next.fail;
    itemsLeft -= next.pass + next.fail;
  }
  return { base, last: decide({ months: [evidence()], policy }), items: drawn.pass + drawn.fail };
}

function evidenceOf(
  plan: AxisPlan,
  order: Order,
  drawn: { readonly pass: number; readonly fail: number },
): MonthEvidence {
  const base = gradesOf(order.pass, plan.passSize);
  const pass = gradesOf(order.pass, drawn.pass);
  const fail = gradesOf(order.fail, drawn.fail);
  return {
    period,
    epoch: plan.epoch,
    frame: plan.frame,
    base: {
      sampled: base.sampled,
      answered: base.answered,
      graded: base.graded,
      overrides: base.failed,
    },
    pass: { graded: pass.graded, overrides: pass.failed },
    fail: { graded: fail.graded, founderPass: fail.passed },
  };
}

/** The grades of the first n of a stratum; where people were tied, the founder cannot tell. */
function gradesOf(inOrder: readonly Judged[], n: number) {
  const asked = inOrder.slice(0, n);
  const passed = asked.filter(({ human }) => human === "PASS").length;
  const failed = asked.filter(({ human }) => human === "FAIL").length;
  return { sampled: asked.length, answered: asked.length, graded: passed + failed, passed, failed };
}

function tableOf(verdicts: readonly Judged[]): AgreementTable {
  const count = (word: Judged["word"], human: "PASS" | "FAIL"): number =>
    verdicts.filter((one) => one.word === word && one.human === human).length;
  return {
    pp: count("PASS", "PASS"),
    pf: count("PASS", "FAIL"),
    fp: count("FAIL", "PASS"),
    ff: count("FAIL", "FAIL"),
  };
}

/** Of every label there is: each stratum is graded whole. */
function kappaOf(table: AgreementTable): JudgeTrials["kappa"] {
  const { pp, pf, fp, ff } = table;
  const kappa = cohenKappa(table);
  const interval = kappaInterval({
    pass: { size: pp + pf, graded: pp + pf, founderPass: pp },
    fail: { size: fp + ff, graded: fp + ff, founderPass: fp },
  });
  if (kappa.status !== "ok" || interval.status !== "ok") return null;
  return { value: kappa.value, low: interval.low, high: interval.high };
}

function noActions(): Record<Action, number> {
  return { revert: 0, watch: 0, keep: 0, none: 0 };
}
