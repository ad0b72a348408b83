import type { DataSource } from "./schema-answers.ts";
import { columnProblems, gradeOptions, itemColumns, relationName } from "./columns.ts";
import { NotionFailure } from "./failure.ts";
import type { NotionPlace } from "./place.ts";
import type { NotionRequests } from "./requests.ts";

/**
 * Looks whether the items still stand where they were put: shared, not in the trash, with the columns and options that
 * are known by id. Throws NotionFailure `missing` or `denied` with what to click, since a queue that is not in order
 * must never be taken for one without grades.
 */
export async function probeItems(requests: NotionRequests, place: NotionPlace): Promise<DataSource> {
  const source = await lookAt(requests, place);
  if (source.inTrash) {
    throw new NotionFailure("missing", `the database “${place.databaseName}” is in Notion's trash`, {
      hint: "Open Trash at the bottom of Notion's sidebar and restore it.",
    });
  }
  const [problem] = itemProblems(source, place);
  if (problem !== undefined) throw new NotionFailure("denied", problem.message, { hint: problem.fix });
  return source;
}

async function lookAt(requests: NotionRequests, place: NotionPlace): Promise<DataSource> {
  try {
    return await requests.dataSource(place.items.dataSourceId);
  } catch (error) {
    if (!(error instanceof NotionFailure) || error.kind !== "missing") throw error;
    throw new NotionFailure(
      "missing",
      `the database “${place.databaseName}” is not shared with ${place.botName}, or was deleted`,
      {
        status: error.status,
        hint: `Open “${place.databaseName}” in Notion, ••• at the top right, Connections, add ${place.botName}.`,
      },
    );
  }
}

/** What is wrong with the columns of the items, worst first. */
export function itemProblems(source: DataSource, place: NotionPlace): ReturnType<typeof columnProblems> {
  const { properties, options } = place.items;
  const remembered = [
    { id: properties.grade, ...itemColumns.grade },
    { id: properties.ref, ...itemColumns.ref },
    { id: properties.title, ...itemColumns.title },
    { id: properties.why, ...itemColumns.why },
    { id: properties.axis, ...itemColumns.axis },
    { id: properties.due, ...itemColumns.due },
    { id: properties.task, name: relationName, type: "relation" },
  ];
  const wantedOptions = gradeOptions.map(({ grade, name }) => ({
    columnId: properties.grade,
    id: options[grade],
    name,
  }));
  return columnProblems(source, remembered, wantedOptions, place.databaseName);
}
