import type { Config } from "../../config/config.ts";
import type { Axis } from "../../core/axis.ts";
import type { Month, MonthCount } from "../../core/cycle.ts";
import { betaQuantile } from "../../core/beta.ts";
import { type FamilyShare, shareFamily, type Volumes } from "../../core/simulation/family-share.ts";
import { observedVolumes } from "../../core/simulation/observed-volumes.ts";
import {
  type OperatingCharacteristics,
  operatingCharacteristics,
} from "../../core/simulation/operating-characteristics.ts";
import { type Scenarios, type SimulatedAxis, simulatedAxis } from "../../core/simulation/setup.ts";
import type { Wait } from "../../core/simulation/waiting-time.ts";
import { countOf, showPercent } from "../../reports/numbers.ts";
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
 * and does it see a drift? The axes share the hour, the top-up minutes and the turns, so each is judged by its share.
 *
 * Only an advice, and only where the figures are past doubt (one in forty): what is fit for whom, a person decides.
 * `simulate` gives the figures in full.
 */
export function checkRules(
  axes: readonly Axis[],
  counts: readonly MonthCount[],
  config: Pick<Config, "sampling" | "burden" | "topUp" | "decision">,
  lastMonth: Month,
): readonly Check[] {
  const family = axes.flatMap((axis) => {
    const own = counts.filter((count) => count.axis === axis.name);
    const volumes = observedVolumes(own, lastMonth, axis.acceptRef);
    return volumes === null ? [] : [{ axis, volumes }];
  });
  const observed = family.filter(({ axis }) => axis.status === "graduated");
  const shares = shareFamily(
    family.map(({ axis, volumes }) => ({
      axis: axis.name,
      volumes,
      passRate: axis.passRate ?? config.sampling.passRate,
      graduated: axis.status === "graduated",
    })),
    config.sampling,
    config.burden,
  );
  const runs = Math.max(fewestRuns, Math.min(mostRuns, Math.floor(runsInAll / observed.length)));
  return observed.map(({ axis, volumes }) => {
    const rules = simulatedAxis(axis, volumes, config, undefined, shares.get(axis.name) ?? null);
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
  const volume = `at ${volumeText(figures.volumes)} a month${familyText(rules.family)}`;
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
  const reverts = boundsOf(share.value, figures.modes[0]?.runs ?? null);
  if (reverts.low > mostFalseReverts) {
    return advice(
      name,
      `${volume} the ${mode} mode reverts ${shareText("at least", reverts.low, reverts.runs)} of sound critics ` +
        `(2% overrides) within a year${runsText(reverts.runs)}`,
      mode === "literal"
        ? `Set \`decision.mode: guarded\`. ${more}`
        : `Let top-up have its minutes, or ask for more evidence in \`decision\`. ${more}`,
    );
  }
  const [soonest, latest] = detection.medianBand;
  if (soonest.kind === "beyond") {
    return advice(
      name,
      `${volume} the ${mode} mode needs more than ${mostMonths} months to see a critic drift to 30% overrides`,
      `Raise \`sampling.pass_min\`, or let top-up have its minutes. ${more}`,
    );
  }
  return fine(
    name,
    `${volume} the ${mode} mode reverts ${shareText("at most", reverts.high, reverts.runs)} of sound critics within a year, ` +
      `and sees half of the drifts to 30% overrides ${waitText(latest)}${runsText(reverts.runs)}`,
  );
}

/** A share and the bounds that it lies within, each but for one in forty; the share itself where it was computed. */
function boundsOf(
  share: number,
  runs: number | null,
): { readonly low: number; readonly high: number; readonly runs: number | null } {
  if (runs === null) return { low: share, high: share, runs };
  // Jeffreys: none of 300 runs is no proof of 0%, but of less than 0.8%.
  const [x, y] = [Math.round(share * runs) + 0.5, runs - Math.round(share * runs) + 0.5];
  return { low: betaQuantile(0.025, x, y), high: betaQuantile(0.975, x, y), runs };
}

/** Rounded away from what is claimed. */
function shareText(bound: "at least" | "at most", value: number, runs: number | null): string {
  if (runs === null) return showPercent(value);
  const tenths = bound === "at most" ? Math.ceil(value * 1000) : Math.floor(value * 1000);
  return `${bound} ${showPercent(tenths / 1000)}`;
}

function runsText(runs: number | null): string {
  return runs === null ? "" : ` (${runs} simulated runs)`;
}

function waitText({ kind, months }: Wait): string {
  return kind === "beyond" ? `in about ${months} months or more` : `within ${countOf(months, "month")}`;
}

/** What else shares the founder's hours, where anything does. */
function familyText(family: FamilyShare | undefined): string {
  if (family === undefined || family.axes < 2) return "";
  const turn = family.askedEvery > 1 ? `, taken as asked every ${family.askedEvery} months` : "";
  return `, one of ${family.axes} axes${turn},`;
}

function volumeText({ pass, fail }: Volumes): string {
  return `${pass} PASS and ${fail} FAIL`;
}
