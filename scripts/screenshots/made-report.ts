import type { Cycle, GradeObservation, Item, Month, MonthCount } from "../../src/core/cycle.ts";
import type { StatusChange } from "../../src/core/decided.ts";
import type { AxisRecord } from "../../src/core/evidence.ts";
import type { RateFigure } from "../../src/core/gold-agreement.ts";
import type { GoldMonth } from "../../src/core/gold-month.ts";
import type { ShownRow } from "../../src/core/history-row.ts";
import { jeffreysInterval } from "../../src/core/intervals.ts";
import { addMonths, monthOf, monthStart } from "../../src/core/month.ts";
import { type DecisionPolicy, defaultDecision } from "../../src/core/policy.ts";
import { type MonthCost, type ReportData, reportData } from "../../src/core/report-data.ts";
import { shownHistory } from "../../src/core/shown-history.ts";
import type { AxisStatus } from "../../src/core/status-report.ts";

const zone = "America/New_York";

const subjects = [
  "verify-dispatch",
  "verify-vault-write",
  "verify-strategic-output",
  "rules-judge",
  "claim-auditor",
  "expert-skeptic",
  "hostile-reader",
  "ai-detector",
  "contract-lens",
  "outside-peer",
];

const reasons = [
  "It promises a date that nobody has agreed to.",
  "The second paragraph repeats the first in other words.",
  "The figure has no source, and I could not find one.",
  "Right in substance, but it reads as if the client were at fault.",
  "It passed over the one question that was asked.",
];

/** Evenly spread numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** What is special about one of the made axes. */
type Story = "steady" | "drifting" | "returned" | "small" | "edited" | "new";

const stories: readonly Story[] = [
  "drifting",
  "steady",
  "edited",
  "returned",
  "steady",
  "small",
  "steady",
  "new",
];

/**
 * A report as the program would make it of so many axes and months, through the real history: a critic that drifts, one that was
 * reverted and came back, one with too few verdicts, one whose rubric was edited, new ones, and steady ones. The last month is open.
 */
export function madeReport(size: {
  readonly axes: number;
  readonly months: number;
  readonly last?: Month;
}): ReportData & { readonly rows: readonly ShownRow[] } {
  const last = size.last ?? "2026-05";
  const first = addMonths(last, 1 - size.months);
  const now = monthStart(addMonths(last, 1), zone) + 10.4 * 86_400_000;
  const made = Array.from({ length: size.axes }, (_, index) =>
    madeAxis(index, first, size.months, size.months > 1 ? last : addMonths(last, 1)),
  );
  const histories = made.map(({ changes, policy, record, status }) =>
    shownHistory(record, {
      workspace: "default",
      policy,
      asOf: now,
      minutesPerItem: 1.4,
      statusNow: status,
      errorsOf: () => [],
      goldOf: (period) => madeGold(record.axis, period, changes.length),
      idOf: (key) => `d-${1000 + (Number.parseInt(key.slice(-6), 36) % 9000)}`,
    }),
  );
  const rows = histories.flat();
  const reverted = histories.map((history) => {
    const latest = history.findLast(({ state }) => state === "closed");
    return latest?.decision.action === "revert" ? latest : null;
  });
  const data = reportData({
    workspace: "default",
    madeAt: now,
    asOf: null,
    timezone: zone,
    rows,
    axes: made.map(({ changes, policy, record }, index) => ({
      axis: record.axis,
      title: index % 4 === 0 ? "Replies to clients" : null,
      policy,
      changes: [...changes, ...revertOf(reverted[index] ?? null)],
    })),
    costs: made.flatMap(({ costs }) => costs),
    status: {
      axes: made.map(({ record, status }, index) =>
        statusOf(record, reverted[index] === null ? status : "assisted"),
      ),
      aggregate: {
        minutesPlanned: 58,
        minutesSpent: 22,
        axesAtRisk: 1,
        judgeCostUsd: 4.18,
        judgeCostShare: 0.062,
      },
      pending: [],
    },
    monthOf: (instant) => monthOf(instant, zone),
  });
  return { ...data, rows };
}

