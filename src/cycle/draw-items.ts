import type { Axis } from "../core/axis.ts";
import type { Item, Month } from "../core/cycle.ts";
import type { AxisPlan } from "../core/month-plan.ts";
import type { Probe } from "../core/probe.ts";
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

/** What joins the month beside its frame. */
interface Besides {
  /** Old items to be asked again, the best first. */
  readonly reAsks: readonly Item[];
  /** Verdicts that a rubric edit turned over: the first of the risk items. */
  readonly flipped: readonly DrawnVerdict[];
  /** What the critic passes though it should fail. */
  readonly probes: readonly Probe[];
}

/** What an item is made of, whatever it was drawn for. */
type Drawn = Pick<DrawnVerdict, "artifact"> & Pick<Item, "kind" | "verdictKey" | "word">;

/** Draws the strata, what is asked again, the risk items and the probes, and puts them into an order that tells nothing of either. */
export async function drawItems(
  context: CycleContext,
  frame: FrameKey,
  plan: AxisPlan,
  axis: Axis,
  besides: Besides,
): Promise<readonly Item[]> {
  const { store } = context;
  const pass = await store.drawSample({ ...frame, word: "PASS", n: plan.passSize, skip: 0 });
  const fail = await store.drawSample({ ...frame, word: "FAIL", n: plan.failSize, skip: 0 });
  const reAsks = besides.reAsks.slice(0, plan.reAskSize);
  const taken = new Set([...pass, ...fail].map(({ key }) => key));
  for (const { verdictKey } of reAsks) taken.add(verdictKey);
  const risk = await drawRisk(context, frame, plan.riskMax, taken, besides.flipped);
  const salt = await store.readSalt();
  const drawn = [
    ...ofKind("pass", pass),
    ...ofKind("fail", fail),
    ...reAsks.map((item): Drawn => ({ ...item, kind: "reask" })),
    ...ofKind("risk", risk),
    ...besides.probes.map(probeDrawn),
  ]
    .map((one) => ({ ...one, orderKey: orderKeyOf(salt, `${frame.period}/${one.verdictKey}`) }))
    .toSorted((a, b) => a.orderKey - b.orderKey);
  return drawn.map(({ artifact, kind, orderKey, verdictKey, word }, index) => ({
    ref: context.newRef(),
    axis: frame.axis,
    period: frame.period,
    kind,
    batch: 1,
    state: context.queue.outside ? "planned" : "created",
    verdictKey,
    word,
    artifact,
    title: `${axis.title ?? axis.name} · ${index + 1} of ${drawn.length}`,
    orderKey,
    attempts: 0,
    externalId: null,
    url: null,
    withdrawnBecause: null,
  }));
}

/** Of a probe its id stands where a verdict has its key, and what the critic said by majority where it has its word. */
function probeDrawn({ artifactSha256, id }: Probe): Drawn {
  return {
    artifact: { kind: "snapshot", sha256: artifactSha256 },
    kind: "probe",
    verdictKey: id,
    word: "PASS",
  };
}

function ofKind(kind: Item["kind"], verdicts: readonly DrawnVerdict[]): readonly Drawn[] {
  return verdicts.map(({ artifact, key, word }) => ({ artifact, kind, verdictKey: key, word }));
}

/**
 * Beside the sample and outside every estimate: first what a rubric edit turned over, then alternately the lowest score and
 * the highest cost of the frame.
 */
async function drawRisk(
  context: CycleContext,
  frame: FrameKey,
  max: number,
  taken: ReadonlySet<string>,
  flipped: readonly DrawnVerdict[],
): Promise<readonly DrawnVerdict[]> {
  const chosen = new Map<string, DrawnVerdict>();
  for (const verdict of flipped) {
    if (chosen.size < max && !taken.has(verdict.key)) chosen.set(verdict.key, verdict);
  }
  if (chosen.size === max) return [...chosen.values()];
  const { byScore, byCost } = await context.store.listRiskCandidates({ ...frame, limit: taken.size + max });
  const lists = [byScore, byCost].map((list) => list.filter(({ key }) => !taken.has(key)));
  for (let turn = 0; chosen.size < max && lists.some((list) => list.length > 0); turn += 1) {
    const list = lists[turn % lists.length] ?? [];
    let next = list.shift();
    while (next !== undefined && chosen.has(next.key)) next = list.shift();
    if (next !== undefined) chosen.set(next.key, next);
  }
  return [...chosen.values()];
}
