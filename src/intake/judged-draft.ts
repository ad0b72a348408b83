import { join } from "node:path";
import type { PanelBlock } from "../core/panel-evidence.ts";
import { maxArtifactBytes } from "./artifact.ts";
import { readPanelText, unusableRun } from "./panel-file.ts";
import { named, type PartsRequest } from "./panel-folder.ts";

/** The draft itself where it is there and is what was cut into the blocks; else the blocks, one below the other. */
export function draftOf({ notes, request, root }: PartsRequest, blocks: readonly PanelBlock[]): string {
  const joined = blocks.map(({ text }) => text).join("\n\n");
  const draft = readPanelText(join(root, "draft.md"));
  let text = joined;
  if (draft.kind === "text" && isCutInto(draft.text, blocks)) text = draft.text;
  else if (draft.kind !== "missing")
    notes.push({
      file: named(request, "draft.md"),
      line: 1,
      reason: "draft-differs: the blocks are not those of the draft; the blocks are kept as what was judged",
    });
  if (Buffer.byteLength(text) > maxArtifactBytes)
    throw unusableRun(
      request.folder,
      "the draft is larger than 1 MiB",
      "A draft that a person grades is shorter.",
    );
  return text;
}

/** Block after block, and nothing else: what no lens was shown is no part of what was judged. */
function isCutInto(draft: string, blocks: readonly PanelBlock[]): boolean {
  const parts = blocks.map((block) => plainSpaces(block.text)).filter((part) => part !== "");
  return plainSpaces(draft) === parts.join(" ");
}

function plainSpaces(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}
