import type {
  MinutesFigures,
  ModeFigures,
  OperatingCharacteristics,
  SharedHours,
} from "../core/simulation/operating-characteristics.ts";
import type { RuleFigures } from "../core/simulation/pooled-rules.ts";
import type { Detection, Share, Wait } from "../core/simulation/waiting-time.ts";
import { countOf, showNumber, showPercent } from "./numbers.ts";
import { alignTable, type TableOptions } from "./table.ts";

/** One axis, observed or given, and what the simulation says of it. */
export interface SimulatedAxisText {
  /** Null where the volumes were given by hand. */
  readonly axis: string | null;
  /** The months that the volumes are the mean of. */
  readonly observed: { readonly from: string; readonly to: string } | null;
  readonly figures: OperatingCharacteristics;
}

/** What the figures rest on beside the volumes. */
export interface SimulationAssumptions {
  /** The mode that the config lets act. */
  readonly mode: "literal" | "guarded";
  readonly founderPassInFail: number;
  readonly swing: number;
  /** Null: as many as it takes. */
  readonly topUpMinutes: number | null;
  readonly topUpEnabled: boolean;
  readonly healthyRate: number;
  readonly healthyMonths: number;
  readonly steadyMonths: number;
  readonly seed: number;
  /** Months of a drift that were looked at. */
  readonly months: number;
}

/** The figures of `simulate` for people, 80 columns wide: per axis the false reverts, the months to see a drift, the minutes. */
export function renderSimulation(
  axes: readonly SimulatedAxisText[],
  assumptions: SimulationAssumptions,
  options: Pick<TableOptions, "colour"> = {},
): string {
  const parts = axes.map((axis) => renderAxis(axis, assumptions, options).join("\n"));
  const notes = assumptionLines(axes, assumptions);
  return [...parts, ...(notes.length === 0 ? [] : [notes.join("\n")])].join("\n\n");
}

function renderAxis(
  { axis, observed, figures }: SimulatedAxisText,
  assumptions: SimulationAssumptions,
  options: Pick<TableOptions, "colour">,
): readonly string[] {
  const { pass, fail } = figures.volumes;
  const source = observed === null ? "as given" : `mean of ${observed.from} to ${observed.to}`;
  const head = `${axis === null ? "" : `${axis}: `}${pass} PASS and ${fail} FAIL a month (${source})`;
  if (figures.status === "below-threshold") {
    return [
      head,
      `  fewer than ${figures.threshold} PASS: such a month is never sampled, so no rule ever acts`,
    ];
  }
  const { assumes, sample, modes } = figures;
  const rates = modes[0]?.rules[0]?.falseReverts.map(({ overrideRate }) => showPercent(overrideRate)) ?? [];
  const drifts = modes[0]?.rules[0]?.detections.map(({ overrideRate }) => showPercent(overrideRate)) ?? [];
  const rows = (cells: (rule: RuleFigures) => readonly string[]): readonly (readonly string[])[] =>
    modes.flatMap((mode) => mode.rules.map((rule) => [ruleName(rule, mode, assumptions), ...cells(rule)]));
  return [
    head,
    `  sample: ${countOf(sample.pass, "PASS item")} and ${countOf(sample.fail, "FAIL item")}, ${minutesText(sample.minutes)} minutes`,
    ...familyLines(assumes, assumptions),
    "",
    `Reverted within ${assumptions.steadyMonths} months, though the override rate stays at`,
    ...alignTable(
      ["rule", ...rates],
      rows(({ falseReverts }) => falseReverts.map(({ share }) => shareText(share))),
      options,
    ),
    "",
    "Months until a drift is seen: median / 90% of runs, share seen within 3 months",
    ...alignTable(
      ["rule", ...drifts],
      rows(({ detections }) => detections.map(detectionText)),
      options,
    ),
    "",
    "Minutes a month of the founder, sample and top-up, at an override rate of",
    ...alignTable(
      ["mode", ...rates],
      modes.map(({ mode, minutes }) => [mode, ...minutes.map(minutesCell)]),
      options,
    ),
  ];
}

/** What it gets of the hours that other axes share; nothing where there are none. */
function familyLines(
  { axes, askedEvery, topUpMinutes }: SharedHours,
  { topUpEnabled }: SimulationAssumptions,
): readonly string[] {
  if (axes === null || axes < 2) return [];
  const turn = askedEvery === 1 ? "asked every month" : `taken as asked every ${askedEvery} months`;
  const share = topUpMinutes === null ? "all it takes" : `${showNumber(topUpMinutes, 1)} minutes`;
  return [`  one of ${axes} axes: ${turn}${topUpEnabled ? `; ${share} of top-up` : ""}`];
}

