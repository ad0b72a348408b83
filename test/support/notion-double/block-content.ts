import { validationError } from "./api-error.ts";
import { readIcon } from "./icon.ts";
import { type JsonObject, isObject, onlyKey } from "./json.ts";
import { type RichTextRequest, readRichText } from "./rich-text.ts";
import { unsupported } from "./unsupported.ts";
import type { Workspace } from "./workspace.ts";

/** A block of a request, taken apart. */
export interface BlockRequest {
  readonly type: string;
  /** The part under the type's name, as answers carry it. */
  readonly content: JsonObject;
  readonly children: readonly unknown[];
}

const textTypes: readonly string[] = ["bulleted_list_item", "numbered_list_item", "quote", "toggle"];
const headings: readonly string[] = ["heading_1", "heading_2", "heading_3", "heading_4"];
const linked: readonly string[] = ["bookmark", "embed"];
const media: readonly string[] = ["image", "video", "pdf", "audio", "file"];

/** The schema has looked into the runs before. */
function isRuns(value: unknown): value is readonly RichTextRequest[] {
  return Array.isArray(value);
}

/** Takes a block of a request apart; refuses what the double does not know. */
export function readBlock(workspace: Workspace, request: unknown): BlockRequest {
  const block = isObject(request) ? request : {};
  const type = onlyKey(block, ["object", "type"]);
  const settings = type === null ? undefined : block[type];
  if (type === null || !isObject(settings)) throw validationError("body.children: no type of block");
  const children = Array.isArray(settings["children"]) ? settings["children"] : [];
  if (headings.includes(type) && children.length > 0 && settings["is_toggleable"] !== true) {
    throw validationError(`${type} can have children only where it is toggleable.`);
  }
  return { type, content: readContent(workspace, type, settings), children };
}

/** The part under a block's type as answers carry it. */
export function readContent(workspace: Workspace, type: string, settings: JsonObject): JsonObject {
  const runs = (key: string): unknown => {
    const value = settings[key];
    return isRuns(value) ? readRichText(workspace, value) : [];
  };
  const color = settings["color"] ?? "default";
  const text = { rich_text: runs("rich_text"), color };
  if (textTypes.includes(type)) return text;
  if (headings.includes(type)) return { ...text, is_toggleable: settings["is_toggleable"] ?? false };
  if (type === "paragraph" || type === "callout") {
    return { ...text, icon: readIcon(workspace, settings["icon"], `${type}.icon`) };
  }
  if (type === "to_do") return { ...text, checked: settings["checked"] ?? false };
  if (type === "code") {
    return { rich_text: text.rich_text, caption: runs("caption"), language: settings["language"] };
  }
  if (type === "equation") return { expression: settings["expression"] };
  if (type === "divider" || type === "breadcrumb" || type === "column_list") return {};
  if (type === "column") {
    return typeof settings["width_ratio"] === "number" ? { width_ratio: settings["width_ratio"] } : {};
  }
  if (type === "table_of_contents") return { color };
  if (linked.includes(type)) return { url: settings["url"], caption: runs("caption") };
  if (media.includes(type) && isObject(settings["external"])) {
    const { url } = settings["external"];
    const name = type === "file" ? { name: settings["name"] ?? "file" } : {};
    return { type: "external", external: { url }, caption: runs("caption"), ...name };
  }
  if (type === "table") return readTable(settings);
  if (type === "table_row" && Array.isArray(settings["cells"])) {
    const cells = settings["cells"].map((cell) => (isRuns(cell) ? readRichText(workspace, cell) : []));
    return { cells };
  }
  throw unsupported(workspace, `a block of type ${type}`);
}

function readTable(settings: JsonObject): JsonObject {
  const width = settings["table_width"];
  const rows = Array.isArray(settings["children"]) ? settings["children"].filter(isObject) : [];
  if (rows.length === 0) throw validationError("A table needs at least one row.");
  for (const row of rows) {
    const cells = isObject(row["table_row"]) ? row["table_row"]["cells"] : null;
    if (!Array.isArray(cells) || cells.length !== width) {
      throw validationError(
        "Content creation Failed. Number of cells in table row must match the table width of the parent table.",
      );
    }
  }
  return {
    table_width: width,
    has_column_header: settings["has_column_header"] ?? false,
    has_row_header: settings["has_row_header"] ?? false,
  };
}
