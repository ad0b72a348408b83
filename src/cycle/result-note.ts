import type { Cycle } from "../core/cycle.ts";
import { effectiveGrade } from "../core/cycle.ts";
import type { PlannedEffect } from "../core/effect.ts";
import { type AxisRecord, gradeItems } from "../core/evidence.ts";
import type { HistoryRow } from "../core/history-row.ts";
import type { ClosingFacts } from "../reports/log-entry.ts";
import { resultNote } from "../reports/result-note.ts";
import type { CycleContext } from "./context.ts";
import { answeredProbes } from "./settle-probes.ts";

/** The note about a closed month, where its queue has axis tasks to put it below. */
export async function resultNoteEffects(
  context: Pick<CycleContext, "queueOf" | "store">,
  cycle: Cycle,
  record: AxisRecord,
  closed: ClosingFacts & { readonly row: HistoryRow },
): Promise<readonly PlannedEffect[]> {
  if (context.queueOf(cycle.queue)?.addNote === undefined) return [];
  const { axis, period, queue } = cycle;
  const own = record.items.filter((item) => item.period === period);
  const items = gradeItems(own, record.observations, Number.POSITIVE_INFINITY).map((graded) => {
    const seen = record.observations.filter(({ ref }) => ref === graded.item.ref);
    return { ...graded, reason: effectiveGrade(seen, Number.POSITIVE_INFINITY)?.reason ?? null };
  });
  const probes = await answeredProbes(context, record, period);
  return [
    {
      axis,
      period,
      dedupeKey: `task-note/${period}/${axis}/result`,
      payload: { kind: "task-note", note: resultNote(closed.row, { ...closed, queue, items, probes }) },
    },
  ];
}
