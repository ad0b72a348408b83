import type { PendingStep } from "../core/run-summary.ts";
import { oneLine } from "./terminal-text.ts";

const kindWords: Readonly<Record<PendingStep["kind"], string>> = {
  "axis-file": "axis file",
  "vault-log": "vault log",
  picture: "picture beside the vault log",
  "task-note": "note below the axis task",
  message: "message",
  ingest: "reading a log",
  publish: "putting items into the queue",
  collect: "fetching grades",
  close: "closing a month",
};

/** What waits, for whom, why, and what to do: one line. */
export function pendingLine(step: PendingStep): string {
  const where = [step.axis, step.period].filter((one) => one !== null).join(", ");
  const because = oneLine(step.because);
  const hint = step.hint === null ? "" : `${/[.!?]$/.test(because) ? "" : "."} ${oneLine(step.hint)}`;
  return `${kindWords[step.kind]}${where === "" ? "" : ` (${oneLine(where)})`}: ${because}${hint}`;
}
