import type { Month } from "../core/cycle.ts";
import type { JudgeChanged } from "../core/judge-timeline.ts";
import type { ShownRow } from "../core/open-row.ts";
import { shownHistory } from "../core/shown-history.ts";
import { historyOptions, readAxisRecord } from "./axis-record.ts";
import { readJudgeChanges } from "./read-judges.ts";
import type { HistoryContext } from "./history-context.ts";

/**
 * The history of one axis or of all as people and programs may see it, ascending by axis and month: of open months
 * nothing that would tell the critic's word.
 * `asOf` takes the grades known at that instant; null takes those known now.
 */
export async function readHistory(
  context: HistoryContext,
  filter: { readonly axis: string | null; readonly since: Month | null; readonly asOf: number | null },
): Promise<readonly ShownRow[]> {
  const axes = context.readAxes();
  const names =
    filter.axis === null
      ? [...new Set((await context.store.listCycles()).map(({ axis }) => axis))].toSorted()
      : [filter.axis];
  const rows: ShownRow[] = [];
  for (const name of names) {
    const { record } = await readAxisRecord(context, name);
    const axis = axes.find((one) => one.name === name) ?? null;
    const asOf = filter.asOf ?? Number.POSITIVE_INFINITY;
    const all = shownHistory(record, await historyOptions(context, record, axis, asOf));
    const judges = await readJudgeChanges(context, name, asOf);
    rows.push(
      ...all
        .filter(({ period }) => filter.since === null || period >= filter.since)
        .map((row) => withJudge(row, judges.get(row.period) ?? [])),
    );
  }
  return rows;
}

function withJudge(row: ShownRow, changed: readonly JudgeChanged[]): ShownRow {
  if (changed.length === 0) return row;
  return {
    ...row,
    judgeChanges: changed.map(({ at, changes }) => ({ at: new Date(at).toISOString(), changes })),
  };
}
