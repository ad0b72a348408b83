import type { Decision } from "../core/decided.ts";
import { readDecisionRecord } from "../core/decision-record.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { oneLine } from "./terminal-text.ts";

/**
 * The figures of a closed month that a decision rested on, in the order in which they are shown. What was decided, what either
 * mode would do, the status and why no further items were drawn are left out: the founder is asked blind.
 */
const figures: readonly string[] = [
  "verdicts",
  "frame",
  "otherEpochs",
  "provisional",
  "sampled",
  "graded",
  "cantTell",
  "table",
  "kappa",
  "overrides",
  "reverseOverrides",
  "overrideRateAtThreshold",
  "pool",
  "pBelowThreshold",
  "streak",
  "cusum",
  "truePassRate",
  "escape",
  "selfAgreement",
];

const names: Readonly<Record<string, string>> = {
  table: "critic's word, then the founder's",
  kappa: "kappa of the month",
  pool: "months pooled",
  pBelowThreshold: "P(kappa below the threshold), pooled",
  overrideRateAtThreshold: "override rate at the threshold",
  streak: "months in a row with an override",
  escape: "probes that escaped",
};

const disagreementsShown = 20;

/**
 * The evidence of one decision as a text to be judged: may this critic go on acting alone? The same decision always gives the
 * same text. No artifact and no probe text is in it.
 */
export function evidenceText({ axis, period, record }: Pick<Decision, "axis" | "period" | "record">): string {
  const stored = readDecisionRecord(record);
  const parsed: unknown = stored.kind === "record" ? JSON.parse(record) : {};
  const row = new Map(Object.entries(typeof parsed === "object" && parsed !== null ? parsed : {}));
  const basis = stored.kind === "record" ? stored.basis : null;
  return [
    `# ${axis}, ${period}`,
    "",
    "PASS: on this evidence the critic may go on acting alone. FAIL: it may not.",
    "",
    ...figures.flatMap((key) => figureLine(key, row.get(key))),
    ...(basis === null ? [] : thresholdLines(basis.policy)),
    ...disagreementLines(row.get("disagreements")),
    "",
  ].join("\n");
}

function figureLine(key: string, value: unknown): readonly string[] {
  return value === undefined ? [] : [`- ${names[key] ?? wordsOf(key)}: ${valueText(value)}`];
}

/** `reverseOverrides` -> `reverse overrides`. */
function wordsOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function valueText(value: unknown): string {
  if (typeof value === "number") return String(Number(value.toFixed(4)));
  if (value === null) return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : `[${value.map(valueText).join(", ")}]`;
  if (typeof value !== "object")
    return oneLine(typeof value === "string" ? value : JSON.stringify(value), 200);
  return Object.entries(value)
    .map(
      ([key, one]) =>
        `${wordsOf(key)} ${typeof one === "object" && one !== null ? `(${valueText(one)})` : valueText(one)}`,
    )
    .join(", ");
}

function thresholdLines(policy: DecisionPolicy): readonly string[] {
  return [
    `- thresholds: kappa ${policy.kappaThreshold}, override rate ${policy.overrideRate}, ` +
      `probability ${policy.kProbability}, streak of ${policy.streakMonths} months`,
  ];
}

function disagreementLines(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) return [];
  const all: readonly unknown[] = value;
  const shown = all.slice(0, disagreementsShown).flatMap((one) => {
    if (typeof one !== "object" || one === null) return [];
    const told = new Map<string, unknown>(Object.entries(one));
    const reason = told.get("reason");
    const why = typeof reason === "string" ? `: ${oneLine(reason, 300)}` : "";
    return [`- critic ${String(told.get("critic"))}, founder ${String(told.get("founder"))}${why}`];
  });
  const more = all.length - disagreementsShown;
  return ["", "Where they differed:", ...shown, ...(more > 0 ? [`- and ${more} more`] : [])];
}
