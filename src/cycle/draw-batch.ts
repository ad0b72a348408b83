import type { Axis } from "../core/axis.ts";
import { minutesOf } from "../core/burden.ts";
import type { Cycle, Item } from "../core/cycle.ts";
import type { DecisionStep } from "../core/decision.ts";
import { messageKey } from "../core/effect.ts";
import { orderKeyOf } from "../core/sampling.ts";
import type { TopUp } from "../core/top-up.ts";
import { topUpMessage } from "../reports/top-up-words.ts";
import type { DrawnVerdict, ItemBatch } from "../store/store.ts";
import type { CycleContext } from "./context.ts";
import type { FrameKey } from "./draw-items.ts";
import type { MonthLook } from "./top-up-month.ts";

/** Order keys lie below this: each batch has a range of its own, so that it is shown behind the one before. */
const orderRange = 2 ** 52;

/** A month that asks for further items, and how many. */
type Doubt = Omit<MonthLook, "axis" | "step"> & {
  readonly axis: Axis;
  readonly step: DecisionStep;
  readonly next: Extract<TopUp, { kind: "draw" }>;
};

/**
 * The next verdicts of the month in the order of sampling, as a batch of their own. A verdict that is on the founder's desk
 * already as a risk item joins the batch as that item: it is asked once, and leaving it out would make the batch look
 * better than the month is, since the worst scores are picked as risks. Null where the frame holds no more.
 */
export async function drawBatch(context: CycleContext, doubt: Doubt): Promise<ItemBatch | null> {
  const { cycle, drawn, graded, gradesMark, next } = doubt;
  const { axis, period } = cycle;
  const frame = await frameOf(context, cycle, doubt.axis);
  if (frame === null) return null;
  const batch = drawn + 2;
  const verdicts = [
    ...(await drawNext(context, frame, { word: "PASS", n: next.pass, skip: drawnOf(doubt, "pass") })),
    ...(await drawNext(context, frame, { word: "FAIL", n: next.fail, skip: drawnOf(doubt, "fail") })),
  ];
  if (verdicts.length === 0) return null;
  const risks = new Map(
    graded.filter(({ item }) => item.kind === "risk").map(({ item }) => [item.verdictKey, item.ref]),
  );
  const adopted = verdicts.flatMap(({ key, word }) => {
    const ref = risks.get(key);
    return ref === undefined ? [] : [{ ref, kind: kindOf(word) }];
  });
  const fresh = verdicts.filter(({ key }) => !risks.has(key));
  const items = await itemsOf(context, { ...doubt, batch, fresh });
  const minutes = minutesOf(items.length, context.burden);
  return {
    axis,
    period,
    batch,
    addedAt: context.now(),
    gradesMark,
    items,
    adopted,
    minutesPlanned: Math.round((cycle.minutesPlanned + minutes) * 1000) / 1000,
    effects: items.length === 0 ? [] : [await messageOf(context, { ...doubt, batch, minutes, items })],
  };
}

function kindOf(word: DrawnVerdict["word"]): "pass" | "fail" {
  return word === "PASS" ? "pass" : "fail";
}

/**
 * The sample so far, and what was asked for beside it, is the beginning of the order, so its size is where the next verdict
 * stands. What was asked for is not asked again: it is as random a part of the order as what comes behind it.
 */
function drawnOf({ asked, graded }: Doubt, kind: "pass" | "fail"): number {
  return graded.filter(({ item }) => item.kind === kind).length + asked[kind];
}

/** The frame that the base sample was drawn from, known by its hash: `accept_ref` may have been changed in the axis file since. */
export async function frameOf(context: CycleContext, cycle: Cycle, axis: Axis): Promise<FrameKey | null> {
  if (cycle.epoch === null) return null;
  const { period, epoch, watermark, frameHash } = cycle;
  const frame = { axis: cycle.axis, period, epoch, watermark, acceptRef: axis.acceptRef };
  if ((await context.store.hashFrame(frame)) === frameHash) return frame;
  return { ...frame, acceptRef: !axis.acceptRef };
}

async function drawNext(
  context: CycleContext,
  frame: FrameKey,
  draw: { readonly word: "PASS" | "FAIL"; readonly n: number; readonly skip: number },
): Promise<readonly DrawnVerdict[]> {
  return draw.n === 0 ? [] : context.store.drawSample({ ...frame, ...draw });
}

async function itemsOf(
  context: CycleContext,
  { axis, batch, cycle, fresh }: Doubt & { readonly batch: number; readonly fresh: readonly DrawnVerdict[] },
): Promise<readonly Item[]> {
  const salt = await context.store.readSalt();
  // Open items stay in the queue where their month was opened.
  const outside = context.queueOf(cycle.queue)?.outside ?? true;
  return fresh
    .map((verdict) => ({ verdict, orderKey: orderKeyOf(salt, `${cycle.period}/${verdict.key}`) }))
    .toSorted((a, b) => a.orderKey - b.orderKey)
    .map(({ verdict, orderKey }, index) => ({
      ref: context.newRef(),
      axis: cycle.axis,
      period: cycle.period,
      kind: kindOf(verdict.word),
      batch,
      state: outside ? "planned" : "created",
      verdictKey: verdict.key,
      word: verdict.word,
      artifact: verdict.artifact,
      title: `${axis.title ?? axis.name} · part ${batch}, ${index + 1} of ${fresh.length}`,
      orderKey: (batch - 1) * orderRange + orderKey,
      attempts: 0,
      externalId: null,
      url: null,
      withdrawnBecause: null,
    }));
}

async function messageOf(
  context: CycleContext,
  drawn: Doubt & { readonly batch: number; readonly minutes: number; readonly items: readonly Item[] },
): Promise<ItemBatch["effects"][number]> {
  const { batch, cycle, items, minutes, next, policy, step } = drawn;
  const { axis, period } = cycle;
  const kind = batch === 2 ? "top-up-1" : "top-up-2";
  return {
    axis,
    period,
    dedupeKey: messageKey(period, axis, kind),
    payload: {
      kind: "message",
      message: topUpMessage({
        kind,
        axis,
        period,
        items: items.length,
        minutes,
        cut: next.cut,
        because: next.because,
        rules: step.rules,
        policy,
        dueAt: cycle.dueAt,
        timezone: context.timezone,
        queue: cycle.queue,
        address: (await context.queueOf(cycle.queue)?.address?.()) ?? null,
      }),
    },
  };
}