function revertOf(row: ShownRow | null): readonly StatusChange[] {
  if (row === null) return [];
  const { axis, period } = row;
  const at = closeOf(period);
  return [{ axis, at, from: "graduated", to: "assisted", by: "run", reason: "kappa", period }];
}

function statusOf(record: AxisRecord, status: string): AxisStatus {
  const open = record.cycles.filter(({ state }) => state === "open");
  return {
    axis: record.axis,
    status,
    atRisk: false,
    because: null,
    open: open.map(({ dueAt, period }) => {
      const items = record.items.filter((item) => item.period === period);
      const graded = items.filter(({ state }) => state === "answered").length;
      return {
        period,
        items: items.length,
        graded,
        pending: items.length - graded,
        overdue: false,
        due: new Date(dueAt ?? 0).toISOString(),
        minutes: (items.length - graded) * 1.4,
      };
    }),
  };
}

interface MadeAxis {
  readonly record: AxisRecord;
  readonly changes: readonly StatusChange[];
  readonly costs: readonly MonthCost[];
  readonly policy: DecisionPolicy;
  readonly status: string;
}

function madeAxis(index: number, first: Month, months: number, openMonth: Month): MadeAxis {
  const name = subjects[index % subjects.length] ?? "verify";
  const axis = index < subjects.length ? name : `${name}-${Math.floor(index / subjects.length) + 1}`;
  const story: Story = stories[index % stories.length] ?? "steady";
  const random = chance(index + 7);
  const cycles: Cycle[] = [];
  const items: Item[] = [];
  const observations: GradeObservation[] = [];
  const counts: MonthCount[] = [];
  const costs: MonthCost[] = [];
  const revertedAt = story === "returned" ? Math.floor(months * 0.4) : null;
  const from = story === "new" ? Math.max(0, months - 5) : 0;
  for (let at = from; at < months; at += 1) {
    const period = addMonths(first, at);
    const opened = monthStart(addMonths(period, 1), zone) + 9 * 3_600_000;
    const pass = Math.round((story === "small" ? 8 : 40 + 60 * random()) * (1 + at / (months + 10)));
    const fail = Math.max(1, Math.round(pass * (0.12 + 0.1 * random())));
    const epoch = story === "edited" && at >= months * 0.55 ? "b".repeat(64) : "a".repeat(64);
    const isSmall = pass < 10;
    const isOpen = period === openMonth;
    const far = at / Math.max(1, months - 1);
    const rate =
      story === "drifting"
        ? 0.01 + (index % 3 === 0 ? 0.3 : 0.12) * far ** 2
        : story === "returned" && revertedAt !== null
          ? at <= revertedAt && at > revertedAt - 4
            ? 0.32
            : 0.01
          : story === "edited" && at < months * 0.55
            ? 0.1
            : 0.012;
    for (const [word, count] of [
      ["PASS", pass],
      ["FAIL", fail],
    ] as const) {
      counts.push({
        axis,
        period,
        epoch,
        word,
        artifact: "snapshot",
        count,
        firstAt: opened - 9e8,
        lastAt: opened - 8e8,
        costUsd: count * 0.011,
        costKnown: count,
      });
    }
    costs.push({ axis, period, usd: (pass + fail) * 0.011 * (0.8 + 0.4 * random()), priced: pass + fail });
    const sampled = { pass: Math.max(5, Math.ceil(pass * 0.1)), fail: Math.min(fail, 5), probe: 3 };
    cycles.push({
      axis,
      period,
      state: isSmall ? "below-threshold" : isOpen ? "open" : "closed",
      because: isSmall ? "too-few-pass" : null,
      epoch,
      openedAt: opened,
      dueAt: isSmall ? null : opened + 30 * 86_400_000,
      closedAt: isSmall || isOpen ? null : opened + 14 * 86_400_000,
      frame: { pass, fail, noArtifact: 0 },
      frameHash: null,
      watermark: 0,
      passRate: 0.1,
      failRate: 0.1,
      minutesPlanned: isSmall ? 0 : (sampled.pass + sampled.fail + sampled.probe) * 1.5,
      sampleTarget: null,
      firstMonth: at === from,
      queue: "local",
    });
    if (isSmall) continue;
    for (const kind of ["pass", "fail", "probe"] as const) {
      for (let n = 0; n < sampled[kind]; n += 1) {
        const ref = `${axis}-${period}-${kind}-${n}`;
        const isAnswered = !isOpen || random() < 0.4;
        items.push({
          ref,
          axis,
          period,
          kind,
          batch: 1,
          state: isAnswered ? "answered" : "created",
          verdictKey: `${kind}${(index * 7919 + at * 104_729 + n * 31).toString(36).padStart(6, "0")}`,
          word: kind === "fail" ? "FAIL" : "PASS",
          artifact: { kind: "snapshot", sha256: "c".repeat(64) },
          title: `${axis} · ${n + 1}`,
          orderKey: n,
          attempts: 1,
          externalId: null,
          url: null,
          withdrawnBecause: null,
        });
        if (!isAnswered) continue;
        const founderFails =
          kind === "pass" ? random() < rate : kind === "probe" ? random() < 0.3 + 0.3 * rate : random() < 0.9;
        observations.push({
          ref,
          grade: founderFails ? "FAIL" : "PASS",
          reason: reasons[Math.floor(random() * reasons.length)] ?? null,
          by: "founder",
          at: opened + 4 * 86_400_000 + n * 90_000,
          observedAt: opened + 4 * 86_400_000 + n * 90_000,
          via: "grade",
        });
      }
    }
  }
  const changes = revertedAt === null || months < 3 ? [] : changesOf(axis, addMonths(first, revertedAt));
  const policy = { ...defaultDecision };
  return {
    record: { axis, cycles, items, observations, counts, decisions: [], statusChanges: changes },
    changes,
    costs,
    policy,
    status: story === "edited" && index > 8 ? "assisted" : "graduated",
  };
}

