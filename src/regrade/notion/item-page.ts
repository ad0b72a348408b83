import type { BlockObjectRequest, CreatePageParameters } from "@notionhq/client";
import type { BlindItem } from "../queue.ts";
import { bytesOf, calloutBlock, dividerBlock, plainBlocks, readableBlocks, textBlocks } from "./blocks.ts";
import type { NotionPlace } from "./place.ts";
import { printable, richText, splitText } from "./rich-text.ts";

// Below Notion's limits of 100 blocks and 500 KB a request, which count what surrounds the blocks too.
const mostBlocks = 95;
const mostBytes = 400_000;
/** A text of more blocks than this would take minutes to bring, and nobody reads it block by block. */
const mostReadableBlocks = 900;

/** A page as it is brought: the first part makes it, each further one is appended. */
export interface ItemPage {
  readonly request: CreatePageParameters;
  readonly further: readonly (readonly BlockObjectRequest[])[];
  /** Blocks of the first part. */
  readonly firstCount: number;
}

/**
 * The page of one item. What is in it is all that Notion ever learns before the close: the neutral title, the axis, its
 * plain intent, the text, the due date and a random reference. The whole text is on the page, however long.
 *
 * @param form `plain` gives up headings, lists and links, for a text that Notion refuses in the readable form
 */
export function itemPage(
  item: BlindItem,
  place: NotionPlace,
  related: { readonly taskId: string; readonly axisOptionId: string },
  form: "readable" | "plain",
): ItemPage {
  const { dataSourceId, properties } = place.items;
  const [first = [], ...further] = inParts(bodyOf(item, form));
  return {
    request: {
      parent: { type: "data_source_id", data_source_id: dataSourceId },
      properties: {
        [properties.title]: { title: richText(splitText(printable(item.title))[0] ?? "") },
        [properties.axis]: { select: { id: related.axisOptionId } },
        // A date without a time: one with a time would shift by the zone of whoever looks.
        [properties.due]: { date: { start: item.due } },
        [properties.ref]: { rich_text: richText(item.ref) },
        [properties.task]: { relation: [{ id: related.taskId }] },
      },
      children: [...first],
    },
    further,
    firstCount: first.length,
  };
}

function bodyOf(item: BlindItem, form: "readable" | "plain"): readonly BlockObjectRequest[] {
  const readable = form === "readable" ? readableBlocks(item.text) : [];
  const content =
    form === "readable" && readable.length <= mostReadableBlocks ? readable : plainBlocks(item.text);
  const text = item.text.trim() === "" ? plainBlocks("(The text is empty.)") : content;
  const start = [calloutBlock(questionOf(item))];
  const rest = [
    dividerBlock(),
    ...text,
    dividerBlock(),
    ...textBlocks(
      "paragraph",
      richText("Grade at the top. One line in Why helps most when you choose FAIL."),
    ),
  ];
  if (inParts([...start, ...rest]).length === 1) return [...start, ...rest];
  // Whoever opens it while the rest is still on its way must be able to tell.
  const notice = "This is a long text. It is complete when it ends with the line “Grade at the top”.";
  return [...start, ...textBlocks("paragraph", richText(notice)), ...rest];
}

function questionOf({ axis, intent }: BlindItem): string {
  const bar = intent === null ? "" : ` ${intent.trim()}`;
  return `Does this meet the bar for ${axis}?${bar} Judge the text below on its own. PASS = you would accept it. FAIL = you would send it back.`;
}

function inParts(blocks: readonly BlockObjectRequest[]): readonly (readonly BlockObjectRequest[])[] {
  const parts: BlockObjectRequest[][] = [];
  let bytes = mostBytes;
  for (const block of blocks) {
    const size = bytesOf(block);
    const last = parts.at(-1);
    if (last === undefined || last.length >= mostBlocks || bytes + size > mostBytes) {
      parts.push([block]);
      bytes = size;
    } else {
      last.push(block);
      bytes += size;
    }
  }
  return parts;
}
