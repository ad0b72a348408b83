import { mergePanel, type PanelRun } from "../core/panel.ts";
import type { PanelResult } from "../core/panel-result.ts";
import type { PanelPolicy } from "../core/panel-policy.ts";
import {
  panelProposals,
  panelRunRecord,
  panelVerdicts,
  type PanelVerdictRow,
} from "../core/panel-run-record.ts";
import type { CycleContext } from "./context.ts";

/** A panel run as it was read, to be judged and kept. */
export interface PanelToKeep {
  readonly axis: string;
  readonly policy: PanelPolicy;
  readonly run: PanelRun & { readonly id: string };
  readonly draft: string;
  /** When it ran, epoch milliseconds; null takes the present. */
  readonly at: number | null;
}

/** What became of one verdict; `conflict`: the run gave another one before, and that one stays. */
interface KeptVerdict {
  readonly axis: string;
  readonly verdict: "PASS" | "FAIL";
  readonly outcome: "stored" | "duplicate" | "conflict" | "rejected";
  /** Why it was not stored; null where it was or is. */
  readonly because: string | null;
}

export interface KeptPanel {
  readonly result: PanelResult;
  readonly outcome: "stored" | "duplicate" | "other-version";
  readonly version: number;
  readonly verdicts: readonly KeptVerdict[];
}

/** Stores one verdict the way every verdict goes, and answers what became of it. */
export type RecordVerdict = (
  row: Readonly<Record<string, unknown>>,
) => Promise<{ readonly outcome: "stored" | "duplicate" | "rejected"; readonly reason: string | null }>;

/**
 * Judges a panel run and keeps it: the run with all it was made of, the edits it asks for, then its verdicts. Stopped in
 * between it can be given again: what is kept is known. Another version of the same run is kept beside the first, whose
 * verdicts stay.
 */
export async function keepPanel(
  context: CycleContext,
  panel: PanelToKeep,
  record: RecordVerdict,
): Promise<KeptPanel> {
  const result = mergePanel(panel.run, panel.policy);
  const storedAt = context.now();
  const judged = { ...panel, result, at: panel.at ?? storedAt, storedAt };
  const kept = await context.store.savePanelRun(panelRunRecord(judged), panelProposals(judged));
  const verdicts: KeptVerdict[] = [];
  for (const row of panelVerdicts(panel.axis, result, panel.policy)) {
    const { outcome, reason } = await record(writtenVerdict(row, panel));
    const conflict = reason?.startsWith("conflict") === true;
    verdicts.push({
      axis: row.axis,
      verdict: row.word,
      outcome: conflict ? "conflict" : outcome,
      because: reason,
    });
  }
  return { result, ...kept, verdicts };
}

function writtenVerdict(
  row: PanelVerdictRow,
  { at, draft, run }: PanelToKeep,
): Readonly<Record<string, unknown>> {
  return {
    axis: row.axis,
    verdict: row.word,
    id: run.id,
    source: "panel",
    artifact: { text: draft },
    reason: row.reason,
    rubric: row.rubric,
    model: row.model,
    cost_usd: row.costUsd,
    ...(row.tokens === null ? {} : { tokens: row.tokens }),
    ...(at === null ? {} : { at: new Date(at).toISOString() }),
  };
}
