import type {
  AppendBlockChildrenParameters,
  DeleteBlockParameters,
  GetBlockParameters,
  ListBlockChildrenParameters,
  UpdateBlockParameters,
} from "@notionhq/client";
import { addBlocks } from "./add-blocks.ts";
import { isTrashed, reachBlock, reachPage } from "./access.ts";
import { inTrash, validationError } from "./api-error.ts";
import { readContent } from "./block-content.ts";
import { readUuid } from "./ids.ts";
import { type JsonObject, isObject } from "./json.ts";
import type { Cursors } from "./paging.ts";
import { plainText, titleOfPage } from "./rich-text.ts";
import { stampFields } from "./stamps.ts";
import { unsupported } from "./unsupported.ts";
import type { Block, Page, Parent, Workspace } from "./workspace.ts";

function parentObject(workspace: Workspace, parent: Parent): JsonObject {
  if (parent.kind === "page") return { type: "page_id", page_id: parent.id };
  if (parent.kind === "database") return { type: "database_id", database_id: parent.id };
  if (parent.kind === "block") return { type: "block_id", block_id: parent.id };
  if (parent.kind === "workspace") return { type: "workspace", workspace: true };
  const database = workspace.dataSources.get(parent.id)?.databaseId ?? parent.id;
  return { type: "data_source_id", data_source_id: parent.id, database_id: database };
}

/** A block as answers give it. Pages and databases show as `child_page` and `child_database`. */
function blockObject(workspace: Workspace, id: string): JsonObject | null {
  const trashed = isTrashed(workspace, id);
  const archived = workspace.quirks.archivedInResponses ? { archived: trashed } : {};
  const block = workspace.blocks.get(id);
  if (block !== undefined) {
    return {
      object: "block",
      id,
      type: block.type,
      [block.type]: block.content,
      parent: parentObject(workspace, block.parent),
      has_children: liveChildren(workspace, block.children).length > 0,
      in_trash: trashed,
      ...archived,
      ...stampFields(block),
    };
  }
  const page = workspace.pages.get(id);
  const database = workspace.databases.get(id);
  const head = { object: "block", id, in_trash: trashed, ...archived };
  if (page !== undefined && !page.state.gone) {
    return {
      ...head,
      type: "child_page",
      child_page: { title: titleOfPage(workspace, id) },
      parent: parentObject(workspace, page.state.parent),
      has_children: liveChildren(workspace, page.children).length > 0,
      ...stampFields({ ...page, ...page.state }),
    };
  }
  if (database !== undefined && !database.gone) {
    return {
      ...head,
      type: "child_database",
      child_database: { title: plainText(database.title) },
      parent: parentObject(workspace, database.parent),
      has_children: false,
      ...stampFields(database),
    };
  }
  return null;
}

/** Children that are not in the trash themselves. */
export function liveChildren(workspace: Workspace, ids: readonly string[]): string[] {
  return ids.filter((id) => {
    const page = workspace.pages.get(id);
    if (page !== undefined) return !page.state.inTrash && !page.state.gone;
    const database = workspace.databases.get(id);
    if (database !== undefined) return !database.inTrash && !database.gone;
    return workspace.blocks.get(id)?.inTrash === false;
  });
}

/** The page a block stands on. */
export function pageOfBlock(workspace: Workspace, block: Block): Page | null {
  let parent: Parent = block.parent;
  while (parent.kind === "block") {
    const above: Block | undefined = workspace.blocks.get(parent.id);
    if (above === undefined) return null;
    parent = above.parent;
  }
  return parent.kind === "page" ? (workspace.pages.get(parent.id) ?? null) : null;
}

/** Notes that the body of the page around `block` changed. */
export function touchPage(workspace: Workspace, by: string, page: Page | null): void {
  if (page !== null) workspace.changePage(page, by, {});
}

interface Container {
  readonly parent: Parent & { readonly id: string };
  readonly children: string[];
  readonly page: Page | null;
}

