import type { Axis } from "../core/axis.ts";
import {
  type ClauseGroup,
  disagreeingVerdicts,
  disagreementsByClause,
} from "../core/disagreements-by-clause.ts";
import { type DisputedCase, readPlan } from "../core/dialogue-plan.ts";
import type { AxisRecord } from "../core/evidence.ts";
import type { StoredVerdict } from "../store/store.ts";
import { readAxisRecord } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";

/** What may be argued over. */
export interface Dispute {
  readonly clause: string | null;
  readonly cases: readonly DisputedCase[];
}

/** More than a few pieces of work in one talk, and none of them is read closely. */
const mostCases = 3;

/**
 * The verdicts of closed months on which critic and founder differ, by the rule that they are about, the most disputed rule first.
 * Left out: what a dialogue came to an end on already, and what is being graded again, blind, right now.
 */
export async function readDisputes(
  context: CycleContext,
  axis: Pick<Axis, "name">,
  rubric: string | null,
): Promise<{
  readonly disputes: readonly Dispute[];
  readonly argued: number;
  readonly named: NamedVerdicts;
}> {
  const { record } = await readAxisRecord(context, axis.name);
  const said = new Map<string, StoredVerdict>();
  for (const key of disagreeingVerdicts(record)) {
    const verdict = await context.store.readVerdict(key);
    if (verdict !== null) said.set(key, verdict);
  }
  const groups = disagreementsByClause(record, {
    rubric,
    said: (key) => said.get(key)?.verdict ?? null,
  });
  const blind = await openVerdicts(context, record);
  const argued = await arguedVerdicts(context, axis.name);
  const disputes = groups
    .map((group) => disputeOf(group, record))
    .map(({ cases, clause }) => ({ clause, cases: cases.filter((one) => !blind.has(one.verdictKey)) }));
  return {
    disputes: disputes
      .map(({ cases, clause }) => ({
        clause,
        cases: cases.filter((one) => !argued.has(one.verdictKey)).slice(0, mostCases),
      }))
      .filter(({ cases }) => cases.length > 0),
    argued: disputes.flatMap(({ cases }) => cases).filter((one) => argued.has(one.verdictKey)).length,
    named: namedIn(disputes, said),
  };
}

/** Each disputed verdict, argued or not, by every name that a person may know it by. */
export type NamedVerdicts = ReadonlyMap<string, Dispute>;

function namedIn(disputes: readonly Dispute[], said: ReadonlyMap<string, StoredVerdict>): NamedVerdicts {
  const named = new Map<string, Dispute>();
  for (const { cases, clause } of disputes) {
    for (const one of cases) {
      const verdict = said.get(one.verdictKey);
      const names = [one.ref, one.verdictKey, verdict?.id, verdict?.verdict.externalId];
      for (const name of names) {
        if (typeof name === "string" && !named.has(name)) named.set(name, { clause, cases: [one] });
      }
    }
  }
  return named;
}

/** The latest first: they are of the rubric as it is. */
function disputeOf({ clause, disagreements }: ClauseGroup, record: AxisRecord): Dispute {
  const items = new Map(record.items.map((item) => [item.ref, item]));
  return {
    clause,
    cases: disagreements.toReversed().map((one): DisputedCase => {
      const artifact = items.get(one.ref)?.artifact;
      return {
        ref: one.ref,
        verdictKey: one.verdictKey,
        artifactSha256: artifact?.kind === "snapshot" ? artifact.sha256 : null,
        critic: one.critic,
        criticReason: one.criticReason,
        founder: one.founder,
        founderReason: one.reason,
      };
    }),
  };
}

/** A file that says what the critic said must not lie about while the founder is asked about the same work. */
async function openVerdicts(context: CycleContext, record: AxisRecord): Promise<ReadonlySet<string>> {
  const open = new Set(record.cycles.filter(({ state }) => state === "open").map(({ period }) => period));
  const asked = await context.store.listItems({ axis: record.axis, asked: true });
  const waiting = asked.filter(({ state }) => state !== "answered" && state !== "withdrawn");
  return new Set(
    [...record.items.filter(({ period }) => open.has(period)), ...waiting].map(
      ({ verdictKey }) => verdictKey,
    ),
  );
}

/** Those of a dialogue that both sides ended; one that got stuck or broke off may be opened again. */
async function arguedVerdicts(context: CycleContext, axis: string): Promise<ReadonlySet<string>> {
  const runs = await context.store.listDialogueRuns({ axis, state: "ended" });
  return new Set(
    runs
      .filter(({ outcome }) => outcome === "CONCLUDED")
      .flatMap(({ plan }) => readPlan(plan)?.cases.map(({ verdictKey }) => verdictKey) ?? []),
  );
}
