import type { Cycle, Month, MonthCount } from "../../src/core/cycle.ts";
import { decide, type DecisionStep, type MonthEvidence } from "../../src/core/decision.ts";
import { addMonths } from "../../src/core/month.ts";
import { type AxisPlan, planMonth } from "../../src/core/month-plan.ts";
import { type BurdenPolicy, defaultBurden, defaultDecision, defaultSampling } from "../../src/core/policy.ts";
import { type RiskBand, riskBandOf } from "../../src/core/risk.ts";
import { missedMonths } from "../../src/core/rotation.ts";
import { orderKeyOf } from "../../src/core/sampling.ts";

/** A founder's critics over some months, planned and decided by the program's own rules. */
export interface FamilyOptions {
  readonly axes: number;
  readonly months: number;
  /** Hex; another one is another family. */
  readonly seed: string;
  readonly burden?: BurdenPolicy;
}

export interface FamilyMonth {
  readonly period: Month;
  readonly plans: readonly AxisPlan[];
  readonly minutesPlanned: number;
  readonly overBy: number;
  readonly notes: readonly { readonly code: string; readonly axis: string | null }[];
}

export interface FamilyAxis {
  readonly axis: string;
  /** PASS and FAIL verdicts of an ordinary month. */
  readonly volume: { readonly pass: number; readonly fail: number };
  /** The month, from 0, in which its override rate rises from 2% to 30%; null for never. */
  readonly driftsFrom: number | null;
  readonly asked: number;
  /** Months from one turn to the next, at most. */
  readonly longestGap: number;
  /** Months in which it stood in each band of risk. */
  readonly bands: readonly [calm: number, doubt: number, risk: number];
}

export interface FamilyYears {
  readonly months: readonly FamilyMonth[];
  readonly axes: readonly FamilyAxis[];
}

const first: Month = "2024-01";
const volumes = [20, 35, 50, 80, 120, 60] as const;

/** Every sixth axis drifts, in the second half-year; a third of the months is half as busy as the others. */
export function simulateFamily(options: FamilyOptions): FamilyYears {
  const burden = options.burden ?? defaultBurden;
  const critics = Array.from({ length: options.axes }, (_, i) => new Critic(i, options.seed));
  const months = Array.from({ length: options.months }, (_, index): FamilyMonth => {
    const period = addMonths(first, index);
    const plan = planMonth(
      critics.map((critic) => critic.asPlanned(period, index)),
      defaultSampling,
      burden,
    );
    for (const critic of critics) {
      const own = plan.axes.find(({ axis }) => axis === critic.axis);
      if (own !== undefined) critic.live(own, period, index);
    }
    const { axes: plans, minutesPlanned, notes, overBy } = plan;
    return { period, plans, minutesPlanned, overBy, notes };
  });
  return { months, axes: critics.map((critic) => critic.summary()) };
}

/** One critic with its record; the founder grades everything that he is asked. */
class Critic {
  readonly axis: string;
  readonly #volume: FamilyAxis["volume"];
  readonly #driftsFrom: number | null;
  readonly #seed: string;
  readonly #cycles: Cycle[] = [];
  readonly #bands: [number, number, number] = [0, 0, 0];
  #evidence: MonthEvidence[] = [];
  #last: DecisionStep | null = null;
  #raised = false;
  #status = "graduated";

  constructor(index: number, seed: string) {
    this.axis = `verify-${String(index + 1).padStart(2, "0")}`;
    this.#seed = seed;
    const pass = volumes[index % volumes.length] ?? 20;
    this.#volume = { pass, fail: Math.ceil(pass / 8) };
    this.#driftsFrom = index % 6 === 2 ? 6 + (index % 5) : null;
  }

