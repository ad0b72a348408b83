import type { Cycle, GradeObservation, Item, Month, MonthCount } from "../../src/core/cycle.ts";
import type { StatusChange } from "../../src/core/decided.ts";
import type { AxisRecord } from "../../src/core/evidence.ts";
import { addMonths, monthStart } from "../../src/core/month.ts";
import { type DecisionPolicy, defaultDecision } from "../../src/core/policy.ts";
import type { MonthCost } from "../../src/core/report-month.ts";

/** Where the made critics work. */
export const zone = "America/New_York";

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
export function chance(seed: number): () => number {
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

interface MadeAxis {
  readonly record: AxisRecord;
  readonly changes: readonly StatusChange[];
  readonly costs: readonly MonthCost[];
  readonly policy: DecisionPolicy;
  readonly status: string;
}

/** One made critic: its months up to the open one. */
export function madeAxis(index: number, first: Month, months: number, openMonth: Month): MadeAxis {
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
export function closeOf(month: Month): number {
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
