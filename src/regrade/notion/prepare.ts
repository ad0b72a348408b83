import { type NotionPage, textOf } from "./answers.ts";
import type { DataSource } from "./schema-answers.ts";
import { columnById } from "./columns.ts";
import { NotionFailure } from "./failure.ts";
import type { PageMeans } from "./make-page.ts";
import type { NotionMemory } from "./memory.ts";
import type { NotionPlace } from "./place.ts";
import { probeItems } from "./probe.ts";
import { ensureTask, type TaskFacts } from "./task.ts";

/** What publishing the items of an axis and month needs to know. */
export interface PreparedMonth {
  readonly place: NotionPlace;
  readonly taskId: string;
  readonly axisOptionId: string;
  /** Pages of this month that exist already, by their reference, each the first that was made. */
  readonly known: ReadonlyMap<string, NotionPage>;
}

/**
 * Looks whether everything stands as it was left, makes the axis task or finds it, and lists the items that it has: a
 * database of ours that was restored from a backup has forgotten them.
 */
export async function prepareMonth(
  means: PageMeans,
  memory: NotionMemory,
  place: NotionPlace,
  task: TaskFacts,
): Promise<PreparedMonth> {
  const { requests } = means;
  const source = await probeItems(requests, place);
  const axisOptionId = await axisOption(means, memory, { place, source, axis: task.axis });
  const { id: taskId } = await ensureTask(means, place, task);
  const { dataSourceId, properties } = place.items;
  const pages = await requests.query(dataSourceId, {
    property: properties.task,
    relation: { contains: taskId },
  });
  const known = new Map<string, NotionPage>();
  for (const page of pages.toSorted((a, b) => a.createdAt - b.createdAt)) {
    const ref = textOf(page, properties.ref);
    if (ref !== "" && page.createdBy === place.botId && !known.has(ref)) known.set(ref, page);
  }
  return { place, taskId, axisOptionId, known };
}

/** The option of an axis by its id, since writing one that was renamed by its name would make a second. */
async function axisOption(
  { requests }: PageMeans,
  memory: NotionMemory,
  asked: { readonly place: NotionPlace; readonly source: DataSource; readonly axis: string },
): Promise<string> {
  const { axis, place, source } = asked;
  const columnId = place.items.properties.axis;
  const name = `axis-option/${axis}`;
  const known = await memory.read(name);
  const find = (from: DataSource): string | null => {
    const options = columnById(from, columnId)?.options ?? [];
    const option = options.find(({ id }) => id === known) ?? options.find((one) => one.name === axis);
    return option?.id ?? null;
  };
  let id = find(source);
  if (id === null) {
    const others = columnById(source, columnId)?.options ?? [];
    const updated = await requests.updateDataSource({
      data_source_id: source.id,
      // An update that leaves options out may take them away.
      properties: {
        [columnId]: { select: { options: [...others.map((option) => ({ id: option.id })), { name: axis }] } },
      },
    });
    id = find(updated);
  }
  if (id === null) throw new NotionFailure("unavailable", `Notion did not keep the option ${axis} of Axis`);
  if (id !== known) await memory.write(name, id);
  return id;
}
