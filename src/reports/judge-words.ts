import type { Message } from "../core/effect.ts";
import type { JudgeCost, PurposeCost } from "../core/judge-cost.ts";
import type { JudgeStatus } from "../core/judge-status.ts";
import type { CallPurpose } from "../core/critic-call.ts";
import type { JudgeChange, JudgeIdentity } from "../core/judge-identity.ts";
import { countOf, showNumber, showPercent } from "./numbers.ts";
import { oneLine } from "./terminal-text.ts";

const purposeWords: Readonly<Record<CallPurpose, string>> = {
  probe: "writing probes",
  "probe-check": "judging probes",
  gold: "gold",
  replay: "replay",
  lens: "lenses",
  turn: "dialogues",
  doctor: "doctor",
  other: "other",
};

/** What a call was made for, in words. */
export function purposeWord(purpose: CallPurpose): string {
  return purposeWords[purpose];
}

const partWords: Readonly<Record<keyof JudgeIdentity, string>> = {
  critic: "critic",
  cliVersion: "version",
  model: "model",
  prompt: "judging prompt",
};

/** `model m-1 -> m-2, version 2.1.332 -> 2.2.0`; a fingerprint is cut short. */
export function judgeChangeWords(changes: readonly JudgeChange[]): string {
  return changes
    .map(
      ({ what, before, after }) =>
        `${partWords[what]} ${shownPart(what, before)} -> ${shownPart(what, after)}`,
    )
    .join(", ");
}

function shownPart(what: keyof JudgeIdentity, value: string): string {
  return oneLine(value, 60).slice(0, what === "prompt" ? 12 : undefined);
}

/** What `status` says of judging: nothing where no critic was called, no share is too high and no cap is set. */
export function judgeLines({ lastMonth, thisMonth, cap, changes }: JudgeStatus): readonly string[] {
  return [
    ...(lastMonth.level === "fine" ? [] : [`judge cost is ${shareWords(lastMonth)}`]),
    ...callLines(lastMonth, "last month"),
    ...callLines(thisMonth, "this month"),
    ...(cap === undefined
      ? []
      : [
          `cap on judging: ${showNumber(thisMonth.spentUsd, 2)} of ${showNumber(cap.usd, 2)} USD this month; ` +
            (cap.stopped.length > 0
              ? `${cap.stopped.join(", ")} stopped until the month ends`
              : `probes and gold stop at ${showNumber(cap.probesAndGoldUsd, 2)}`),
        ]),
    ...changes.map(
      ({ axis, at, changes: parts }) =>
        `${axis}: the judge changed, seen ${at.slice(0, 10)}: ${judgeChangeWords(parts)}`,
    ),
  ];
}

function callLines({ purposes }: JudgeCost, when: string): readonly string[] {
  return callSumLines(purposes, when);
}

/** `critics called in this run: 42 times (gold 30, ...); 38 answered, 0.80 USD, ...`; nothing where none was called. */
export function callSumLines(purposes: readonly PurposeCost[], when: string): readonly string[] {
  if (purposes.length === 0) return [];
  const total = purposes.reduce((sum, one) => ({
    ...sum,
    calls: sum.calls + one.calls,
    answered: sum.answered + one.answered,
    costUsd: sum.costUsd + one.costUsd,
    costKnown: sum.costKnown + one.costKnown,
    tokens: sum.tokens + one.tokens,
    latencyMs: sum.latencyMs + one.latencyMs,
  }));
  const kinds = purposes.map(({ purpose, calls }) => `${purposeWord(purpose)} ${calls}`).join(", ");
  return [`critics called ${when}: ${countOf(total.calls, "time")} (${kinds}); ${costWords(total)}`];
}

/** `38 answered, 0.80 USD, 52000 tokens, 3.1 s a call`. */
function costWords(cost: Omit<PurposeCost, "purpose">): string {
  const usd = cost.costKnown === 0 ? "cost not known" : `${showNumber(cost.costUsd, 2)} USD`;
  const unknown = cost.calls - cost.costKnown;
  return [
    `${cost.answered} answered`,
    cost.costKnown > 0 && unknown > 0 ? `${usd} (${unknown} without a cost)` : usd,
    ...(cost.tokens === 0 ? [] : [countOf(cost.tokens, "token")]),
    `${showNumber(cost.latencyMs / cost.calls / 1000, 1)} s a call`,
  ].join(", ");
}

/** `16.2% of what the judged work costs: above the alarm`. */
function shareWords({ share, level }: Pick<JudgeCost, "share" | "level">): string {
  const above =
    level === "alarm" ? ", above the alarm" : level === "warn" ? ", above the mark for a remark" : "";
  return `${showPercent(share)} of what the judged work costs${above}`;
}

/** The one sentence about a month whose judging costs a large share of what is judged. */
export function judgeCostSentence(cost: JudgeCost, production: number): string {
  const { period, spentUsd, verdictsUsd, callsUsd } = cost;
  return (
    `Judging ${period} cost ${showNumber(spentUsd, 2)} USD (verdicts ${showNumber(verdictsUsd, 2)}, probes, gold and ` +
    `other calls ${showNumber(callsUsd, 2)}), ${shareWords(cost)} (${showNumber(production, 2)} USD a month).`
  );
}

/** The message about a month in which judging cost more than the alarm allows. */
export function judgeCostMessage(cost: JudgeCost, production: number): Message {
  return {
    kind: "judge-cost",
    subject: `improve-cron: judging cost ${showPercent(cost.share)} of production in ${cost.period}`,
    text: [
      judgeCostSentence(cost, production),
      "To spend less: a cheaper `model` in the axis files, fewer `probes`, or a cap in `cost.judge_usd_per_month`,",
      "which stops probes and gold first. What was spent on what: improve-cron status",
    ].join("\n"),
  };
}
