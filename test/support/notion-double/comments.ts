import type { CreateCommentParameters, ListCommentsParameters } from "@notionhq/client";
import { isTrashed, reachBlock, reachPage } from "./access.ts";
import { inTrash, notFound } from "./api-error.ts";
import { readUuid } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { Cursors } from "./paging.ts";
import { readRichText } from "./rich-text.ts";
import { minute, userRef } from "./stamps.ts";
import { unsupported } from "./unsupported.ts";
import type { Comment, Parent, Workspace } from "./workspace.ts";

function commentObject(workspace: Workspace, comment: Comment): JsonObject {
  const { parent } = comment;
  const own = comment.createdBy === workspace.bot.id;
  return {
    object: "comment",
    id: comment.id,
    parent:
      parent.kind === "block"
        ? { type: "block_id", block_id: parent.id }
        : { type: "page_id", page_id: parent.kind === "workspace" ? "" : parent.id },
    discussion_id: comment.discussionId,
    created_time: minute(comment.createdAt),
    last_edited_time: minute(comment.createdAt),
    created_by: userRef(comment.createdBy),
    rich_text: comment.text,
    display_name: {
      type: own ? "integration" : "user",
      resolved_name: own ? workspace.bot.name : workspace.person.name,
    },
  };
}

function place(workspace: Workspace, asked: string): Parent & { readonly id: string } {
  const id = readUuid(asked) ?? asked;
  if (workspace.pages.has(id)) return { kind: "page", id: reachPage(workspace, id).id };
  return { kind: "block", id: reachBlock(workspace, id).id };
}

/** POST /v1/comments, on a page, a block or in a discussion. */
export function createComment(workspace: Workspace, args: CreateCommentParameters): JsonObject {
  if (!("rich_text" in args)) throw unsupported(workspace, "a comment in markdown");
  if (args.attachments !== undefined || args.display_name !== undefined) {
    throw unsupported(workspace, "a comment with attachments or display_name");
  }
  let parent: Parent & { readonly id: string };
  let discussionId = workspace.ids.uuid();
  if ("parent" in args) {
    parent = place(workspace, "page_id" in args.parent ? args.parent.page_id : args.parent.block_id);
  } else {
    const first = workspace.comments.find((comment) => comment.discussionId === args.discussion_id);
    if (first === undefined || first.parent.kind === "workspace") {
      throw notFound("discussion", args.discussion_id);
    }
    parent = place(workspace, first.parent.id);
    discussionId = first.discussionId;
  }
  if (isTrashed(workspace, parent.id)) throw inTrash();
  const comment: Comment = {
    id: workspace.ids.uuid(),
    parent,
    discussionId,
    text: readRichText(workspace, args.rich_text),
    createdAt: workspace.clock.now(),
    createdBy: workspace.bot.id,
  };
  workspace.comments.push(comment);
  return commentObject(workspace, comment);
}

/** GET /v1/comments: the open ones of a page or block. */
export function listComments(
  workspace: Workspace,
  args: ListCommentsParameters,
  cursors: Cursors,
): JsonObject {
  const { id } = place(workspace, args.block_id);
  const own = workspace.comments.filter(({ parent }) => parent.kind !== "workspace" && parent.id === id);
  const page = cursors.page(workspace, args, args, own, 100);
  return {
    ...page.list,
    type: "comment",
    comment: {},
    results: page.items.map((comment) => commentObject(workspace, comment)),
  };
}
