import type { GradeChange } from "../core/grade-changes.ts";
import type { Difference, Reading } from "../core/reading.ts";
import type { NowBecause, Recomputation } from "../core/recompute.ts";
import type { VerifiedMonth, VerifyReport } from "../core/verify-report.ts";
import { actionWord } from "./action-words.ts";
import { foldLine } from "./fold-line.ts";
import { countOf, showNumber, showProbability } from "./numbers.ts";
import { oneLine } from "./terminal-text.ts";
import { showInstant } from "./time.ts";

const columns = 80;

/** What `verify` found, for people: what does not follow from the records first, then what reads otherwise by now, then what only has other figures. */
export function renderVerify(report: VerifyReport, timezone: string): string {
  const { checked, months, findings, ok } = report;
  const wrong = months.filter((month) => !month.ok);
  const otherwise = months.filter((month) => month.readsOtherwise);
  const figuresOnly = months.filter((month) => month.figuresChanged && !month.readsOtherwise);
  return [
    `${countOf(checked.decisions, "decision")} of ${countOf(checked.axes, "axis", "axes")} decided again, ` +
      `${countOf(checked.items, "item")} and ${countOf(checked.artifacts, "artifact")} checked: ` +
      (ok ? "all follow from the records" : "not all follow from the records"),
    ...findings.filter((finding) => !finding.ok).flatMap(findingLines),
    ...wrong.flatMap((month) => wrongLines(month, timezone)),
    ...otherwise.flatMap((month) => otherwiseLines(month)),
    ...figuresOnly.flatMap((month) => figuresLines(month)),
    ...thresholdLines(months),
  ]
    .flatMap((line) => foldLine(line, columns))
    .join("\n");
}

function findingLines({ name, message, fix }: VerifyReport["findings"][number]): readonly string[] {
  return [`wrong: ${oneLine(name)}: ${oneLine(message)}`, ...(fix === null ? [] : [`  ${oneLine(fix)}`])];
}

function wrongLines(month: VerifiedMonth, timezone: string): readonly string[] {
  const { axis, period, closedAt, decided, differences, thresholdsChanged } = month;
  return [
    `wrong: ${axis} ${period}, decided ${showInstant(Date.parse(closedAt), timezone)}: ${actionWord(decided.action)}, ` +
      "which the records do not give",
    ...differences.map((one) => `  ${differenceWords(one)}`),
    ...(thresholdsChanged === null
      ? ["  its record does not say by which thresholds: those of now were taken"]
      : []),
  ];
}

function differenceWords({ field, decided, recomputed }: Difference): string {
  if (field === "record") {
    return `the record of the decision is damaged: ${oneLine(decided, 200)}; expected ${oneLine(recomputed, 200)}`;
  }
  if (field === "grades") return `grades are missing: the decision knew ${decided}, there are ${recomputed}`;
  return `${field}: decided ${oneLine(decided, 200)}, recomputed ${oneLine(recomputed, 200)}`;
}

const becauseWords: Readonly<Record<NowBecause, string>> = {
  "late-grades": "late grades",
  "changed-grades": "changed grades",
  months: "other months of the axis, opened, decided or set aside since",
  thresholds: "changed thresholds",
};

function otherwiseLines(month: VerifiedMonth): readonly string[] {
  const { axis, because, decided, gradeChanges, period, thresholdsChanged } = month;
  const reading = because.includes("thresholds") ? month.today : month.now;
  if (reading === null) return [];
  const why = because.map((code) => becauseWords[code]).join(" and ");
  const thresholds = because.includes("thresholds") ? ` (${(thresholdsChanged ?? []).join(", ")})` : "";
  return [
    `note: ${axis} ${period} reads otherwise now: literal ${decided.literal.action} -> ${reading.literal.action}, ` +
      `guarded ${decided.guarded.action} -> ${reading.guarded.action}, kappa ${showNumber(decided.kappa, 3)} -> ` +
      `${showNumber(reading.kappa, 3)}, overrides ${decided.overrides} -> ${reading.overrides}`,
    `  why: ${why}${thresholds}${gradesWords(gradeChanges)}`,
    "  the decision stands; it was right by what was known then",
  ];
}

/** What grades, or other months, moved without moving a decision: information. */
function figuresLines({
  axis,
  atClose,
  because,
  gradeChanges,
  now,
  period,
}: VerifiedMonth): readonly string[] {
  if (atClose === null || now === null) return [];
  const moved = [
    ...(because.includes("months") ? ["other months of the axis were opened, decided or set aside"] : []),
    ...(gradeChanges.length === 0
      ? []
      : [`${countOf(gradeChanges.length, "grade")} ${gradeVerbs(gradeChanges)}`]),
  ];
  return [
    `note: ${axis} ${period}: ${moved.join(" and ")} since the close: ` +
      `${figuresWords(atClose, now).join(", ")}; the decision stays`,
  ];
}

function gradeVerbs(changes: readonly GradeChange[]): string {
  const late = changes.some(({ kind }) => kind === "late");
  const changed = changes.some(({ kind }) => kind !== "late");
  return late && changed ? "changed or came" : late ? "came" : "changed";
}

/** Only those that show as other figures; a table that moved without them is named as such. */
function figuresWords(then: Reading, now: Reading): readonly string[] {
  const figures = [
    ["kappa", showNumber(then.kappa, 3), showNumber(now.kappa, 3)],
    ["overrides", String(then.overrides), String(now.overrides)],
    ["streak", String(then.streak), String(now.streak)],
    ["P(kappa < threshold)", showProbability(then.pBelowThreshold), showProbability(now.pBelowThreshold)],
    ["evidence", then.evidence ?? "none", now.evidence ?? "none"],
    [
      "graded",
      String(then.table.pp + then.table.pf + then.table.fp + then.table.ff),
      String(now.table.pp + now.table.pf + now.table.fp + now.table.ff),
    ],
  ] as const;
  const moved = figures
    .filter(([, before, after]) => before !== after)
    .map(([name, before, after]) => `${name} ${before} -> ${after}`);
  return moved.length > 0 ? moved : ["no figure moves by as much as shows"];
}

function gradesWords(changes: Recomputation["gradeChanges"]): string {
  if (changes.length === 0) return "";
  const shown = changes
    .slice(0, 10)
    .map(({ ref, from, to }) => `${ref} ${from ?? "no grade"} -> ${to ?? "no grade"}`);
  return `: ${shown.join(", ")}${changes.length > 10 ? `, and ${changes.length - 10} more` : ""}`;
}

/** Once for all months: a change of the config concerns each of them alike. */
function thresholdLines(months: readonly VerifiedMonth[]): readonly string[] {
  const changed = months.filter(({ thresholdsChanged }) => (thresholdsChanged ?? []).length > 0);
  if (changed.length === 0) return [];
  const names = [...new Set(changed.flatMap(({ thresholdsChanged }) => thresholdsChanged ?? []))].toSorted();
  return [
    `note: thresholds were changed since ${countOf(changed.length, "month")} closed (${names.join(", ")}); ` +
      "each was decided again by those of its close",
  ];
}
