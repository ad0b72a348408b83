import type { Month } from "./cycle.ts";
import { groupBy } from "./group-by.ts";
import { jeffreysInterval } from "./intervals.ts";
import { majorityOf, type Probe, type ProbeState, passVotes } from "./probe.ts";

/** A probe that may be told of. */
interface ToldProbe {
  readonly id: string;
  readonly axis: string;
  readonly period: Month;
  readonly epoch: string;
  readonly state: ProbeState;
  readonly failureMode: string;
  readonly clause: string;
  readonly why: string;
  readonly generator: string;
  /** How many of the judgements passed it, of how many. */
  readonly passVotes: number;
  readonly judged: number;
  /** The item that it was asked as. */
  readonly ref: string | null;
}

/** What the probes against one judge came to. Different judges are never pooled. */
interface ProbesOfJudge {
  readonly axis: string;
  readonly epoch: string;
  /** Judged to a word, and how many of them the critic caught. */
  readonly judged: number;
  readonly caught: number;
  /** Graded by the founder, and how many of them he said FAIL to: the escape rate with its 95% Jeffreys interval. */
  readonly graded: number;
  readonly escaped: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface ProbeReport {
  readonly probes: readonly ToldProbe[];
  readonly judges: readonly ProbesOfJudge[];
  /** Of a making of which something is still to be graded nothing but its size is told: who reads this may be who grades. */
  readonly blind: readonly { readonly axis: string; readonly period: Month; readonly probes: number }[];
}

const stillBlind: ReadonlySet<ProbeState> = new Set<ProbeState>(["generated", "verified", "queued"]);

/**
 * What may be told of probes: those of makings that are over. A sibling that was not asked would tell what the asked ones are
 * about.
 *
 * @param probes In the order to be shown.
 */
export function reportProbes(probes: readonly Probe[]): ProbeReport {
  const makings = [...groupBy(probes, ({ axis, period }) => `${axis} ${period}`).values()];
  const [blind, told] = [true, false].map((isBlind) =>
    makings.filter((making) => making.some(({ state }) => stillBlind.has(state)) === isBlind),
  );
  const open = (told ?? []).flat();
  return {
    probes: open.map(toldProbe),
    judges: [...groupBy(open, ({ axis, epoch }) => `${axis} ${epoch}`).values()].map(judgeOf),
    blind: (blind ?? []).flatMap((making) => {
      const [first] = making;
      return first === undefined ? [] : [{ axis: first.axis, period: first.period, probes: making.length }];
    }),
  };
}

function toldProbe(probe: Probe): ToldProbe {
  const { axis, clause, epoch, failureMode, generator, id, itemRef, judgements, period, state, why } = probe;
  const judged = judgements.length;
  const told = { id, axis, period, epoch, state, failureMode, clause, why, generator };
  return { ...told, passVotes: passVotes(probe), judged, ref: itemRef };
}

function judgeOf(probes: readonly Probe[]): ProbesOfJudge {
  const count = (isOne: (probe: Probe) => boolean): number => probes.filter(isOne).length;
  const words = probes.map(({ judgements }) => majorityOf(judgements));
  const escaped = count(({ state }) => state === "confirmed");
  const graded = escaped + count(({ state }) => state === "refuted");
  const { low, high } = jeffreysInterval(escaped, graded);
  return {
    axis: probes[0]?.axis ?? "",
    epoch: probes[0]?.epoch ?? "",
    judged: words.filter((word) => word === "PASS" || word === "FAIL").length,
    caught: words.filter((word) => word === "FAIL").length,
    graded,
    escaped,
    low,
    high,
  };
}
