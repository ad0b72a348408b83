import { realpathSync } from "node:fs";
import { join } from "node:path";
import { artifactHash } from "../core/artifact-hash.ts";
import { splitBlocks } from "../core/draft-blocks.ts";
import type { PanelBlock } from "../core/panel-evidence.ts";
import type { PanelLimits } from "../core/panel-setup.ts";
import { ImproveCronError, fileMessageOf } from "../errors.ts";
import { guardJson } from "./guarded-json.ts";
import { type PanelFileReading, readPanelJson, readPanelText, unusableRun } from "./panel-file.ts";

/** What a panel is asked about. */
export interface PanelDraft {
  /** Real path of the folder. */
  readonly folder: string;
  readonly blocks: readonly PanelBlock[];
  /** The reader contract as its file has it. */
  readonly contract: string;
  /** SHA-256 (hex) of draft and contract: other words, another panel. */
  readonly hash: string;
}

/** More blocks than this are no draft that anybody reads. */
const mostBlocks = 2_000;

/**
 * Reads `draft.md` and `reader-contract.json` of a folder.
 *
 * @param folder as it was named, for messages
 * @param path absolute
 * @throws ImproveCronError `input` with file and line where one of them is missing, too large, or not what it should be
 */
export function readPanelDraft(
  { folder, path }: { readonly folder: string; readonly path: string },
  { contractBytes, draftBytes }: PanelLimits,
): PanelDraft {
  const root = realFolder(folder, path);
  if (readPanelText(join(root, "panel.json")).kind !== "missing") {
    const hint = `Read it with improve-cron panel ingest ${folder}, or ask a panel in another folder.`;
    throw unusableRun(join(folder, "panel.json"), "the reports of a whole panel are here already", hint);
  }
  const draft = textIn(root, folder, "draft.md", draftBytes, "panel.limits.draft_kilobytes");
  const blocks = splitBlocks(draft);
  if (blocks.length === 0)
    throw unusableRun(join(folder, "draft.md:1"), "there is no text in it", writeDraft);
  if (blocks.length > mostBlocks) {
    const said = `it has ${blocks.length} paragraphs, more than ${mostBlocks}`;
    throw unusableRun(join(folder, "draft.md:1"), said, "Send it in parts, each in a folder of its own.");
  }
  const name = "reader-contract.json";
  const contract = textIn(root, folder, name, contractBytes, "panel.limits.contract_kilobytes");
  const fault = contractFault(readPanelJson(join(root, name)));
  if (fault !== null) throw unusableRun(join(folder, `${name}:${fault.line}`), fault.reason, writeContract);
  return { folder: root, blocks, contract, hash: artifactHash(JSON.stringify([draft, contract])) };
}

const writeDraft = "Write the text into it as Markdown: paragraphs with empty lines between them.";
const writeContract =
  'Write who it is for and what it owes them, e.g. {"reader":"...","promise":"...","must_have":[],"must_not":[]}; {} promises nothing.';

function realFolder(folder: string, path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw new ImproveCronError(
      "input",
      `${folder}: ${fileMessageOf(error)}`,
      "Name a folder with draft.md and reader-contract.json.",
    );
  }
}

function textIn(root: string, folder: string, name: string, most: number, key: string): string {
  const reading = readPanelText(join(root, name));
  const hint = name === "draft.md" ? writeDraft : writeContract;
  if (reading.kind === "missing") throw unusableRun(join(folder, name), "there is no such file", hint);
  if (reading.kind === "bad") {
    throw unusableRun(join(folder, `${name}:${reading.line}`), reading.reason, hint);
  }
  const bytes = Buffer.byteLength(reading.text);
  if (bytes > most) {
    const said = `it has ${bytes} bytes, more than ${most}`;
    throw unusableRun(join(folder, `${name}:1`), said, `Shorten it, or raise ${key}.`);
  }
  return reading.text;
}

function contractFault(reading: PanelFileReading): { readonly line: number; readonly reason: string } | null {
  if (reading.kind === "bad") return reading;
  const value = reading.kind === "json" ? reading.value : null;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { line: 1, reason: "it must be one JSON object" };
  const danger = guardJson(value);
  return danger === null ? null : { line: 1, reason: danger };
}
