// What would one month have done with real judges, graded by real people? Over many salts, at the default sizes:
//   node --import tsx scripts/evidence/real-judges.ts [--salts N] [--set NAME] [--minutes N] [--json | --markdown]
import { parseArgs } from "node:util";
import { defaultBurden } from "../../src/core/policy.ts";
import { alignTable } from "../../src/reports/table.ts";
import { type ActionCounts, type JudgeTrials, tryJudge } from "./judge-trials.ts";
import { hasJudgedSets, judgedSets, readJudgedMonths } from "./judged-sets.ts";

const { values } = parseArgs({
  options: {
    salts: { type: "string", default: "300" },
    set: { type: "string" },
    minutes: { type: "string", default: String(defaultBurden.minutesPerMonth) },
    json: { type: "boolean", default: false },
    markdown: { type: "boolean", default: false },
  },
});
const salts = Number(values.salts);
if (!Number.isSafeInteger(salts) || salts < 1)
  throw new Error("--salts must be a whole number of at least 1");
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error("--minutes must be a number above 0");
if (!hasJudgedSets) {
  console.error("The public sets are not here: they lie beside the repository, in shared/data.");
  process.exit(1);
}
const chosen = judgedSets.filter((set) => values.set === undefined || set === values.set);
if (chosen.length === 0) throw new Error(`--set is one of ${judgedSets.join(", ")}`);

const trials = chosen.flatMap((set) => {
  console.error(`real-judges: ${set}`);
  return readJudgedMonths(set)
    .map((month) => tryJudge(month, salts, minutes))
    .toSorted((a, b) => (a.axis === b.axis ? byKappa(a, b) : a.axis < b.axis ? -1 : 1));
});

const head = [
  "set, axis",
  "judge",
  "n",
  "kappa [95%]",
  "sample",
  "literal",
  "guarded",
  "with top-up",
  "watch",
  "items",
];
const bandHead = ["kappa of all labels", "judges", "literal", "guarded", "with top-up"];
const bands = [
  { name: "0.8 and above", from: 0.8, to: 1.01 },
  { name: "0.7 to 0.8", from: 0.7, to: 0.8 },
  { name: "0.6 to 0.7", from: 0.6, to: 0.7 },
  { name: "0.5 to 0.6", from: 0.5, to: 0.6 },
  { name: "0.2 to 0.5", from: 0.2, to: 0.5 },
  { name: "below 0.2", from: -1, to: 0.2 },
];

if (values.json) {
  console.log(JSON.stringify({ salts, minutes, trials }, null, 2));
} else {
  const table = values.markdown ? markdownOf : textOf;
  console.log(table(head, trials.map(cellsOf)));
  console.log("");
  console.log(table(bandHead, bands.flatMap(bandOf)));
  for (const line of remarks(trials)) console.log(line);
}

/** How often the judges of a band were reverted: mean, and the least and the most of any one. */
function bandOf({ name, from, to }: (typeof bands)[number]): readonly (readonly string[])[] {
  const some = trials.filter(({ kappa }) => kappa !== null && kappa.value >= from && kappa.value < to);
  if (some.length === 0) return [];
  const range = (of: (one: JudgeTrials) => ActionCounts): string => {
    const percents = some.map((one) => (100 * of(one).revert) / salts);
    const mean = percents.reduce((sum, one) => sum + one, 0) / percents.length;
    return `${mean.toFixed(1)}% (${Math.min(...percents).toFixed(1)} to ${Math.max(...percents).toFixed(1)})`;
  };
  return [
    [
      name,
      String(some.length),
      range(({ literal }) => literal),
      range(({ guarded }) => guarded),
      range(({ toppedUp }) => toppedUp),
    ],
  ];
}

function byKappa(a: JudgeTrials, b: JudgeTrials): number {
  return (b.kappa?.value ?? -1) - (a.kappa?.value ?? -1);
}

function cellsOf(one: JudgeTrials): readonly string[] {
  const { pp, pf, fp, ff } = one.table;
  const kappa = one.kappa;
  return [
    `${one.set}, ${one.axis}`,
    one.judge,
    String(pp + pf + fp + ff),
    kappa === null ? "none" : `${kappa.value.toFixed(3)} [${kappa.low.toFixed(3)}, ${kappa.high.toFixed(3)}]`,
    `${one.base.pass}+${one.base.fail}`,
    share(one.literal, "revert"),
    share(one.guarded, "revert"),
    share(one.toppedUp, "revert"),
    share(one.toppedUp, "watch"),
    one.items.toFixed(0),
  ];
}

function share(counts: ActionCounts, action: keyof ActionCounts): string {
  return `${((100 * counts[action]) / salts).toFixed(1)}%`;
}

function nameOf({ set, axis, judge }: JudgeTrials): string {
  return `${set}, ${axis}, ${judge}`;
}

/** What the table leaves out, named. */
function remarks(all: readonly JudgeTrials[]): readonly string[] {
  const lacking = all.filter(({ lacks }) => lacks !== null);
  const beside = all.filter(({ errors, unlabelled }) => errors + unlabelled > 0);
  return [
    "",
    lacking.length === 0
      ? "Every judge has both words and at least 10 PASS verdicts: none is left out."
      : "Not decided:",
    ...lacking.map((one) => `  ${nameOf(one)}: ${one.lacks}`),
    "Beside n: answers of the judge that are no verdict, and verdicts without a label (can't tell, if drawn):",
    ...beside.map((one) => `  ${nameOf(one)}: ${one.errors} and ${one.unlabelled}`),
  ];
}

function textOf(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  return alignTable(headers, rows).join("\n");
}

function markdownOf(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  return [headers, headers.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
