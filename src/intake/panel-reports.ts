import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { ownText } from "../core/own-value.ts";
import { fileMessageOf } from "../errors.ts";
import { guardJson } from "./guarded-json.ts";
import { guardReport, readPanelJson, readPanelText, storableValue, unusableRun } from "./panel-file.ts";
import { maxReports, named, type PartsRequest, shape } from "./panel-folder.ts";
import { quote } from "./storable-text.ts";

/** The names of the files in `lenses/`, in their order. */
export function lensFiles({ notes, request, root }: PartsRequest): readonly string[] {
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
export function readLensFile(name: string, { notes, request, root }: PartsRequest): readonly unknown[] {
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

/** What the peer said, in `peer.json` or `peer.txt`; undefined where it was not asked. */
export function readPeer({ notes, request, root }: PartsRequest): unknown {
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
