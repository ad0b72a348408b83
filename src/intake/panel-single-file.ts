import { z } from "zod";
import { ownText, ownValue } from "../core/own-value.ts";
import { guardJson } from "./guarded-json.ts";
import { guardReport, unusableRun } from "./panel-file.ts";
import {
  maxReports,
  named,
  type PanelFolderRequest,
  type PanelNote,
  type Parts,
  shape,
} from "./panel-folder.ts";
import { headOf } from "./panel-head.ts";

const reportsSchema = z
  .array(z.unknown(), { error: "reports must be a list" })
  .max(maxReports, { error: `reports may be ${maxReports} at most` });

/** A run of which `panel.json` holds everything. */
export function readSingle(value: unknown, request: PanelFolderRequest, notes: PanelNote[]): Parts {
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
