import type { ReportAxis, Standing } from "../../core/report-axis.ts";
import type { AxisGate } from "../../core/status-report.ts";
import { asDecided } from "../as-decided.ts";
import { decisionSentence } from "../decision-sentence.ts";
import { modeSentence, modesDiffer } from "../mode-sentence.ts";
import { countOf, showNumber } from "../numbers.ts";
import { missingBecause } from "./figure-words.ts";
import { shortMonth } from "./month-scale.ts";

const standingWords: Readonly<Record<Standing, string>> = {
  "at-risk": "at risk",
  "in-doubt": "in doubt",
  unmeasured: "not measured yet",
  assisted: "assisted",
  healthy: "healthy",
};

/** How an axis stands, in one or two words. */
export function standingWord({ standing, status }: Pick<ReportAxis, "standing" | "status">): string {
  return standing === "assisted" ? status : standingWords[standing];
}

/** What is, what it means, and what to do, as three sentences that a founder without statistics can act on. */
export interface AxisWords {
  readonly is: string;
  readonly means: string;
  readonly act: string;
}

export function axisWords(axis: ReportAxis): AxisWords {
  return { is: whatIs(axis), means: whatItMeans(axis), act: whatToDo(axis) };
}

function whatIs({ last, months, policy }: ReportAxis): string {
  if (last === null) {
    const latest = months.at(-1);
    if (latest === undefined) return "No month was opened yet.";
    const why =
      latest.state === "open"
        ? `is open, ${latest.answered.answered} of ${latest.answered.items} answered`
        : "had nothing to grade";
    return `No month is closed yet; ${shortMonth(latest.period)} ${why}.`;
  }
  const then = asDecided(last, policy);
  const decided = `${shortMonth(last.period)}: ${decisionSentence(then.row, then.policy)}.`;
  const latest = months.at(-1);
  if (latest === undefined || latest.state === "closed" || latest.period < last.period) return decided;
  return `${decided} ${shortMonth(latest.period)}: ${missingBecause(latest) ?? "open"}.`;
}

function whatItMeans(axis: ReportAxis): string {
  const { because, last, policy, standing, status } = axis;
  switch (standing) {
    case "unmeasured":
      return "Nothing is known of how well it agrees with you.";
    case "at-risk":
      return `It may not judge as you do: ${because ?? "see its figures"}.`;
    case "assisted":
      return status === "assisted"
        ? "A person confirms what it passes; it is sampled and measured as before."
        : `Its status is ${status}, which the program measures and never changes.`;
    case "healthy":
      return `Its grades say that it judges as you do: kappa is most likely above ${policy.kappaThreshold}.`;
    case "in-doubt":
      return last?.decision.evidence === "insufficient"
        ? `Too few grades to tell whether kappa is above ${policy.kappaThreshold}.`
        : `Kappa may lie on either side of ${policy.kappaThreshold}.`;
  }
}

function whatToDo(axis: ReportAxis): string {
  const waiting = axis.open.reduce((sum, { pending }) => sum + pending, 0);
  const minutes = axis.open.reduce((sum, one) => sum + one.minutes, 0);
  const grade =
    waiting === 0
      ? null
      : `Grade the ${countOf(waiting, "item")} that ${waiting === 1 ? "waits" : "wait"}, about ${showNumber(minutes, 0)} minutes.`;
  const { last, policy } = axis;
  const steps: (string | null)[] = [];
  if (axis.standing === "at-risk" && last !== null) {
    steps.push(
      modesDiffer(last)
        ? `Your literal rule says ${modeSentence(last, policy, "literal")}; to follow it: improve-cron axis assist ${axis.axis} --reason "…".`
        : null,
    );
  }
  // One disagreement is no pattern.
  if (axis.disagreements.length > 1 && axis.standing !== "healthy") {
    steps.push("Read its disagreements and mend the rubric where they show a pattern.");
  }
  if (axis.gate !== null && axis.gate !== undefined) {
    steps.push(gateSentence(axis.axis, axis.gate));
  }
  if (axis.waits !== null && axis.waits !== undefined) {
    steps.push(`Other axes have their turn; it is asked by ${shortMonth(axis.waits.until)}.`);
  }
  const told = [grade, ...steps].filter((one) => one !== null);
  if (told.length > 0) return told.join(" ");
  return axis.standing === "in-doubt"
    ? "Nothing now: the grades of the next months will tell."
    : "Nothing to do.";
}

/** Months that have no kappa, each with its reason; null where every month has one. */
export function monthsWithoutKappa(
  reasons: readonly (readonly [month: string, because: string])[],
): string | null {
  if (reasons.length === 0) return null;
  const byReason = new Map<string, string[]>();
  for (const [month, because] of reasons) byReason.set(because, [...(byReason.get(because) ?? []), month]);
  return [...byReason]
    .map(([because, months]) => `${months.map(shortMonth).join(", ")}: ${because}`)
    .join("; ");
}

function gateSentence(axis: string, { daysNeeded, door, gradesNeeded }: AxisGate): string {
  if (door !== null)
    return `It may act alone again if you say so, the door of ${door} is open: improve-cron axis graduate ${axis} --reason "…".`;
  const grades =
    gradesNeeded === null ? "grades that cannot be counted yet" : countOf(gradesNeeded, "more grade");
  return `Until it may act alone again: ${grades} and ${countOf(daysNeeded, "more day")} without an override.`;
}
