import type { AxisFileEdit } from "../core/effect.ts";
import { replaceFile } from "./atomic-file.ts";
import { type Done, done, type Waiting, waiting } from "./outcome.ts";
import type { OwnedKeys } from "./owned-scalar.ts";
import { decodeUtf8 } from "./regular-file.ts";
import type { StatusNote } from "./splice-plan.ts";
import { type SpliceResult, spliceScalars } from "./splice-scalars.ts";
import type { Step } from "./step.ts";

function noteText(note: StatusNote | null): string[] {
  if (note === null) return [];
  return note.code === "status-changed-by-hand"
    ? [`line ${note.line}: a person changed the status to \`${note.word}\`, which was left alone`]
    : [`line ${note.line}: the status was \`${note.word}\` already`];
}

function changedText(result: Extract<SpliceResult, { kind: "changed" }>): string[] {
  return result.lines.map(({ line, before, after }) =>
    before === null
      ? `line ${line}: added \`${after.trim()}\``
      : `line ${line}: \`${before.trim()}\` became \`${after.trim()}\``,
  );
}

/**
 * Writes the owned scalars of an axis into its file, in one atomic replacement. Asked again after a crash it finds
 * them there and is done without a second write. What cannot be changed safely waits, with file and line.
 */
export async function applyAxisFileEdit(
  payload: { readonly file: string; readonly axis: string; readonly edit: AxisFileEdit },
  keys: OwnedKeys,
  { step, attempt }: { readonly step: Step; readonly attempt: number },
): Promise<Done | Waiting> {
  let result: SpliceResult = { kind: "unchanged", note: null };
  const outcome = await replaceFile(
    payload.file,
    (bytes) => {
      result = spliceScalars(decodeUtf8(bytes) ?? "", { axisName: payload.axis, keys, edit: payload.edit });
      return result.kind === "changed" ? Buffer.from(result.text, "utf8") : null;
    },
    { step, attempt },
  );
  if (outcome.kind === "waiting") return outcome.waiting;
  return report(payload.file, result);
}

function report(file: string, result: SpliceResult): Done | Waiting {
  switch (result.kind) {
    case "refused": {
      const place = result.line === null ? file : `${file}:${result.line}`;
      const hint = `Mend ${place} so that each owned key is one plain line of its own; the next run goes on.`;
      return waiting(result.because, `${place}: ${result.message}`, hint);
    }
    case "changed":
      return done(`${file}: ${[...changedText(result), ...noteText(result.note)].join("; ")}`);
    case "unchanged":
      return done(`${file}: ${[...noteText(result.note), "nothing to change"].join("; ")}`);
  }
}
