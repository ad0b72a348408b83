import type { GraduationPage } from "../core/graduation-page.ts";
import type { HistoryKappa } from "../core/history-row.ts";
import { gateProbability } from "../core/regraduation-doors.ts";
import type { Regraduation } from "../core/regraduation.ts";
import { foldLine } from "./fold-line.ts";
import {
  doorWords,
  editWords,
  gradesNeededWords,
  missingWords,
  shortHash,
  unfinishedWords,
} from "./graduation-words.ts";
import { kappaBecause, kappaCell } from "./kappa-words.ts";
import { countOf, noNumber, showInterval, showProbability } from "./numbers.ts";
import { alignTable } from "./table.ts";
import { oneLine } from "./terminal-text.ts";
import { showInstant } from "./time.ts";

const columns = 80;
const editsShown = 5;

/** The page on which an axis is graduated, or not yet: before, the edit, after, and the doors. At most 80 columns. */
export function renderGraduationPage(page: GraduationPage, timezone: string): string {
  const { axis, gate, status } = page;
  return [
    `${axis} is ${oneLine(status, 40)}${sinceWords(gate, timezone)}`,
    ...forcedLines(page, timezone),
    "",
    ...beforeLines(page),
    "",
    ...editLines(page, timezone),
    "",
    ...afterLines(page, timezone),
    "",
    ...doorLines(gate),
  ]
    .flatMap((line) => foldLine(line, columns))
    .join("\n");
}

function sinceWords({ since }: Regraduation, timezone: string): string {
  if (since === null) return ", and never was anything else";
  const month = since.period === null ? "" : ` of ${since.period}`;
  return `, by ${since.by}${month} on ${showInstant(since.at, timezone)}: ${oneLine(since.reason, 200)}`;
}

function forcedLines({ forcedBefore }: GraduationPage, timezone: string): readonly string[] {
  return forcedBefore.map(
    ({ at, reason }) => `graduated by force on ${showInstant(at, timezone)}: ${oneLine(reason, 200)}`,
  );
}

function beforeLines({ before, gate }: GraduationPage): readonly string[] {
  if (before.length === 0) return ["before: no month led to it"];
  return [
    "before",
    ...alignTable(
      ["month", "epoch", "kappa", "overrides", "streak", `P(<${gate.kappaThreshold})`, "action"],
      before.map((month) => [
        month.period,
        shortHash(month.epoch).slice(0, 8),
        kappaCell(month.kappa),
        `${month.overrides} of ${month.graded}`,
        String(month.streak),
        showProbability(month.pBelowThreshold),
        month.action,
      ]),
      { align: ["left", "left", "left", "right", "right", "right"] },
    ),
  ];
}

function editLines({ edit, gate }: GraduationPage, timezone: string): readonly string[] {
  const { epoch } = gate;
  const words = editWords(edit);
  const first =
    words === null
      ? `edit: none; the epoch in use is ${shortHash(epoch.now)}`
      : `edit: ${words}; epoch ${shortHash(edit.before?.epoch ?? null)} -> ${shortHash(epoch.now)}` +
        (epoch.firstAt === null ? "" : `, first verdict ${showInstant(epoch.firstAt, timezone)}`);
  const more = edit.applied.length - editsShown;
  return [
    first,
    ...edit.applied
      .slice(0, editsShown)
      .map(
        ({ askers, commit, file, section, suggestion }) =>
          `  applied${commit === null ? "" : ` in ${oneLine(commit, 64).slice(0, 12)}`}: ${oneLine(file, 60)}, ` +
          `${oneLine(section, 60)}: ${oneLine(suggestion, 160)} (asked by ${oneLine(askers.join(", "), 80)})`,
      ),
    ...(more > 0 ? [`  and ${more} more: improve-cron adjustments list`] : []),
    ...(edit.open > 0
      ? [`  ${countOf(edit.open, "proposed edit")} still open: improve-cron adjustments list`]
      : []),
  ];
}

function afterLines({ confirmations, gate }: GraduationPage, timezone: string): readonly string[] {
  const { days, escape, fresh, kappa, pBelowThreshold, strata, streak, unfinished } = gate;
  const table =
    fresh.length === 0
      ? ["after: no fresh grade"]
      : [
          "after",
          ...alignTable(
            ["month", "batch", "epoch", "PASS graded", "overrides", "FAIL graded", "reverse", "counts"],
            fresh.map(({ batch, counts, epoch, period, table: t }) => [
              period,
              batch === null ? "month" : "asked",
              shortHash(epoch).slice(0, 8),
              String(t.pp + t.pf),
              String(t.pf),
              String(t.fp + t.ff),
              String(t.fp),
              counts ? "yes" : "no",
            ]),
            { align: ["left", "left", "left", "right", "right", "right", "right"] },
          ),
        ];
  const because = kappaBecause(kappa.because);
  const lastOverride =
    days.lastOverrideAt === null
      ? "no override"
      : `last override ${showInstant(days.lastOverrideAt, timezone)}`;
  return [
    ...table,
    `kappa ${kappaCell(shownKappa(kappa))} (n = ${strata.pass.graded} + ${strata.fail.graded})` +
      (because === null ? "" : `, ${because}`),
    `P(kappa < ${gate.kappaThreshold}) = ${showProbability(pBelowThreshold, gateProbability)}, undiscounted`,
    `${countOf(days.clean, "clean day")} of ${days.required}, ${lastOverride}, ${countOf(days.grades, "grade")} in them; ` +
      `streak ${streak}`,
    `probes that got through: ${
      escape.graded === 0
        ? "none graded"
        : `${escape.escaped} of ${escape.graded} ${showInterval(escape.low, escape.high)}`
    }`,
    `confirmed by a person while assisted (in no kappa): ${confirmationWords(confirmations)}`,
    ...unfinished.map((one) => `not counted yet, ${unfinishedWords(one)}`),
  ];
}

function confirmationWords({ confirmed, refused }: GraduationPage["confirmations"]): string {
  return confirmed + refused === 0 ? noNumber : `${confirmed} of ${confirmed + refused} let stand`;
}

function shownKappa(kappa: Regraduation["kappa"]): HistoryKappa {
  return { ...kappa, bounds: null };
}

function doorLines(gate: Regraduation): readonly string[] {
  const { evidence, repair } = gate.doors;
  return [
    `door of evidence: ${evidence.open ? "open" : "closed"}`,
    ...evidence.missing.map((one) => `  ${missingWords(one, gate)}`),
    ...(evidence.missing.some(({ code }) => code === "probability" || code === "not-computable")
      ? [`  ${gradesNeededWords(gate)}`]
      : []),
    `door of repair: ${repair.open ? "open" : "closed"}`,
    ...repair.missing.map((one) => `  ${missingWords(one, gate)}`),
  ];
}

/** What is asked of the founder below the page. */
export function graduationQuestion(axis: string, door: keyof typeof doorWords): string {
  return `Graduate ${axis} (${doorWords[door]})?\nFrom then on it acts alone. Type the axis' name or y: `;
}
