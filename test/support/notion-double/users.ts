import type { GetUserParameters, ListUsersParameters } from "@notionhq/client";
import { notFound } from "./api-error.ts";
import { readUuid } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { Cursors } from "./paging.ts";
import type { User, Workspace } from "./workspace.ts";

function userObject(workspace: Workspace, user: User): JsonObject {
  const head = { object: "user", id: user.id, name: user.name, avatar_url: null };
  if (user.kind === "person") return { ...head, type: "person", person: {} };
  return {
    ...head,
    type: "bot",
    bot: {
      owner: { type: "workspace", workspace: true },
      workspace_id: workspace.id,
      workspace_limits: { max_file_upload_size_in_bytes: 5_242_880 },
      workspace_name: "The founder's workspace",
    },
  };
}

/** GET /v1/users/me */
export function retrieveSelf(workspace: Workspace): JsonObject {
  return userObject(workspace, workspace.bot);
}

/** GET /v1/users/{id} */
export function retrieveUser(workspace: Workspace, args: GetUserParameters): JsonObject {
  const id = readUuid(args.user_id);
  const user = [workspace.bot, workspace.person].find((known) => known.id === id);
  if (user === undefined) throw notFound("user", args.user_id);
  return userObject(workspace, user);
}

/** GET /v1/users */
export function listUsers(workspace: Workspace, args: ListUsersParameters, cursors: Cursors): JsonObject {
  const page = cursors.page(workspace, args, args, [workspace.person, workspace.bot], 100);
  return {
    ...page.list,
    type: "user",
    user: {},
    results: page.items.map((user) => userObject(workspace, user)),
  };
}
