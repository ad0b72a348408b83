import type { Axis } from "../core/axis.ts";
import { minutesOf } from "../core/burden.ts";
import { type Cycle, firstAskedBatch, type Item, type Month } from "../core/cycle.ts";
import { type StratumGrades, splitBatch } from "../core/needed-grades.ts";
import type { PendingStep } from "../core/run-summary.ts";
import { orderKeyOf } from "../core/sampling.ts";
import type { Strata } from "../core/weighted-kappa.ts";
import type { DrawnVerdict } from "../store/store.ts";
import { pendingStatus } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";
import { frameOf } from "./draw-batch.ts";
import { findAxis } from "./find-axis.ts";
import { publishItems } from "./publish-items.ts";
import { readRegraduation } from "./read-regraduation.ts";

/** What came of asking for a batch. */
export type AskedMore =
  | {
      readonly kind: "drawn";
      readonly period: Month;
      readonly items: number;
      readonly minutes: number;
      /** Verdicts of that month that nobody was asked about yet. */
      readonly left: number;
      readonly pending: readonly PendingStep[];
    }
  | { readonly kind: "refused"; readonly because: AskRefusal; readonly period: Month | null };

/**
 * `graduated`: its months draw further items by themselves. `no-month`: no month of the epoch in use has been opened.
 * `exhausted`: every verdict of those months was asked about.
 */
type AskRefusal = "graduated" | "no-month" | "exhausted";

/**
 * Draws a blind batch at once for an axis that does not act alone: the next verdicts in the order of sampling, of the latest
 * month of the epoch in use that holds any, open or closed. The strata share the batch so that agreement would tell most. Its
 * grades stand beside the month and count in nothing but the way back.
 */
export async function askMore(
  context: CycleContext,
  name: string,
  size: number,
  options: { readonly publish: boolean },
): Promise<AskedMore> {
  const { store } = context;
  const axis = findAxis(context.readAxes(), name);
  if (((await pendingStatus(context, name)) ?? axis.status) === "graduated") {
    return { kind: "refused", because: "graduated", period: null };
  }
  for (;;) {
    const { asked, gate, record } = await readRegraduation(context, axis);
    const months = record.cycles.filter(
      ({ epoch, frameHash }) => frameHash !== null && epoch !== null && epoch === gate.epoch.now,
    );
    const latest = months.at(-1);
    if (latest === undefined) return { kind: "refused", because: "no-month", period: null };
    const items = [...record.items, ...asked.items];
    const chosen = months
      .map((cycle) => ({ cycle, drawn: drawnOf(items, cycle) }))
      .findLast(({ cycle, drawn }) => leftOf(cycle, drawn) > 0);
    const frame = chosen === undefined ? null : await frameOf(context, chosen.cycle, axis);
    if (chosen === undefined || frame === null) {
      return { kind: "refused", because: "exhausted", period: latest.period };
    }
    const { cycle, drawn } = chosen;
    const strata = weighedBy(gate.strata, cycle.frame);
    const share = splitBatch({ strata, kappaThreshold: gate.kappaThreshold }, size, {
      pass: Math.max(0, cycle.frame.pass - drawn.pass),
      fail: Math.max(0, cycle.frame.fail - drawn.fail),
    });
    const verdicts = [
      ...(await store.drawSample({ ...frame, word: "PASS", n: share.pass, skip: drawn.pass })),
      ...(await store.drawSample({ ...frame, word: "FAIL", n: share.fail, skip: drawn.fail })),
    ];
    if (verdicts.length === 0) return { kind: "refused", because: "exhausted", period: latest.period };
    const { period } = cycle;
    const known = asked.batches.filter((one) => one.period === period).map(({ batch }) => batch);
    const batch = Math.max(firstAskedBatch - 1, ...known) + 1;
    const outcome = await store.askBatch({
      axis: name,
      period,
      batch,
      askedAt: context.now(),
      queue: context.queue.kind,
      ...countsOf(verdicts),
      items: await itemsOf(context, { axis, batch, period, verdicts }),
    });
    // Somebody asked at the same time: what is left is looked at again.
    if (outcome === "changed") continue;
    return {
      kind: "drawn",
      period,
      items: verdicts.length,
      minutes: minutesOf(verdicts.length, context.burden),
      left: leftOf(cycle, drawn) - verdicts.length,
      pending: options.publish ? await publishItems(context) : [],
    };
  }
}

/** Every batch is the next part of the order, so the number of items drawn is where the next one begins. */
function drawnOf(items: readonly Item[], { period }: Cycle): StratumGrades {
  const own = items.filter((item) => item.period === period);
  return {
    pass: own.filter(({ kind }) => kind === "pass").length,
    fail: own.filter(({ kind }) => kind === "fail").length,
  };
}

function leftOf({ frame }: Cycle, drawn: StratumGrades): number {
  return Math.max(0, frame.pass - drawn.pass) + Math.max(0, frame.fail - drawn.fail);
}

/** Before any month has come after the revert, the month that is drawn from says how verdicts divide. */
function weighedBy(strata: Strata, frame: StratumGrades): Strata {
  if (strata.pass.size + strata.fail.size > 0) return strata;
  return { pass: { ...strata.pass, size: frame.pass }, fail: { ...strata.fail, size: frame.fail } };
}

function countsOf(verdicts: readonly DrawnVerdict[]): StratumGrades {
  const pass = verdicts.filter(({ word }) => word === "PASS").length;
  return { pass, fail: verdicts.length - pass };
}

async function itemsOf(
  context: CycleContext,
  drawn: {
    readonly axis: Axis;
    readonly batch: number;
    readonly period: Month;
    readonly verdicts: readonly DrawnVerdict[];
  },
): Promise<readonly Item[]> {
  const { axis, batch, period, verdicts } = drawn;
  const salt = await context.store.readSalt();
  return verdicts
    .map((verdict) => ({ verdict, orderKey: orderKeyOf(salt, `${period}/${verdict.key}`) }))
    .toSorted((a, b) => a.orderKey - b.orderKey)
    .map(
      ({ verdict, orderKey }, index): Item => ({
        ref: context.newRef(),
        axis: axis.name,
        period,
        kind: verdict.word === "PASS" ? "pass" : "fail",
        batch,
        state: context.queue.outside ? "planned" : "created",
        verdictKey: verdict.key,
        word: verdict.word,
        artifact: verdict.artifact,
        title: `${axis.title ?? axis.name} · more ${batch - firstAskedBatch + 1}, ${index + 1} of ${verdicts.length}`,
        orderKey,
        attempts: 0,
        externalId: null,
        url: null,
        withdrawnBecause: null,
      }),
    );
}
