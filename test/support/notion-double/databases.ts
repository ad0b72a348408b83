import type {
  CreateDatabaseParameters,
  GetDatabaseParameters,
  RichTextItemResponse,
  UpdateDatabaseParameters,
} from "@notionhq/client";
import { isTrashed, reachDatabase, reachPage } from "./access.ts";
import { inTrash, validationError } from "./api-error.ts";
import { addDataSource } from "./data-sources.ts";
import { readIcon } from "./icon.ts";
import type { JsonObject } from "./json.ts";
import { urlOf } from "./page-object.ts";
import { type PropertyRequest, linkRelation, readSchema } from "./property-schema.ts";
import { plainText, readRichText } from "./rich-text.ts";
import { minute } from "./stamps.ts";
import type { Database, Parent, Workspace } from "./workspace.ts";

/** A database as answers give it; its schema lives in its data sources. */
function databaseObject(workspace: Workspace, database: Database): JsonObject {
  const trashed = isTrashed(workspace, database.id);
  return {
    object: "database",
    id: database.id,
    title: database.title,
    description: database.description,
    parent:
      database.parent.kind === "page"
        ? { type: "page_id", page_id: database.parent.id }
        : { type: "workspace", workspace: true },
    is_inline: database.inline,
    in_trash: trashed,
    ...(workspace.quirks.archivedInResponses ? { archived: trashed } : {}),
    is_locked: database.locked,
    created_time: minute(database.createdAt),
    last_edited_time: minute(database.editedAt),
    data_sources: database.dataSourceIds.map((id) => ({
      id,
      name: plainText(workspace.dataSources.get(id)?.title ?? []),
    })),
    icon: database.icon,
    cover: database.cover,
    url: urlOf(workspace, database.id),
    public_url: null,
  };
}

/** An empty database below a page. */
export function addDatabase(
  workspace: Workspace,
  by: string,
  parent: Parent,
  title: RichTextItemResponse[],
): Database {
  const database: Database = {
    id: workspace.ids.uuid(),
    parent,
    title,
    description: [],
    inline: false,
    inTrash: false,
    locked: false,
    gone: false,
    icon: null,
    cover: null,
    dataSourceIds: [],
    viewIds: [],
    ...workspace.stamp(by),
  };
  workspace.databases.set(database.id, database);
  if (parent.kind === "page") workspace.pages.get(parent.id)?.children.push(database.id);
  return database;
}

/** POST /v1/databases: with its first data source, and a table view nobody asked for. */
export function createDatabase(workspace: Workspace, args: CreateDatabaseParameters): JsonObject {
  if (args.parent.type !== "page_id") {
    throw validationError("An internal integration cannot make databases of the workspace.");
  }
  const parent = reachPage(workspace, args.parent.page_id);
  if (isTrashed(workspace, parent.id)) throw inTrash();
  const requests: Readonly<Record<string, PropertyRequest>> = args.initial_data_source?.properties ?? {
    Name: { title: {} },
  };
  const properties = readSchema(workspace, requests);
  const title = readRichText(workspace, args.title);
  const icon = readIcon(workspace, args.icon, "body.icon");
  const cover = readIcon(workspace, args.cover, "body.cover");
  const database = addDatabase(workspace, workspace.bot.id, { kind: "page", id: parent.id }, title);
  database.description = readRichText(workspace, args.description);
  database.inline = args.is_inline ?? false;
  database.icon = icon;
  database.cover = cover;
  const source = addDataSource(workspace, workspace.bot.id, database, title, properties);
  for (const property of properties) {
    const request = requests[property.name];
    if (request !== undefined) linkRelation(workspace, source, property, request);
  }
  return databaseObject(workspace, database);
}

/** GET /v1/databases/{id} */
export function retrieveDatabase(workspace: Workspace, args: GetDatabaseParameters): JsonObject {
  return databaseObject(workspace, reachDatabase(workspace, args.database_id));
}

/** PATCH /v1/databases/{id} */
export function updateDatabase(workspace: Workspace, args: UpdateDatabaseParameters): JsonObject {
  const database = reachDatabase(workspace, args.database_id);
  if (isTrashed(workspace, database.id) && args.in_trash === undefined) throw inTrash();
  if (args.title !== undefined) database.title = readRichText(workspace, args.title);
  if (args.description !== undefined) database.description = readRichText(workspace, args.description);
  if (args.icon !== undefined) database.icon = readIcon(workspace, args.icon, "body.icon");
  if (args.cover !== undefined) database.cover = readIcon(workspace, args.cover, "body.cover");
  if (args.is_inline !== undefined) database.inline = args.is_inline;
  if (args.is_locked !== undefined) database.locked = args.is_locked;
  if (args.in_trash !== undefined) database.inTrash = args.in_trash;
  if (args.parent?.type === "page_id") {
    database.parent = { kind: "page", id: reachPage(workspace, args.parent.page_id).id };
  }
  workspace.touch(database, workspace.bot.id);
  return databaseObject(workspace, database);
}
