import { defaultTopUp } from "../../src/core/policy.ts";
import { createGenerator } from "../../src/core/simulation/generator.ts";
import { guardedRules, simulatePooledRules } from "../../src/core/simulation/pooled-rules.ts";
import { type SimulatedAxis, usualScenarios } from "../../src/core/simulation/setup.ts";
import type { Detection, Share } from "../../src/core/simulation/waiting-time.ts";
import {
  agreementLine,
  compare,
  heading,
  newAgreement,
  publishedAxis,
  row,
  shareCell,
  shippedAxis,
  type TableOptions,
  three,
  waitCell,
} from "./cell.ts";

interface PublishedCell {
  readonly fail: number;
  readonly N: number;
  readonly base: {
    readonly fr2: number;
    readonly fr5: number;
    readonly wait: string;
    readonly within3: number;
  };
  readonly toppedUp: PublishedCell["base"] & { readonly ratio: number };
}

type Figures = readonly [fr2: number, fr5: number, wait: string, within3: number];

function figures([fr2, fr5, wait, within3]: Figures): PublishedCell["base"] {
  return { fr2, fr5, wait, within3 };
}

function cell(
  fail: number,
  N: number,
  base: Figures,
  toppedUp: readonly [...Figures, ratio: number],
): PublishedCell {
  const [fr2, fr5, wait, within3, ratio] = toppedUp;
  return { fail, N, base: figures(base), toppedUp: { ...figures([fr2, fr5, wait, within3]), ratio } };
}

/** statistics reference k, 3,000 runs a cell. */
const published: readonly PublishedCell[] = [
  cell(0.1, 20, [0.016, 0.139, "6", 0.26], [0.003, 0.067, "4 / 10", 0.38, 1.47]),
  cell(0.1, 50, [0.012, 0.129, "6", 0.25], [0.004, 0.053, "3 / 7", 0.59, 1.41]),
  cell(0.1, 100, [0.038, 0.333, "3", 0.5], [0.001, 0.034, "3 / 5", 0.75, 1.35]),
  cell(0.1, 200, [0.01, 0.25, "3", 0.76], [0.001, 0.021, "2 / 3", 0.94, 1.16]),
  cell(0.1, 500, [0.002, 0.042, "3", 0.73], [0, 0.007, "2 / 3", 0.99, 1.05]),
  cell(0.2, 50, [0.01, 0.089, "8", 0.19], [0, 0.016, "7 / 22", 0.2, 1.28]),
  cell(0.2, 100, [0.026, 0.254, "4", 0.41], [0, 0.014, "4 / 10", 0.4, 1.28]),
  cell(0.2, 200, [0.01, 0.322, "3", 0.75], [0, 0.004, "3 / 5", 0.77, 1.1]),
];

export interface Measured {
  readonly fr2: Share;
  readonly fr5: Share;
  readonly drift: Detection;
  /** Graded items of a critic with 2% and with 5% overrides, over those of the base sample. */
  readonly ratio2: number;
  readonly ratio5: number;
}

/** The guarded mode on one axis: false reverts, a drift to 15%, the items. */
export function measure(axis: SimulatedAxis, { runs, seed }: TableOptions): Measured {
  const { rules, items } = simulatePooledRules(axis, {
    scenarios: { ...usualScenarios, drifts: [0.15], horizon: 36 },
    runs,
    random: createGenerator(seed),
    rules: guardedRules.slice(0, 1),
    firstRuleOnly: true,
  });
  const [guarded] = rules;
  const [two, five] = guarded?.falseReverts ?? [];
  const [drift] = guarded?.detections ?? [];
  const [sound, worse] = items;
  if (
    two === undefined ||
    five === undefined ||
    drift === undefined ||
    sound === undefined ||
    worse === undefined
  ) {
    throw new RangeError("two steady rates and one drift were asked for");
  }
  return {
    fr2: two.share,
    fr5: five.share,
    drift,
    ratio2: sound.all / sound.base,
    ratio5: worse.all / worse.base,
  };
}

