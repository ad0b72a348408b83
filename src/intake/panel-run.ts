import { readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { splitBlocks } from "../core/draft-blocks.ts";
import { ownText, ownValue } from "../core/own-value.ts";
import type { PanelRun } from "../core/panel.ts";
import type { PanelBlock } from "../core/panel-evidence.ts";
import { fileMessageOf } from "../errors.ts";
import { maxArtifactBytes } from "./artifact.ts";
import { guardJson } from "./guarded-json.ts";
import { readInstant } from "./instant.ts";
import {
  guardReport,
  type PanelFileReading,
  readPanelJson,
  readPanelText,
  storableValue,
  unusableRun,
} from "./panel-file.ts";
import { isStorable, quote } from "./storable-text.ts";

/** More files than this in `lenses/`, or more reports in a file, are not those of a panel. */
const maxReports = 200;
const maxBlocks = 10_000;
const maxIdLength = 200;

const shape =
  'A panel run is panel.json {"id","blocks","reports","peer"}, or blocks.json with lenses/*.json beside it.';

const blockSchema = z.looseObject({
  n: z.int({ error: "n must be a whole number" }),
  text: z.string({ error: "text must be text" }),
});
const headSchema = z.looseObject({
  id: z
    .string({ error: "id must be text" })
    .min(1, { error: "id must not be empty" })
    .max(maxIdLength, { error: `id may have ${maxIdLength} characters` })
    .refine(isStorable, { error: "id holds NUL or half a character" })
    .nullish(),
  at: z.string({ error: "at must be text" }).nullish(),
  blocks: z
    .array(blockSchema, { error: "blocks must be a list" })
    .min(1, { error: "blocks must not be empty" })
    .max(maxBlocks, { error: `blocks may be ${maxBlocks} at most` }),
});
const reportsSchema = z
  .array(z.unknown(), { error: "reports must be a list" })
  .max(maxReports, { error: `reports may be ${maxReports} at most` });

/** Something about the files of a run that a person should know; the run goes on. */
interface PanelNote {
  readonly file: string;
  readonly line: number;
  /** `code: words`. */
  readonly reason: string;
}

/** A panel run as its folder gives it. */
export interface PanelFolder {
  readonly run: PanelRun & { readonly id: string };
  /** When the panel ran, as it says, epoch milliseconds; null where it does not. */
  readonly at: number | null;
  /** The draft as the lenses saw it. */
  readonly draft: string;
  readonly notes: readonly PanelNote[];
}

interface PanelFolderRequest {
  /** As it was named. */
  readonly folder: string;
  /** Absolute. */
  readonly path: string;
  /** The names of the panel's lenses. */
  readonly lenses: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
}

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

function named({ folder }: PanelFolderRequest, file: string): string {
  return join(folder, file);
}

function valueOf(reading: Exclude<PanelFileReading, { kind: "missing" }>, file: string): unknown {
  if (reading.kind === "json") return reading.value;
  throw unusableRun(`${file}:${reading.line}`, reading.reason, shape);
}

interface Head {
  readonly id: string;
  readonly at: number | null;
  readonly blocks: readonly PanelBlock[];
}

/** Id, instant and blocks: what must be right, since nothing can be checked without it. */
function headOf(value: unknown, file: string, request: PanelFolderRequest): Head {
  // Before anything copies their keys.
  const danger = guardJson(Array.isArray(value) ? value : ownValue(value, "blocks"));
  if (danger !== null) throw unusableRun(file, danger, shape);
  const head = headSchema.safeParse(Array.isArray(value) ? { blocks: value } : value);
  if (!head.success) {
    const [issue] = head.error.issues;
    const path = issue?.path.join(".") ?? "";
    throw unusableRun(file, `${path === "" ? "" : `${path}: `}${issue?.message ?? "unusable"}`, shape);
  }
  const { at, blocks, id } = head.data;
  const numbers = new Set<number>();
  for (const { n } of blocks) {
    if (numbers.has(n)) throw unusableRun(file, `two blocks have the number ${n}`, shape);
    numbers.add(n);
  }
  const instant = readInstant(at ?? null, null, request.now);
  if (instant.kind === "reject")
    throw unusableRun(file, instant.reason, "Leave `at` out, or give a time with its zone.");
  return {
    id: id ?? basename(request.path),
    at: at === null || at === undefined ? null : instant.at,
    blocks: blocks.map(({ n, text }) => ({ n, text })),
  };
}

type Parts = Pick<PanelFolder, "run" | "at">;

function readSingle(value: unknown, request: PanelFolderRequest, notes: PanelNote[]): Parts {
  const file = named(request, "panel.json");
  // A key of the file itself; those of its reports are looked at one by one.
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const danger = guardJson(Object.fromEntries(keys.map((key) => [key, 0])));
  if (danger !== null) throw unusableRun(file, danger, shape);
  const { at, blocks, id } = headOf(value, file, request);
  const reports = reportsSchema.safeParse(ownValue(value, "reports"));
  if (!reports.success)
    throw unusableRun(file, reports.error.issues[0]?.message ?? "reports are unusable", shape);
  const guarded = reports.data.map((report, index) => {
    const refusal = guardJson(report);
    if (refusal !== null) notes.push({ file, line: 1, reason: `reports[${index}]: ${refusal}` });
    return guardReport(report, ownText(report, "lens"));
  });
  const peer = ownValue(value, "peer");
  const refusal = guardJson(peer);
  if (refusal !== null) notes.push({ file, line: 1, reason: `peer: ${refusal}` });
  const given = peer === undefined || peer === null ? {} : { peer: guardReport(peer, null) };
  return { run: { id, blocks, reports: guarded, ...given }, at };
}

interface PartsRequest {
  readonly root: string;
  readonly request: PanelFolderRequest;
  readonly notes: PanelNote[];
}

function readParts({ blocks, ...where }: PartsRequest & { readonly blocks: PanelFileReading }): Parts {
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

function lensFiles({ notes, request, root }: PartsRequest): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync(join(root, "lenses")).toSorted((a, b) => (a < b ? -1 : 1));
  } catch (error) {
    notes.push({ file: named(request, "lenses"), line: 1, reason: `no-lenses: ${fileMessageOf(error)}` });
    return [];
  }
  const files = names.filter((name) => name.endsWith(".json") && !name.startsWith("."));
  if (files.length > maxReports)
    throw unusableRun(
      named(request, "lenses"),
      `holds ${files.length} files; ${maxReports} are allowed`,
      shape,
    );
  return files;
}

