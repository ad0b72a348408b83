import type { BlockObjectRequest } from "@notionhq/client";
import { codeLanguage } from "./code-language.ts";
import { linkOf, printable, richText, type TextPiece } from "./rich-text.ts";

/** The kinds of blocks that are made: what reads well on a phone. */
export type TextBlockType =
  | "paragraph"
  | "heading_1"
  | "heading_2"
  | "heading_3"
  | "bulleted_list_item"
  | "numbered_list_item";

/** Notion takes 100 pieces in one block; and a block must not fill a request by itself. */
const mostPieces = 90;
const mostUnits = 40_000;

/** Text as blocks of one kind; long text takes several, each within the limits. */
export function textBlocks(type: TextBlockType, pieces: readonly TextPiece[]): readonly BlockObjectRequest[] {
  return inBlocks(pieces).map((rich_text): BlockObjectRequest => {
    switch (type) {
      case "paragraph":
        return { type, paragraph: { rich_text } };
      case "heading_1":
        return { type, heading_1: { rich_text } };
      case "heading_2":
        return { type, heading_2: { rich_text } };
      case "heading_3":
        return { type, heading_3: { rich_text } };
      case "bulleted_list_item":
        return { type, bulleted_list_item: { rich_text } };
      case "numbered_list_item":
        return { type, numbered_list_item: { rich_text } };
    }
  });
}

function inBlocks(pieces: readonly TextPiece[]): readonly TextPiece[][] {
  const blocks: TextPiece[][] = [[]];
  let units = 0;
  for (const piece of pieces) {
    const size = piece.text.content.length + (piece.text.link?.url.length ?? 0);
    const last = blocks.at(-1);
    if (last === undefined || last.length >= mostPieces || (last.length > 0 && units + size > mostUnits)) {
      blocks.push([piece]);
      units = size;
    } else {
      last.push(piece);
      units += size;
    }
  }
  return blocks;
}

export function dividerBlock(): BlockObjectRequest {
  return { type: "divider", divider: {} };
}

export function calloutBlock(text: string): BlockObjectRequest {
  return { type: "callout", callout: { rich_text: richText(printable(text)).slice(0, mostPieces) } };
}

function codeBlocks(text: string, language: string): readonly BlockObjectRequest[] {
  return inBlocks(richText(text)).map((rich_text) => ({
    type: "code",
    code: { rich_text, language: codeLanguage(language) },
  }));
}

/**
 * An artifact as blocks to read: headings, lists and code where it is written as Markdown, paragraphs for all the rest.
 * Nested lists become flat ones with their indentation shown, tables keep their columns as code, HTML stays as it is
 * written. Nothing of the text is left out.
 */
export function readableBlocks(artifact: string): readonly BlockObjectRequest[] {
  const blocks: BlockObjectRequest[] = [];
  const lines = printable(artifact).split("\n");
  let paragraph: string[] = [];
  // The number that the next entry of a list has to carry: Notion counts by itself, and would change any other.
  let nextNumber = 1;
  const endParagraph = (): void => {
    if (paragraph.length === 0) return;
    blocks.push(...textBlocks("paragraph", linked(paragraph.join("\n"))));
    paragraph = [];
  };
  const add = (...more: readonly BlockObjectRequest[]): void => {
    endParagraph();
    blocks.push(...more);
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const fence = fenceOf(line);
    const end = fence === null ? -1 : closingFence(lines, at + 1, fence.mark);
    const tableEnd = fence === null ? endOfTable(lines, at) : at;
    const heading = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/.exec(line);
    const bullet = /^([ \t]*)[-*+][ \t]+(\S.*)$/.exec(line);
    const numbered = /^(\d{1,9})[.)][ \t]+(\S.*)$/.exec(line);
    if (fence !== null && end >= 0) {
      add(...codeBlocks(lines.slice(at + 1, end).join("\n"), fence.language));
      at = end;
    } else if (tableEnd > at + 1) {
      add(...codeBlocks(lines.slice(at, tableEnd).join("\n"), "plain text"));
      at = tableEnd - 1;
    } else if (heading !== null) {
      add(...textBlocks(headingType(heading[1] ?? ""), linked(heading[2] ?? "")));
    } else if (bullet !== null) {
      const depth = Math.floor((bullet[1] ?? "").replaceAll("\t", "  ").length / 2);
      add(
        ...textBlocks("bulleted_list_item", linked("\u2003".repeat(Math.min(depth, 10)) + (bullet[2] ?? ""))),
      );
    } else if (numbered !== null && Number(numbered[1]) === nextNumber) {
      add(...textBlocks("numbered_list_item", linked(numbered[2] ?? "")));
      nextNumber += 1;
      continue;
    } else if (line.trim() === "") {
      endParagraph();
      // An empty line inside a list does not end it.
      continue;
    } else {
      paragraph.push(line);
    }
    nextNumber = 1;
  }
  endParagraph();
  return blocks;
}

/** The whole text in as few blocks as can be, without links: for texts of hundreds of blocks, and where Notion refuses the other form. */
export function plainBlocks(artifact: string): readonly BlockObjectRequest[] {
  return textBlocks("paragraph", richText(printable(artifact)));
}

function headingType(marks: string): TextBlockType {
  if (marks.length === 1) return "heading_1";
  return marks.length === 2 ? "heading_2" : "heading_3";
}

function fenceOf(line: string): { readonly mark: string; readonly language: string } | null {
  const match = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\s]*)[^`]*$/.exec(line);
  return match === null ? null : { mark: match[1] ?? "", language: match[2] ?? "" };
}

/** Where a fenced block ends; -1 where it never does, and is then no code. */
function closingFence(lines: readonly string[], from: number, mark: string): number {
  for (let at = from; at < lines.length; at += 1) {
    const line = (lines[at] ?? "").trim();
    if (line.length >= mark.length && line === (mark[0] ?? "`").repeat(line.length)) return at;
  }
  return -1;
}

function endOfTable(lines: readonly string[], from: number): number {
  let end = from;
  while (/^\s*\|.*\|\s*$/.test(lines[end] ?? "")) end += 1;
  return end;
}

/** Markdown links become links where Notion takes them; everything else stays as it is written. */
function linked(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(/(?<!!)\[([^[\]\n]{1,500})\]\(([^()\s]{1,2000})\)/g)) {
    const url = linkOf(match[2] ?? "");
    if (url === null) continue;
    pieces.push(...richText(text.slice(from, match.index)), ...richText(match[1] ?? "", url));
    from = match.index + match[0].length;
  }
  return [...pieces, ...richText(text.slice(from))];
}

/** How many bytes a block takes in a request. */
export function bytesOf(block: BlockObjectRequest): number {
  return Buffer.byteLength(JSON.stringify(block));
}
