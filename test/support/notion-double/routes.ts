import * as sdk from "@notionhq/client/build/src/api-endpoints.js";
import { appendChildren, deleteBlock, listChildren, retrieveBlock, updateBlock } from "./blocks.ts";
import type { Capabilities } from "./capabilities.ts";
import { createComment, listComments } from "./comments.ts";
import { createDataSource, listTemplates, retrieveDataSource, updateDataSource } from "./data-sources.ts";
import { createDatabase, retrieveDatabase, updateDatabase } from "./databases.ts";
import type { JsonObject } from "./json.ts";
import { createPage, movePage, retrievePage, retrieveProperty, updatePage } from "./pages.ts";
import type { Cursors } from "./paging.ts";
import { queryDataSource } from "./query.ts";
import { type Shape, requestShape } from "./request-shape.ts";
import { search } from "./search.ts";
import { listUsers, retrieveSelf, retrieveUser } from "./users.ts";
import { createView, deleteView, listViews, retrieveView, updateView } from "./views.ts";
import type { Workspace } from "./workspace.ts";

/** What the SDK itself says about one of its calls. */
interface Endpoint {
  readonly method: string;
  readonly pathParams: readonly string[];
  readonly queryParams: readonly string[];
  readonly bodyParams: readonly string[];
}

export interface Route extends Endpoint {
  /** The SDK's name of the call. */
  readonly operation: string;
  /** Segments after `/v1/`; those in braces are parameters. */
  readonly segments: readonly string[];
  /** The SDK's type of the call's arguments and answer, without `Parameters` and `Response`. */
  readonly type: string;
  readonly needs: keyof Capabilities;
  /** Compiles the check of the arguments now. */
  prepare(): void;
  run(workspace: Workspace, cursors: Cursors, data: unknown): JsonObject;
}

/** A call by the SDK's name, whose arguments have that shape. */
function route<T>(
  operation: string,
  shape: Shape<T>,
  needs: keyof Capabilities,
  endpoint: Endpoint,
  path: string,
  handle: (workspace: Workspace, args: T, cursors: Cursors) => JsonObject,
): Route {
  const { method, pathParams, queryParams, bodyParams } = endpoint;
  return {
    operation,
    type: shape.type,
    needs,
    method: method.toUpperCase(),
    pathParams,
    queryParams,
    bodyParams,
    segments: path.split("/"),
    prepare: () => shape.prepare(),
    run: (workspace, cursors, data) => handle(workspace, shape.read(data), cursors),
  };
}

const block = { block_id: "{block_id}" };
const page = { page_id: "{page_id}" };
const property = { ...page, property_id: "{property_id}" };
const source = { data_source_id: "{data_source_id}" };
const database = { database_id: "{database_id}" };
const view = { view_id: "{view_id}" };
const user = { user_id: "{user_id}" };

