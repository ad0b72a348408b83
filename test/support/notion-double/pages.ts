import type {
  CreatePageParameters,
  GetPageParameters,
  GetPagePropertyParameters,
  MovePageParameters,
  UpdatePageParameters,
} from "@notionhq/client";
import { isTrashed, reachDatabase, reachDataSource, reachPage } from "./access.ts";
import { inTrash, validationError } from "./api-error.ts";
import { addBlocks } from "./add-blocks.ts";
import { readIcon } from "./icon.ts";
import type { JsonObject } from "./json.ts";
import { pageObject, schemaOf } from "./page-object.ts";
import type { Cursors } from "./paging.ts";
import { type PropertySchema, findProperty } from "./property-schema.ts";
import { type PropertyValue, type ValueRequest, readValue, valueObject } from "./property-value.ts";
import { mirrorRelation, relatedIds } from "./relation.ts";
import { userRef } from "./stamps.ts";
import { unsupported } from "./unsupported.ts";
import type { Page, PageState, Parent, Workspace } from "./workspace.ts";

const multipleSources =
  "Databases with multiple data sources are not supported in this API version. Name the data source.";

/** The parent of a new page: one that exists, is shared and is not in the trash. */
function readParent(workspace: Workspace, args: CreatePageParameters): Parent & { readonly id: string } {
  const { parent } = args;
  if (parent === undefined || "workspace" in parent) {
    throw validationError(
      "Provide a `parent.page_id` or `parent.data_source_id`: an internal integration cannot make pages of the workspace.",
    );
  }
  const found = ((): Parent & { readonly id: string } => {
    if ("page_id" in parent) return { kind: "page", id: reachPage(workspace, parent.page_id).id };
    if ("data_source_id" in parent) {
      return { kind: "dataSource", id: reachDataSource(workspace, parent.data_source_id).id };
    }
    const database = reachDatabase(workspace, parent.database_id);
    const [only, ...others] = database.dataSourceIds;
    if (only === undefined || others.length > 0) {
      throw validationError(multipleSources, {
        error_type: "multiple_data_sources_for_database",
        database_id: database.id,
        child_data_source_ids: [...database.dataSourceIds],
      });
    }
    return { kind: "dataSource", id: only };
  })();
  if (isTrashed(workspace, found.id)) throw inTrash();
  return found;
}

/** The values a request writes, by property id. */
function readValues(
  workspace: Workspace,
  schema: readonly PropertySchema[],
  requests: Readonly<Record<string, ValueRequest>> | undefined,
): Map<string, PropertyValue> {
  const values = new Map<string, PropertyValue>();
  const named = Object.entries(requests ?? {}).map(([name, request]) => {
    const property = findProperty(schema, name);
    if (property === undefined) throw validationError(`${name} is not a property that exists.`);
    return { property, request };
  });
  for (const { property, request } of named) {
    if (values.has(property.id)) throw validationError(`${property.name} is given twice.`);
    values.set(property.id, readValue(workspace, property, request));
  }
  return values;
}

/** Number of the next row in a property that counts. */
function counted(
  workspace: Workspace,
  schema: readonly PropertySchema[],
  dataSourceId: string,
): Map<string, PropertyValue> {
  const values = new Map<string, PropertyValue>();
  for (const { id, config } of schema) {
    if (config.type !== "unique_id") continue;
    values.set(id, { type: "unique_id", number: workspace.rowsOf(dataSourceId, 0).length + 1 });
  }
  return values;
}

/** POST /v1/pages: the page with its whole body, or nothing. */
export function createPage(workspace: Workspace, args: CreatePageParameters): JsonObject {
  for (const key of ["markdown", "template", "position", "content", "allow_async"] as const) {
    if (args[key] !== undefined) throw unsupported(workspace, `pages.create with ${key}`);
  }
  const parent = readParent(workspace, args);
  const schema =
    parent.kind === "dataSource" ? (workspace.dataSources.get(parent.id)?.properties ?? []) : titleSchema;
  const values = readValues(workspace, schema, args.properties);
  for (const [id, value] of counted(workspace, schema, parent.id)) values.set(id, value);
  const icon = readIcon(workspace, args.icon, "body.icon");
  const cover = readIcon(workspace, args.cover, "body.cover");
  const page = workspace.addPage(workspace.bot.id, parent, values);
  try {
    const blocks = addBlocks(workspace, workspace.bot.id, { kind: "page", id: page.id }, args.children ?? []);
    page.children.push(...blocks.map((block) => block.id));
  } catch (error) {
    removePage(workspace, page);
    throw error;
  }
  page.history.length = 0;
  workspace.changePage(page, workspace.bot.id, { icon, cover });
  for (const property of schema) mirrorRelation(workspace, property, page, []);
  return pageObject(workspace, page, page.state, args.filter_properties);
}

const titleSchema: readonly PropertySchema[] = [
  { id: "title", name: "title", description: null, config: { type: "title" } },
];

function removePage(workspace: Workspace, page: Page): void {
  workspace.pages.delete(page.id);
  const { parent } = page.state;
  const siblings = parent.kind === "page" ? workspace.pages.get(parent.id)?.children : undefined;
  if (siblings !== undefined) siblings.splice(siblings.indexOf(page.id), 1);
}

