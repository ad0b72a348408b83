import { ownValue } from "../core/own-value.ts";
import { askReader, type PanelContext } from "./ask-reader.ts";
import type { PanelJob } from "./panel-job.ts";
import type { ReaderStep } from "../core/reader-step.ts";
import { questionOf } from "./panel-question.ts";
import { fileOf, memory, planPanel } from "./plan-panel.ts";

/**
 * Asks every reader of a panel that has not answered yet, side by side, and leaves the reports in the folder as
 * `panel ingest` reads them: `blocks.json`, `lenses/NAME.json`, `peer.json`. Each report is written when it comes, so that
 * a run that was cut off is gone on with; a report to another question is taken away before anybody is asked. Readers get
 * the draft, its contract and their prompt, and nothing else. Every call is kept, and the month's cap holds.
 */
export async function runPanel(context: PanelContext, job: PanelJob): Promise<readonly ReaderStep[]> {
  const { files } = job;
  const plan = await planPanel(job);
  const before = ownValue(await files.read(memory), "readers");
  const notes = new Map<string, ReaderNote>();
  for (const { name, state } of plan) {
    const reader = job.readers.find((one) => one.name === name);
    if (reader === undefined) continue;
    const question = questionOf(job, reader);
    notes.set(name, { question, report: state === "kept" ? await files.digest(fileOf(name)) : null });
  }
  const save = inTurn(() =>
    files.write(memory, { draft: job.hash, readers: Object.fromEntries(notes) }).then(() => undefined),
  );
  // Before a file goes, so that what a cut-off leaves is known again.
  await save();
  const former = typeof before === "object" && before !== null ? Object.keys(before) : [];
  const stale = plan.flatMap(({ name, state }) => (state === "wanted" ? [name] : []));
  const gone = former.filter((name) => isName(name) && !notes.has(name));
  for (const name of [...stale, ...gone]) await files.remove(fileOf(name));
  const id = `draft-${job.hash.slice(0, 12)}`;
  await files.write("blocks.json", { id, blocks: job.blocks });
  for (const one of plan) if (one.state === "kept") job.tell(one);

  const ask = async (planned: ReaderStep): Promise<ReaderStep> => {
    const reader = job.readers.find(({ name }) => name === planned.name);
    if (reader === undefined || planned.state === "kept") return planned;
    const { end, report } = await askReader(context, job, reader, id);
    const file = fileOf(reader.name);
    const digest = await files.write(file, report);
    // A lost reader is asked again by the next run.
    notes.set(reader.name, {
      question: questionOf(job, reader),
      report: end.state === "answered" ? digest : null,
    });
    await save();
    job.tell(end);
    return end;
  };
  return Promise.all(plan.map(ask));
}

interface ReaderNote {
  /** What it was asked, by all that could change its answer. */
  readonly question: string;
  /** SHA-256 of the file with its answer; null until there is one. */
  readonly report: string | null;
}

/** What stands in a file that may have been edited becomes a path only where it is a name. */
function isName(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(text);
}

/** The same task, one after the other: two writers of one file would race for its last word. */
function inTurn(task: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(task);
    return last;
  };
}
