import { isMonthKappaBelow } from "../decision-rules.ts";
import type { MonthEvidence } from "../decision.ts";
import { binomialProbabilities } from "./binomial.ts";
import type { MonthSizes } from "./family-share.ts";
import type { SimulatedAxis } from "./setup.ts";

/** Kappa falls with every override and with every FAIL that the founder passes: so one bound on the FAIL side tells it all. */
export function probabilitiesOfKappaBelow(axis: SimulatedAxis, sizes: MonthSizes): readonly number[] {
  const failSide = binomialProbabilities(sizes.fail, axis.founderPassInFail, 0);
  const atLeast: number[] = Array.from({ length: sizes.fail + 2 }, () => 0);
  for (let x = sizes.fail; x >= 0; x -= 1) atLeast[x] = (atLeast[x + 1] ?? 0) + (failSide[x] ?? 0);
  return Array.from({ length: sizes.pass + 1 }, (_, overrides) => {
    let [low, high] = [0, sizes.fail + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const month = gradedMonth(axis, sizes, overrides, middle);
      if (isMonthKappaBelow(month, axis.decision.kappaThreshold)) high = middle;
      else low = middle + 1;
    }
    return Math.min(1, atLeast[low] ?? 0);
  });
}

function gradedMonth(
  { volumes }: SimulatedAxis,
  { pass, fail }: MonthSizes,
  overrides: number,
  founderPass: number,
): MonthEvidence {
  return {
    period: "2000-01",
    epoch: "simulated",
    frame: { pass: volumes.pass, fail: volumes.fail },
    base: { sampled: pass, answered: pass, graded: pass, overrides },
    pass: { graded: pass, overrides },
    fail: { graded: fail, founderPass },
  };
}
