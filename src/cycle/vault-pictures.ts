import { monthOf } from "../core/month.ts";
import type { PlannedEffect } from "../core/effect.ts";
import { reportData } from "../core/report-data.ts";
import { pictureName } from "../reports/picture-name.ts";
import { policyOf, statusNow } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";
import { readHistory } from "./read-history.ts";

/**
 * Plans a picture of every axis that has closed a month, or whose status a person has changed, since its last one, and of all
 * of them together. Which those are is told by the number of closed months and of such changes, so that a run that was killed between a close and this plans them as well.
 */
export async function planVaultPictures(context: CycleContext): Promise<void> {
  const { store, vaultLog, workspace } = context;
  if (vaultLog === null) return;
  const closed = await store.listCycles({ state: "closed" });
  const axes = [...new Set(closed.map(({ axis }) => axis))].toSorted();
  // A revert by a run comes with a close, and is in that picture.
  const changes = (await Promise.all(axes.map((axis) => store.listStatusChanges({ axis })))).map((list) =>
    list.filter(({ by }) => by !== "run"),
  );
  const wanted = axes.flatMap((axis, index) => {
    const own = closed.filter((cycle) => cycle.axis === axis);
    const period = own
      .map((cycle) => cycle.period)
      .toSorted()
      .at(-1);
    return period === undefined
      ? []
      : [
          {
            axis,
            name: pictureName(workspace, axis),
            period,
            count: own.length,
            changed: changes[index]?.length ?? 0,
          },
        ];
  });
  const latest = wanted
    .map(({ period }) => period)
    .toSorted()
    .at(-1);
  if (latest === undefined) return;
  const overview = {
    axis: null,
    name: pictureName(workspace, null),
    period: latest,
    count: closed.length,
    changed: changes.flat().length,
  };
  const effects = [...wanted, overview].map(({ axis, changed, count, name, period }): PlannedEffect => {
    const dedupeKey = `picture/${period}/${axis ?? "*"}/${count}${changed === 0 ? "" : `/${changed}`}`;
    return { axis: axis ?? "*", period, dedupeKey, payload: { kind: "picture", name, axis } };
  });
  await store.planEffects(effects, context.now());
}

/** The picture of one axis, or of all (null), by what is known now. It tells no word, reason or text of an item. */
export async function drawVaultPicture(context: CycleContext, axis: string | null): Promise<string> {
  const [{ axisPicture }, { overviewPicture }] = await Promise.all([
    import("../reports/report/axis-picture.ts"),
    import("../reports/report/overview-picture.ts"),
  ]);
  const data = await readPictureData(context, axis);
  const [only] = data.axes;
  return axis === null || only === undefined ? overviewPicture(data) : axisPicture(data, only);
}

async function readPictureData(
  context: CycleContext,
  axis: string | null,
): Promise<ReturnType<typeof reportData>> {
  const { store, timezone, workspace } = context;
  const rows = await readHistory(context, { axis, since: null, asOf: null });
  const files = context.readAxes();
  const axes = await Promise.all(
    [...new Set(rows.map((row) => row.axis))].map(async (name) => {
      const file = files.find((one) => one.name === name) ?? null;
      const statusChanges = await store.listStatusChanges({ axis: name });
      const status = await statusNow(context, { axis: name, statusChanges }, file);
      return { axis: name, title: null, policy: policyOf(context, file), changes: statusChanges, status };
    }),
  );
  return reportData({
    workspace,
    madeAt: context.now(),
    asOf: null,
    timezone,
    rows,
    axes,
    costs: [],
    status: {
      axes: axes.map(({ axis: name, status }) => ({
        axis: name,
        status,
        atRisk: false,
        because: null,
        open: [],
      })),
      aggregate: {
        minutesPlanned: 0,
        minutesSpent: null,
        axesAtRisk: 0,
        judgeCostUsd: null,
        judgeCostShare: null,
      },
      pending: [],
    },
    monthOf: (instant) => monthOf(instant, timezone),
  });
}
