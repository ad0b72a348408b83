import type { DataSource, SourceProperty } from "./schema-answers.ts";
import { gradeOptions } from "./columns.ts";
import type { NotionPlace } from "./place.ts";
import type { NotionRequests } from "./requests.ts";
import { needed } from "./setup-means.ts";

/** The three options by the ids they were known by, else by their names; what is missing is added beside what is there. */
export async function ensureGradeOptions(
  requests: NotionRequests,
  source: DataSource,
  grade: { readonly column: SourceProperty; readonly known: NotionPlace["items"]["options"] | null },
): Promise<{
  readonly source: DataSource;
  readonly options: NotionPlace["items"]["options"];
  readonly added: readonly string[];
}> {
  const idIn = (column: SourceProperty, one: (typeof gradeOptions)[number]): string | null => {
    const known = grade.known?.[one.grade];
    const byId = column.options.find(({ id }) => id === known);
    return (byId ?? column.options.find(({ name }) => name === one.name))?.id ?? null;
  };
  const missing = gradeOptions.filter((one) => idIn(grade.column, one) === null);
  let current = source;
  let { column } = grade;
  if (missing.length > 0) {
    // The options that are there are sent along: an update that leaves them out may take them away.
    current = await requests.updateDataSource({
      data_source_id: source.id,
      properties: {
        [column.id]: {
          select: {
            options: [
              ...column.options.map(({ id }) => ({ id })),
              ...missing.map(({ name, color }) => ({ name, color })),
            ],
          },
        },
      },
    });
    column = needed(current.properties.find(({ id }) => id === column.id));
  }
  const idOf = (index: number): string => needed(idIn(column, needed(gradeOptions[index])));
  const options = { PASS: idOf(0), FAIL: idOf(1), CANT_TELL: idOf(2) };
  return { source: current, options, added: missing.map(({ name }) => name) };
}
