import { defaultBurden, defaultDecision, defaultSampling, defaultTopUp } from "../../../src/core/policy.ts";
import type { SimulatedAxis } from "../../../src/core/simulation/setup.ts";

/** The shipped rules at N = 100 with 10% FAIL, with whatever a test wants otherwise. */
export function madeAxis(facts: Partial<SimulatedAxis> = {}): SimulatedAxis {
  return {
    volumes: { pass: 90, fail: 10 },
    sampling: defaultSampling,
    passRate: defaultSampling.passRate,
    burden: defaultBurden,
    topUp: defaultTopUp,
    decision: defaultDecision,
    founderPassInFail: 0.1,
    swing: 0,
    raiseAfterWatch: true,
    ...facts,
  };
}

/** As the published tables were made: all the minutes there are, and no sample raised by a watch. */
export function publishedAxis(
  N: number,
  failShare: number,
  facts: Partial<SimulatedAxis> = {},
): SimulatedAxis {
  const fail = Math.round(N * failShare);
  return madeAxis({
    volumes: { pass: N - fail, fail },
    burden: {
      ...defaultBurden,
      minutesPerMonth: Number.POSITIVE_INFINITY,
      topUpMinutes: Number.POSITIVE_INFINITY,
    },
    raiseAfterWatch: false,
    ...facts,
  });
}
