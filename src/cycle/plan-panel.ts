import { ownText, ownValue } from "../core/own-value.ts";
import { outsidePeer } from "../core/panel-policy.ts";
import { type PanelJob, readerStep } from "./panel-job.ts";
import type { ReaderStep } from "../core/reader-step.ts";
import { questionOf } from "./panel-question.ts";

/** The file in which a run keeps what it asked. */
export const memory = ".panel-run/run.json";

/**
 * Whose reports of this very question are there, and who is to be asked? Same draft and contract, same prompt, same
 * program and model, and a report as it was written. Nothing is changed.
 */
export async function planPanel(job: PanelJob): Promise<readonly ReaderStep[]> {
  const known = job.fresh ? null : await job.files.read(memory);
  return Promise.all(
    job.readers.map(async (reader) => {
      const before = ownValue(ownValue(known, "readers"), reader.name);
      const digest = await job.files.digest(fileOf(reader.name));
      const isKept =
        digest !== null &&
        ownText(before, "question") === questionOf(job, reader) &&
        ownText(before, "report") === digest;
      return readerStep(reader, isKept ? "kept" : "wanted");
    }),
  );
}

/** The readers whose report in the folder is by nobody that this program asked: it would be lost. */
export async function foreignReports(job: PanelJob): Promise<readonly string[]> {
  const known = ownValue(await job.files.read(memory), "readers");
  const names: string[] = [];
  for (const { name } of job.readers) {
    if (ownValue(known, name) === undefined && (await job.files.digest(fileOf(name))) !== null)
      names.push(fileOf(name));
  }
  return names;
}

/** The file in which the report of a reader lies. */
export function fileOf(reader: string): string {
  return reader === outsidePeer ? "peer.json" : `lenses/${reader}.json`;
}
