import type { Month } from "../core/cycle.ts";
import type { DecisionStep } from "../core/decision.ts";
import type { HistoryRow } from "../core/history-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import {
  actionWord,
  decisionSentence,
  evidenceSentence,
  modeSentence,
  streakCount,
  supersededSentence,
} from "./decision-sentence.ts";
import { type OpenedPeriod, openedWords } from "./decision-words.ts";
import { statusCell } from "./history-table.ts";
import { agreementFigures, selfAgreementWords, truePassRateWords } from "./agreement-words.ts";
import { epochSentence } from "./epoch-words.ts";
import { goldFigures } from "./gold-words.ts";
import { kappaBecause, kappaCell } from "./kappa-words.ts";
import { markdownTable, markdownText } from "./markdown-text.ts";
import { countOf, noNumber, showInterval, showNumber, showPercent } from "./numbers.ts";
import { pictureFolder, pictureName } from "./picture-name.ts";
import { workspacePart } from "./workspace-part.ts";
import { oneLine } from "./terminal-text.ts";
import { showInstant } from "./time.ts";
import { topUpSentences } from "./top-up-sentences.ts";

/**
 * The block id of a period's opening. Obsidian allows letters, digits and hyphens in it.
 *
 * @example openedMarker("default", "2026-05") // "^ic-2026-05-opened"
 */
export function openedMarker(workspace: string, period: Month, axis: string | null = null): string {
  const part = axis === null ? "" : `-${axis.replaceAll(/[^a-z0-9]+/g, "-")}`;
  return `^ic-${workspacePart(workspace)}${period}${part}-opened`;
}

/**
 * The block id of a close.
 *
 * @example closedMarker("default", "2026-05", "verify-dispatch") // "^ic-2026-05-verify-dispatch-closed"
 */
export function closedMarker(workspace: string, period: Month, axis: string): string {
  return `^ic-${workspacePart(workspace)}${period}-${axis}-closed`;
}

/** The log entry of a period's opening: all its axes in one table. Ends with the marker on a line of its own. */
export function openedEntry(opened: OpenedPeriod & { readonly marker: string }): string {
  const total = opened.rows.reduce((sum, { items }) => sum + items.length, 0);
  const prose = [
    `Opened ${showInstant(opened.openedAt, opened.timezone)}: ${countOf(total, "item")} to grade blind, about ` +
      `${showNumber(opened.minutesPlanned, 1)} minutes.`,
    ...opened.sentences,
  ];
  const table = markdownTable(
    ["axis", "frame PASS", "frame FAIL", "no artifact", "items", "due", "state"],
    opened.rows.map(({ cycle, items }) => [
      cycle.axis,
      String(cycle.frame.pass),
      String(cycle.frame.fail),
      String(cycle.frame.noArtifact),
      String(items.length),
      cycle.dueAt === null ? noNumber : showInstant(cycle.dueAt, opened.timezone),
      cycle.state === "open" ? "open" : openedWords(cycle, items),
    ]),
  );
  return markdownEntry(`${opened.period} opened`, prose, table, opened.marker);
}

/** What a closing entry needs beside its row. */
export interface ClosingFacts {
  readonly closedAt: number;
  readonly timezone: string;
  readonly policy: DecisionPolicy;
  readonly step?: DecisionStep | null;
}

const errorsShown = 20;

/**
 * The log entry of one axis and period at its close: what was decided in a sentence, the literal rule beside it, the
 * verdicts that were none, where critic and founder differed, and the figures as a table. Counts, ids and the founder's own
 * reasons only: agents read the vault.
 */
export function closedEntry(row: HistoryRow, facts: ClosingFacts): string {
  const { policy } = facts;
  const step = facts.step ?? null;
  const evidence = evidenceSentence(row, policy);
  const superseded = supersededSentence(row);
  const epochs = epochSentence(row);
  const prose = [
    `Closed ${showInstant(facts.closedAt, facts.timezone)}. ${capital(decisionSentence(row, policy, step))}.`,
    `Literal rule: ${modeSentence(row, policy, "literal", step)}. Guarded: ${modeSentence(row, policy, "guarded", step)}.`,
    ...(evidence === null ? [] : [`Evidence: ${evidence}.`]),
    ...topUpSentences(row),
    ...(superseded === null ? [] : [`${capital(superseded)}.`]),
    ...(epochs === null ? [] : [`${capital(epochs)}.`]),
    ...errorSentence(row),
  ];
  const table = [...disagreementTable(row), ...markdownTable(["figure", row.axis], figures(row, policy))];
  const heading = `${row.period} ${row.axis}: ${actionWord(row.decision.action)}`;
  const marker = closedMarker(row.workspace, row.period, row.axis);
  return markdownEntry(heading, prose, table, marker, pictureLines(row));
}

