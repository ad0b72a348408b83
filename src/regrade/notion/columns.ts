import type { Grade } from "../../core/cycle.ts";
import { type DataSource, type SourceProperty, isSameProperty } from "./schema-answers.ts";

type Nothing = Record<string, never>;

/** The kinds of columns that are made, as both the creation and the change of a data source take them. */
type ColumnConfig =
  | { title: Nothing }
  | { rich_text: Nothing }
  | { date: Nothing }
  | { number: { format: string } }
  | { select: { options: { name: string; color?: "green" | "red" | "gray" }[] } }
  | {
      relation: {
        data_source_id: string;
        type: "dual_property";
        dual_property: { synced_property_name: string };
      };
    };

/** A column that is needed: what it is called when it is made, and what kind it has to be whatever it is called. */
export interface WantedColumn {
  readonly name: string;
  readonly type: string;
  readonly config: ColumnConfig;
}

/** What the founder may choose, in this order. No commas: Notion refuses them. */
export const gradeOptions: readonly {
  readonly grade: Grade;
  readonly name: string;
  readonly color: "green" | "red" | "gray";
}[] = [
  { grade: "PASS", name: "PASS", color: "green" },
  { grade: "FAIL", name: "FAIL", color: "red" },
  { grade: "CANT_TELL", name: "Can't tell", color: "gray" },
];

/** The columns of an item, Grade second: the order of creation is the order in the open page. */
export const itemColumns = {
  title: { name: "Task", type: "title", config: { title: {} } },
  grade: {
    name: "Grade",
    type: "select",
    // Not a status, which cannot be empty, and not a checkbox, which cannot tell FAIL from not looked at.
    config: { select: { options: gradeOptions.map(({ name, color }) => ({ name, color })) } },
  },
  why: { name: "Why", type: "rich_text", config: { rich_text: {} } },
  axis: { name: "Axis", type: "select", config: { select: { options: [] } } },
  due: { name: "Due", type: "date", config: { date: {} } },
  ref: { name: "Ref", type: "rich_text", config: { rich_text: {} } },
} satisfies Record<string, WantedColumn>;

export const relationName = "Month";

/** Relates an item to its axis task; the task shows its items in a column of its own. */
export function relationColumn(tasksSourceId: string): WantedColumn {
  return {
    name: relationName,
    type: "relation",
    config: {
      relation: {
        data_source_id: tasksSourceId,
        type: "dual_property",
        dual_property: { synced_property_name: "Blind items" },
      },
    },
  };
}

/** The columns of an axis task. */
export const taskColumns = {
  title: { name: "Task", type: "title", config: { title: {} } },
  count: { name: "Items to grade", type: "number", config: { number: { format: "number" } } },
  minutes: { name: "Minutes", type: "number", config: { number: { format: "number" } } },
  due: { name: "Due", type: "date", config: { date: {} } },
} satisfies Record<string, WantedColumn>;

/** What can be wrong with a column that was there once. */
export interface ColumnProblem {
  readonly column: string;
  readonly kind: "deleted" | "retyped" | "option-deleted";
  readonly message: string;
  readonly fix: string;
}

/** Compares a data source with what is remembered of it. Renamed columns and options are no problem: ids count. */
export function columnProblems(
  source: DataSource,
  remembered: readonly { readonly id: string; readonly name: string; readonly type: string }[],
  options: readonly { readonly columnId: string; readonly id: string; readonly name: string }[],
  databaseName: string,
): readonly ColumnProblem[] {
  const problems: ColumnProblem[] = [];
  for (const { id, name, type } of remembered) {
    const found = columnById(source, id);
    if (found === null) {
      problems.push({
        column: name,
        kind: "deleted",
        message: `the property ${name} was deleted from the database “${databaseName}”`,
        fix: `Open “${databaseName}” in Notion, ••• at the top right, Edit properties, Deleted properties, restore ${name}; or run \`improve-cron notion setup\`, which adds a new one.`,
      });
    } else if (found.type !== type) {
      problems.push({
        column: name,
        kind: "retyped",
        message: `the property ${found.name} of “${databaseName}” is now of the type ${found.type}, not ${type}`,
        fix: `Open “${databaseName}” in Notion, click the column ${found.name}, Edit property, Type, and choose ${typeWord(type)}.`,
      });
    }
  }
  for (const { columnId, id, name } of options) {
    const found = columnById(source, columnId);
    // A column that is gone or of another kind was told already.
    if (found === null || found.type !== "select" || found.options.some((option) => option.id === id))
      continue;
    problems.push({
      column: found.name,
      kind: "option-deleted",
      message: `the option ${name} of ${found.name} was deleted from the database “${databaseName}”`,
      fix: "Run `improve-cron notion setup`, which adds it again; then choose it once more where it is empty now.",
    });
  }
  return problems;
}

export function columnById(source: DataSource, id: string): SourceProperty | null {
  return source.properties.find((property) => isSameProperty(property.id, id)) ?? null;
}

function typeWord(type: string): string {
  return type === "rich_text" ? "Text" : `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`;
}
