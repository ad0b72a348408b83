import { type NotionPage, textOf } from "./answers.ts";
import { isFailure } from "./failure.ts";
import type { PageMeans } from "./make-page.ts";
import type { NotionPlace } from "./place.ts";
import { taskKeyOf, taskTitleStart } from "./task.ts";

/**
 * Takes away axis tasks that were made twice: a creation may happen later than anybody looks for it, or in spite of an
 * answer that says it did not. Only what we made stays or goes; the task that is remembered counts, and nothing goes
 * that the founder has touched or that items belong to; where he threw away the one that counts, the other is what he kept. Where the tasks cannot be listed, grades can be fetched all the same.
 */
export async function sweepTasks(means: PageMeans, place: NotionPlace, since: number): Promise<void> {
  try {
    await trashDoubles(means, place, since);
  } catch (error) {
    if (!isFailure(error, "missing") && !isFailure(error, "refused")) throw error;
  }
}

async function trashDoubles(
  { journal, requests }: PageMeans,
  place: NotionPlace,
  since: number,
): Promise<void> {
  const { dataSourceId, properties } = place.tasks;
  const pages = await requests.query(dataSourceId, {
    and: [
      { property: properties.title, title: { starts_with: taskTitleStart } },
      { timestamp: "created_time", created_time: { on_or_after: new Date(since).toISOString() } },
    ],
  });
  for (const page of pages) {
    const key = taskKeyOf(textOf(page, properties.title));
    const entry = key === null ? null : await journal.read(key);
    if (entry?.state !== "made" || entry.id === page.id) continue;
    // The list may be old: he may have taken to this one a moment ago.
    if (!isUnused(await requests.page(page.id), place)) continue;
    if ((await requests.children(page.id)).length > 0) continue;
    if (await stands(requests, entry.id, dataSourceId)) await requests.trashPage(page.id);
  }
}

/** Whether nobody but us has written on a task, and no item belongs to it. */
function isUnused(page: NotionPage, { botId }: NotionPlace): boolean {
  const isRelated = [...page.values.values()].some(
    ({ type, value }) => type === "relation" && Array.isArray(value) && value.length > 0,
  );
  return !page.inTrash && page.createdBy === botId && page.editedBy === botId && !isRelated;
}

/** Whether a page is where it was made. */
async function stands(requests: PageMeans["requests"], id: string, dataSourceId: string): Promise<boolean> {
  try {
    const page = await requests.page(id);
    return !page.inTrash && page.dataSourceId === dataSourceId;
  } catch (error) {
    if (isFailure(error, "missing")) return false;
    throw error;
  }
}