const disagreementsShown = 20;

/**
 * Where critic and founder differed: ids, words, and the founder's own reason. The figures come after it, so that the entry's
 * marker stays theirs.
 */
function disagreementTable({ axis, disagreements }: HistoryRow): readonly string[] {
  if (disagreements.length === 0) return [];
  const more = disagreements.length - disagreementsShown;
  const rows = disagreements
    .slice(0, disagreementsShown)
    .map(({ id, link, critic, founder, reason }) => [
      oneLine(id, 80),
      critic,
      founder,
      reason === null ? noNumber : oneLine(reason, 300),
      link === id ? noNumber : placeOf(link),
    ]);
  const rest =
    more > 0
      ? [[`and ${more} more`, noNumber, noNumber, noNumber, `improve-cron history ${axis} --json`]]
      : [];
  return [...markdownTable(["disagreement", "critic", "founder", "reason", "link"], [...rows, ...rest]), ""];
}

/** The picture of the axis, and a way to that of all. Relative links, which Obsidian and every other reader follow. */
function pictureLines({ axis, workspace }: HistoryRow): readonly string[] {
  const link = (one: string | null): string => `${pictureFolder}/${pictureName(workspace, one)}`;
  return [`![${axis} by month](${link(axis)})`, `[All critics](${link(null)})`];
}

/** An address or a path. A reference that is none may be the artifact itself, and that is not for the vault. */
function placeOf(link: string): string {
  return /^[!-~]{1,300}$/.test(link) && /[/.:]/.test(link) ? link : noNumber;
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function errorSentence({ errors }: HistoryRow): readonly string[] {
  if (errors.length === 0) return [];
  const shown = errors
    .slice(0, errorsShown)
    .map(({ id, kind }) => `${oneLine(id, 80)} (${oneLine(kind, 40)})`)
    .join(", ");
  const more = errors.length > errorsShown ? `, and ${errors.length - errorsShown} more` : "";
  return [`${countOf(errors.length, "verdict")} gave no answer: ${shown}${more}.`];
}

function figures(row: HistoryRow, policy: DecisionPolicy): readonly (readonly string[])[] {
  const because = kappaBecause(row.kappa.because);
  const escapeRate =
    row.escape.graded === 0
      ? "none graded"
      : `${row.escape.escaped} of ${row.escape.graded} ${showInterval(row.escape.low, row.escape.high)}`;
  return [
    [
      "N_verdicts",
      `${row.verdicts.pass + row.verdicts.fail} (${row.verdicts.pass} PASS, ${row.verdicts.fail} FAIL)`,
    ],
    [
      "N_sampled",
      `${row.sampled.pass + row.sampled.fail} (${row.sampled.pass} PASS, ${row.sampled.fail} FAIL)`,
    ],
    ["kappa", [kappaCell(row.kappa), because].filter((one) => one !== null).join(", ")],
    ["override_count", `${row.overrides} of ${row.graded.pass}`],
    ["reverse overrides", `${row.reverseOverrides} of ${row.graded.fail}`],
    ["status", statusCell(row)],
    ["action", row.decision.action],
    [
      "graded",
      `${row.graded.pass} of ${row.sampled.pass} PASS, ${row.graded.fail} of ${row.sampled.fail} FAIL, ` +
        `${row.cantTell} can't tell${row.provisional ? " (provisional)" : ""}`,
    ],
    ["errors", String(row.errors.length)],
    [
      `override rate at kappa ${policy.kappaThreshold}`,
      `${showPercent(row.overrideRateAtThreshold)} (frame ${row.frame.pass} PASS, ${row.frame.fail} FAIL)`,
    ],
    ...agreementFigures(row),
    ["true PASS rate", truePassRateWords(row)],
    ["self-agreement", selfAgreementWords(row)],
    ["streak", streakCount(row)],
    ["probe escape", escapeRate],
    ...goldFigures(row.gold),
  ];
}

/**
 * Heading, prose, pictures (links of our own making), table, marker. The marker stands last, on its own line after an empty one: there Obsidian takes it
 * as the id of the table, and an entry that was cut off while it was written has none.
 */
export function markdownEntry(
  heading: string,
  prose: readonly string[],
  table: readonly string[],
  marker: string,
  pictures: readonly string[] = [],
): string {
  return [
    `## ${markdownText(oneLine(heading))}`,
    "",
    ...prose.map(inertSentence),
    "",
    ...pictures.flatMap((line) => [line, ""]),
    ...table,
    "",
    marker,
    "",
  ].join("\n");
}

function inertSentence(sentence: string): string {
  return markdownText(oneLine(sentence));
}
