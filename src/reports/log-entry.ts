import type { Month } from "../core/cycle.ts";
import type { DecisionStep } from "../core/decision.ts";
import type { HistoryRow } from "../core/history-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { actionWord } from "./action-words.ts";
import { decisionSentence } from "./decision-sentence.ts";
import { type OpenedPeriod, openedWords, whereToGrade } from "./decision-words.ts";
import { closingWords } from "./closing-words.ts";
import { epochSentence } from "./epoch-words.ts";
import { evidenceSentence } from "./evidence-sentence.ts";
import { disagreementBlock } from "./log-disagreements.ts";
import { logFigures, mainFigures } from "./log-figures.ts";
import { callout, inertSentence, sectionedEntry } from "./log-sections.ts";
import { markdownTable } from "./markdown-text.ts";
import { modeSentence } from "./mode-sentence.ts";
import { monthWords } from "./month-words.ts";
import { countOf, showNumber } from "./numbers.ts";
import { pictureFolder, pictureName } from "./picture-name.ts";
import { supersededSentence } from "./superseded-sentence.ts";
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

/**
 * The log entry of a period's opening: what is asked, what the plan has to say, where to grade, and all its axes in one table.
 * What they were drawn from is folded away. Ends with the marker on a line of its own.
 */
export function openedEntry(opened: OpenedPeriod & { readonly marker: string }): string {
  const { marker, minutesPlanned, openedAt, period, rows, sentences, timezone } = opened;
  const total = rows.reduce((sum, { items }) => sum + items.length, 0);
  const queue = rows.find(({ cycle }) => cycle.state === "open")?.cycle.queue;
  const dues = [...new Set(rows.flatMap(({ cycle }) => cycle.dueAt ?? []))].toSorted((a, b) => a - b);
  const [due] = dues;
  const means =
    total === 0
      ? ["Too little was there to ask about."]
      : ["You see each item without the critic's word; the two are compared when the month is closed."];
  const toDo =
    total === 0
      ? ["Nothing has to be done."]
      : [
          `${whereToGrade(queue, null).replace(/\.$/, "")}${queue === "notion" ? "" : ", or in the browser: improve-cron serve --link"}.`,
          ...(due === undefined ? [] : [`What has no grade by ${showInstant(due, timezone)} is left out.`]),
        ];
  const table = markdownTable(
    ["axis", "items", "due"],
    rows.map(({ cycle, items }) => [
      cycle.axis,
      String(items.length),
      cycle.state === "open" && cycle.dueAt !== null
        ? showInstant(cycle.dueAt, timezone)
        : openedWords(cycle, items),
    ]),
  );
  const frame = markdownTable(
    ["axis", "frame PASS", "frame FAIL", "no artifact"],
    rows.map(({ cycle: { axis, frame: of } }) => [
      axis,
      String(of.pass),
      String(of.fail),
      String(of.noArtifact),
    ]),
  );
  return sectionedEntry({
    heading: `${period} opened`,
    sections: {
      happened: [
        `Opened ${showInstant(openedAt, timezone)}: ${countOf(total, "item")} of ${monthWords(period)} to grade blind, about ` +
          `${showNumber(minutesPlanned, 1)} minutes.`,
      ],
      means: [...means, ...sentences],
      toDo,
    },
    blocks: [callout("info", "What they were drawn from", frame, true)],
    table,
    marker,
  });
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
 * The log entry of one axis and period at its close, in the order in which it is read: what happened, what it means, what to do;
 * the picture; where critic and founder differed; how it was decided and every figure, folded away; and the figures that the
 * decision is about as a table of two columns. Counts, ids and the founder's own reasons only: agents read the vault.
 */
export function closedEntry(row: HistoryRow, facts: ClosingFacts): string {
  const { policy } = facts;
  const all = logFigures(row, policy);
  return sectionedEntry({
    heading: `${row.period} ${row.axis}: ${actionWord(row.decision.action)}`,
    sections: closingWords(row, policy, showInstant(facts.closedAt, facts.timezone)),
    blocks: [
      ...pictureLines(row),
      disagreementBlock(row),
      callout(
        "info",
        "How it was decided, and further figures",
        [
          ...decidedLines(row, facts),
          ...markdownTable(
            ["figure", row.axis],
            all.filter(([name = ""]) => !mainFigures.has(name)),
          ),
        ],
        true,
      ),
    ],
    table: markdownTable(
      ["figure", row.axis],
      all.filter(([name = ""]) => mainFigures.has(name)),
    ),
    marker: closedMarker(row.workspace, row.period, row.axis),
  });
}

/** What decided, rule by rule, a paragraph each. */
function decidedLines(row: HistoryRow, { policy, step = null }: ClosingFacts): readonly string[] {
  const evidence = evidenceSentence(row, policy);
  const superseded = supersededSentence(row);
  const epochs = epochSentence(row);
  return [
    `${capital(decisionSentence(row, policy, step))}.`,
    `Literal rule: ${modeSentence(row, policy, "literal", step)}.`,
    `Guarded: ${modeSentence(row, policy, "guarded", step)}.`,
    ...(evidence === null ? [] : [`Evidence: ${evidence}.`]),
    ...topUpSentences(row),
    ...(superseded === null ? [] : [`${capital(superseded)}.`]),
    ...(epochs === null ? [] : [`${capital(epochs)}.`]),
    ...errorSentence(row),
  ].flatMap((sentence) => [inertSentence(sentence), ""]);
}

/**
 * The picture of the axis, and a way to that of all. Relative links, which Obsidian and every other reader follow; with `./`
 * Obsidian looks beside this note alone, and not first for a folder of the same name at the top of the vault.
 */
function pictureLines({ axis, workspace }: HistoryRow): readonly (readonly string[])[] {
  const link = (one: string | null): string => `./${pictureFolder}/${pictureName(workspace, one)}`;
  return [[`![${axis} by month](${link(axis)})`], [`[All critics in one picture](${link(null)})`]];
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

/**
 * Heading, prose, table, marker. The marker stands last, on its own line after an empty one: there Obsidian takes it
 * as the id of the table, and an entry that was cut off while it was written has none.
 */
export function markdownEntry(
  heading: string,
  prose: readonly string[],
  table: readonly string[],
  marker: string,
): string {
  return [`## ${inertSentence(heading)}`, "", ...prose.map(inertSentence), "", ...table, "", marker, ""].join(
    "\n",
  );
}
