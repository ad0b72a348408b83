import type { Axis } from "../core/axis.ts";
import type { Item, Month } from "../core/cycle.ts";
import type { AxisPlan } from "../core/month-plan.ts";
import { orderKeyOf } from "../core/sampling.ts";
import type { DrawnVerdict } from "../store/store.ts";
import type { CycleContext } from "./context.ts";

/** Which verdicts a sample is drawn from. */
export interface FrameKey {
  readonly axis: string;
  readonly period: Month;
  readonly epoch: string;
  readonly watermark: number;
  readonly acceptRef: boolean;
}

/** Draws the strata and the risk items and puts them into an order that tells nothing of either. */
export async function drawItems(
  context: CycleContext,
  frame: FrameKey,
  plan: AxisPlan,
  axis: Axis,
): Promise<readonly Item[]> {
  const { store } = context;
  const pass = await store.drawSample({ ...frame, word: "PASS", n: plan.passSize, skip: 0 });
  const fail = await store.drawSample({ ...frame, word: "FAIL", n: plan.failSize, skip: 0 });
  const taken = new Set([...pass, ...fail].map(({ key }) => key));
  const risk = await drawRisk(context, frame, plan.riskMax, taken);
  const salt = await store.readSalt();
  const drawn = [
    ...pass.map((verdict) => ({ verdict, kind: "pass" as const })),
    ...fail.map((verdict) => ({ verdict, kind: "fail" as const })),
    ...risk.map((verdict) => ({ verdict, kind: "risk" as const })),
  ]
    .map((one) => ({ ...one, orderKey: orderKeyOf(salt, `${frame.period}/${one.verdict.key}`) }))
    .toSorted((a, b) => a.orderKey - b.orderKey);
  return drawn.map(({ verdict, kind, orderKey }, index) => ({
    ref: context.newRef(),
    axis: frame.axis,
    period: frame.period,
    kind,
    batch: 1,
    state: context.queue.outside ? "planned" : "created",
    verdictKey: verdict.key,
    word: verdict.word,
    artifact: verdict.artifact,
    title: `${axis.title ?? axis.name} · ${index + 1} of ${drawn.length}`,
    orderKey,
    attempts: 0,
    externalId: null,
    url: null,
    withdrawnBecause: null,
  }));
}

/** Alternately the lowest score and the highest cost of the frame, beside the sample and outside every estimate. */
async function drawRisk(
  context: CycleContext,
  frame: FrameKey,
  max: number,
  taken: ReadonlySet<string>,
): Promise<readonly DrawnVerdict[]> {
  if (max === 0) return [];
  const { byScore, byCost } = await context.store.listRiskCandidates({ ...frame, limit: taken.size + max });
  const chosen = new Map<string, DrawnVerdict>();
  const lists = [byScore, byCost].map((list) => list.filter(({ key }) => !taken.has(key)));
  for (let turn = 0; chosen.size < max && lists.some((list) => list.length > 0); turn += 1) {
    const list = lists[turn % lists.length] ?? [];
    let next = list.shift();
    while (next !== undefined && chosen.has(next.key)) next = list.shift();
    if (next !== undefined) chosen.set(next.key, next);
  }
  return [...chosen.values()];
}
