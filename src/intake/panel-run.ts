import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileMessageOf } from "../errors.ts";
import { draftOf } from "./judged-draft.ts";
import { readPanelJson, unusableRun } from "./panel-file.ts";
import {
  named,
  type PanelFolder,
  type PanelFolderRequest,
  type PanelNote,
  shape,
  valueOf,
} from "./panel-folder.ts";
import { readParts } from "./panel-parts.ts";
import { readSingle } from "./panel-single-file.ts";

/**
 * Reads the folder of a panel run: `panel.json` with everything, or `blocks.json` (else `draft.md`, cut into blocks), one
 * file a lens in `lenses/` and `peer.json` or `peer.txt`. A report that cannot be read is a lens that was lost, with its
 * file and line; what the draft was must be known.
 *
 * @throws ImproveCronError `input` where there is no run to judge: no such folder, no blocks, two runs in one folder
 */
export function readPanelFolder(request: PanelFolderRequest): PanelFolder {
  const root = realFolder(request);
  const single = readPanelJson(join(root, "panel.json"));
  const blocks = readPanelJson(join(root, "blocks.json"));
  if (single.kind !== "missing" && blocks.kind !== "missing")
    throw unusableRun(
      request.folder,
      "holds panel.json and blocks.json, and they may be two runs",
      "Take the one away that is not meant.",
    );
  const notes: PanelNote[] = [];
  const parts =
    single.kind === "missing"
      ? readParts({ root, blocks, request, notes })
      : readSingle(valueOf(single, named(request, "panel.json")), request, notes);
  return { ...parts, draft: draftOf({ root, request, notes }, parts.run.blocks), notes };
}

function realFolder({ folder, path }: PanelFolderRequest): string {
  try {
    const root = realpathSync(path);
    if (statSync(root).isDirectory()) return root;
  } catch (error) {
    throw unusableRun(folder, fileMessageOf(error), shape);
  }
  throw unusableRun(folder, "is no folder", shape);
}
