import type { Dialogue } from "../core/dialogue.ts";
import type { DialogueIngest, DialogueOpened } from "../core/dialogue-report.ts";
import { dialogueCodeWords, outcomeWords } from "./dialogue-words.ts";
import { foldLine } from "./fold-line.ts";
import { alignTable } from "./table.ts";
import { oneLine } from "./terminal-text.ts";

const columns = 80;

/** A dialogue file as people read it: where it stands, what is wrong, its turns. */
export function renderDialogue(dialogue: Dialogue): string {
  const { header, turns } = dialogue;
  const table = alignTable(
    ["turn", "role", "round", "at", "status", "verdict"],
    turns.map((turn) => [
      String(turn.n),
      oneLine(turn.role, 24),
      String(turn.round),
      turn.at,
      turn.awaiting === undefined ? (turn.status ?? "-") : oneLine(`AWAITING ${turn.awaiting}`, 24),
      turn.verdict ?? "",
    ]),
    { align: ["right", "left", "right"] },
  );
  return [
    ...headLines(dialogue, header.topic),
    ...(turns.length === 0 ? [] : ["", ...table]),
    ...codeLines(dialogue),
  ].join("\n");
}

function headLines(
  { nextActor, outcome, verdict }: Pick<Dialogue, "nextActor" | "outcome" | "verdict">,
  topic: string | null,
): readonly string[] {
  const next = nextActor === null ? "" : `; ${oneLine(nextActor, 40)} is to speak`;
  const word = verdict === null ? "" : `; verdict ${verdict}`;
  const name = topic === null ? "dialogue" : oneLine(topic, 60);
  return fold([`${name}: ${outcome}${next}${word}`, outcomeWords(outcome)]);
}

function codeLines({ errors, warnings }: Pick<Dialogue, "errors" | "warnings">): readonly string[] {
  const told = [
    ...errors.map((code) => `  wrong: ${code}: ${dialogueCodeWords(code)}`),
    ...warnings.map((code) => `  note: ${code}: ${dialogueCodeWords(code)}`),
  ];
  const shown = told.slice(0, mostCodes);
  const rest = told.length - shown.length;
  return [
    ...(told.length === 0 ? [] : [""]),
    ...fold(shown),
    ...(rest === 0 ? [] : [`  and ${rest} more (see them with --json)`]),
  ];
}

/** A file with more is wrong as a whole. */
const mostCodes = 20;

/** What became of a file that was read in. */
export function renderIngest(result: DialogueIngest): string {
  const { adjustments, axis, quarantine, recorded, turns } = result;
  const lines = [
    `${turns.added} turns added, ${turns.kept} kept, ${turns.inFile} in the file`,
    ...(quarantine === null
      ? []
      : [
          `quarantined: the file is not what it was up to the end of turn ${quarantine.n}. Kept: ` +
            `${quarantine.keptBytes} bytes, SHA-256 ${quarantine.keptSha256.slice(0, 16)}; found: ` +
            `${quarantine.foundBytes} bytes, ${quarantine.foundSha256.slice(0, 16)}.`,
          "Nothing of the new version was taken. Put the old turns back and read it in again, or save the new version under another name.",
        ]),
    ...(adjustments.added + adjustments.agreed + adjustments.drafts === 0
      ? []
      : [
          `${adjustments.agreed} proposed edits agreed on, ${adjustments.added} of them new in the ledger; ` +
            `${adjustments.drafts} drafts left out (see: improve-cron adjustments list)`,
        ]),
    ...adjustments.refused.map(({ because, turn }) => `an edit in turn ${turn} was refused: ${because}`),
    ...recordedLines(result, axis, recorded),
  ];
  return [...headLines(result, result.header.topic), ...fold(lines), ...codeLines(result)].join("\n");
}

function recordedLines(
  { verdict }: DialogueIngest,
  axis: string | null,
  recorded: DialogueIngest["recorded"],
): readonly string[] {
  if (recorded !== null) {
    const because = recorded.because === null ? "" : `: ${oneLine(recorded.because)}`;
    return [`verdict ${verdict ?? ""} for ${axis ?? ""} ${recorded.outcome}${because}`];
  }
  return verdict === null || axis !== null
    ? []
    : ["the verdict was recorded for no axis: name it with --axis A, or with a header line `Axis: A`"];
}

/** What came of a dialogue that the program conducts. */
export function renderOpened(result: DialogueOpened): string {
  const { argued, author, axis, cases, clause, partner, path, rounds } = result;
  if (result.status === "nothing-to-argue") {
    const before = argued === 0 ? "" : ` (${argued} were argued over to an end already)`;
    return fold([
      `${axis}: no disputed verdict of a closed month is left to argue over${before}. Name one again with --item.`,
    ]).join("\n");
  }
  const about = [
    `${axis}: ${clause === null ? "no rule named" : oneLine(clause, 200)}`,
    `${cases.length === 1 ? "1 disputed verdict" : `${cases.length} disputed verdicts`}; author ${oneLine(author, 60)}, partner ${oneLine(partner, 60)}, ${rounds} rounds at most`,
    ...(path === null ? [] : [oneLine(path)]),
  ];
  return fold([...about, ...endLines(result)]).join("\n");
}

function endLines(result: DialogueOpened): readonly string[] {
  const { adjustments, because, most, outcome, problems, resumed, status, turns } = result;
  const got = problems.map(({ problem, turn }) => `  turn ${turn}: ${problem}`);
  if (status === "planned") {
    if (most === undefined) return ["begun before: it goes on without --dry-run"];
    return [
      `at most ${most.calls} calls and ${most.costUsd.toFixed(2)} US dollars; nothing was called (--dry-run)`,
    ];
  }
  if (status === "waiting") {
    const why = oneLine(because ?? "");
    return [`waits after turn ${turns}: ${why}. The same command goes on with it.`, ...got];
  }
  return [
    `${resumed ? "went on and ended" : "ended"} after ${turns} turns: ${outcome ?? ""}${because === null ? "" : ` (${because})`}`,
    outcomeWords(outcome ?? "INVALID"),
    ...got,
    ...(adjustments.length === 0
      ? ["no edit was agreed on"]
      : adjustments.map(
          ({ adjustmentId, file, kind, section, suggestion }) =>
            `proposed ${adjustmentId} (${kind}), ${oneLine(file, 60)}, ${oneLine(section, 60)}: ${oneLine(suggestion, 300)}`,
        )),
    ...(adjustments.length === 0 ? [] : ["see: improve-cron adjustments list"]),
  ];
}

function fold(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => foldLine(line, columns));
}
