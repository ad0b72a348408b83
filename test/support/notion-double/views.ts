import type {
  CreateViewParameters,
  DeleteViewParameters,
  GetViewParameters,
  ListDatabaseViewsParameters,
  UpdateViewParameters,
} from "@notionhq/client";
import { isTrashed, reachDatabase, reachDataSource, reachView } from "./access.ts";
import { inTrash, validationError } from "./api-error.ts";
import { compileFilter } from "./filter.ts";
import { type JsonObject, isObject } from "./json.ts";
import { urlOf } from "./page-object.ts";
import type { Cursors } from "./paging.ts";
import { type PropertySchema, findProperty } from "./property-schema.ts";
import { stampFields } from "./stamps.ts";
import { unsupported } from "./unsupported.ts";
import type { DataSource, View, Workspace } from "./workspace.ts";

/** A view without filter; the last tab of its database. */
export function addView(
  workspace: Workspace,
  by: string,
  made: Pick<View, "databaseId" | "dataSourceId" | "name" | "type">,
): View {
  const view: View = {
    id: workspace.ids.uuid(),
    ...made,
    filter: null,
    sorts: [],
    configuration: null,
    ...workspace.stamp(by),
  };
  workspace.views.set(view.id, view);
  workspace.databases.get(view.databaseId)?.viewIds.push(view.id);
  return view;
}

function sourceOf(workspace: Workspace, view: View): DataSource | undefined {
  return workspace.dataSources.get(view.dataSourceId);
}

/** The filter or sort with its properties named by `name`; leaves unknown ones as they are. */
function renamed(value: JsonObject, name: (property: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key === "property" && typeof part === "string") return [key, name(part)];
      if ((key === "and" || key === "or") && Array.isArray(part)) {
        return [key, part.filter(isObject).map((inner) => renamed(inner, name))];
      }
      return [key, part];
    }),
  );
}

function toIds(schema: readonly PropertySchema[]): (property: string) => string {
  return (property) => findProperty(schema, property)?.id ?? property;
}

/** A view as answers give it. */
function viewObject(workspace: Workspace, view: View): JsonObject {
  const schema = sourceOf(workspace, view)?.properties ?? [];
  const shown = (id: string): string =>
    workspace.quirks.viewFilterProperty === "id" ? id : (findProperty(schema, id)?.name ?? id);
  return {
    object: "view",
    id: view.id,
    parent: { type: "database_id", database_id: view.databaseId },
    name: view.name,
    type: view.type,
    ...stampFields(view),
    url: urlOf(workspace, view.id),
    data_source_id: view.dataSourceId,
    filter: view.filter === null ? null : renamed(view.filter, shown),
    sorts: view.sorts.length === 0 ? null : view.sorts.map((sort) => renamed(sort, shown)),
    configuration: view.configuration,
  };
}

function readFilter(
  workspace: Workspace,
  schema: readonly PropertySchema[],
  filter: JsonObject,
): JsonObject | null {
  compileFilter(workspace, schema, filter);
  if (workspace.quirks.dropViewFilters > 0) {
    workspace.quirks.dropViewFilters -= 1;
    return null;
  }
  return renamed(filter, toIds(schema));
}

function readSorts(schema: readonly PropertySchema[], sorts: readonly JsonObject[]): JsonObject[] {
  for (const { property } of sorts) {
    if (typeof property === "string" && findProperty(schema, property) === undefined) {
      throw validationError(`Could not find sort property with name or id: ${property}`);
    }
  }
  return sorts.map((sort) => renamed(sort, toIds(schema)));
}

function readConfiguration(
  workspace: Workspace,
  schema: readonly PropertySchema[],
  type: string,
  configuration: JsonObject,
): JsonObject {
  if (configuration["type"] !== type) {
    throw validationError(`body.configuration.type should be \`${type}\`.`);
  }
  const rest = Object.fromEntries(Object.entries(configuration).filter(([, value]) => value !== null));
  const listed = configuration["properties"];
  if (!Array.isArray(listed)) return rest;
  const properties = listed.filter(isObject).map((entry) => {
    const property = findProperty(schema, String(entry["property_id"]));
    if (property === undefined) {
      throw validationError(`Could not find property with name or id: ${String(entry["property_id"])}`);
    }
    return { ...entry, property_id: property.id, property_name: property.name };
  });
  if (workspace.quirks.dropViewProperties > 0) {
    workspace.quirks.dropViewProperties -= 1;
    return { ...rest, properties: properties.map((entry) => ({ ...entry, visible: true })) };
  }
  return { ...rest, properties };
}

