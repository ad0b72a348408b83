import { markdownText } from "./markdown-text.ts";
import { oneLine } from "./terminal-text.ts";

/** What an entry of the vault log tells a person, in the order in which it is read. */
export interface EntrySections {
  readonly happened: readonly string[];
  readonly means: readonly string[];
  readonly toDo: readonly string[];
}

/**
 * A log entry that is read on a phone: heading; what happened, what it means, what to do, a paragraph each; further blocks;
 * a narrow table; the marker. Blocks are separated by empty lines, without which Obsidian joins them. The marker stands last, on its own line
 * after an empty one: there Obsidian takes it as the id of the table, and an entry that was cut off while it was written has none.
 *
 * @param blocks Markdown of our own making (callouts, links), in which nobody else's text is left as it was
 */
export function sectionedEntry(entry: {
  readonly heading: string;
  readonly sections: EntrySections;
  readonly blocks: readonly (readonly string[])[];
  readonly table: readonly string[];
  readonly marker: string;
}): string {
  const { happened, means, toDo } = entry.sections;
  const paragraphs = [
    paragraph("What happened.", happened),
    paragraph("What it means.", means),
    paragraph("What to do.", toDo),
  ];
  return [
    `## ${inertSentence(entry.heading)}`,
    "",
    ...[...paragraphs, ...entry.blocks].flatMap((lines) => (lines.length === 0 ? [] : [...lines, ""])),
    ...entry.table,
    "",
    entry.marker,
    "",
  ].join("\n");
}

function paragraph(lead: string, sentences: readonly string[]): readonly string[] {
  return sentences.length === 0 ? [] : [`**${lead}** ${sentences.map(inertSentence).join(" ")}`];
}

/** One line of prose in which nobody's text does anything. */
export function inertSentence(sentence: string): string {
  return markdownText(oneLine(sentence));
}

/**
 * A callout of Obsidian, a quotation everywhere else; folded, it takes one line until it is opened.
 *
 * @param lines Markdown of our own making; an empty one separates blocks, as it does outside
 * @example callout("info", "All figures", ["| a |"], true) // ["> [!info]- All figures", ">", "> | a |"]
 */
export function callout(
  kind: "info" | "question",
  title: string,
  lines: readonly string[],
  folded: boolean,
): readonly string[] {
  const mark = folded ? "-" : "";
  return [
    `> [!${kind}]${mark} ${inertSentence(title)}`,
    ">",
    ...lines.map((line) => (line === "" ? ">" : `> ${line}`)),
  ];
}