/** GET /v1/pages/{id}: in the trash and archived ones too. */
export function retrievePage(workspace: Workspace, args: GetPageParameters): JsonObject {
  const page = reachPage(workspace, args.page_id);
  return pageObject(workspace, page, page.state, args.filter_properties);
}

/** PATCH /v1/pages/{id} */
export function updatePage(workspace: Workspace, args: UpdatePageParameters): JsonObject {
  if (args.template !== undefined || args.erase_content !== undefined) {
    throw unsupported(workspace, "pages.update with template or erase_content");
  }
  const page = reachPage(workspace, args.page_id);
  const edits = args.properties !== undefined || args.icon !== undefined || args.cover !== undefined;
  const restores = args.in_trash === false;
  if (isTrashed(workspace, page.id) && !restores && (edits || args.in_trash === undefined)) throw inTrash();
  const schema = schemaOf(workspace, page.state);
  const written = readValues(workspace, schema, args.properties);
  const change: { -readonly [K in keyof PageState]?: PageState[K] } = {};
  if (written.size > 0) change.values = new Map([...page.state.values, ...written]);
  if (args.icon !== undefined) change.icon = readIcon(workspace, args.icon, "body.icon");
  if (args.cover !== undefined) change.cover = readIcon(workspace, args.cover, "body.cover");
  if (args.in_trash !== undefined) change.inTrash = args.in_trash;
  if (args.is_archived !== undefined) change.archived = args.is_archived;
  if (args.is_locked !== undefined) change.locked = args.is_locked;
  const before = new Map(schema.map(({ id }) => [id, relatedIds(workspace, page.state.values.get(id))]));
  workspace.changePage(page, workspace.bot.id, change);
  for (const property of schema) {
    if (written.has(property.id)) mirrorRelation(workspace, property, page, before.get(property.id) ?? []);
  }
  return pageObject(workspace, page, page.state, args.filter_properties);
}

/** POST /v1/pages/{id}/move */
export function movePage(workspace: Workspace, args: MovePageParameters): JsonObject {
  const page = reachPage(workspace, args.page_id);
  if (isTrashed(workspace, page.id)) throw inTrash();
  const parent: Parent & { readonly id: string } =
    "page_id" in args.parent
      ? { kind: "page", id: reachPage(workspace, args.parent.page_id).id }
      : { kind: "dataSource", id: reachDataSource(workspace, args.parent.data_source_id).id };
  relocate(workspace, page, parent, workspace.bot.id);
  return pageObject(workspace, page);
}

/** Puts a page under another parent; values go along where name and type fit. */
export function relocate(
  workspace: Workspace,
  page: Page,
  parent: Parent & { readonly id: string },
  by: string,
): void {
  const old = schemaOf(workspace, page.state);
  const next =
    parent.kind === "dataSource" ? (workspace.dataSources.get(parent.id)?.properties ?? []) : titleSchema;
  const values = new Map<string, PropertyValue>();
  for (const property of old) {
    const value = page.state.values.get(property.id);
    const twin = next.find(
      (other) =>
        other.config.type === property.config.type &&
        (other.name === property.name || property.config.type === "title"),
    );
    if (value !== undefined && twin !== undefined) values.set(twin.id, value);
  }
  const from =
    page.state.parent.kind === "page" ? workspace.pages.get(page.state.parent.id)?.children : undefined;
  if (from !== undefined) from.splice(from.indexOf(page.id), 1);
  if (parent.kind === "page") workspace.pages.get(parent.id)?.children.push(page.id);
  workspace.changePage(page, by, { parent, values });
}

/** GET /v1/pages/{id}/properties/{property_id} */
export function retrieveProperty(
  workspace: Workspace,
  args: GetPagePropertyParameters,
  cursors: Cursors,
): JsonObject {
  const page = reachPage(workspace, args.page_id);
  const property = findProperty(schemaOf(workspace, page.state), args.property_id);
  if (property === undefined) {
    throw validationError(`Could not find property with name or id: ${args.property_id}`);
  }
  const { id, config } = property;
  const value = page.state.values.get(id);
  const item = (part: JsonObject): JsonObject => ({
    object: "property_item",
    id,
    type: config.type,
    ...part,
  });
  const several =
    config.type === "relation"
      ? relatedIds(workspace, value).map((pageId) => item({ relation: { id: pageId } }))
      : config.type === "people"
        ? (value?.type === "people" ? value.userIds : []).map((user) => item({ people: userRef(user) }))
        : config.type === "title" || config.type === "rich_text"
          ? (value?.type === "title" || value?.type === "rich_text" ? value.text : []).map((run) =>
              item({ [config.type]: run }),
            )
          : null;
  if (several === null)
    return { object: "property_item", ...valueObject(workspace, property, page, page.state) };
  const part = cursors.page(workspace, args, args, several, 100);
  return {
    ...part.list,
    type: "property_item",
    property_item: { id, type: config.type, [config.type]: {}, next_url: null },
    results: [...part.items],
  };
}
