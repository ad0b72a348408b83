import { artifactHash } from "../core/artifact-hash.ts";
import { reportSchema } from "../core/lens-report.ts";
import { canonicalJson } from "../core/rubric.ts";
import { rulesLens } from "../core/shipped-lenses.ts";
import type { InputPart } from "../critics/critic.ts";
import type { PanelJob, PanelReader } from "./panel-job.ts";

/** A tag that the draft cannot hold: its author would have to know the hash of what he writes. */
function tagOf({ hash }: PanelJob): string {
  return hash.slice(0, 8);
}

/** What a reader is asked to do with the draft. */
export function taskOf(job: PanelJob): string {
  return `Report on the draft. Each of its ${job.blocks.length} blocks begins with a line [${tagOf(job)} N], where N is its number.`;
}

/** The texts that a reader works on: all of it data. */
export function inputOf(job: PanelJob, reader: string): readonly InputPart[] {
  const draft = job.blocks.map(({ n, text }) => `[${tagOf(job)} ${n}]\n${text}`).join("\n\n");
  const parts = [
    { name: "draft", text: draft },
    { name: "reader-contract", text: job.contract },
  ];
  if (reader !== rulesLens || job.hits.length === 0) return parts;
  const hits = job.hits.map(
    ({ block, quote, rule, says }) => `block ${block}, ${rule}: ${JSON.stringify(quote)} (${says})`,
  );
  return [...parts, { name: "mechanical-hits", text: hits.join("\n") }];
}

/** All that could change the answer of a reader, as one hash. What a call may cost or take could not. */
export function questionOf(job: PanelJob, reader: PanelReader): string {
  const { command, env, kind, model } = reader.spec;
  const asked = {
    kind,
    command,
    env,
    model,
    instructions: reader.instructions,
    task: taskOf(job),
    input: inputOf(job, reader.name),
    schema: reportSchema(reader.name, job.setup),
  };
  return artifactHash(canonicalJson(asked));
}

/** Which prompt a reader was given, as it is kept with a call. */
export function promptMark({ instructions }: PanelReader): string {
  return `sha256:${artifactHash(instructions).slice(0, 12)}`;
}
