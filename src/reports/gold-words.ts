import type { GoldMonth, GoldRunFigures } from "../core/gold-month.ts";
import type { GoldDrift } from "../core/gold-drift.ts";
import type { RateFigure } from "../core/gold-agreement.ts";
import type { GoldSize } from "../core/gold-set.ts";
import type { GoldRunOutcome } from "../core/run-summary.ts";
import { countOf, showInterval, showNumber, showPercent } from "./numbers.ts";
import { oneLine } from "./terminal-text.ts";

const reasons: Readonly<Record<string, string>> = {
  "no-critic": "the axis file names no critic to run it with",
  "no-rubric": "the rubric cannot be read",
  "no-gold": "there is no gold yet",
  "no-run": "not run in this month",
  "done-before": "the month has its run",
  budget: "the month's budget for judging is spent (cost.judge_usd_per_month)",
  prompt: "the file of the judging prompt (prompts/judge.md) cannot be used",
  time: "out of time, the rest comes with the next run",
  superseded: "the rubric was edited before it was whole",
  "not-found": "the critic's program was not found",
  auth: "the critic is not logged in",
  limit: "the critic's usage limit is reached",
  environment: "something of the machine keeps the critic from working",
  timeout: "the critic was not done in time, three times in a row",
  unavailable: "the service behind the critic was out of reach three times in a row",
  crashed: "the critic broke down three times in a row",
  cancelled: "it was ended from outside",
};

/** Why there is no gold run, or no whole one, in words. */
export function goldBecause(because: string): string {
  return reasons[because] ?? oneLine(because, 40);
}

/** What a pass did about the gold of an axis, in one line. Counts only. */
export function goldRunWords(outcome: GoldRunOutcome): string {
  const { admitted, answered, because, exposed, period, planned, retired, state } = outcome;
  const set = [
    ...(admitted > 0 ? [`${countOf(admitted, "item")} admitted`] : []),
    ...(retired > 0 ? [`${countOf(retired, "item")} retired`] : []),
    ...(exposed > 0 ? [`${countOf(exposed, "item")} quoted by the rubric, no longer in the holdout`] : []),
  ];
  const why = because === null ? "" : `: ${goldBecause(because)}`;
  // The opening of the month has said it, once for all axes.
  if (state === "none" && because === "no-critic" && set.length > 0) return set.join("; ");
  if (state === "none") return [...set, because === null ? "not run" : `not run${why}`].join("; ");
  return [...set, `${period}, ${answered} of ${countOf(planned, "answer")}${why}`].join("; ");
}

/** The size against the target, and when it will be there. */
export function goldSizeWords(size: GoldSize): string {
  const { because, enoughIn, exposed, holdout, items, perMonth, target } = size;
  const counts = `${countOf(items, "item")} (${holdout} holdout, ${exposed} exposed)`;
  const wanted = `${target.low} to ${target.high} wanted`;
  switch (because) {
    case "reached":
      return `${counts} of ${wanted}`;
    case "no-growth":
      return `${counts}, ${wanted}: it does not grow, so no date can be given`;
    case "too-far":
      return `${counts}, ${wanted}: at ${showNumber(perMonth, 1)} a month not within fifty years`;
    case null:
      return `${counts}, ${wanted}: at ${showNumber(perMonth, 1)} a month ${target.low} in ${enoughIn ?? ""}`;
  }
}

/** The gold figures of a month, each by its name. Empty where the axis has no gold. */
export function goldFigures(gold: GoldMonth | null): readonly (readonly [name: string, words: string])[] {
  if (gold === null) return [];
  const { because, run, size } = gold;
  if (run === null)
    return [
      ["gold", goldSizeWords(size)],
      ["gold run", goldBecause(because ?? "no-run")],
    ];
  const state =
    because === null ? "" : `, ${run.answered + run.noVerdict} of ${run.planned}: ${goldBecause(because)}`;
  const { holdout, exposed } = run;
  return [
    ["gold", goldSizeWords(size)],
    ["agreement with gold (holdout)", `${rateWords(holdout.agreement)}${state}`],
    ["true PASS, true FAIL (holdout)", `${rateWords(holdout.truePass)}; ${rateWords(holdout.trueFail)}`],
    ...(exposed.agreement.n === 0
      ? []
      : [["agreement with gold (exposed)", rateWords(exposed.agreement)] as const]),
    ...(holdout.escape.n + exposed.escape.n === 0
      ? []
      : [
          [
            "gold probes that escape again",
            `holdout ${rateWords(holdout.escape)}; exposed ${rateWords(exposed.escape)}`,
          ] as const,
        ]),
    ["judged twice in one run", `${rateWords(run.judgedTwice)} got two different words`],
    ["drift", driftSentence(run.drift)],
    ["true PASS rate by gold", goldPassRateWords(run)],
  ];
}

function rateWords({ count, n, rate, low, high }: RateFigure): string {
  return rate === null ? "none judged" : `${count} of ${n} ${showInterval(low, high)}`;
}

function goldPassRateWords({ truePassRate }: GoldRunFigures): string {
  const n = `n = ${truePassRate.goldItems}, no probes`;
  if (truePassRate.status === "ok")
    return `${showPercent(truePassRate.value)} ${showInterval(truePassRate.low, truePassRate.high)}, ${n}`;
  const why = {
    "no-data": "too little gold from the month's own samples",
    "invalid-input": "the counts do not fit together",
    "uninformative-critic": "the critic's words do not depend on the founder's",
  }[truePassRate.because];
  return `not computable, ${why}, ${n}`;
}

const driftReasons: Readonly<Record<GoldDrift["because"][number], string>> = {
  identity: "another judge answered",
  direction: "they lean one way",
  "more-than-noise": "more than it contradicts itself within one run",
  rubric: "the rubric was edited in between",
  "pass-share": "production passes another share, and identical input is judged as before",
};

/** Whether the judge or the work changed, as a sentence without its full stop. */
export function driftSentence(drift: GoldDrift): string {
  const { because, cause, flips, since } = drift;
  if (flips === null) return "nothing to compare with yet";
  const { flipped, failToPass, passToFail } = flips;
  const share =
    flipped.rate === null ? "" : `${showPercent(flipped.rate)} ${showInterval(flipped.low, flipped.high)}; `;
  const told =
    `${flipped.count} of ${flipped.n} answers to identical input flipped since ${since ?? "the last run"} ` +
    `(${share}${passToFail} PASS to FAIL, ${failToPass} FAIL to PASS)`;
  const why = because.map((one) => driftReasons[one]).join(", ");
  const changes = changeWords(drift);
  switch (cause) {
    case "judge":
      return `the judge changed: ${told}; ${why}${changes}`;
    case "rubric":
      return `the rubric changed: ${told}; ${why}${changes}`;
    case "work":
      return `the work changed, not the judge: ${why} (${told})${changes}`;
    case "none":
      return `none: ${told}${changes}`;
    case "unknown":
      return `not known: ${told}${changes}`;
  }
}

const changed: Readonly<Record<GoldDrift["changes"][number]["what"], string>> = {
  critic: "critic",
  cliVersion: "program version",
  model: "model",
  prompt: "judging prompt",
};

function changeWords({ changes }: GoldDrift): string {
  if (changes.length === 0) return "";
  const shown = changes.map(
    ({ what, before, after }) => `${changed[what]} ${oneLine(before, 60)}, now ${oneLine(after, 60)}`,
  );
  return `; ${shown.join("; ")}`;
}
