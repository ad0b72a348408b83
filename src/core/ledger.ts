import type {
  AdjustmentEvent,
  AdjustmentKind,
  AdjustmentProposal,
  AdjustmentSource,
  KeptAdjustment,
} from "./adjustment-record.ts";
import { headingForm, keptProposal } from "./adjustments.ts";
import type { ClauseGroup } from "./disagreements-by-clause.ts";

/** Where an adjustment stands: what was said of it last. */
type EntryState =
  | { readonly kind: "open" }
  | { readonly kind: "applied"; readonly commit: string; readonly at: number }
  | { readonly kind: "dismissed"; readonly reason: string; readonly at: number };

/** One edit that is asked for, with all that speaks for it. Texts were written by others. */
export interface LedgerEntry {
  readonly id: string;
  readonly file: string;
  readonly section: string;
  readonly kind: AdjustmentKind;
  readonly state: EntryState;
  /** Of the first proposal. */
  readonly problem: string;
  /** What everybody gave as the problem, each text once: of disagreements, the founder's reasons. */
  readonly problems: readonly string[];
  readonly suggestion: string;
  /** Each once, by name. */
  readonly askers: readonly string[];
  readonly axes: readonly string[];
  /** The rule that it is about, where somebody named one. */
  readonly clause: string | null;
  /** How often it was proposed: panel runs, dialogues and graded items, each once. */
  readonly times: number;
  /** How many of these by source. */
  readonly sources: Readonly<Record<AdjustmentSource["kind"], number>>;
  /** Disagreements of the founder with the critic on this section: its evidence. */
  readonly disagreements: number;
  /** How often it was proposed since it was applied or dismissed. */
  readonly askedSince: number;
  /** Whether it says what works: the text of such an entry is praise, and no rule as it stands. */
  readonly editFirst: boolean;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly proposals: readonly AdjustmentProposal[];
  /** In the order in which they were recorded. */
  readonly events: readonly AdjustmentEvent[];
}

/** The section of disagreements of which nobody named a rule. */
export const noClause = "(no rule named)";

const askOfOverrides =
  "Say what this rule asks for so that verdicts like these come out as the founder graded them.";

/**
 * What do the founder's disagreements ask for? One proposal for each, under the rule that it is about, in the rubric of the
 * axis: his reason is the problem. What to write is for a person, or a dialogue, to find.
 */
export function overrideProposals(
  axis: string,
  file: string,
  groups: readonly ClauseGroup[],
): readonly AdjustmentProposal[] {
  return groups.flatMap(({ clause, disagreements }) =>
    disagreements.map(({ at, critic, founder, reason, ref }) =>
      keptProposal(
        {
          file,
          section: clause ?? noClause,
          problem: reason?.trim() || `The critic said ${critic}, the founder ${founder}, without a reason.`,
          suggestion: askOfOverrides,
          asker: "founder",
          source: { kind: "override", id: ref },
        },
        { axis, clause, at },
      ),
    ),
  );
}

/**
 * The ledger: what is kept, and what the founder's disagreements ask for now. A disagreement that is kept already (since its
 * entry was applied or dismissed) stays where it is, even if the rubric calls the rule otherwise by now; one that is none any
 * more, because the grade was changed, counts nowhere. Ascending by first proposal, then id.
 *
 * @param overrides of every axis that could be read, see `overrideProposals`
 */
