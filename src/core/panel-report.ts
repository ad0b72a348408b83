import { isDeeperThan } from "./json-depth.ts";
import { ownList, ownText, ownValue } from "./own-value.ts";
import { repeatedKeyAt } from "./repeated-key.ts";

/** What one lens said, each part as it was written. */
export interface LensReport {
  /** Whose it says it is; null where it does not. */
  readonly lens: string | null;
  readonly findings: readonly unknown[];
  readonly strengths: readonly unknown[];
  /** Null where there is none, or it is no number of 0 to 10. */
  readonly wow: number | null;
  readonly wowGiven: boolean;
  readonly wowMoments: readonly string[];
  readonly adjustments: readonly unknown[];
  /** Exactly as it was given. */
  readonly aiRisk: unknown;
  /** The score of aiRisk; null where there is none, or it is no number of 0 to 10. */
  readonly aiRiskScore: number | null;
  /** The peer's own word. */
  readonly verdict: string | null;
  /** What it judged by, where it says: a hash such as `sha256:...`. */
  readonly rubric: string | null;
  readonly model: string | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** A report that can be read, or why there is none. */
export type ReportReading =
  | { readonly kind: "report"; readonly report: LensReport }
  | { readonly kind: "lost"; readonly because: string };

/** A report with more findings than this was written by a machine that got stuck. */
const maxFindings = 10_000;

/** Deeper than this nobody reports; what is made of a report could not be written down again. */
const maxLevels = 64;

/**
 * Reads one report of any shape: the report itself, its JSON text, or `{status, stdout}` of the program that gave it, where
 * any status but `ok` says why it was lost. Only a list of findings makes it a report: without one nobody knows what the
 * lens saw, and silence must not count as consent.
 */
export function readReport(given: unknown): ReportReading {
  if (given === undefined || given === null) return { kind: "lost", because: "no report" };
  if (typeof given === "string") return readReportText(given);
  const status = ownValue(given, "status");
  if (status !== undefined && status !== "ok")
    return { kind: "lost", because: typeof status === "string" && status !== "" ? status : "unknown status" };
  const stdout = ownValue(given, "stdout");
  if (typeof stdout === "string") {
    // Which of the two was meant nobody knows, and the empty one would hide the other.
    if (ownValue(given, "findings") !== undefined) return { kind: "lost", because: "two reports" };
    const read = readReportText(stdout);
    return read.kind === "lost"
      ? read
      : { kind: "report", report: { ...read.report, ...callOf(given, read.report) } };
  }
  const findings = ownValue(given, "findings");
  if (!Array.isArray(findings))
    return { kind: "lost", because: status === "ok" ? "no output" : "no findings list" };
  if (findings.length > maxFindings) return { kind: "lost", because: "too many findings" };
  return { kind: "report", report: partsOf(given, findings) };
}

function readReportText(text: string): ReportReading {
  const bare = text.replace(/^\uFEFF/u, "").trim();
  const fenced = /^```(?:json)?\s*\n([\s\S]*)\n```$/u.exec(bare)?.[1];
  const json = fenced ?? bare;
  if (isDeeperThan(json, maxLevels)) return { kind: "lost", because: "too deep" };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { kind: "lost", because: "unparseable" };
  }
  // A text inside a text, or one that speaks of another stdout, is no report.
  if (typeof value !== "object" || value === null || ownValue(value, "stdout") !== undefined)
    return { kind: "lost", because: "unparseable" };
  if (repeatedKeyAt(json) !== null) return { kind: "lost", because: "repeated key" };
  return readReport(value);
}

function partsOf(given: unknown, findings: readonly unknown[]): LensReport {
  const wow = ownValue(given, "wow");
  const aiRisk = ownValue(given, "aiRisk");
  return {
    lens: ownText(given, "lens"),
    findings,
    strengths: ownList(given, "strengths"),
    wow: scoreOf(wow),
    wowGiven: wow !== undefined && wow !== null,
    wowMoments: ownList(wow, "moments").filter((moment) => typeof moment === "string"),
    adjustments: ownList(given, "skill_adjustments"),
    aiRisk: aiRisk ?? null,
    aiRiskScore: scoreOf(aiRisk),
    verdict: ownText(given, "verdict"),
    rubric: ownText(given, "rubric"),
    ...callOf(given, null),
  };
}

/** What the call cost, said in the report or beside its text. */
function callOf(
  given: unknown,
  inner: Pick<LensReport, "model" | "tokens" | "costUsd"> | null,
): Pick<LensReport, "model" | "tokens" | "costUsd"> {
  return {
    model: ownText(given, "model") ?? inner?.model ?? null,
    tokens: tokensOf(ownValue(given, "tokens")) ?? inner?.tokens ?? null,
    costUsd: amountOf(ownValue(given, "cost_usd") ?? ownValue(given, "costUsd")) ?? inner?.costUsd ?? null,
  };
}

/** A score of 0 to 10; text is none, whatever it says. */
function scoreOf(holder: unknown): number | null {
  const score = ownValue(holder, "score");
  return typeof score === "number" && score >= 0 && score <= 10 ? score : null;
}

function tokensOf(given: unknown): number | null {
  const single = amountOf(given);
  if (single !== null) return Math.round(single);
  const parts = ["input", "output"].map((name) => amountOf(ownValue(given, name)));
  if (parts.every((part) => part === null)) return null;
  return Math.round(parts.reduce<number>((sum, part) => sum + (part ?? 0), 0));
}

function amountOf(given: unknown): number | null {
  return typeof given === "number" && Number.isFinite(given) && given >= 0 && given <= Number.MAX_SAFE_INTEGER
    ? given
    : null;
}