/** POST /v1/views */
export function createView(workspace: Workspace, args: CreateViewParameters): JsonObject {
  for (const key of ["view_id", "create_database", "placement", "quick_filters"] as const) {
    if (args[key] !== undefined) throw unsupported(workspace, `views.create with ${key}`);
  }
  if (args.database_id === undefined) throw validationError("body.database_id should be defined.");
  const database = reachDatabase(workspace, args.database_id);
  const source = reachDataSource(workspace, args.data_source_id);
  if (source.databaseId !== database.id) {
    throw validationError("The data source does not belong to the database of the view.");
  }
  if (isTrashed(workspace, database.id)) throw inTrash();
  const schema = source.properties;
  const filter = args.filter === undefined ? null : readFilter(workspace, schema, args.filter);
  const sorts = args.sorts === undefined ? [] : readSorts(schema, args.sorts);
  const configuration =
    args.configuration === undefined
      ? null
      : readConfiguration(workspace, schema, args.type, { ...args.configuration });
  const order = [...database.viewIds];
  const view = addView(workspace, workspace.bot.id, {
    databaseId: database.id,
    dataSourceId: source.id,
    name: args.name,
    type: args.type,
  });
  view.filter = filter;
  view.sorts = sorts;
  view.configuration = configuration;
  const { position } = args;
  const at =
    position === undefined || position.type === "end"
      ? order.length
      : position.type === "start"
        ? 0
        : order.indexOf(position.view_id) + 1;
  order.splice(at, 0, view.id);
  database.viewIds.splice(0, database.viewIds.length, ...order);
  return viewObject(workspace, view);
}

/** GET /v1/views/{id} */
export function retrieveView(workspace: Workspace, args: GetViewParameters): JsonObject {
  return viewObject(workspace, reachView(workspace, args.view_id));
}

/** PATCH /v1/views/{id} */
export function updateView(workspace: Workspace, args: UpdateViewParameters): JsonObject {
  const view = reachView(workspace, args.view_id);
  const schema = sourceOf(workspace, view)?.properties ?? [];
  if (args.quick_filters !== undefined) throw unsupported(workspace, "views.update with quick_filters");
  if (args.filter === null) view.filter = null;
  else if (args.filter !== undefined) view.filter = readFilter(workspace, schema, args.filter);
  if (args.sorts !== undefined)
    view.sorts = readSorts(
      schema,
      (args.sorts ?? []).map((sort) => ({ ...sort })),
    );
  if (args.configuration !== undefined) {
    view.configuration = readConfiguration(workspace, schema, view.type, { ...args.configuration });
  }
  if (args.name !== undefined) view.name = args.name;
  workspace.touch(view, workspace.bot.id);
  return viewObject(workspace, view);
}

/** DELETE /v1/views/{id}; the last view of a database stays. */
export function deleteView(workspace: Workspace, args: DeleteViewParameters): JsonObject {
  const view = reachView(workspace, args.view_id);
  removeView(workspace, view);
  return {
    object: "view",
    id: view.id,
    parent: { type: "database_id", database_id: view.databaseId },
    type: view.type,
  };
}

export function removeView(workspace: Workspace, view: View): void {
  const tabs = workspace.databases.get(view.databaseId)?.viewIds ?? [];
  if (tabs.length <= 1) throw validationError("The last view of a database cannot be deleted.");
  tabs.splice(tabs.indexOf(view.id), 1);
  workspace.views.delete(view.id);
}

/** GET /v1/views: of a database or of a data source. */
export function listViews(
  workspace: Workspace,
  args: ListDatabaseViewsParameters,
  cursors: Cursors,
): JsonObject {
  if ((args.database_id === undefined) === (args.data_source_id === undefined)) {
    throw validationError("One of query.database_id and query.data_source_id should be defined.");
  }
  const source = args.data_source_id === undefined ? null : reachDataSource(workspace, args.data_source_id);
  const database = reachDatabase(workspace, source?.databaseId ?? args.database_id ?? "");
  const ids = database.viewIds.filter(
    (id) => source === null || workspace.views.get(id)?.dataSourceId === source.id,
  );
  const page = cursors.page(workspace, args, args, ids, 100);
  return {
    ...page.list,
    type: "view",
    view: {},
    results: page.items.map((id) => ({ object: "view", id })),
  };
}
