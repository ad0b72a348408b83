import { join } from "node:path";
import type { PanelRun } from "../core/panel.ts";
import { type PanelFileReading, unusableRun } from "./panel-file.ts";

/** More files than this in `lenses/`, or more reports in a file, are not those of a panel. */
export const maxReports = 200;

/** What a person should have given where there is no run to judge. */
export const shape =
  'A panel run is panel.json {"id","blocks","reports","peer"}, or blocks.json with lenses/*.json beside it.';

/** Something about the files of a run that a person should know; the run goes on. */
export interface PanelNote {
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

/** Which folder is read, for which panel. */
export interface PanelFolderRequest {
  /** As it was named. */
  readonly folder: string;
  /** Absolute. */
  readonly path: string;
  /** The names of the panel's lenses. */
  readonly lenses: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A folder that is being read: `root` as the disk has it, `notes` as they come. */
export interface PartsRequest {
  readonly root: string;
  readonly request: PanelFolderRequest;
  readonly notes: PanelNote[];
}

/** What a file of the folder gives. */
export type Parts = Pick<PanelFolder, "run" | "at">;

/** A file of the folder as a person finds it. */
export function named({ folder }: PanelFolderRequest, file: string): string {
  return join(folder, file);
}

/** The value of a file without which there is no run. */
export function valueOf(reading: Exclude<PanelFileReading, { kind: "missing" }>, file: string): unknown {
  if (reading.kind === "json") return reading.value;
  throw unusableRun(`${file}:${reading.line}`, reading.reason, shape);
}
