// Prints two years of 3, 8 and 30 critics as the program plans them: what each month costs, and how often each is asked.
//   node --import tsx scripts/simulate/family.ts [--axes 3,8,30] [--months 24] [--seed 5eed] [--json]
import { parseArgs } from "node:util";
import { alignTable } from "../../src/reports/table.ts";
import { type FamilyYears, simulateFamily } from "./family-years.ts";

const { values } = parseArgs({
  options: {
    axes: { type: "string", default: "3,8,30" },
    months: { type: "string", default: "24" },
    seed: { type: "string", default: "5eed" },
    json: { type: "boolean", default: false },
  },
});

const years = values.axes.split(",").map((axes) => ({
  axes: Number(axes),
  years: simulateFamily({ axes: Number(axes), months: Number(values.months), seed: values.seed }),
}));

if (values.json) console.log(JSON.stringify(years));
else
  for (const { axes, years: one } of years)
    console.log(`${title(axes)}\n${monthTable(one)}\n\n${axisTable(one)}\n`);

function title(axes: number): string {
  return `${axes} axes`;
}

function monthTable({ months }: FamilyYears): string {
  const rows = months.map(({ minutesPlanned, overBy, period, plans }) => {
    const count = (state: string): string => String(plans.filter((plan) => plan.state === state).length);
    const sum = (of: (plan: (typeof plans)[number]) => number): string =>
      String(plans.reduce((total, plan) => total + of(plan), 0));
    return [
      period,
      count("open"),
      count("rotated"),
      count("below-threshold"),
      sum(({ passSize }) => passSize),
      sum(({ failSize }) => failSize),
      sum(({ reAskSize }) => reAskSize),
      sum(({ riskMax }) => riskMax),
      minutesPlanned.toFixed(1),
      overBy === 0 ? "" : overBy.toFixed(1),
    ];
  });
  const head = [
    "month",
    "asked",
    "wait",
    "too few",
    "PASS",
    "FAIL",
    "again",
    "risk",
    "minutes*",
    "over the hour",
  ];
  const note = "* of the sample; items asked again and risk items fill what is left of the hour";
  return [
    ...alignTable(head, rows, { align: ["left", ...head.slice(1).map(() => "right" as const)] }),
    note,
  ].join("\n");
}

function axisTable({ axes }: FamilyYears): string {
  const rows = axes.map(({ asked, axis, bands, driftsFrom, longestGap, volume }) => [
    axis,
    `${volume.pass} + ${volume.fail}`,
    driftsFrom === null ? "" : `month ${driftsFrom + 1}`,
    String(asked),
    String(longestGap),
    bands.join(" / "),
  ]);
  const head = [
    "axis",
    "PASS + FAIL",
    "drifts from",
    "asked",
    "longest gap",
    "months calm / in doubt / at risk",
  ];
  return alignTable(head, rows, { align: ["left", "right", "right", "right", "right", "right"] }).join("\n");
}