/** Every call the double answers, with method, path and parameters as the SDK has them. */
export const routes: readonly Route[] = [
  route(
    "users.me",
    requestShape<sdk.GetSelfParameters>("GetSelf"),
    "read",
    sdk.getSelf,
    sdk.getSelf.path(),
    retrieveSelf,
  ),
  route(
    "users.retrieve",
    requestShape<sdk.GetUserParameters>("GetUser"),
    "read",
    sdk.getUser,
    sdk.getUser.path(user),
    retrieveUser,
  ),
  route(
    "users.list",
    requestShape<sdk.ListUsersParameters>("ListUsers"),
    "read",
    sdk.listUsers,
    sdk.listUsers.path(),
    listUsers,
  ),
  route(
    "search",
    requestShape<sdk.SearchParameters>("Search"),
    "read",
    sdk.search,
    sdk.search.path(),
    search,
  ),
  route(
    "databases.create",
    requestShape<sdk.CreateDatabaseParameters>("CreateDatabase"),
    "insert",
    sdk.createDatabase,
    sdk.createDatabase.path(),
    createDatabase,
  ),
  route(
    "databases.retrieve",
    requestShape<sdk.GetDatabaseParameters>("GetDatabase"),
    "read",
    sdk.getDatabase,
    sdk.getDatabase.path(database),
    retrieveDatabase,
  ),
  route(
    "databases.update",
    requestShape<sdk.UpdateDatabaseParameters>("UpdateDatabase"),
    "update",
    sdk.updateDatabase,
    sdk.updateDatabase.path(database),
    updateDatabase,
  ),
  route(
    "dataSources.create",
    requestShape<sdk.CreateDataSourceParameters>("CreateDataSource"),
    "insert",
    sdk.createDataSource,
    sdk.createDataSource.path(),
    createDataSource,
  ),
  route(
    "dataSources.retrieve",
    requestShape<sdk.GetDataSourceParameters>("GetDataSource"),
    "read",
    sdk.getDataSource,
    sdk.getDataSource.path(source),
    retrieveDataSource,
  ),
  route(
    "dataSources.update",
    requestShape<sdk.UpdateDataSourceParameters>("UpdateDataSource"),
    "update",
    sdk.updateDataSource,
    sdk.updateDataSource.path(source),
    updateDataSource,
  ),
  route(
    "dataSources.query",
    requestShape<sdk.QueryDataSourceParameters>("QueryDataSource"),
    "read",
    sdk.queryDataSource,
    sdk.queryDataSource.path(source),
    queryDataSource,
  ),
  route(
    "dataSources.listTemplates",
    requestShape<sdk.ListDataSourceTemplatesParameters>("ListDataSourceTemplates"),
    "read",
    sdk.listDataSourceTemplates,
    sdk.listDataSourceTemplates.path(source),
    listTemplates,
  ),
  route(
    "pages.create",
    requestShape<sdk.CreatePageParameters>("CreatePage"),
    "insert",
    sdk.createPage,
    sdk.createPage.path(),
    createPage,
  ),
  route(
    "pages.retrieve",
    requestShape<sdk.GetPageParameters>("GetPage"),
    "read",
    sdk.getPage,
    sdk.getPage.path(page),
    retrievePage,
  ),
  route(
    "pages.update",
    requestShape<sdk.UpdatePageParameters>("UpdatePage"),
    "update",
    sdk.updatePage,
    sdk.updatePage.path(page),
    updatePage,
  ),
  route(
    "pages.move",
    requestShape<sdk.MovePageParameters>("MovePage"),
    "update",
    sdk.movePage,
    sdk.movePage.path(page),
    movePage,
  ),
  route(
    "pages.properties.retrieve",
    requestShape<sdk.GetPagePropertyParameters>("GetPageProperty"),
    "read",
    sdk.getPageProperty,
    sdk.getPageProperty.path(property),
    retrieveProperty,
  ),
  route(
    "blocks.retrieve",
    requestShape<sdk.GetBlockParameters>("GetBlock"),
    "read",
    sdk.getBlock,
    sdk.getBlock.path(block),
    retrieveBlock,
  ),
  route(
    "blocks.update",
    requestShape<sdk.UpdateBlockParameters>("UpdateBlock"),
    "update",
    sdk.updateBlock,
    sdk.updateBlock.path(block),
    updateBlock,
  ),
  route(
    "blocks.delete",
    requestShape<sdk.DeleteBlockParameters>("DeleteBlock"),
    "update",
    sdk.deleteBlock,
    sdk.deleteBlock.path(block),
    deleteBlock,
  ),
  route(
    "blocks.children.list",
    requestShape<sdk.ListBlockChildrenParameters>("ListBlockChildren"),
    "read",
    sdk.listBlockChildren,
    sdk.listBlockChildren.path(block),
    listChildren,
  ),
  route(
    "blocks.children.append",
    requestShape<sdk.AppendBlockChildrenParameters>("AppendBlockChildren"),
    "insert",
    sdk.appendBlockChildren,
    sdk.appendBlockChildren.path(block),
    appendChildren,
  ),
  route(
    "views.create",
    requestShape<sdk.CreateViewParameters>("CreateView"),
    "insert",
    sdk.createView,
    sdk.createView.path(),
    createView,
  ),
  route(
    "views.retrieve",
    requestShape<sdk.GetViewParameters>("GetView"),
    "read",
    sdk.getView,
    sdk.getView.path(view),
    retrieveView,
  ),
  route(
    "views.update",
    requestShape<sdk.UpdateViewParameters>("UpdateView"),
    "update",
    sdk.updateView,
    sdk.updateView.path(view),
    updateView,
  ),
  route(
    "views.delete",
    requestShape<sdk.DeleteViewParameters>("DeleteView"),
    "update",
    sdk.deleteView,
    sdk.deleteView.path(view),
    deleteView,
  ),
  route(
    "views.list",
    requestShape<sdk.ListDatabaseViewsParameters>("ListDatabaseViews"),
    "read",
    sdk.listDatabaseViews,
    sdk.listDatabaseViews.path(),
    listViews,
  ),
  route(
    "comments.create",
    requestShape<sdk.CreateCommentParameters>("CreateComment"),
    "comments",
    sdk.createComment,
    sdk.createComment.path(),
    createComment,
  ),
  route(
    "comments.list",
    requestShape<sdk.ListCommentsParameters>("ListComments"),
    "comments",
    sdk.listComments,
    sdk.listComments.path(),
    listComments,
  ),
];