export function buildLedger(
  kept: readonly KeptAdjustment[],
  overrides: { readonly axes: ReadonlySet<string>; readonly proposals: readonly AdjustmentProposal[] },
): readonly LedgerEntry[] {
  const current = new Set(overrides.proposals.map(({ source }) => source.id));
  const isStale = ({ axis, source }: AdjustmentProposal): boolean =>
    source.kind === "override" && axis !== null && overrides.axes.has(axis) && !current.has(source.id);
  const settled = new Set(
    kept.flatMap(({ proposals }) =>
      proposals.filter(({ source }) => source.kind === "override").map(({ source }) => source.id),
    ),
  );
  const all = new Map<string, KeptAdjustment>(kept.map((one) => [one.id, one]));
  for (const proposal of overrides.proposals) {
    if (settled.has(proposal.source.id)) continue;
    const { adjustmentId: id, file, section } = proposal;
    const known = all.get(id) ?? { id, file, section, proposals: [], events: [] };
    all.set(id, { ...known, proposals: [...known.proposals, proposal] });
  }
  const counted = [...all.values()].map((one) => {
    const proposals = one.proposals.filter((proposal) => !isStale(proposal));
    // What was applied or dismissed stays in the books, even if nothing speaks for it any more.
    return proposals.length === 0 && one.events.length > 0 ? one : { ...one, proposals };
  });
  const entries = counted.filter(({ proposals }) => proposals.length > 0).map(entryOf);
  const evidence = new Map<string, number>();
  for (const { file, section, sources } of entries) {
    const place = placeOf(file, section);
    evidence.set(place, (evidence.get(place) ?? 0) + sources.override);
  }
  return entries
    .map((entry) => {
      const places = new Set(
        [entry.section, entry.clause ?? entry.section].map((one) => placeOf(entry.file, one)),
      );
      const disagreements = [...places].reduce((sum, place) => sum + (evidence.get(place) ?? 0), 0);
      return { ...entry, disagreements: entry.kind === "reinforcement" ? 0 : disagreements };
    })
    .toSorted((a, b) => a.firstAt - b.firstAt || (a.id < b.id ? -1 : 1));
}

/** A section of a file, by one name whatever its marks and case. */
export function placeOf(file: string, section: string): string {
  return `${file}\n${headingForm(section)}`;
}

function entryOf(kept: KeptAdjustment): LedgerEntry {
  const proposals = kept.proposals.toSorted((a, b) => a.at - b.at);
  const [first] = proposals;
  const state = stateOf(kept);
  const sources = { panel: 0, dialogue: 0, override: 0 };
  const seen = new Set<string>();
  const since = new Set<string>();
  for (const { at, source } of proposals) {
    const key = `${source.kind}\n${source.id}`;
    if (!seen.has(key)) sources[source.kind] += 1;
    seen.add(key);
    if (state.kind !== "open" && at > state.at) since.add(key);
  }
  // Whoever finds a fault knows more than whoever praises; whoever would delete knows what to do.
  const kinds = new Set(proposals.map(({ kind }) => kind));
  const kind = (["deletion", "fault", "reinforcement"] as const).find((one) => kinds.has(one)) ?? "fault";
  return {
    id: kept.id,
    file: kept.file,
    section: kept.section,
    kind,
    state,
    problem: first?.problem ?? "",
    problems: [...new Set(proposals.map(({ problem }) => problem))],
    suggestion: first?.suggestion ?? "",
    askers: namesOf(proposals.map(({ asker }) => asker)),
    axes: namesOf(proposals.flatMap(({ axis }) => axis ?? [])),
    clause: proposals.find(({ clause }) => clause !== null)?.clause ?? null,
    times: seen.size,
    sources,
    disagreements: 0,
    askedSince: since.size,
    editFirst: kind === "reinforcement",
    firstAt: first?.at ?? 0,
    lastAt: proposals.at(-1)?.at ?? 0,
    proposals,
    events: kept.events,
  };
}

function stateOf({ events }: KeptAdjustment): EntryState {
  const last = events.at(-1);
  if (last === undefined) return { kind: "open" };
  switch (last.action) {
    case "applied":
      return { kind: "applied", commit: last.commit ?? "", at: last.at };
    case "dismissed":
      return { kind: "dismissed", reason: last.reason ?? "", at: last.at };
    case "reopened":
      return { kind: "open" };
  }
}

function namesOf(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1));
}
