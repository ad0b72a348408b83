import { isTrashed } from "./access.ts";
import type { JsonObject } from "./json.ts";
import { type PropertySchema, findProperty } from "./property-schema.ts";
import { valueObject } from "./property-value.ts";
import { validationError } from "./api-error.ts";
import { stampFields } from "./stamps.ts";
import type { Page, PageState, Workspace } from "./workspace.ts";

/** The one property of a page that is no row. */
const titleOnly: readonly PropertySchema[] = [
  { id: "title", name: "title", description: null, config: { type: "title" } },
];

/** The properties a page has in that state. */
export function schemaOf(workspace: Workspace, state: PageState): readonly PropertySchema[] {
  if (state.parent.kind !== "dataSource") return titleOnly;
  return workspace.dataSources.get(state.parent.id)?.properties ?? titleOnly;
}

function hex(uuid: string): string {
  return uuid.replaceAll("-", "");
}

/** The address of a page, database or view. */
export function urlOf(workspace: Workspace, id: string): string {
  const view = workspace.views.get(id);
  if (view !== undefined) return `https://app.notion.com/${hex(view.databaseId)}?v=${hex(id)}`;
  return `https://app.notion.com/${hex(id)}`;
}

function parentObject(workspace: Workspace, state: PageState): JsonObject {
  const { parent } = state;
  switch (parent.kind) {
    case "workspace":
      return { type: "workspace", workspace: true };
    case "page":
      return { type: "page_id", page_id: parent.id };
    case "block":
      return { type: "block_id", block_id: parent.id };
    case "database":
      return { type: "database_id", database_id: parent.id };
    case "dataSource": {
      const database = workspace.dataSources.get(parent.id)?.databaseId ?? parent.id;
      return { type: "data_source_id", data_source_id: parent.id, database_id: database };
    }
  }
}

/**
 * A page as answers give it; `state` may be an older one that a lagging index still shows.
 * `only` keeps these properties, by id.
 */
export function pageObject(
  workspace: Workspace,
  page: Page,
  state: PageState = page.state,
  only?: readonly string[],
): JsonObject {
  const schema = schemaOf(workspace, state);
  const shown =
    only === undefined
      ? schema
      : only.map((id) => {
          const property = findProperty(schema, id);
          if (property === undefined) throw validationError(`Could not find property with name or id: ${id}`);
          return property;
        });
  const trashed = state.inTrash || isTrashed(workspace, page.id);
  return {
    object: "page",
    id: page.id,
    ...stampFields({ createdAt: page.createdAt, createdBy: page.createdBy, ...state }),
    cover: state.cover,
    icon: state.icon,
    parent: parentObject(workspace, state),
    in_trash: trashed,
    ...(workspace.quirks.archivedInResponses ? { archived: trashed } : {}),
    is_archived: state.archived,
    is_locked: state.locked,
    properties: Object.fromEntries(
      shown.map((property) => [property.name, valueObject(workspace, property, page, state)]),
    ),
    url: urlOf(workspace, page.id),
    public_url: null,
  };
}
