import { basename, join } from "node:path";
import { splitBlocks } from "../core/draft-blocks.ts";
import type { PanelBlock } from "../core/panel-evidence.ts";
import { type PanelFileReading, readPanelText, unusableRun } from "./panel-file.ts";
import { named, type Parts, type PartsRequest, shape, valueOf } from "./panel-folder.ts";
import { headOf } from "./panel-head.ts";
import { lensFiles, readLensFile, readPeer } from "./panel-reports.ts";

/** A run of which each part has a file of its own. */
export function readParts({ blocks, ...where }: PartsRequest & { readonly blocks: PanelFileReading }): Parts {
  const { request } = where;
  const head =
    blocks.kind === "missing"
      ? { id: basename(request.path), at: null, blocks: blocksOfDraft(where) }
      : headOf(valueOf(blocks, named(request, "blocks.json")), named(request, "blocks.json"), request);
  const reports = lensFiles(where).flatMap((name) => readLensFile(name, where));
  const peer = readPeer(where);
  const given = peer === undefined ? {} : { peer };
  return { run: { id: head.id, blocks: head.blocks, reports, ...given }, at: head.at };
}

function blocksOfDraft({ root, request }: PartsRequest): readonly PanelBlock[] {
  const draft = readPanelText(join(root, "draft.md"));
  if (draft.kind === "missing")
    throw unusableRun(request.folder, "has no panel.json, no blocks.json and no draft.md", shape);
  if (draft.kind === "bad")
    throw unusableRun(`${named(request, "draft.md")}:${draft.line}`, draft.reason, shape);
  const blocks = splitBlocks(draft.text);
  if (blocks.length === 0) throw unusableRun(named(request, "draft.md"), "is empty", shape);
  return blocks;
}