/** Parts stand under their mode. `*` marks the mode that acts. */
function ruleName(
  rule: RuleFigures,
  { mode, rules, runs }: ModeFigures,
  assumptions: SimulationAssumptions,
): string {
  if (rule === rules[0]) {
    return `${mode}${mode === assumptions.mode ? "*" : ""} (${runs === null ? "computed" : "simulated"})`;
  }
  const acts = rules.find((one) => one === rule)?.acts;
  // A dash, since leading blanks of a cell are not kept.
  const part = rule.rule.startsWith(`${mode} `) ? rule.rule.slice(mode.length + 1) : rule.rule;
  return `- ${part}${acts === "watches" ? " (watch)" : ""}`;
}

/** A percentage, with its standard error where it was estimated. @example shareText({ value: 0.034, standardError: 0.003 }) // "3.4% ±0.3" */
function shareText({ value, standardError }: Share): string {
  const decimals = value < 0.01 ? 2 : 1;
  const percent = `${showNumber(value * 100, decimals)}%`;
  return standardError === null ? percent : `${percent} ±${showNumber(standardError * 100, decimals)}`;
}

function detectionText({ medianBand, p90Band, median, p90, within3 }: Detection): string {
  const share = `${showNumber(within3.value * 100, 0)}%`;
  const error = within3.standardError === null ? "" : `±${showNumber(within3.standardError * 100, 0)}`;
  return `${waitText(median, medianBand)}/${waitText(p90, p90Band)} ${share}${error}`;
}

/** The months, as a range where one standard error more or less would give another number. */
function waitText(wait: Wait, [low, high]: readonly [Wait, Wait]): string {
  if (low.kind === high.kind && low.months === high.months) return oneWait(wait);
  return high.kind === "beyond" ? `${low.months}+` : `${low.months}-${high.months}`;
}

function oneWait({ kind, months }: Wait): string {
  return kind === "beyond" ? `>${months}` : String(months);
}

function minutesCell({ minutes, standardError, ratio }: MinutesFigures): string {
  const error = standardError === null ? "" : ` ±${showNumber(standardError, 1)}`;
  return `${minutesText(minutes)}${error} (x${showNumber(ratio, 2)})`;
}

function minutesText(minutes: number): string {
  return showNumber(minutes, Number.isInteger(minutes) ? 0 : 1);
}

/** What the tables rest on, and what their signs mean: only of those that were printed. */
function assumptionLines(
  axes: readonly SimulatedAxisText[],
  assumptions: SimulationAssumptions,
): readonly string[] {
  const shown = axes.flatMap(({ figures }) => (figures.status === "ok" ? [figures] : []));
  if (shown.length === 0) return [];
  const waits = shown
    .flatMap(({ modes }) => modes.flatMap(({ rules }) => rules.flatMap(({ detections }) => detections)))
    .flatMap(({ medianBand, p90Band }) => [medianBand, p90Band]);
  const hasRange = waits.some(([low, high]) => high.kind === "months" && low.months !== high.months);
  const hasOpen = waits.some(([low, high]) => low.kind === "months" && high.kind === "beyond");
  const hasBeyond = waits.some(([low]) => low.kind === "beyond");
  const isShared = shown.some(({ assumes }) => (assumes.axes ?? 1) > 1);
  const hasTurns = shown.some(({ assumes }) => assumes.askedEvery > 1);
  const isAlone = shown.some(({ assumes }) => assumes.axes === null);
  const { founderPassInFail, swing, topUpMinutes, topUpEnabled } = assumptions;
  const topUp = !topUpEnabled
    ? "off"
    : topUpMinutes === null
      ? "as long as it takes"
      : `up to ${minutesText(topUpMinutes)} minutes a month`;
  return [
    `* acts by the config. ± is a standard error, seed ${assumptions.seed}.`,
    "Computed figures are exact, above 50 items a month to some thousandths.",
    "Parts (K, K!, S, CUSUM, ...) are each seen as if the others did nothing.",
    `A drift begins after ${countOf(assumptions.healthyMonths, "month")} at ${showPercent(assumptions.healthyRate)} overrides; what they left is carried on.`,
    ...(hasRange ? ["1-2 months: one standard error more or less."] : []),
    ...(hasOpen ? ["3+ months: three or more, perhaps more than were looked at."] : []),
    ...(hasBeyond ? [`>${assumptions.months}: not within ${countOf(assumptions.months, "month")}.`] : []),
    `Top-up: ${topUp}. Every item is graded.`,
    ...(isAlone ? ["As if this axis had both hours to itself, the base hour and that of top-up."] : []),
    ...(isShared ? ["The axes share the hour as the plan of a month does, and top-up in equal parts."] : []),
    ...(hasTurns ? ["Months count from the drift, those in which other axes have their turn, too."] : []),
    `The founder passes ${showPercent(founderPassInFail)} of the critic's FAIL verdicts (--founder-pass-in-fail).`,
    swing === 0
      ? "The override rate is the same every month (--swing lets it vary)."
      : `The override rate swings between months, correlation ${swing} (--swing).`,
  ];
}
