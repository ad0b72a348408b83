import type { Config } from "../../config/config.ts";
import type { Axis } from "../../core/axis.ts";
import type { Month, MonthCount } from "../../core/cycle.ts";
import { observedVolumes } from "../../core/simulation/observed-volumes.ts";
import {
  type OperatingCharacteristics,
  operatingCharacteristics,
} from "../../core/simulation/operating-characteristics.ts";
import {
  type Scenarios,
  type SimulatedAxis,
  simulatedAxis,
  type Volumes,
} from "../../core/simulation/setup.ts";
import { showPercent } from "../../reports/numbers.ts";
import { advice, type Check, fine } from "./check.ts";

/**
 * What a rule must keep at the user's volume. A critic with 2% overrides is as good as critics get; to lose more than one
 * in twenty of those in a year costs trust. A drift to 30% is one that people notice by themselves within half a year.
 */
const soundRate = 0.02;
const mostFalseReverts = 0.05;
const driftRate = 0.3;
const mostMonths = 6;

/** Enough to tell a rule that is far off its bars, in a tenth of a second an axis; always the same figures. */
const seed = 1;
const mostRuns = 300;
const fewestRuns = 50;
const runsInAll = 900;

const scenarios: Scenarios = {
  steady: [soundRate],
  steadyMonths: 12,
  drifts: [driftRate],
  healthyMonths: 6,
  horizon: mostMonths,
};

/**
 * Whether the mode that acts is fit for what each graduated axis brings in a month: does it leave a sound critic alone,
 * and does it see a drift? Only an advice, and only where the figures are past doubt (two standard errors): what is
 * fit for whom, a person decides. `simulate` gives the figures in full.
 */
export function checkRules(
  axes: readonly Axis[],
  counts: readonly MonthCount[],
  config: Pick<Config, "sampling" | "burden" | "topUp" | "decision">,
  lastMonth: Month,
): readonly Check[] {
  const observed = axes
    .filter(({ status }) => status === "graduated")
    .flatMap((axis) => {
      const own = counts.filter((count) => count.axis === axis.name);
      const volumes = observedVolumes(own, lastMonth, axis.acceptRef);
      return volumes === null ? [] : [{ axis, volumes }];
    });
  const runs = Math.max(fewestRuns, Math.min(mostRuns, Math.floor(runsInAll / observed.length)));
  return observed.map(({ axis, volumes }) => {
    const rules = simulatedAxis(axis, volumes, config);
    const { mode } = config.decision;
    return checkRule(
      axis.name,
      rules,
      operatingCharacteristics(rules, { scenarios, modes: [mode], runs, seed, parts: false }),
    );
  });
}

function checkRule(axis: string, rules: SimulatedAxis, figures: OperatingCharacteristics): Check {
  const name = `rule of ${axis}`;
  const volume = `at ${volumeText(figures.volumes)} a month`;
  const more = `See: improve-cron simulate --axis ${axis}`;
  if (figures.status === "below-threshold") {
    return advice(
      name,
      `${volume} most months have fewer than ${figures.threshold} PASS and are never sampled`,
      `Lower \`sampling.below_threshold\`, or judge the critic by hand. ${more}`,
    );
  }
  const { mode } = rules.decision;
  const whole = figures.modes[0]?.rules[0];
  const share = whole?.falseReverts[0]?.share;
  const detection = whole?.detections[0];
  if (share === undefined || detection === undefined) return fine(name, volume);
  if (share.value - 2 * (share.standardError ?? 0) > mostFalseReverts) {
    return advice(
      name,
      `${volume} the ${mode} mode reverts ${showPercent(share.value)} of sound critics (2% overrides) within a year`,
      mode === "literal"
        ? `Set \`decision.mode: guarded\`. ${more}`
        : `Let top-up have its minutes, or ask for more evidence in \`decision\`. ${more}`,
    );
  }
  const [soonest] = detection.medianBand;
  if (soonest.kind === "beyond") {
    return advice(
      name,
      `${volume} the ${mode} mode needs more than ${mostMonths} months to see a critic drift to 30% overrides`,
      `Raise \`sampling.pass_min\`, or let top-up have its minutes. ${more}`,
    );
  }
  return fine(
    name,
    `${volume} the ${mode} mode reverts ${showPercent(share.value)} of sound critics within a year, ` +
      `and sees a drift to 30% overrides in month ${soonest.months}`,
  );
}

function volumeText({ pass, fail }: Volumes): string {
  return `${pass} PASS and ${fail} FAIL`;
}