/**
 * The report of one file of `lenses/`. The lens is the one that the report names, else the file's name. A file that has the
 * name of one lens and holds the report of another is neither's: the lens counts as lost.
 */
function readLensFile(name: string, { notes, request, root }: PartsRequest): readonly unknown[] {
  const file = named(request, join("lenses", name));
  const lens = basename(name, ".json");
  const reading = readPanelJson(join(root, "lenses", name));
  if (reading.kind === "missing") return [];
  if (reading.kind === "bad") {
    notes.push({ file, line: reading.line, reason: `${reading.code}: ${reading.reason}` });
    return [{ lens, status: reading.code === "not-json" ? "unparseable" : reading.code }];
  }
  const refusal = guardJson(reading.value);
  if (refusal !== null) notes.push({ file, line: 1, reason: refusal });
  const inside = ownText(reading.value, "lens");
  if (refusal === null && inside !== null && inside !== lens && request.lenses.includes(lens)) {
    notes.push({ file, line: 1, reason: `other-lens: the report calls itself ${quote(inside)}` });
    return [{ lens, status: "other-lens" }];
  }
  const report = guardReport(reading.value, inside ?? lens);
  if (typeof report !== "object" || report === null || Array.isArray(report)) {
    notes.push({ file, line: 1, reason: "not-an-object: a report is one JSON object" });
    return [{ lens, status: "not an object" }];
  }
  return [{ lens, ...report }];
}

function readPeer({ notes, request, root }: PartsRequest): unknown {
  const json = readPanelJson(join(root, "peer.json"));
  const text = readPanelText(join(root, "peer.txt"));
  if (json.kind !== "missing" && text.kind !== "missing")
    notes.push({ file: named(request, "peer.txt"), line: 1, reason: "not-read: peer.json is there too" });
  if (json.kind === "json") {
    const refusal = guardJson(json.value);
    if (refusal !== null) notes.push({ file: named(request, "peer.json"), line: 1, reason: refusal });
    return guardReport(json.value, null);
  }
  if (json.kind === "bad") {
    notes.push({
      file: named(request, "peer.json"),
      line: json.line,
      reason: `${json.code}: ${json.reason}`,
    });
    return { status: json.code === "not-json" ? "unparseable" : json.code };
  }
  if (text.kind === "text") return { status: "ok", stdout: storableValue(text.text) };
  if (text.kind === "missing") return undefined;
  notes.push({ file: named(request, "peer.txt"), line: text.line, reason: `${text.code}: ${text.reason}` });
  return { status: text.code };
}

/** The draft itself where it is there and is what was cut into the blocks; else the blocks, one below the other. */
function draftOf({ notes, request, root }: PartsRequest, blocks: readonly PanelBlock[]): string {
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
