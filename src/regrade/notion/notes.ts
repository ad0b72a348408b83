import type { BlockObjectRequest } from "@notionhq/client";
import type { EffectOutcome, NoteLine, TaskNote } from "../../core/effect.ts";
import type { Block } from "./schema-answers.ts";
import { textBlocks } from "./blocks.ts";
import { findOrMake } from "./find-or-make.ts";
import type { PageMeans } from "./make-page.ts";
import type { NotionPlace } from "./place.ts";
import { keyOf } from "./publish.ts";
import { linkOf, printable, richText } from "./rich-text.ts";
import { findTask } from "./task.ts";

/** What fits into one request, heading and link included. */
const mostLines = 90;

/**
 * Adds a note below an axis task, and the page it leads to as a page of its own under the task. Both are found by their
 * heading and title among the blocks of the task before they are made. Nothing is written into an item.
 */
export async function addTaskNote(
  means: PageMeans,
  place: NotionPlace,
  note: TaskNote,
): Promise<EffectOutcome> {
  const task = await findTask(means, place, note.axis, note.period);
  if (task === null || task.inTrash) return { state: "done", detail: "the axis task is gone" };
  const page = note.page === null ? null : await ensureChildPage(means, task.id, note.page);
  const link: readonly NoteLine[] =
    page === null || note.page === null ? [] : [{ text: note.page.title, link: { url: page.url } }];
  const blocks = [
    ...textBlocks("heading_3", richText(printable(note.heading))),
    ...(await lineBlocks(means, [...note.lines, ...link])),
  ];
  const { requests, timing } = means;
  let isNew = false;
  await findOrMake(
    timing,
    async () => headingIn(await requests.children(task.id), note.heading),
    async () => {
      await requests.append(task.id, blocks);
      isNew = true;
      return note.heading;
    },
  );
  return { state: "done", detail: isNew ? "added" : "was there already" };
}

function headingIn(blocks: readonly Block[], heading: string): string | null {
  const isThere = blocks.some(({ text, type }) => type === "heading_3" && text === printable(heading));
  return isThere ? heading : null;
}

async function ensureChildPage(
  { journal, requests, timing }: PageMeans,
  taskId: string,
  page: NonNullable<TaskNote["page"]>,
): Promise<{ readonly id: string; readonly url: string }> {
  const blocks = await lineBlocks({ journal }, page.lines);
  return findOrMake(
    timing,
    async () => {
      const children = await requests.children(taskId);
      const child = children.find(({ text, type }) => type === "child_page" && text === page.title);
      return child === undefined ? null : requests.page(child.id);
    },
    () =>
      requests.createPage({
        parent: { type: "page_id", page_id: taskId },
        properties: { title: { title: richText(page.title) } },
        children: [...blocks],
      }),
  );
}

async function lineBlocks(
  { journal }: Pick<PageMeans, "journal">,
  lines: readonly NoteLine[],
): Promise<readonly BlockObjectRequest[]> {
  const blocks: BlockObjectRequest[] = [];
  for (const line of lines.slice(0, mostLines)) {
    const address = line.link === undefined ? null : await addressOf(journal, line.link);
    const url = address === null ? null : linkOf(address);
    blocks.push(...textBlocks("paragraph", richText(printable(line.text), url)));
  }
  return blocks.slice(0, mostLines);
}

async function addressOf(
  journal: PageMeans["journal"],
  link: NonNullable<NoteLine["link"]>,
): Promise<string | null> {
  if ("url" in link) return link.url;
  const entry = await journal.read(keyOf(link.ref));
  return entry?.state === "made" ? entry.url : null;
}
