import type { CreatePageParameters } from "@notionhq/client";
import type { Month } from "../../core/cycle.ts";
import type { GradingTask } from "../queue.ts";
import { type NotionPage, valueOf } from "./answers.ts";
import { isFailure } from "./failure.ts";
import { makePageOnce, type PageMeans } from "./make-page.ts";
import type { NotionPlace } from "./place.ts";
import { richText } from "./rich-text.ts";

/** What is known of a task: its numbers are missing where only an item of it is at hand. */
export type TaskFacts = Pick<GradingTask, "axis" | "period" | "due"> &
  Partial<Pick<GradingTask, "items" | "minutes">>;

/** `Q` is part of the name: the command that the founder knows the work by. */
export const taskTitleStart = "/improve regrade Q for axis ";

function taskTitle(axis: string, period: Month): string {
  return `${taskTitleStart}${axis} · ${period}`;
}

/** Under which the task of a title is remembered; null for a title that is not one of ours. */
export function taskKeyOf(title: string): string | null {
  const [, axis, period] = /^(.*) · (\d{4}-\d{2})$/.exec(title.slice(taskTitleStart.length)) ?? [];
  const isOurs = title.startsWith(taskTitleStart) && axis !== undefined && period !== undefined;
  return isOurs ? taskKey(axis, period) : null;
}

function taskKey(axis: string, period: Month): string {
  return `task/${period}/${axis}`;
}

type Properties = NonNullable<CreatePageParameters["properties"]>;

/** The task of an axis and month: found where it was made, made where it is not or was thrown away. */
export async function ensureTask(
  means: PageMeans,
  place: NotionPlace,
  task: TaskFacts,
): Promise<{ readonly id: string; readonly url: string }> {
  const { requests } = means;
  const known = await knownTask(means, place, task.axis, task.period);
  if (known !== null) {
    const { count } = place.tasks.properties;
    if (task.items !== undefined && valueOf(known, count)?.value !== task.items) {
      // More items were drawn since: the founder must not be told the old number.
      await requests.updatePage({ page_id: known.id, properties: numbersOf(place, task) });
    }
    return known;
  }
  const { dataSourceId, properties } = place.tasks;
  const title = taskTitle(task.axis, task.period);
  return makePageOnce(means, {
    key: taskKey(task.axis, task.period),
    dataSourceId,
    filter: { property: properties.title, title: { equals: title } },
    lookFirst: true,
    request: {
      parent: { type: "data_source_id", data_source_id: dataSourceId },
      properties: {
        [properties.title]: { title: richText(title) },
        ...numbersOf(place, task),
        [properties.due]: { date: { start: task.due } },
      },
    },
  });
}

function numbersOf(place: NotionPlace, task: TaskFacts): Properties {
  const { count, minutes } = place.tasks.properties;
  return {
    ...(task.items === undefined ? {} : { [count]: { number: task.items } }),
    ...(task.minutes === undefined ? {} : { [minutes]: { number: task.minutes } }),
  };
}

/** The task that is remembered, if it still stands where it was made. One that is not is forgotten. */
async function knownTask(
  { journal, requests }: PageMeans,
  place: NotionPlace,
  axis: string,
  period: Month,
): Promise<NotionPage | null> {
  const key = taskKey(axis, period);
  const entry = await journal.read(key);
  if (entry?.state !== "made") return null;
  try {
    const page = await requests.page(entry.id);
    if (!page.inTrash && page.dataSourceId === place.tasks.dataSourceId) return page;
  } catch (error) {
    if (!isFailure(error, "missing")) throw error;
  }
  await journal.write(key, null);
  return null;
}

/** The task as it stands now, without making one; null where there is none. */
export async function findTask(
  means: PageMeans,
  place: NotionPlace,
  axis: string,
  period: Month,
): Promise<NotionPage | null> {
  const known = await knownTask(means, place, axis, period);
  if (known !== null) return known;
  const { dataSourceId, properties } = place.tasks;
  const filter = { property: properties.title, title: { equals: taskTitle(axis, period) } };
  return (await means.requests.query(dataSourceId, filter))[0] ?? null;
}
