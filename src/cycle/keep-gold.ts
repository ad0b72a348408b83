import type { Axis } from "../core/axis.ts";
import type { GoldItem } from "../core/gold-record.ts";
import { isRetired, planGold, splitNow, surplusGold } from "../core/gold-set.ts";
import { createLeakFinder } from "../core/leakage.ts";
import type { Probe } from "../core/probe.ts";
import { readAxisRecord } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";
import { rememberRubric } from "./rubric-texts.ts";

/** What became of the gold set of an axis. */
export interface KeptGold {
  readonly admitted: number;
  /** Items that the rubric quotes, and that left the holdout for it. */
  readonly exposed: number;
  readonly retired: number;
}

/**
 * Keeps the gold set of an axis up to date: what the founder has confirmed by now is admitted, what he has taken back is
 * retired, and what stands in the rubric is exposed. Doing it twice changes nothing.
 */
export async function keepGold(
  context: CycleContext,
  axis: Pick<Axis, "name" | "rubricPath">,
): Promise<KeptGold> {
  const { store } = context;
  const { record } = await readAxisRecord(context, axis.name);
  const known = await store.listGold({ axis: axis.name });
  const plan = planGold(record, known, await store.readSalt());
  await rememberRubric(context, axis);
  const rubric = context.readRubric(axis);
  const at = context.now();
  const probes = await probesOf(
    context,
    plan.admit.map(({ probeId }) => probeId),
  );
  const leaked = await readLeakedProbes(context, axis.name);
  const items = plan.admit.map((candidate): GoldItem => {
    const probe = candidate.probeId === null ? undefined : probes.get(candidate.probeId);
    const isLeaked = candidate.probeId !== null && leaked.has(candidate.probeId);
    return {
      ...candidate,
      // What the founder says of it stands before what its writer says.
      reason: candidate.reason ?? probe?.why ?? null,
      failureMode: probe?.failureMode ?? null,
      rubric: rubric?.fingerprint ?? "none",
      admittedAt: at,
      ...(isLeaked ? { ...exposure(at), exposedRubric: null } : unexposed),
      retiredAt: null,
      retiredBecause: null,
    };
  });
  const outcomes = items.length === 0 ? [] : await store.admitGold(items, new Map());
  let retired = 0;
  const retire = async (ids: readonly string[], because: string): Promise<void> => {
    if (ids.length > 0) retired += await store.retireGold({ ids, at, because });
  };
  await retire(plan.retire, "label-changed");
  await retire(surplusGold(await store.listGold({ axis: axis.name })), "surplus");
  const exposed = rubric === null ? 0 : await exposeLeaks(context, axis.name, rubric);
  return { admitted: outcomes.filter((one) => one === "added").length, exposed, retired };
}

const unexposed = { exposedAt: null, exposedBecause: null, exposedRubric: null } as const;
const leak = "leak";

function exposure(at: number): Pick<GoldItem, "exposedAt" | "exposedBecause"> {
  return { exposedAt: at, exposedBecause: leak };
}

async function probesOf(
  { store }: Pick<CycleContext, "store">,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, Probe>> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  return new Map((await store.listProbes({ ids: wanted })).map((probe) => [probe.id, probe]));
}

/** A gold item or probe that a rubric quotes. */
export interface FoundLeak {
  readonly kind: "gold" | "probe";
  /** Whether the founder has yet to grade it, or its month to close: nobody is told which texts are probes before. */
  readonly isBlind: boolean;
  /** Id of the gold item, or of the probe. */
  readonly id: string;
  readonly label: GoldItem["label"] | null;
  readonly origin: GoldItem["origin"];
  /** Whether it was in the holdout until now. A probe is not before it becomes gold. */
  readonly wasHoldout: boolean;
  /** Runs of eight words that both have, of those of the item. */
  readonly shared: number;
  readonly of: number;
}

/** Probes that the founder has yet to see, or whose month is not closed: an edit that quotes them spoils them too. */
const probesAbout = ["verified", "queued", "confirmed", "refuted"] as const;

/** Which gold items and probes of an axis does this rubric quote? Reads only. */
export async function findLeaks(
  { store }: Pick<CycleContext, "store">,
  axis: string,
  rubric: string,
): Promise<readonly FoundLeak[]> {
  const find = createLeakFinder(rubric);
  const found: FoundLeak[] = [];
  const look = async (sha256: string, what: Omit<FoundLeak, "shared" | "of">): Promise<void> => {
    const bytes = await store.readArtifact(sha256);
    const shared = bytes === null ? null : find(new TextDecoder().decode(bytes));
    if (shared !== null) found.push({ ...what, shared: shared.shared, of: shared.of });
  };
  const gold = await store.listGold({ axis });
  for (const item of gold) {
    if (isRetired(item)) continue;
    const { id, label, origin } = item;
    await look(item.sha256, {
      kind: "gold",
      isBlind: false,
      id,
      label,
      origin,
      wasHoldout: splitNow(item) === "holdout",
    });
  }
  const admitted = new Set(gold.map(({ probeId }) => probeId));
  for (const { id, artifactSha256, state } of await store.listProbes({ axis, states: probesAbout })) {
    if (admitted.has(id)) continue;
    await look(artifactSha256, {
      kind: "probe",
      // Settled by the closing of its month only.
      isBlind: state !== "confirmed" && state !== "refuted",
      id,
      label: null,
      origin: "probe",
      wasHoldout: false,
    });
  }
  return found;
}

/**
 * Takes what the rubric quotes out of the holdout for good, and remembers the probes that it quotes, so that they are exposed when
 * they become gold. Answers how many items left the holdout.
 */
export async function exposeLeaks(
  context: Pick<CycleContext, "store" | "now">,
  axis: string,
  rubric: { readonly text: string; readonly fingerprint: string },
): Promise<number> {
  const { store } = context;
  const leaks = await findLeaks(context, axis, rubric.text);
  const ids = leaks.filter(({ kind, wasHoldout }) => kind === "gold" && wasHoldout).map(({ id }) => id);
  const probes = leaks.filter(({ kind }) => kind === "probe").map(({ id }) => id);
  if (probes.length > 0) {
    const all = new Set([...(await readLeakedProbes(context, axis)), ...probes]);
    await store.writeSetting(leakedProbesSetting(axis), JSON.stringify([...all].toSorted()));
  }
  if (ids.length === 0) return 0;
  return store.exposeGold({ ids, at: context.now(), because: leak, rubric: rubric.fingerprint });
}

function leakedProbesSetting(axis: string): string {
  return `leaked-probes/${axis}`;
}

async function readLeakedProbes(
  { store }: Pick<CycleContext, "store">,
  axis: string,
): Promise<ReadonlySet<string>> {
  const ids: unknown = JSON.parse((await store.readSetting(leakedProbesSetting(axis))) ?? "[]");
  return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : []);
}
