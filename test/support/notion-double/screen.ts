import { displayWidth } from "../../../src/reports/display-width.ts";
import { seePage, seeView } from "./founder-sees.ts";
import type { SeenCell, SeenPage, SeenView } from "./founder-hands.ts";
import { plainText } from "./rich-text.ts";
import type { Workspace } from "./workspace.ts";

/** A view, page or database drawn as a phone shows it: one column, rows as cards, properties above the body. */
export function drawScreen(workspace: Workspace, id: string, width: number): string {
  const view = workspace.views.get(id);
  if (view !== undefined) {
    const database = workspace.databases.get(view.databaseId);
    return frame(viewLines(plainText(database?.title ?? []), seeView(workspace, view), width), width);
  }
  const page = workspace.pages.get(id);
  if (page !== undefined) return frame(pageLines(seePage(workspace, page), width), width);
  const database = workspace.databases.get(id);
  const first = database?.viewIds[0];
  if (first === undefined) throw new Error(`There is nothing to draw: ${id}.`);
  return drawScreen(workspace, first, width);
}

function viewLines(title: string, view: SeenView, width: number): string[] {
  const cards = view.rows.flatMap((row) => [
    "",
    ...wrapped(row.title, width),
    ...wrapped(
      row.cells
        .map((cell) => cell.text)
        .filter((text) => text !== "")
        .join(" · "),
      width - 2,
    ).map((line) => `  ${line}`),
  ]);
  const empty = view.rows.length === 0 ? ["", "No results"] : [];
  return [...wrapped(title, width), `[ ${view.name} ▾ ]`, ...cards, ...empty];
}

function pageLines(page: SeenPage, width: number): string[] {
  const label = Math.max(0, ...page.cells.map((cell) => cell.name.length));
  const property = (cell: SeenCell): string[] => {
    const [first = "", ...rest] = wrapped(cell.text === "" ? "Empty" : cell.text, width - label - 2);
    const indent = " ".repeat(label + 2);
    return [`${cell.name.padEnd(label)}  ${first}`, ...rest.map((line) => `${indent}${line}`)];
  };
  return [
    ...wrapped(`${page.locked ? "🔒 " : ""}${page.title}`, width),
    "",
    ...page.cells.flatMap(property),
    "─".repeat(width),
    ...page.body.split("\n").flatMap((line) => wrapped(line, width)),
    ...(page.comments.length === 0 ? [] : ["─".repeat(width), ...page.comments.map((text) => `💬 ${text}`)]),
  ];
}

/** Breaks at spaces, and inside a word only where it is longer than the screen. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ")) {
      let rest = word;
      if (line !== "" && displayWidth(line) + 1 + displayWidth(rest) > width) {
        lines.push(line);
        line = "";
      }
      while (displayWidth(rest) > width) {
        const head = start(rest, width);
        lines.push(head);
        rest = rest.slice(head.length);
      }
      line = line === "" ? rest : `${line} ${rest}`;
    }
    lines.push(line);
  }
  return lines;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** As many whole characters as fit; at least one. */
function start(text: string, width: number): string {
  let head = "";
  for (const { segment } of graphemes.segment(text)) {
    if (head !== "" && displayWidth(head + segment) > width) break;
    head += segment;
  }
  return head;
}

function frame(lines: readonly string[], width: number): string {
  const row = (line: string): string => `│ ${line}${" ".repeat(Math.max(0, width - displayWidth(line)))} │`;
  return [`┌${"─".repeat(width + 2)}┐`, ...lines.map(row), `└${"─".repeat(width + 2)}┘`].join("\n");
}
