/** The numbers that the month is decided by. Each has its default and its meaning in `config/improve-cron.yaml`. */
export interface SamplingPolicy {
  readonly passRate: number;
  readonly passMin: number;
  readonly belowThreshold: number;
  readonly failRate: number;
  readonly failMin: number;
  readonly failTarget: number;
  readonly riskMax: number;
  /** Old items of an axis that are asked again in a month, at most, and the days that must lie between. */
  readonly reAskMax: number;
  readonly reAskDays: number;
  readonly firstMonthTarget: number | null;
}

export interface BurdenPolicy {
  readonly minutesPerMonth: number;
  readonly minutesPerItem: number;
  readonly topUpMinutes: number;
  readonly rotateAboveAxes: number;
}

/** When and how often further items of a month are drawn; its minutes are `BurdenPolicy.topUpMinutes`. */
export interface TopUpPolicy {
  readonly enabled: boolean;
  /** P(kappa < threshold) from which a month is in doubt. */
  readonly zone: number;
  /** Batches beside the base sample, at most. */
  readonly batches: number;
}

export interface DecisionPolicy {
  readonly mode: "literal" | "guarded";
  readonly kappaThreshold: number;
  readonly streakMonths: number;
  /** Uncounted months in a row that a streak survives. */
  readonly streakGap: number;
  readonly kProbability: number;
  /** Discounted grades that rule K needs: [critic-PASS, critic-FAIL]. */
  readonly kGate: readonly [number, number];
  readonly overwhelmingProbability: number;
  readonly overwhelmingGate: readonly [number, number];
  readonly overrideRate: number;
  readonly streakProbability: number;
  readonly poolDiscount: number;
  readonly provisionalBelow: number;
  readonly cusum: {
    readonly from: number;
    readonly to: number;
    readonly alarm: number;
    /** What the guarded mode makes of an alarm; left out: `watch`. */
    readonly acts?: "watch" | "revert" | undefined;
  };
}

export const defaultSampling: SamplingPolicy = {
  passRate: 0.1,
  passMin: 5,
  belowThreshold: 10,
  failRate: 0.1,
  failMin: 2,
  failTarget: 5,
  riskMax: 2,
  reAskMax: 2,
  reAskDays: 60,
  firstMonthTarget: null,
};

export const defaultBurden: BurdenPolicy = {
  minutesPerMonth: 60,
  minutesPerItem: 1.5,
  topUpMinutes: 60,
  rotateAboveAxes: 6,
};

export const defaultTopUp: TopUpPolicy = { enabled: true, zone: 0.3, batches: 2 };

export const defaultDecision: DecisionPolicy = {
  mode: "guarded",
  kappaThreshold: 0.6,
  streakMonths: 3,
  streakGap: 2,
  kProbability: 0.9,
  kGate: [10, 5],
  overwhelmingProbability: 0.99,
  overwhelmingGate: [5, 2],
  overrideRate: 0.1,
  streakProbability: 0.5,
  poolDiscount: 0.75,
  provisionalBelow: 0.8,
  cusum: { from: 0.05, to: 0.2, alarm: 4 },
};
