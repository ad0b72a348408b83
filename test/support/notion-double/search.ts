import type { SearchParameters } from "@notionhq/client";
import { isGone, isShared, isTrashed } from "./access.ts";
import { dataSourceObject } from "./data-sources.ts";
import type { JsonObject } from "./json.ts";
import { pageObject, schemaOf } from "./page-object.ts";
import type { Cursors } from "./paging.ts";
import { plainText } from "./rich-text.ts";
import type { DataSource, Page, PageState, Workspace } from "./workspace.ts";

type Found =
  | { readonly kind: "page"; readonly page: Page; readonly state: PageState; readonly editedAt: number }
  | { readonly kind: "dataSource"; readonly source: DataSource; readonly editedAt: number };

/** POST /v1/search: pages and data sources by title, as far as the index has come. */
export function search(workspace: Workspace, args: SearchParameters, cursors: Cursors): JsonObject {
  const horizon = workspace.clock.now() - workspace.quirks.lagMs;
  const asked = (args.query ?? "").toLowerCase();
  const trash = args.filter?.in_trash === true;
  const kind = args.filter !== undefined && "value" in args.filter ? args.filter.value : null;
  const reachable = (id: string): boolean =>
    isShared(workspace, id) && !isGone(workspace, id) && isTrashed(workspace, id) === trash;
  const found: Found[] = [];
  if (kind !== "data_source") {
    for (const page of workspace.pages.values()) {
      const state = page.history.findLast((version) => version.at <= horizon)?.state;
      if (
        state === undefined ||
        !reachable(page.id) ||
        !titleOf(workspace, state).toLowerCase().includes(asked)
      )
        continue;
      found.push({ kind: "page", page, state, editedAt: state.editedAt });
    }
  }
  if (kind !== "page") {
    for (const source of workspace.dataSources.values()) {
      const known = source.createdAt <= horizon && reachable(source.id);
      if (known && plainText(source.title).toLowerCase().includes(asked)) {
        found.push({ kind: "dataSource", source, editedAt: source.editedAt });
      }
    }
  }
  const ascending =
    args.sort !== undefined && "direction" in args.sort && args.sort.direction === "ascending";
  found.sort((left, right) => (ascending ? 1 : -1) * (left.editedAt - right.editedAt));
  const part = cursors.page(workspace, args, args, found, 100);
  return {
    ...part.list,
    type: "page_or_data_source",
    page_or_data_source: {},
    results: part.items.map((item) =>
      item.kind === "page"
        ? pageObject(workspace, item.page, item.state)
        : dataSourceObject(workspace, item.source),
    ),
  };
}

function titleOf(workspace: Workspace, state: PageState): string {
  const property = schemaOf(workspace, state).find(({ config }) => config.type === "title");
  const value = property === undefined ? undefined : state.values.get(property.id);
  return value?.type === "title" ? plainText(value.text) : "";
}
