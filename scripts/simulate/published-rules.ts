import { defaultDecision, defaultSampling, defaultTopUp } from "../../src/core/policy.ts";
import { createGenerator } from "../../src/core/simulation/generator.ts";
import { type ExactRule, LiteralChain } from "../../src/core/simulation/literal-chain.ts";
import {
  type RuleFigures,
  simulatePooledRules,
  type WatchedRule,
} from "../../src/core/simulation/pooled-rules.ts";
import { type SimulatedAxis, usualScenarios } from "../../src/core/simulation/setup.ts";
import { detectionOf, shareOf } from "../../src/core/simulation/waiting-time.ts";
import {
  agreementLine,
  compare,
  heading,
  newAgreement,
  publishedAxis,
  row,
  shareCell,
  type TableOptions,
  three,
  waitCell,
} from "./cell.ts";
import { published } from "./published-figures.ts";

const sizes = [20, 50, 100, 500] as const;
const scenarios = { ...usualScenarios, drifts: [0.15, 0.3], horizon: 36 };

/** Without a published row: the product's S, which reads the streak's own months, at the same probability. */
const unpublished = ["S", "K or S"] as const;

const isPooledS: WatchedRule["fires"] = ({ streak, pOverrideAbove }) =>
  streak >= defaultDecision.streakMonths && pOverrideAbove !== null && pOverrideAbove >= 0.8;

const pooledRules: readonly WatchedRule[] = [
  { name: "K", fires: ({ rules }) => rules.kappa },
  { name: "S", fires: ({ rules }) => rules.streak },
  { name: "K or S", fires: ({ rules }) => rules.kappa || rules.streak },
  { name: "S pooled", fires: isPooledS },
  { name: "K or S pooled", fires: (step) => step.rules.kappa || isPooledS(step) },
  {
    name: "K or S pooled or CUSUM",
    fires: (step) => step.rules.kappa || isPooledS(step) || step.cusumAlarm,
  },
];

function exactFigures(axis: SimulatedAxis, rule: ExactRule, name: string): RuleFigures {
  const chain = new LiteralChain(axis, rule);
  return {
    rule: name,
    falseReverts: scenarios.steady.map((overrideRate) => ({
      overrideRate,
      share: shareOf(chain.steady(overrideRate, scenarios.steadyMonths).fires, null),
    })),
    detections: scenarios.drifts.map((overrideRate) =>
      detectionOf(overrideRate, chain.drift(overrideRate, scenarios), null),
    ),
  };
}

function figuresAt(N: number, { runs, seed }: TableOptions): readonly RuleFigures[] {
  // S and "K or S" were published at .80; nothing was topped up.
  const axis = publishedAxis(N, 0.1, {
    topUp: { ...defaultTopUp, enabled: false },
    decision: { ...defaultDecision, streakProbability: 0.8 },
  });
  // A streak of one month is "revert at the first override", what kappa comes to where only PASS is graded.
  const atFirst = { ...axis, decision: { ...axis.decision, streakMonths: 1 } };
  const pooled = simulatePooledRules(axis, {
    scenarios,
    runs,
    random: createGenerator(seed),
    rules: pooledRules,
  });
  return [
    exactFigures(atFirst, "literal streak", "first override"),
    exactFigures(axis, "literal kappa", "literal kappa"),
    exactFigures(axis, "literal streak", "literal streak"),
    exactFigures(axis, "CUSUM", "CUSUM"),
    ...pooled.rules,
  ];
}

function oursOf(figures: RuleFigures | undefined): readonly string[] {
  if (figures === undefined) return [];
  return [
    ...figures.falseReverts.map(({ share }) => shareCell(share)),
    ...figures.detections.map(({ median, medianBand }) => waitCell(median, medianBand)),
  ];
}

/** Section b, rules compared: published / ours, for each volume. */
export function publishedRules(options: TableOptions): readonly string[] {
  const agreement = newAgreement();
  const bySize = sizes.map((N) => figuresAt(N, options));
  const find = (index: number, name: string): RuleFigures | undefined =>
    bySize[index]?.find(({ rule }) => rule === name);
  const lines = published.flatMap(({ rule, cells, digits, figures: name }) =>
    cells.map(([fr2, fr5, d15, d30], index) => {
      const figures = find(index, name);
      const [two, five] = figures?.falseReverts ?? [];
      const where = `${rule}, N = ${sizes[index]}`;
      if (two !== undefined) compare(agreement, `${where}, FR2`, two.share, fr2, digits);
      if (five !== undefined) compare(agreement, `${where}, FR5`, five.share, fr5, digits);
      return row([
        rule,
        sizes[index] ?? "",
        `${three(fr2)} / ${three(fr5)}, ${d15}, ${d30}`,
        ...oursOf(figures),
      ]);
    }),
  );
  const own = unpublished.flatMap((name) =>
    sizes.map((N, index) => row([`${name} at .80, the product's`, N, "–", ...oursOf(find(index, name))])),
  );
  return [
    ...heading("statistics reference b: rules compared, FAIL 10%, base samples only", [
      "rule",
      "N",
      "published FR2 / FR5, d15, d30",
      "FR2",
      "FR5",
      "d15",
      "d30",
    ]),
    ...lines,
    ...own,
    "",
    agreementLine(agreement),
  ];
}

const streakColumns = [5, 9, 10, 20, 40, 45] as const;
const streakRows: readonly {
  readonly rate: number;
  readonly what: "within a year" | "mean months";
  readonly published: readonly (number | null)[];
}[] = [
  { rate: 0.02, what: "within a year", published: [0.008, 0.039, 0.051, 0.243, 0.693, 0.77] },
  { rate: 0.05, what: "within a year", published: [0.09, 0.313, 0.376, 0.84, 0.996, 0.999] },
  { rate: 0.05, what: "mean months", published: [110, 30, 24, 7.8, 4, 3.7] },
  { rate: 0.15, what: "mean months", published: [10.8, 5.2, 4.7, 3.2, 3, 3] },
  { rate: 0.3, what: "mean months", published: [4.4, 3.3, 3.3, 3, 3, 3] },
];

/** Section b, the exact table of the literal streak: published / ours. */
export function publishedStreak(): readonly string[] {
  const lines = streakRows.map(({ rate, what, published: figures }) =>
    row([
      `${rate * 100}%, ${what}`,
      ...streakColumns.map((graded, index) => {
        const sampling = { ...defaultSampling, passMin: graded };
        const axis = publishedAxis(0, 0, { volumes: { pass: graded + 5, fail: 5 }, sampling, passRate: 0 });
        const chain = new LiteralChain(axis, "literal streak");
        const ours =
          what === "within a year" ? three(chain.steady(rate, 12).fires) : meanWait(chain, rate).toFixed(1);
        const theirs = figures[index] ?? null;
        return `${theirs === null ? "–" : what === "within a year" ? three(theirs) : theirs} / ${ours}`;
      }),
    ]),
  );
  return [
    ...heading("statistics reference b: literal streak, exact (published / ours)", [
      "override rate",
      ...streakColumns.map((n) => `n = ${n}`),
    ]),
    ...lines,
  ];
}

function meanWait(chain: LiteralChain, rate: number): number {
  const months = chain.drift(rate, { ...usualScenarios, healthyMonths: 0, horizon: 3000 });
  return months.reduce((sum, share, month) => sum + share * (month + 1), 0);
}
