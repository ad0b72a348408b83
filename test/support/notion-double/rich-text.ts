import type { BlockObjectRequest, RichTextItemResponse } from "@notionhq/client";
import { validationError } from "./api-error.ts";
import { unsupported } from "./unsupported.ts";
import type { Workspace } from "./workspace.ts";

type ParagraphRequest = Extract<BlockObjectRequest, { paragraph: unknown }>;
/** One run of text as a request writes it. */
export type RichTextRequest = ParagraphRequest["paragraph"]["rich_text"][number];

const plain = {
  bold: false,
  italic: false,
  strikethrough: false,
  underline: false,
  code: false,
  color: "default",
} as const;

/** What a request wrote, as answers give it back. */
export function readRichText(
  workspace: Workspace,
  items: readonly RichTextRequest[] | undefined,
): RichTextItemResponse[] {
  return (items ?? []).map((item) => {
    const annotations = { ...plain, ...item.annotations };
    if ("text" in item) {
      const link = item.text.link ?? null;
      return {
        type: "text",
        text: { content: item.text.content, link },
        annotations,
        plain_text: item.text.content,
        href: link?.url ?? null,
      };
    }
    if ("equation" in item) {
      const { expression } = item.equation;
      return { type: "equation", equation: { expression }, annotations, plain_text: expression, href: null };
    }
    if ("page" in item.mention) {
      const { id } = item.mention.page;
      if (!workspace.pages.has(id)) throw validationError(`Could not find page with ID: ${id}.`);
      return {
        type: "mention",
        mention: { type: "page", page: { id } },
        annotations,
        plain_text: titleOfPage(workspace, id),
        href: `https://app.notion.com/${id.replaceAll("-", "")}`,
      };
    }
    if ("date" in item.mention) {
      const { start, end, time_zone } = item.mention.date;
      return {
        type: "mention",
        mention: { type: "date", date: { start, end: end ?? null, time_zone: time_zone ?? null } },
        annotations,
        plain_text: start,
        href: null,
      };
    }
    throw unsupported(workspace, "a mention of something that is no page and no date");
  });
}

/** The runs without their looks. */
export function plainText(items: readonly RichTextItemResponse[]): string {
  return items.map((item) => item.plain_text).join("");
}

/** Text without looks or links. */
export function textRuns(text: string): RichTextItemResponse[] {
  if (text === "") return [];
  return [
    {
      type: "text",
      text: { content: text, link: null },
      annotations: { ...plain },
      plain_text: text,
      href: null,
    },
  ];
}

/** The title of a page, whether a row or not. */
export function titleOfPage(workspace: Workspace, id: string): string {
  const value = workspace.pages.get(id)?.state.values.get("title");
  return value?.type === "title" ? plainText(value.text) : "";
}