/** An instant at which a month is closed. */
function closeOf(month: Month): number {
  return monthStart(addMonths(month, 1), zone) + 15 * 86_400_000;
}

function changesOf(axis: string, period: Month): readonly StatusChange[] {
  const back = addMonths(period, 4);
  return [
    { axis, at: closeOf(period), from: "graduated", to: "assisted", by: "run", reason: "kappa", period },
    {
      axis,
      at: closeOf(back),
      from: "assisted",
      to: "graduated",
      by: "axis graduate",
      reason: "evidence",
      period: back,
    },
  ];
}

function madeGold(axis: string, period: Month, shift: number): GoldMonth | null {
  const [year = 0, month = 0] = period.split("-").map(Number);
  const random = chance(axis.length * 131 + year * 12 + month + shift);
  if (random() < 0.2) return null;
  const agreement = figure(24 + Math.floor(random() * 5), 30);
  const none = figure(0, 0);
  const figures = { agreement, truePass: none, trueFail: none, escape: none };
  const flipped = figure(Math.floor(random() * 4), 30);
  return {
    because: null,
    size: {
      items: 60,
      holdout: 30,
      exposed: 30,
      pass: 36,
      fail: 24,
      probes: 8,
      retired: 0,
      target: { low: 200, high: 500 },
      perMonth: 6,
      enoughIn: null,
      because: "too-far",
    },
    run: {
      id: `${axis}-${period}`,
      state: "done",
      startedAt: `${period}-01T13:00:00.000Z`,
      rubric: "a".repeat(64),
      planned: 30,
      answered: 30,
      noVerdict: 0,
      judge: null,
      holdout: figures,
      exposed: figures,
      judgedTwice: none,
      drift: {
        cause: "none",
        because: [],
        changes: [],
        since: addMonths(period, -1),
        flips: { flipped, passToFail: flipped.count, failToPass: 0, p: 1 },
        passShare: null,
      },
      truePassRate: {
        status: "undefined",
        value: null,
        low: null,
        high: null,
        because: "no-data",
        goldItems: 0,
      },
    },
  };
}

function figure(count: number, n: number): RateFigure {
  const { high, low } = jeffreysInterval(count, n);
  return { count, n, rate: n === 0 ? null : count / n, low, high };
}
