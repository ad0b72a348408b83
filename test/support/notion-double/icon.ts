import { validationError } from "./api-error.ts";
import { type JsonObject, isObject } from "./json.ts";
import { checkLink } from "./links.ts";
import { unsupported } from "./unsupported.ts";
import type { Workspace } from "./workspace.ts";

/** An icon or cover a request wrote, as answers give it back. */
export function readIcon(workspace: Workspace, request: unknown, path: string): JsonObject | null {
  if (!isObject(request)) return null;
  const { emoji, external, icon } = request;
  if (typeof emoji === "string") {
    if (!/\p{Extended_Pictographic}/u.test(emoji)) {
      throw validationError(`body failed validation: ${path}.emoji should be an emoji.`);
    }
    return { type: "emoji", emoji };
  }
  if (isObject(external) && typeof external["url"] === "string") {
    checkLink(external["url"], `${path}.external.url`);
    return { type: "external", external: { url: external["url"] } };
  }
  if (isObject(icon) && typeof icon["name"] === "string") {
    return { type: "icon", icon: { name: icon["name"], color: icon["color"] ?? "gray" } };
  }
  throw unsupported(workspace, `an icon or cover of type ${Object.keys(request).join(", ")}`);
}
