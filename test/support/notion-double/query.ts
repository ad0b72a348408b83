import type { QueryDataSourceParameters } from "@notionhq/client";
import { isTrashed, reachDataSource } from "./access.ts";
import { validationError } from "./api-error.ts";
import { type Row, compileFilter } from "./filter.ts";
import type { JsonObject } from "./json.ts";
import { pageObject } from "./page-object.ts";
import type { Cursors } from "./paging.ts";
import { type PropertySchema, findProperty } from "./property-schema.ts";
import { optionIdOf, optionsOf, valueText } from "./property-value.ts";
import type { Workspace } from "./workspace.ts";

/** POST /v1/data_sources/{id}/query: what the index shows, at most `rowLimit` rows over all pages. */
export function queryDataSource(
  workspace: Workspace,
  args: QueryDataSourceParameters,
  cursors: Cursors,
): JsonObject {
  const source = reachDataSource(workspace, args.data_source_id);
  const { rowLimit, lagMs } = workspace.quirks;
  const filter: JsonObject | null = args.filter === undefined ? null : { ...args.filter };
  const test = filter === null ? null : compileFilter(workspace, source.properties, filter);
  const trash = args.in_trash === true;
  const aboveTrashed = isTrashed(workspace, source.id);
  const found = workspace
    .rowsOf(source.id, lagMs)
    .filter(({ state }) => (state.inTrash || aboveTrashed) === trash && !state.archived)
    .filter((row) => test === null || test(row));
  sortRows(workspace, source.properties, found, args.sorts ?? []);
  const page = cursors.page(workspace, args, args, found.slice(0, rowLimit), 100);
  const cut = page.last && found.length > rowLimit;
  return {
    ...page.list,
    type: "page_or_data_source",
    page_or_data_source: {},
    results: page.items.map(({ page: row, state }) =>
      pageObject(workspace, row, state, args.filter_properties),
    ),
    request_status: cut
      ? { type: "incomplete", incomplete_reason: "query_result_limit_reached" }
      : { type: "complete" },
  };
}

/** Sorts in place by property (id or name) or time; what is empty comes last. */
export function sortRows(
  workspace: Workspace,
  schema: readonly PropertySchema[],
  rows: Row[],
  sorts: readonly JsonObject[],
): void {
  const keys = sorts.map((sort) => {
    const sign = sort["direction"] === "descending" ? -1 : 1;
    const { timestamp, property: asked } = sort;
    if (timestamp === "created_time") return { sign, key: (row: Row) => row.page.createdAt };
    if (timestamp === "last_edited_time") return { sign, key: (row: Row) => row.state.editedAt };
    const property = typeof asked === "string" ? findProperty(schema, asked) : undefined;
    if (property === undefined) {
      throw validationError(`Could not find sort property with name or id: ${String(asked)}`);
    }
    return { sign, key: (row: Row) => sortKey(workspace, property, row) };
  });
  rows.sort((left, right) => {
    for (const { sign, key } of keys) {
      const order = compare(key(left), key(right), sign);
      if (order !== 0) return order;
    }
    return 0;
  });
}

function sortKey(workspace: Workspace, property: PropertySchema, row: Row): number | string | null {
  const text = valueText(workspace, property, row.page, row.state);
  const { type } = property.config;
  if (type === "checkbox") return text === "" ? 0 : 1;
  if (text === "") return null;
  if (type === "number" || type === "unique_id") return Number(text);
  if (type === "select" || type === "status") {
    const id = optionIdOf(property, row.state.values.get(property.id));
    return optionsOf(property).findIndex((option) => option.id === id);
  }
  return text;
}

function compare(left: number | string | null, right: number | string | null, sign: number): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return left < right ? -sign : sign;
}
