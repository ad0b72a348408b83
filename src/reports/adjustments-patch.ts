import type { AdjustmentKind } from "../core/adjustment-record.ts";
import type { RankReason } from "../core/ledger-order.ts";
import { rankWords } from "./adjustment-words.ts";
import { oneLine, terminalText } from "./terminal-text.ts";

interface PatchEntry {
  readonly line: number;
  readonly entry: {
    readonly id: string;
    readonly section: string;
    readonly kind: AdjustmentKind;
    readonly problems: readonly string[];
    readonly suggestion: string;
    readonly askers: readonly string[];
    readonly because: readonly RankReason[];
  };
}

const contextLines = 2;

/**
 * Open entries as remarks at their sections, in the look of a unified diff. It is for reading: there is no line in it that
 * adds or removes anything, and its hunks have no numbers that `git apply` or `patch` would take.
 */
export function adjustmentsPatch(
  files: readonly {
    readonly file: string;
    readonly lines: readonly string[] | null;
    readonly entries: readonly PatchEntry[];
  }[],
): string {
  const lines = [
    "# improve-cron adjustments: remarks at their sections, for reading. Nothing here is a change, and nothing applies it.",
    "# Make the edits that you want by hand, commit them, then: improve-cron adjustments apply ID --commit SHA",
    ...files.flatMap(({ entries, file, lines: text }) => [
      "",
      `--- a/${oneLine(file)}`,
      `+++ b/${oneLine(file)}`,
      ...(text === null
        ? [
            "# The file was not read (`instructions.repo` of the config names its folder): remarks without its lines.",
          ]
        : []),
      ...hunks(entries, text),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

function hunks(entries: readonly PatchEntry[], text: readonly string[] | null): readonly string[] {
  const places = new Map<number, PatchEntry[]>();
  for (const placed of entries) places.set(placed.line, [...(places.get(placed.line) ?? []), placed]);
  const nowhere = text === null ? "@@ without its lines @@" : "@@ no such section in the file @@";
  return [...places].flatMap(([line, own]) => [
    line === 0 ? nowhere : `@@ line ${line} @@`,
    ...(line === 0 || text === null
      ? []
      : text.slice(line - 1, line + contextLines).map((one) => ` ${oneLine(one, 200)}`)),
    ...own.flatMap(({ entry }) => remark(entry)),
  ]);
}

function remark(entry: PatchEntry["entry"]): readonly string[] {
  const { askers, because, id, kind, problems, section, suggestion } = entry;
  const edit = kind === "reinforcement" ? " EDIT BEFORE APPLYING." : "";
  return [
    `# ${id} ${kind}, ${oneLine(section, 80)}: ${rankWords(because)} (${askers.map((one) => oneLine(one, 40)).join(", ")}).${edit}`,
    ...problems.flatMap((problem) => commented("problem", problem)),
    ...commented("suggestion", suggestion),
  ];
}

function commented(name: string, text: string): readonly string[] {
  return terminalText(text)
    .split("\n")
    .map((line, index) => (index === 0 ? `#   ${name}: ${line}` : `#     ${line}`));
}