function container(workspace: Workspace, asked: string): Container {
  const id = readUuid(asked) ?? asked;
  if (workspace.pages.has(id)) {
    const page = reachPage(workspace, id);
    return { parent: { kind: "page", id }, children: page.children, page };
  }
  const block = reachBlock(workspace, id);
  return { parent: { kind: "block", id }, children: block.children, page: pageOfBlock(workspace, block) };
}

/** GET /v1/blocks/{id} */
export function retrieveBlock(workspace: Workspace, args: GetBlockParameters): JsonObject {
  const id = readUuid(args.block_id) ?? args.block_id;
  if (workspace.pages.has(id)) reachPage(workspace, id);
  else reachBlock(workspace, id);
  return blockObject(workspace, id) ?? {};
}

/** PATCH /v1/blocks/{id} */
export function updateBlock(workspace: Workspace, args: UpdateBlockParameters): JsonObject {
  const block = reachBlock(workspace, args.block_id);
  const given: JsonObject = { ...args };
  const settings = given[block.type];
  if (given["in_trash"] === undefined && isTrashed(workspace, block.id)) throw inTrash();
  if (isObject(settings)) {
    if (block.type === "table") throw unsupported(workspace, "an update of a table");
    const content = readContent(workspace, block.type, settings);
    const changed = Object.keys(settings).filter((key) => key in content);
    block.content = { ...block.content, ...Object.fromEntries(changed.map((key) => [key, content[key]])) };
  } else if (given["in_trash"] === undefined) {
    throw validationError(`body.${block.type} should be defined.`);
  }
  if (typeof given["in_trash"] === "boolean") block.inTrash = given["in_trash"];
  workspace.touch(block, workspace.bot.id);
  touchPage(workspace, workspace.bot.id, pageOfBlock(workspace, block));
  return blockObject(workspace, block.id) ?? {};
}

/** DELETE /v1/blocks/{id}: into the trash, pages too. */
export function deleteBlock(workspace: Workspace, args: DeleteBlockParameters): JsonObject {
  const id = readUuid(args.block_id) ?? args.block_id;
  if (workspace.pages.has(id)) {
    const page = reachPage(workspace, id);
    workspace.changePage(page, workspace.bot.id, { inTrash: true });
  } else {
    const block = reachBlock(workspace, id);
    block.inTrash = true;
    workspace.touch(block, workspace.bot.id);
    touchPage(workspace, workspace.bot.id, pageOfBlock(workspace, block));
  }
  return blockObject(workspace, id) ?? {};
}

/** GET /v1/blocks/{id}/children */
export function listChildren(
  workspace: Workspace,
  args: ListBlockChildrenParameters,
  cursors: Cursors,
): JsonObject {
  const { children } = container(workspace, args.block_id);
  const page = cursors.page(workspace, args, args, liveChildren(workspace, children), 100);
  return {
    ...page.list,
    type: "block",
    block: {},
    results: page.items.flatMap((id) => blockObject(workspace, id) ?? []),
  };
}

/** PATCH /v1/blocks/{id}/children */
export function appendChildren(workspace: Workspace, args: AppendBlockChildrenParameters): JsonObject {
  const { parent, children, page } = container(workspace, args.block_id);
  if (isTrashed(workspace, parent.id)) throw inTrash();
  const after = args.position?.type === "after_block" ? args.position.after_block.id : (args.after ?? null);
  let at = args.position?.type === "start" ? 0 : children.length;
  if (after !== null) {
    at = children.indexOf(readUuid(after) ?? after) + 1;
    if (at === 0) throw validationError(`Block ${after} to append after does not stand in this parent.`);
  }
  const blocks = addBlocks(workspace, workspace.bot.id, parent, args.children);
  children.splice(at, 0, ...blocks.map((block) => block.id));
  touchPage(workspace, workspace.bot.id, page);
  return {
    object: "list",
    type: "block",
    block: {},
    has_more: false,
    next_cursor: null,
    results: blocks.flatMap((block) => blockObject(workspace, block.id) ?? []),
  };
}
