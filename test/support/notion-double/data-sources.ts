import type {
  CreateDataSourceParameters,
  GetDataSourceParameters,
  RichTextItemResponse,
  UpdateDataSourceParameters,
} from "@notionhq/client";
import { isTrashed, reachDatabase, reachDataSource } from "./access.ts";
import { inTrash, validationError } from "./api-error.ts";
import { readIcon } from "./icon.ts";
import { type JsonObject, onlyKey } from "./json.ts";
import { urlOf } from "./page-object.ts";
import {
  type PropertySchema,
  findProperty,
  linkRelation,
  newProperty,
  propertyObject,
  readConfig,
  readSchema,
} from "./property-schema.ts";
import { readRichText } from "./rich-text.ts";
import { stampFields } from "./stamps.ts";
import { unsupported } from "./unsupported.ts";
import { addView } from "./views.ts";
import type { Database, DataSource, Workspace } from "./workspace.ts";

/** A data source as answers give it, with its schema. */
export function dataSourceObject(workspace: Workspace, source: DataSource): JsonObject {
  const database = workspace.databases.get(source.databaseId);
  const trashed = isTrashed(workspace, source.id);
  const parent = database?.parent ?? { kind: "workspace" };
  return {
    object: "data_source",
    id: source.id,
    title: source.title,
    description: [],
    parent: { type: "database_id", database_id: source.databaseId },
    database_parent:
      parent.kind === "page"
        ? { type: "page_id", page_id: parent.id }
        : { type: "workspace", workspace: true },
    is_inline: database?.inline ?? false,
    in_trash: trashed,
    ...(workspace.quirks.archivedInResponses ? { archived: trashed } : {}),
    ...stampFields(source),
    properties: Object.fromEntries(
      source.properties.map((property) => [property.name, propertyObject(workspace, property)]),
    ),
    icon: source.icon,
    cover: null,
    url: urlOf(workspace, source.databaseId),
    public_url: null,
  };
}

/** A further data source of a database, with the table view that comes along. */
export function addDataSource(
  workspace: Workspace,
  by: string,
  database: Database,
  title: RichTextItemResponse[],
  properties: PropertySchema[],
  place: "first" | "last" = "last",
): DataSource {
  const source: DataSource = {
    id: workspace.ids.uuid(),
    databaseId: database.id,
    title,
    icon: null,
    inTrash: false,
    properties,
    ...workspace.stamp(by),
  };
  workspace.dataSources.set(source.id, source);
  if (place === "first") database.dataSourceIds.unshift(source.id);
  else database.dataSourceIds.push(source.id);
  addView(workspace, by, {
    databaseId: database.id,
    dataSourceId: source.id,
    name: "Default view",
    type: "table",
  });
  return source;
}

/** POST /v1/data_sources */
export function createDataSource(workspace: Workspace, args: CreateDataSourceParameters): JsonObject {
  const database = reachDatabase(workspace, args.parent.database_id);
  if (isTrashed(workspace, database.id)) throw inTrash();
  const properties = readSchema(workspace, args.properties);
  const title = readRichText(workspace, args.title);
  const icon = readIcon(workspace, args.icon, "body.icon");
  const source = addDataSource(workspace, workspace.bot.id, database, title, properties);
  source.icon = icon;
  for (const property of properties) {
    const request = args.properties[property.name];
    if (request !== undefined) linkRelation(workspace, source, property, request);
  }
  return dataSourceObject(workspace, source);
}

/** GET /v1/data_sources/{id} */
export function retrieveDataSource(workspace: Workspace, args: GetDataSourceParameters): JsonObject {
  return dataSourceObject(workspace, reachDataSource(workspace, args.data_source_id));
}

/** PATCH /v1/data_sources/{id}: null deletes a property, an unknown name adds one, a list of options replaces. */
export function updateDataSource(workspace: Workspace, args: UpdateDataSourceParameters): JsonObject {
  const source = reachDataSource(workspace, args.data_source_id);
  if (isTrashed(workspace, source.id) && args.in_trash === undefined) throw inTrash();
  if (args.parent !== undefined) throw unsupported(workspace, "dataSources.update with parent");
  for (const [key, request] of Object.entries(args.properties ?? {})) {
    changeProperty(workspace, source, key, request);
  }
  if (args.title !== undefined) source.title = readRichText(workspace, args.title);
  if (args.icon !== undefined) source.icon = readIcon(workspace, args.icon, "body.icon");
  if (args.in_trash !== undefined) source.inTrash = args.in_trash;
  workspace.touch(source, workspace.bot.id);
  return dataSourceObject(workspace, source);
}

type PropertyChange = NonNullable<UpdateDataSourceParameters["properties"]>[string];

function changeProperty(
  workspace: Workspace,
  source: DataSource,
  key: string,
  request: PropertyChange,
): void {
  const present = findProperty(source.properties, key);
  if (request === null) {
    if (present === undefined) throw validationError(`${key} is not a property that exists.`);
    dropProperty(source, present);
    return;
  }
  const given: JsonObject = { ...request };
  const type = onlyKey(given, ["type", "name", "description"]);
  if (present === undefined) {
    if (type === null) throw validationError(`${key} is not a property that exists.`);
    if (type === "title") throw validationError("A data source has one title property.");
    const name = typeof given["name"] === "string" ? given["name"] : key;
    if (findProperty(source.properties, name) !== undefined) {
      throw validationError(`Cannot create property: ${name} exists.`);
    }
    const added = newProperty(workspace, name, given);
    source.properties.push(added);
    linkRelation(workspace, source, added, given);
    return;
  }
  if (type !== null) {
    if ((type === "title") !== (present.config.type === "title")) {
      throw validationError("The title property keeps its type, and no other takes it.");
    }
    present.config = readConfig(workspace, given, present.config);
    linkRelation(workspace, source, present, given);
  }
  if (typeof given["name"] === "string") renameProperty(source, present, given["name"]);
  if (typeof given["description"] === "string") present.description = given["description"];
}

/** Deletes a property; the title stays. */
export function dropProperty(source: DataSource, property: PropertySchema): void {
  if (property.config.type === "title") throw validationError("The title property cannot be deleted.");
  source.properties.splice(source.properties.indexOf(property), 1);
}

/** Gives a property another name that is free. */
export function renameProperty(source: DataSource, property: PropertySchema, name: string): void {
  if (name.trim() === "") throw validationError("Property names must not be empty.");
  if (source.properties.some((other) => other !== property && other.name === name)) {
    throw validationError(`Cannot rename property: ${name} exists.`);
  }
  property.name = name;
}

/** GET /v1/data_sources/{id}/templates: there are none. */
export function listTemplates(workspace: Workspace, args: GetDataSourceParameters): JsonObject {
  reachDataSource(workspace, args.data_source_id);
  return { templates: [], has_more: false, next_cursor: null };
}
