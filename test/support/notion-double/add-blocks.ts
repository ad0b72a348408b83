import { ApiError, validationError } from "./api-error.ts";
import { readBlock } from "./block-content.ts";
import { isObject, onlyKey } from "./json.ts";
import type { Block, Parent, Workspace } from "./workspace.ts";

/** Adds blocks of a request below `parent`; all of them or, where one is refused, none. */
export function addBlocks(
  workspace: Workspace,
  by: string,
  parent: Parent & { readonly id: string },
  requests: readonly unknown[],
): Block[] {
  const total = countBlocks(requests);
  const limit = workspace.quirks.lifetimeBlocks;
  if (limit !== null && total > 0 && workspace.blocksEverMade + total > limit) {
    throw new ApiError(400, "validation_error", "The workspace has used up its blocks.");
  }
  const made: Block[] = [];
  const build = (above: Parent, aboveType: string | null, list: readonly unknown[]): string[] =>
    list.map((request) => {
      const { type, content, children } = readBlock(workspace, request);
      checkPlace(type, aboveType, children.length);
      const id = workspace.ids.uuid();
      const below = build({ kind: "block", id }, type, children);
      const block: Block = {
        id,
        parent: above,
        type,
        content,
        inTrash: false,
        children: below,
        ...workspace.stamp(by),
      };
      made.push(block);
      return id;
    });
  const parentType = parent.kind === "block" ? (workspace.blocks.get(parent.id)?.type ?? null) : null;
  const top = build(parent, parentType, requests);
  workspace.blocksEverMade += total;
  for (const block of made) workspace.blocks.set(block.id, block);
  return top.flatMap((id) => workspace.blocks.get(id) ?? []);
}

function wrong(rule: string): ApiError {
  return validationError(`body.children: ${rule}`);
}

function checkPlace(type: string, aboveType: string | null, children: number): void {
  if ((type === "table_row") !== (aboveType === "table"))
    throw wrong("table rows stand in tables, only they do");
  if ((type === "column") !== (aboveType === "column_list")) throw wrong("columns stand in column lists");
  if (type === "column_list" && children < 2) throw wrong("a column list needs at least two columns");
  if (type === "column" && children < 1) throw wrong("a column needs at least one block");
}

/** Blocks of a request, children of every level among them. */
export function countBlocks(requests: readonly unknown[]): number {
  let count = 0;
  for (const request of requests) {
    const block = isObject(request) ? request : {};
    const type = onlyKey(block, ["object", "type"]);
    const settings = type === null ? undefined : block[type];
    const children = isObject(settings) && Array.isArray(settings["children"]) ? settings["children"] : [];
    count += 1 + countBlocks(children);
  }
  return count;
}
