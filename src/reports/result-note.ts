import type { GradedItem } from "../core/evidence.ts";
import type { NoteLine, TaskNote } from "../core/effect.ts";
import type { HistoryRow } from "../core/history-row.ts";
import { selfAgreementWords } from "./agreement-words.ts";
import { decisionSentence } from "./decision-sentence.ts";
import { evidenceSentence } from "./evidence-sentence.ts";
import { kappaCell } from "./kappa-words.ts";
import type { ClosingFacts } from "./log-entry.ts";
import { countOf } from "./numbers.ts";
import { type AnsweredProbe, probeLines } from "./probe-words.ts";
import { overridesOf } from "./row-counts.ts";
import { oneLine } from "./terminal-text.ts";
import { showInstant } from "./time.ts";

/** An item of the closed month with the founder's last word on it. */
export interface ClosedItem extends GradedItem {
  readonly reason: string | null;
}

const differencesShown = 40;

/**
 * What the founder may read after the close, below the axis task: the result in two lines, and on a page of its own
 * where he and the critic differed. Only now may the critic's words be told.
 */
export function resultNote(
  row: HistoryRow,
  facts: ClosingFacts & {
    readonly queue: string;
    readonly items: readonly ClosedItem[];
    readonly probes?: readonly AnsweredProbe[];
  },
): TaskNote {
  const { items, policy, queue } = facts;
  const step = facts.step ?? null;
  const decision = `${row.axis}, ${row.period}: ${decisionSentence(row, policy, step)}.`;
  const graded = `${row.graded.pass + row.graded.fail} of ${row.sampled.pass + row.sampled.fail} graded`;
  const figures = `Kappa ${kappaCell(row.kappa)}, ${overridesOf(row)}, ${graded}, ${countOf(row.cantTell, "can't tell", "can't tell")}.`;
  const evidence = evidenceSentence(row, policy);
  const differing = items.filter(isDifference);
  return {
    queue,
    axis: row.axis,
    period: row.period,
    heading: `Result of ${row.period}`,
    lines: [{ text: decision }, { text: figures }, ...probeLines(facts.probes ?? [])],
    page: {
      title: `${row.axis} · result of ${row.period}`,
      lines: [
        { text: decision },
        { text: figures },
        ...(evidence === null ? [] : [{ text: `Evidence: ${evidence}.` }]),
        ...probeLine(row),
        ...selfAgreementLine(row),
        {
          text:
            differing.length === 0
              ? "You and the critic agreed on everything that you graded."
              : `You and the critic differed on ${countOf(differing.length, "item")}:`,
        },
        ...differing.slice(0, differencesShown).map(differenceLine),
        ...(differing.length > differencesShown
          ? [{ text: `... and ${differing.length - differencesShown} more: see improve-cron history.` }]
          : []),
        { text: `Closed ${showInstant(facts.closedAt, facts.timezone)}.` },
      ],
    },
  };
}

/**
 * A re-asked item was told in its own month already, and what it measures is the founder; a probe was chosen for being
 * passed, and has a line of its own.
 */
function isDifference({ grade, item: { kind, word } }: ClosedItem): boolean {
  const compared = kind !== "reask" && kind !== "gold" && kind !== "probe";
  return compared && (grade === "PASS" || grade === "FAIL") && word !== "ERROR" && grade !== word;
}

function differenceLine({ grade, item, reason }: ClosedItem): NoteLine {
  const why = reason === null ? "" : ` (${oneLine(reason, 300)})`;
  return {
    text: `${oneLine(item.title, 200)}: the critic said ${item.word}, you said ${grade ?? "nothing"}${why}`,
    link: { ref: item.ref },
  };
}

function selfAgreementLine(row: HistoryRow): readonly NoteLine[] {
  const { asked, cantTell } = row.selfAgreement;
  return asked + cantTell === 0 ? [] : [{ text: `Asked again: ${selfAgreementWords(row)}.` }];
}

function probeLine({ escape }: HistoryRow): readonly NoteLine[] {
  if (escape.graded === 0) return [];
  const probes = countOf(escape.graded, "probe");
  return [
    { text: `Of ${probes} that the critic passed you said FAIL to ${escape.escaped}: so many escaped it.` },
  ];
}
