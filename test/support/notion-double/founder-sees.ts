import { isGone } from "./access.ts";
import { liveChildren } from "./blocks.ts";
import { type Row, type RowTest, compileFilter } from "./filter.ts";
import type { SeenCell, SeenPage, SeenRow, SeenView } from "./founder-hands.ts";
import { isObject } from "./json.ts";
import { schemaOf } from "./page-object.ts";
import type { PropertySchema } from "./property-schema.ts";
import { valueText } from "./property-value.ts";
import { sortRows } from "./query.ts";
import { plainText, titleOfPage } from "./rich-text.ts";
import type { Page, View, Workspace } from "./workspace.ts";

/** The page the founder means; throws where there is none any more. */
export function ownPage(workspace: Workspace, id: string): Page {
  const page = workspace.pages.get(id);
  if (page === undefined || isGone(workspace, id)) throw new Error(`There is no page ${id}.`);
  return page;
}

function cell(workspace: Workspace, property: PropertySchema, row: Row): SeenCell {
  return {
    propertyId: property.id,
    name: property.name,
    type: property.config.type,
    text: valueText(workspace, property, row.page, row.state),
  };
}

/** A view as it is drawn now: the app drops a filter whose property is gone. */
export function seeView(workspace: Workspace, view: View): SeenView {
  const schema = workspace.dataSources.get(view.dataSourceId)?.properties ?? [];
  const test = appFilter(workspace, schema, view);
  const rows = workspace
    .rowsOf(view.dataSourceId, 0)
    .filter(({ state }) => !state.inTrash && !state.archived)
    .filter((row) => test === null || test(row));
  const sorts = view.sorts.filter(
    ({ property }) => typeof property !== "string" || schema.some(({ id }) => id === property),
  );
  sortRows(workspace, schema, rows, sorts);
  const visible = visibleProperties(schema, view);
  return {
    viewId: view.id,
    name: view.name,
    type: view.type,
    dataSourceId: view.dataSourceId,
    rows: rows.map(
      (row): SeenRow => ({
        pageId: row.page.id,
        title: titleOfPage(workspace, row.page.id),
        cells: visible.map((property) => cell(workspace, property, row)),
      }),
    ),
  };
}

function appFilter(workspace: Workspace, schema: readonly PropertySchema[], view: View): RowTest | null {
  if (view.filter === null) return null;
  try {
    return compileFilter(workspace, schema, view.filter);
  } catch {
    return null;
  }
}

/** Properties that the view lists and shows, in its order; then those it does not mention. */
function visibleProperties(schema: readonly PropertySchema[], view: View): PropertySchema[] {
  const listed = view.configuration?.["properties"];
  const entries = Array.isArray(listed) ? listed.filter(isObject) : [];
  const mentioned = new Set(entries.map((entry) => entry["property_id"]));
  const shown = entries
    .filter((entry) => entry["visible"] !== false)
    .flatMap((entry) => schema.find(({ id }) => id === entry["property_id"]) ?? []);
  const rest = schema.filter(({ id }) => !mentioned.has(id));
  return [...shown, ...rest].filter(({ config }) => config.type !== "title");
}

export function seePage(workspace: Workspace, page: Page): SeenPage {
  const row: Row = { page, state: page.state };
  return {
    pageId: page.id,
    title: titleOfPage(workspace, page.id),
    cells: schemaOf(workspace, page.state)
      .filter(({ config }) => config.type !== "title")
      .map((property) => cell(workspace, property, row)),
    body: bodyLines(workspace, page.children, 0).join("\n"),
    comments: workspace.comments
      .filter(({ parent }) => parent.kind !== "workspace" && parent.id === page.id)
      .map(({ text }) => plainText(text)),
    locked: page.state.locked,
  };
}

const marks: Readonly<Record<string, string>> = {
  bulleted_list_item: "• ",
  numbered_list_item: "1. ",
  quote: "┃ ",
  toggle: "▸ ",
  heading_1: "# ",
  heading_2: "## ",
  heading_3: "### ",
};

/** The body as text, one block a line (more where the text has line breaks). */
function bodyLines(workspace: Workspace, ids: readonly string[], depth: number): string[] {
  const indent = "  ".repeat(depth);
  return liveChildren(workspace, ids).flatMap((id) => {
    const block = workspace.blocks.get(id);
    if (block === undefined) return [`${indent}[${titleOf(workspace, id)}]`];
    if (block.type === "table") return bodyLines(workspace, block.children, depth);
    const own = `${marks[block.type] ?? ""}${blockText(block.type, block.content)}`;
    const lines = own.split("\n").map((line) => `${indent}${line}`);
    return [...lines, ...bodyLines(workspace, block.children, depth + 1)];
  });
}

function titleOf(workspace: Workspace, id: string): string {
  const database = workspace.databases.get(id);
  return database === undefined ? titleOfPage(workspace, id) : plainText(database.title);
}

function runs(value: unknown): string {
  if (!Array.isArray(value)) return "";
  return value.map((run) => (isObject(run) ? String(run["plain_text"]) : "")).join("");
}

function blockText(type: string, content: Readonly<Record<string, unknown>>): string {
  if (type === "divider") return "────────";
  if (type === "to_do") return `${content["checked"] === true ? "☑" : "☐"} ${runs(content["rich_text"])}`;
  if (type === "table_row" && Array.isArray(content["cells"])) return content["cells"].map(runs).join(" | ");
  if (type === "equation") return String(content["expression"]);
  if (type === "bookmark" || type === "embed") return String(content["url"]);
  if (isObject(content["external"])) return String(content["external"]["url"]);
  return runs(content["rich_text"]);
}
