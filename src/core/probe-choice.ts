import type { Item } from "./cycle.ts";
import { majorityOf, type Probe, type ProbeMove, type ProbeState } from "./probe.ts";

/** What to do next with the probes of a batch. */
export type ProbeStep =
  | { readonly kind: "move"; readonly probe: Probe; readonly to: ProbeState }
  /** The judgements `n` of this probe are still to be made. */
  | { readonly kind: "judge"; readonly probe: Probe; readonly n: readonly number[] }
  | { readonly kind: "done" };

/**
 * The next step of a batch, in the order written: settle what is judged, pass over what is not needed, judge the next. Three
 * are enough, and one of each failure mode: the founder's minutes are dear, and so are the calls.
 *
 * @param probes All of the batch, in any order.
 * @param needed How many verified ones are wanted of it.
 */
export function nextProbeStep(probes: readonly Probe[], needed: number, judgementsWanted: number): ProbeStep {
  const inOrder = probes.toSorted((a, b) => a.ordinal - b.ordinal);
  const kept = inOrder.filter(isKept);
  const modes = new Set(kept.map(({ failureMode }) => modeKey(failureMode)));
  for (const probe of inOrder) {
    if (probe.state !== "generated") continue;
    const majority = majorityOf(probe.judgements);
    if (majority !== "open") return { kind: "move", probe, to: judgedState(majority) };
    // One that was paid for in part is not thrown away.
    const isBegun = probe.judgements.length > 0;
    if (!isBegun && (kept.length >= needed || modes.has(modeKey(probe.failureMode)))) {
      return { kind: "move", probe, to: "unneeded" };
    }
    const made = new Set(probe.judgements.map(({ n }) => n));
    const n = Array.from({ length: judgementsWanted }, (_, index) => index + 1).filter(
      (one) => !made.has(one),
    );
    return { kind: "judge", probe, n };
  }
  return { kind: "done" };
}

function judgedState(majority: "PASS" | "FAIL" | "undecided"): ProbeState {
  switch (majority) {
    case "PASS":
      return "verified";
    case "FAIL":
      return "caught";
    case "undecided":
      return "unjudged";
  }
}

/**
 * Which verified probes a month asks: at most `perAxis`, one of each failure mode; those that were asked before and left
 * unanswered first, then in the order written.
 */
export function chooseProbes(verified: readonly Probe[], perAxis: number): readonly Probe[] {
  const order = verified.toSorted(
    (a, b) => b.asked - a.asked || a.madeAt - b.madeAt || a.ordinal - b.ordinal || (a.id < b.id ? -1 : 1),
  );
  const chosen = new Map<string, Probe>();
  for (const probe of order) {
    const mode = modeKey(probe.failureMode);
    if (chosen.size < perAxis && !chosen.has(mode)) chosen.set(mode, probe);
  }
  return [...chosen.values()];
}

/** How the probes of a month move when it is opened with these items. */
export function askedProbes(
  items: readonly Item[],
  probes: readonly Probe[],
  openedAt: number,
): readonly ProbeMove[] {
  return probes.flatMap(({ asked, id }): readonly ProbeMove[] => {
    const item = items.find(({ kind, verdictKey }) => kind === "probe" && verdictKey === id);
    if (item === undefined) return [];
    return [{ id, from: ["verified"], to: "queued", at: openedAt, itemRef: item.ref, asked: asked + 1 }];
  });
}

/** Names of failure modes that differ in case and punctuation are one. */
function modeKey(failureMode: string): string {
  const letters = failureMode
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return letters === "" ? failureMode : letters;
}

function isKept({ state }: Probe): boolean {
  return state === "verified" || state === "queued";
}