function measuredCells({ fr2, fr5, drift, ratio2 }: Measured): readonly string[] {
  const { median, medianBand, p90, p90Band, within3 } = drift;
  return [
    `${shareCell(fr2)} / ${shareCell(fr5)}`,
    `${waitCell(median, medianBand)} / ${waitCell(p90, p90Band)}`,
    shareCell(within3),
    ratio2.toFixed(2),
  ];
}

const columns = ["FAIL, N", "", "FR2 / FR5", "median / p90", "P<=3", "x2"];

/** Section k side by side: all the minutes that the rule asks for. */
export function publishedTopUp(options: TableOptions): readonly string[] {
  const agreement = newAgreement();
  const lines = published.flatMap(({ fail, N, base, toppedUp }) => {
    const name = `${fail * 100}%, ${N}`;
    const off = measure(publishedAxis(N, fail, { topUp: { ...defaultTopUp, enabled: false } }), options);
    const on = measure(publishedAxis(N, fail), options);
    for (const [what, ours, theirs] of [
      ["base only", off, base],
      ["with top-up", on, toppedUp],
    ] as const) {
      compare(agreement, `${name}, ${what}, FR2`, ours.fr2, theirs.fr2, 3);
      compare(agreement, `${name}, ${what}, FR5`, ours.fr5, theirs.fr5, 3);
      compare(agreement, `${name}, ${what}, P<=3`, ours.drift.within3, theirs.within3, 2);
    }
    return [
      row([
        name,
        "base only, published",
        `${three(base.fr2)} / ${three(base.fr5)}`,
        base.wait,
        three(base.within3),
        "",
      ]),
      row(["", "base only, ours", ...measuredCells(off)]),
      row([
        "",
        "top-up, published",
        `${three(toppedUp.fr2)} / ${three(toppedUp.fr5)}`,
        toppedUp.wait,
        three(toppedUp.within3),
        toppedUp.ratio.toFixed(2),
      ]),
      row(["", "top-up, ours", ...measuredCells(on)]),
    ];
  });
  return [
    ...heading("statistics reference k: top_up_minutes unlimited", columns),
    ...lines,
    "",
    agreementLine(agreement),
  ];
}

/** The same axes under the program as it is shipped: 60 minutes for the sample, 60 for top-up, a watch raises the sample. */
export function shippedTopUp(options: TableOptions): readonly string[] {
  const lines = published.map(({ fail, N }) =>
    row([`${fail * 100}%, ${N}`, "shipped", ...measuredCells(measure(shippedAxis(N, fail), options))]),
  );
  return [...heading("The same under the shipped 60 minutes", columns), ...lines];
}

/**
 * Section k, limits: rates that swing between months, and a founder who passes 30% of the critic's FAIL. What was published
 * is K with the S of section b, on the pooled rate at .80, which adds next to nothing to K; so K stands beside the whole.
 */
export function limits(options: TableOptions): readonly string[] {
  const off = { ...defaultTopUp, enabled: false };
  const cells = (axis: SimulatedAxis): readonly string[] =>
    simulatePooledRules(axis, {
      scenarios: { ...usualScenarios, drifts: [] },
      runs: options.runs,
      random: createGenerator(options.seed),
      rules: guardedRules.slice(0, 2),
    })
      .rules.toReversed()
      .map(({ falseReverts }) => falseReverts.map(({ share }) => shareCell(share)).join(" / "));
  return [
    ...heading("statistics reference k: limits, 10%, N = 100, FR2 / FR5", ["", "published", "K", "guarded"]),
    row(["correlation .03, with top-up", ".037 / .227", ...cells(publishedAxis(100, 0.1, { swing: 0.03 }))]),
    row([
      "qF = .30, base only",
      ".084 / .382",
      ...cells(publishedAxis(100, 0.1, { founderPassInFail: 0.3, topUp: off })),
    ]),
  ];
}
