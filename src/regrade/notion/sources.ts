import type { DataSource } from "./schema-answers.ts";
import { itemColumns, taskColumns, type WantedColumn } from "./columns.ts";
import type { Container } from "./container.ts";
import { findOrMake } from "./find-or-make.ts";
import type { NotionPlace } from "./place.ts";
import type { NotionRequests } from "./requests.ts";
import { richText } from "./rich-text.ts";
import type { SetupMeans } from "./setup-means.ts";
import type { Board } from "./target.ts";

const itemsTitle = "Items to grade";
const tasksTitle = "Axis tasks";

/** Known by its id, else by its columns; never as the first of the list, where the founder may have put another one. */
export async function ensureItems(
  means: SetupMeans,
  known: { readonly container: Container; readonly before: NotionPlace | null; readonly board: Board | null },
  made: string[],
): Promise<DataSource> {
  const { requests, timing } = means;
  const { before, board, container } = known;
  const find = async (): Promise<DataSource | null> => {
    const sources = (await requests.database(container.database.id)).sources.filter(
      ({ id }) => id !== board?.source.id,
    );
    const byId = sources.find(({ id }) => id === before?.items.dataSourceId);
    if (byId !== undefined) return requests.dataSource(byId.id);
    return firstWith(requests, sources, [itemColumns.grade, itemColumns.ref]);
  };
  return findOrMake(timing, find, async () => {
    made.push(`the data source “${itemsTitle}”`);
    return requests.createDataSource({
      parent: { type: "database_id", database_id: container.database.id },
      title: richText(itemsTitle),
      properties: Object.fromEntries(Object.values(itemColumns).map(({ name, config }) => [name, config])),
    });
  });
}

/** The data source of the axis tasks, beside that of the items. */
export async function ensureTasks(
  means: SetupMeans,
  known: {
    readonly container: Container;
    readonly before: NotionPlace | null;
    readonly itemsSource: DataSource;
  },
  made: string[],
): Promise<DataSource> {
  const { requests, timing } = means;
  const { before, container, itemsSource } = known;
  const find = async (): Promise<DataSource | null> => {
    const sources = (await requests.database(container.database.id)).sources.filter(
      ({ id }) => id !== itemsSource.id,
    );
    const byId = sources.find(({ id }) => id === before?.tasks.dataSourceId);
    if (byId !== undefined) return requests.dataSource(byId.id);
    return firstWith(requests, sources, [taskColumns.count, taskColumns.minutes]);
  };
  return findOrMake(timing, find, async () => {
    made.push(`the data source “${tasksTitle}”`);
    return requests.createDataSource({
      parent: { type: "database_id", database_id: container.database.id },
      title: richText(tasksTitle),
      properties: Object.fromEntries(Object.values(taskColumns).map(({ name, config }) => [name, config])),
    });
  });
}

async function firstWith(
  requests: NotionRequests,
  sources: readonly { readonly id: string }[],
  columns: readonly WantedColumn[],
): Promise<DataSource | null> {
  for (const { id } of sources) {
    const source = await requests.dataSource(id);
    const has = columns.every((wanted) =>
      source.properties.some(({ name, type }) => name === wanted.name && type === wanted.type),
    );
    if (has) return source;
  }
  return null;
}
