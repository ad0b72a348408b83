import { notFound } from "./api-error.ts";
import { readUuid } from "./ids.ts";
import type { Block, Database, DataSource, Page, Parent, View, Workspace } from "./workspace.ts";

/** What stands directly above an object; null above the workspace's own objects and for unknown ids. */
function parentOf(workspace: Workspace, id: string): Parent | null {
  const page = workspace.pages.get(id);
  if (page !== undefined) return page.state.parent;
  const source = workspace.dataSources.get(id);
  if (source !== undefined) return { kind: "database", id: source.databaseId };
  return workspace.databases.get(id)?.parent ?? workspace.blocks.get(id)?.parent ?? null;
}

/** The object and all above it, lowest first. */
function lineage(workspace: Workspace, id: string): string[] {
  const line: string[] = [];
  let at: string | null = id;
  while (at !== null) {
    line.push(at);
    const parent = parentOf(workspace, at);
    at = parent === null || parent.kind === "workspace" ? null : parent.id;
  }
  return line;
}

/** Whether the integration is connected to the object or to something above it. */
export function isShared(workspace: Workspace, id: string): boolean {
  for (const at of lineage(workspace, id)) {
    if (workspace.disconnected.has(at)) return false;
    if (workspace.connected.has(at)) return true;
  }
  return false;
}

/** Whether the object or something above it lies in the trash. */
export function isTrashed(workspace: Workspace, id: string): boolean {
  return lineage(workspace, id).some(
    (at) =>
      workspace.pages.get(at)?.state.inTrash === true ||
      workspace.blocks.get(at)?.inTrash === true ||
      workspace.databases.get(at)?.inTrash === true ||
      workspace.dataSources.get(at)?.inTrash === true,
  );
}

/** Whether the object or something above it was deleted for ever. */
export function isGone(workspace: Workspace, id: string): boolean {
  return lineage(workspace, id).some(
    (at) => workspace.pages.get(at)?.state.gone === true || workspace.databases.get(at)?.gone === true,
  );
}

function reach<T extends { readonly id: string }>(
  workspace: Workspace,
  from: ReadonlyMap<string, T>,
  what: string,
  asked: string,
): T {
  const id = readUuid(asked);
  const found = id === null ? undefined : from.get(id);
  if (found === undefined || isGone(workspace, found.id) || !isShared(workspace, found.id)) {
    throw notFound(what, id ?? asked);
  }
  return found;
}

/** The page as the integration may see it; otherwise 404, like the three below. */
export function reachPage(workspace: Workspace, id: string): Page {
  return reach(workspace, workspace.pages, "page", id);
}

export function reachDatabase(workspace: Workspace, id: string): Database {
  return reach(workspace, workspace.databases, "database", id);
}

export function reachDataSource(workspace: Workspace, id: string): DataSource {
  return reach(workspace, workspace.dataSources, "data_source", id);
}

export function reachBlock(workspace: Workspace, id: string): Block {
  return reach(workspace, workspace.blocks, "block", id);
}

export function reachView(workspace: Workspace, asked: string): View {
  const id = readUuid(asked);
  const view = id === null ? undefined : workspace.views.get(id);
  if (view === undefined) throw notFound("view", id ?? asked);
  reachDatabase(workspace, view.databaseId);
  return view;
}
