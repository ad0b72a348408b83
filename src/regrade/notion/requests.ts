import type {
  BlockObjectRequest,
  CreateDatabaseParameters,
  CreateDataSourceParameters,
  CreatePageParameters,
  QueryDataSourceParameters,
  UpdateDataSourceParameters,
  UpdatePageParameters,
} from "@notionhq/client";
import { type ListPart, type NotionPage, readList, readPage } from "./answers.ts";
import {
  type Block,
  type DataSource,
  type Database,
  type View,
  readBlock,
  readDataSource,
  readDatabase,
  readId,
  readUser,
  readView,
} from "./schema-answers.ts";
import type { NotionCall, NotionCaller } from "./caller.ts";
import type { NotionFault } from "./fault.ts";
import { scanAll } from "./scan.ts";

export type QueryFilter = NonNullable<QueryDataSourceParameters["filter"]>;

/** A view's filter, sorts and columns. The client's types of them are empty: they are checked when they are read back. */
export interface ViewRequest {
  readonly dataSourceId: string;
  readonly databaseId: string;
  readonly name: string;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly sorts: readonly Readonly<Record<string, unknown>>[];
  readonly columns: readonly { readonly property_id: string; readonly visible: boolean }[];
  readonly position: "start" | "end";
}

/** The requests that are made of Notion, each with its right to be repeated. */
export interface NotionRequests {
  self(): Promise<{ readonly id: string; readonly name: string }>;
  page(id: string): Promise<NotionPage>;
  createPage(request: CreatePageParameters): Promise<NotionPage>;
  /** Sets values of a page; never one that the founder has graded. */
  updatePage(request: UpdatePageParameters): Promise<NotionPage>;
  trashPage(id: string): Promise<NotionPage>;
  /** Every row that fits, newest state of the index. */
  query(
    dataSourceId: string,
    filter: QueryFilter,
    options?: { readonly inTrash?: boolean },
  ): Promise<readonly NotionPage[]>;
  dataSource(id: string): Promise<DataSource>;
  createDataSource(request: CreateDataSourceParameters): Promise<DataSource>;
  updateDataSource(request: UpdateDataSourceParameters): Promise<DataSource>;
  database(id: string): Promise<Database>;
  createDatabase(request: CreateDatabaseParameters): Promise<Database>;
  block(id: string): Promise<Block>;
  children(blockId: string): Promise<readonly Block[]>;
  append(blockId: string, blocks: readonly BlockObjectRequest[]): Promise<void>;
  views(databaseId: string): Promise<readonly string[]>;
  view(id: string): Promise<View>;
  createView(request: ViewRequest): Promise<View>;
  /** Gives a view its filter and columns once more. */
  updateView(id: string, request: ViewRequest): Promise<View>;
  deleteView(id: string): Promise<void>;
}

const largestPage = 100;
const smallestPage = 10;

/** The requests over a caller. */
export function createRequests(caller: NotionCaller): NotionRequests {
  const read = <Result>(
    name: string,
    send: NotionCall<Result>["send"],
    parse: NotionCall<Result>["parse"],
    onFault?: (fault: NotionFault) => void,
  ): Promise<Result> =>
    caller.call({ kind: "read", name, send, parse, ...(onFault === undefined ? {} : { onFault }) });
  const set = <Result>(
    name: string,
    send: NotionCall<Result>["send"],
    parse: NotionCall<Result>["parse"],
  ): Promise<Result> => caller.call({ kind: "set", name, send, parse });
  const create = <Result>(
    name: string,
    send: NotionCall<Result>["send"],
    parse: NotionCall<Result>["parse"],
  ): Promise<Result> => caller.call({ kind: "create", name, send, parse });

  const query = async (
    dataSourceId: string,
    filter: QueryFilter,
    { inTrash = false }: { readonly inTrash?: boolean } = {},
  ): Promise<readonly NotionPage[]> => {
    let size = largestPage;
    // Notion gives up on large answers before it gives up on small ones.
    const askForLess = ({ status }: NotionFault): void => {
      if (status === 504) size = Math.max(smallestPage, Math.floor(size / 2));
    };
    const part = (cursor: string | null): Promise<ListPart> =>
      read(
        "dataSources.query",
        (client) =>
          client.dataSources.query({
            data_source_id: dataSourceId,
            filter,
            page_size: size,
            ...(inTrash ? { in_trash: true } : {}),
            ...(cursor === null ? {} : { start_cursor: cursor }),
          }),
        readList,
        askForLess,
      );
    return (await scanAll(part)).map(readPage);
  };

  return {
    self: () => read("users.me", (client) => client.users.me({}), readUser),
    page: (id) => read("pages.retrieve", (client) => client.pages.retrieve({ page_id: id }), readPage),
    createPage: (request) => create("pages.create", (client) => client.pages.create(request), readPage),
    updatePage: (request) => set("pages.update", (client) => client.pages.update(request), readPage),
    trashPage: (id) =>
      set("pages.update", (client) => client.pages.update({ page_id: id, in_trash: true }), readPage),
    query,
    dataSource: (id) =>
      read(
        "dataSources.retrieve",
        (client) => client.dataSources.retrieve({ data_source_id: id }),
        readDataSource,
      ),
    createDataSource: (request) =>
      create("dataSources.create", (client) => client.dataSources.create(request), readDataSource),
    updateDataSource: (request) =>
      set("dataSources.update", (client) => client.dataSources.update(request), readDataSource),
    database: (id) =>
      read("databases.retrieve", (client) => client.databases.retrieve({ database_id: id }), readDatabase),
    createDatabase: (request) =>
      create("databases.create", (client) => client.databases.create(request), readDatabase),
    block: (id) => read("blocks.retrieve", (client) => client.blocks.retrieve({ block_id: id }), readBlock),
    children: async (blockId) => {
      const part = (cursor: string | null): Promise<ListPart> =>
        read(
          "blocks.children.list",
          (client) =>
            client.blocks.children.list({
              block_id: blockId,
              page_size: largestPage,
              ...(cursor === null ? {} : { start_cursor: cursor }),
            }),
          readList,
        );
      return (await scanAll(part)).map(readBlock);
    },
    append: (blockId, blocks) =>
      create(
        "blocks.children.append",
        (client) => client.blocks.children.append({ block_id: blockId, children: [...blocks] }),
        (answer) => void readList(answer),
      ),
    views: async (databaseId) => {
      const part = (cursor: string | null): Promise<ListPart> =>
        read(
          "views.list",
          (client) =>
            client.views.list({
              database_id: databaseId,
              ...(cursor === null ? {} : { start_cursor: cursor }),
            }),
          readList,
        );
      return (await scanAll(part)).map(readId);
    },
    view: (id) => read("views.retrieve", (client) => client.views.retrieve({ view_id: id }), readView),
    createView: (request) =>
      create(
        "views.create",
        (client) =>
          client.request({
            path: "views",
            method: "post",
            body: {
              data_source_id: request.dataSourceId,
              database_id: request.databaseId,
              name: request.name,
              type: "list",
              position: { type: request.position },
              sorts: request.sorts,
              ...lookOf(request),
            },
          }),
        readView,
      ),
    updateView: (id, request) =>
      set(
        "views.update",
        (client) => client.request({ path: `views/${id}`, method: "patch", body: lookOf(request) }),
        readView,
      ),
    deleteView: async (id) => {
      await set("views.delete", (client) => client.views.delete({ view_id: id }), readId);
    },
  };
}

/** Without the sorts: a view that exists takes none by time. */
function lookOf({ filter, columns }: ViewRequest): Record<string, unknown> {
  return { filter, configuration: { type: "list", properties: columns } };
}