  asPlanned(period: Month, index: number): Parameters<typeof planMonth>[0][number] {
    const busy = this.#chance(`${index}/busy`) < 1 / 3 ? 0.5 : 1;
    const count = (word: "PASS" | "FAIL", number: number): MonthCount => ({
      axis: this.axis,
      period,
      epoch: "one",
      word,
      artifact: "snapshot",
      count: Math.ceil(number * busy),
      firstAt: 0,
      lastAt: 1,
      costUsd: 0,
      costKnown: 0,
    });
    const { missed, lastAsked } = missedMonths(this.#cycles, period);
    return {
      axis: this.axis,
      counts: [count("PASS", this.#volume.pass), count("FAIL", this.#volume.fail)],
      acceptRef: false,
      passRate: defaultSampling.passRate,
      firstMonth: index === 0,
      sampleTarget: null,
      probes: 0,
      raised: this.#raised,
      reAsks: index < 3 ? 0 : defaultSampling.reAskMax,
      turn: {
        risk: this.#band(),
        pBelowThreshold: this.#last?.pBelowThreshold ?? null,
        streak: this.#last?.streak ?? 0,
        lastAsked,
        missed,
      },
    };
  }

  live(plan: AxisPlan, period: Month, index: number): void {
    this.#bands[this.#band()] += 1;
    const isAsked = plan.state === "open";
    this.#cycles.push(cycleOf(plan, period));
    const rate = this.#driftsFrom !== null && index >= this.#driftsFrom ? 0.3 : 0.02;
    const overrides = this.#count(plan.passSize, rate, `${index}/override`);
    const founderPass = this.#count(plan.failSize, 0.1, `${index}/reverse`);
    this.#evidence.push({
      period,
      epoch: plan.epoch,
      frame: { pass: plan.frame.pass, fail: plan.frame.fail },
      base: { sampled: plan.passSize, answered: plan.passSize, graded: plan.passSize, overrides },
      pass: { graded: plan.passSize, overrides },
      fail: { graded: plan.failSize, founderPass },
    });
    if (!isAsked) return;
    this.#last = decide({ months: this.#evidence, policy: defaultDecision });
    this.#raised = this.#last.guarded.action === "watch" && this.#status === "graduated";
    if (this.#last.guarded.action !== "revert" || this.#status !== "graduated") return;
    // What follows a revert starts anew.
    this.#status = "assisted";
    this.#evidence = [];
  }

  summary(): FamilyAxis {
    const turns = this.#cycles.flatMap(({ state }, i) => (state === "closed" ? [i] : []));
    const gaps = turns.map((turn, i) => turn - (turns[i - 1] ?? -1));
    const toEnd = this.#cycles.length - (turns.at(-1) ?? -1);
    return {
      axis: this.axis,
      volume: this.#volume,
      driftsFrom: this.#driftsFrom,
      asked: turns.length,
      longestGap: Math.max(...gaps, toEnd),
      bands: this.#bands,
    };
  }

  #band(): RiskBand {
    const step = this.#last;
    if (step === null) return 1;
    const { evidence, guarded, literal, pBelowThreshold, streak } = step;
    const acted = { mode: "guarded", action: guarded.action, reasons: guarded.reasons } as const;
    const last = { streak, pBelowThreshold, decision: { ...acted, evidence, literal, guarded } };
    return riskBandOf(last, this.#status, defaultDecision);
  }

  /** A number from 0 to 1 that the seed and the name decide. */
  #chance(name: string): number {
    return orderKeyOf(this.#seed, `${this.axis}/${name}`) / 2 ** 52;
  }

  #count(n: number, rate: number, name: string): number {
    return Array.from({ length: n }, (_, i) => this.#chance(`${name}/${i}`)).filter((one) => one < rate)
      .length;
  }
}

function cycleOf(plan: AxisPlan, period: Month): Cycle {
  const states = { open: "closed", rotated: "skipped", "below-threshold": "below-threshold" } as const;
  const reasons = { open: null, rotated: "rotated", "below-threshold": "too-few-pass" } as const;
  return {
    axis: plan.axis,
    period,
    state: states[plan.state],
    because: reasons[plan.state],
    epoch: plan.epoch,
    openedAt: 0,
    dueAt: null,
    closedAt: plan.state === "open" ? 1 : null,
    frame: plan.frame,
    frameHash: null,
    watermark: 0,
    passRate: plan.passRate,
    failRate: plan.failRate,
    minutesPlanned: plan.minutes,
    sampleTarget: plan.sampleTarget,
    firstMonth: false,
    queue: "local",
  };
}
