import type { Axis } from "../core/axis.ts";
import type { AxisRecord } from "../core/evidence.ts";
import type { AppliedEdit, EpochParts, GraduationPage, MonthBefore } from "../core/graduation-page.ts";
import type { HistoryRow } from "../core/history-row.ts";
import type { Regraduation } from "../core/regraduation.ts";
import { shownHistory } from "../core/shown-history.ts";
import { historyOptions } from "./axis-record.ts";
import { anyVerdict } from "./check-rubric.ts";
import { countConfirmations } from "./confirmations.ts";
import type { CycleContext } from "./context.ts";
import { readRegraduation } from "./read-regraduation.ts";

/** Months that led to the revert, the reverted one with them: as many as a streak and its beginning. */
const monthsShown = 4;

/** The page of an axis: what led to the revert, what was edited, what came after. */
export async function readGraduationPage(
  context: CycleContext,
  axis: Axis,
  status: string,
): Promise<GraduationPage> {
  const { gate, record } = await readRegraduation(context, axis);
  const { since } = gate;
  return {
    axis: axis.name,
    status,
    gate,
    before: since === null ? [] : await monthsBefore(context, axis, record, since),
    edit: await editOf(context, axis, record, gate),
    confirmations: await countConfirmations(context, axis.name, since?.at ?? context.now()),
    forcedBefore: record.statusChanges
      .filter(({ door }) => door === "forced")
      .map(({ at, reason }) => ({ at, reason })),
  };
}

async function monthsBefore(
  context: CycleContext,
  axis: Axis,
  record: AxisRecord,
  since: NonNullable<Regraduation["since"]>,
): Promise<readonly MonthBefore[]> {
  const options = await historyOptions(context, record, axis, context.now());
  const rows = shownHistory(record, options).filter((row): row is HistoryRow => row.state === "closed");
  const decided = record.decisions.filter(({ at, period }) =>
    since.period === null ? at <= since.at : period <= since.period,
  );
  return rows
    .filter(({ period }) => decided.some((decision) => decision.period === period))
    .slice(-monthsShown)
    .map((row) => {
      const { decision, epoch, period } = row;
      const then = row.decidedOn ?? row;
      const { kappa, pBelowThreshold, streak, table } = then;
      const { pf, pp } = table;
      return {
        period,
        epoch,
        action: decision.action,
        kappa,
        overrides: pf,
        graded: pp + pf,
        streak,
        pBelowThreshold,
      };
    });
}

async function editOf(
  context: CycleContext,
  axis: Axis,
  record: AxisRecord,
  { epoch, since }: Regraduation,
): Promise<GraduationPage["edit"]> {
  const last = epoch.before.at(-1) ?? null;
  const before = last === null ? null : await partsOf(context, record, last);
  const now = epoch.now === null ? null : await partsOf(context, record, epoch.now);
  const adjustments = await context.store.listAdjustments();
  const own = adjustments.filter(({ proposals }) => proposals.some((one) => one.axis === axis.name));
  const applied = own.flatMap((adjustment): readonly AppliedEdit[] => {
    const { events, file, id, proposals, section } = adjustment;
    const end = events.at(-1);
    if (end?.action !== "applied" || end.at < (since?.at ?? Number.POSITIVE_INFINITY)) return [];
    const askers = [...new Set(proposals.map(({ asker }) => asker))];
    return [{ id, file, section, suggestion: proposals[0]?.suggestion ?? "", commit: end.commit, askers }];
  });
  const open = own.filter(({ events }) => (events.at(-1)?.action ?? "reopened") === "reopened").length;
  return { before, now, changed: changedParts(before, now), applied, open };
}

async function partsOf(
  context: CycleContext,
  { axis, counts }: AxisRecord,
  epoch: string,
): Promise<EpochParts> {
  const own = counts.filter((one) => one.epoch === epoch && one.word !== "ERROR");
  const row = own.toSorted((a, b) => b.lastAt - a.lastAt).at(0);
  const verdict = row === undefined ? null : await anyVerdict(context, axis, row);
  return { epoch, rubric: verdict?.rubric ?? "none", model: verdict?.model ?? "none" };
}

function changedParts(before: EpochParts | null, now: EpochParts | null): GraduationPage["edit"]["changed"] {
  if (before === null || now === null || before.epoch === now.epoch) return [];
  const changed: GraduationPage["edit"]["changed"][number][] = [];
  if (before.rubric !== now.rubric) changed.push("rubric");
  if (before.model !== now.model) changed.push("model");
  // Settings are known by the fingerprint alone: what neither rubric nor model explains is theirs.
  return changed.length === 0 ? ["settings"] : changed;
}
