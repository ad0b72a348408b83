import { describe, expect, it } from "vitest";
import type {
  AdjustmentEvent,
  AdjustmentProposal,
  KeptAdjustment,
} from "../../src/core/adjustment-record.ts";
import { keptProposal } from "../../src/core/adjustments.ts";
import { groupBySection, rankEntries } from "../../src/core/ledger-order.ts";
import { buildLedger, noClause, overrideProposals } from "../../src/core/ledger.ts";

function asks(
  suggestion: string,
  asker: string,
  run: string,
  changes: Partial<AdjustmentProposal> = {},
): AdjustmentProposal {
  const {
    at = 10,
    axis = "panel",
    clause = null,
    file = "a.md",
    section = "Voice",
    problem = "Bad.",
  } = changes;
  const source = changes.source ?? ({ kind: "panel", id: run } as const);
  return keptProposal({ file, section, problem, suggestion, asker, source }, { axis, clause, at });
}

function kept(
  proposals: readonly AdjustmentProposal[],
  events: readonly AdjustmentEvent[] = [],
): readonly KeptAdjustment[] {
  const byId = new Map<string, AdjustmentProposal[]>();
  for (const one of proposals) byId.set(one.adjustmentId, [...(byId.get(one.adjustmentId) ?? []), one]);
  return [...byId].map(([id, own]) => ({
    id,
    file: own[0]?.file ?? "",
    section: own[0]?.section ?? "",
    proposals: own,
    events: events.filter(({ adjustmentId }) => adjustmentId === id),
  }));
}

const event = (
  { adjustmentId }: AdjustmentProposal,
  action: AdjustmentEvent["action"],
  at: number,
): AdjustmentEvent => ({
  adjustmentId,
  action,
  at,
  commit: action === "applied" ? "c0ffee" : null,
  reason: action === "applied" ? null : "so",
});

const disagreement = (ref: string, at: number, reason: string | null = "too vague") => ({
  ref,
  verdictKey: `key ${ref}`,
  period: "2026-05",
  critic: "PASS" as const,
  founder: "FAIL" as const,
  reason,
  criticReason: null,
  at,
});
const group = (clause: string | null, refs: readonly string[]) => ({
  clause,
  overrides: refs.length,
  reverseOverrides: 0,
  disagreements: refs.map((ref, index) => disagreement(ref, index + 1)),
});
const none = { axes: new Set<string>(), proposals: [] };

describe("buildLedger", () => {
  it("counts runs once whoever asked in them, and names those who did", () => {
    const [entry] = buildLedger(
      kept([
        asks("Be plain.", "b", "run-1", { at: 5 }),
        asks("Be plain.", "a", "run-1", { at: 5 }),
        asks("Be plain.", "a", "run-2", { at: 20, problem: "none, but" }),
        asks("Be plain.", "drafter", "", { at: 30, source: { kind: "dialogue", id: "d#2" }, axis: "x" }),
      ]),
      none,
    );
    expect(entry).toMatchObject({
      kind: "fault",
      state: { kind: "open" },
      askers: ["a", "b", "drafter"],
      axes: ["panel", "x"],
      times: 3,
      sources: { panel: 2, dialogue: 1, override: 0 },
      firstAt: 5,
      lastAt: 30,
      problem: "Bad.",
      editFirst: false,
      askedSince: 0,
    });
  });

  it("tells the state by the last event, and how often it was asked for since", () => {
    const first = asks("Be plain.", "a", "run-1", { at: 5 });
    const all = [
      first,
      asks("Be plain.", "a", "run-2", { at: 20 }),
      asks("Be plain.", "b", "run-2", { at: 20 }),
    ];
    const state = (events: readonly AdjustmentEvent[]) => {
      const [entry] = buildLedger(kept(all, events), none);
      return [entry?.state, entry?.askedSince];
    };
    const applied = event(first, "applied", 10);
    expect(state([applied])).toEqual([{ kind: "applied", commit: "c0ffee", at: 10 }, 1]);
    expect(state([applied, event(first, "dismissed", 25)])).toEqual([
      { kind: "dismissed", reason: "so", at: 25 },
      0,
    ]);
    expect(state([applied, event(first, "reopened", 25)])).toEqual([{ kind: "open" }, 0]);
  });

  it("takes the founder's disagreements in, one entry for each rule", () => {
    const proposals = overrideProposals("dispatch", "rubric.md", [
      group("Dates", ["r1", "r2"]),
      group(null, ["r3"]),
    ]);
    const entries = buildLedger([], { axes: new Set(["dispatch"]), proposals });
    expect(
      entries.map(({ askers, clause, disagreements, section, sources, times }) => ({
        askers,
        clause,
        disagreements,
        section,
        times,
        override: sources.override,
      })),
    ).toEqual([
      { askers: ["founder"], clause: "Dates", disagreements: 2, section: "Dates", times: 2, override: 2 },
      { askers: ["founder"], clause: null, disagreements: 1, section: noClause, times: 1, override: 1 },
    ]);
  });

  it("leaves a disagreement where it was settled, drops one that is none any more, and keeps what cannot be read", () => {
    const before = overrideProposals("dispatch", "rubric.md", [group("Dates", ["r1", "r2"])]);
    const [first] = before;
    if (first === undefined) throw new Error("no proposal");
    const books = kept(before, [event(first, "applied", 50)]);
    // The rule is called otherwise by now, r2 was graded anew, and r9 is new.
    const now = overrideProposals("dispatch", "rubric.md", [group("Times", ["r1", "r9"])]);
    const entries = buildLedger(books, { axes: new Set(["dispatch"]), proposals: now });
    expect(entries.map(({ section, state, times }) => [section, state.kind, times])).toEqual([
      ["Dates", "applied", 1],
      ["Times", "open", 1],
    ]);
    // Nothing speaks for it any more: it stays in the books all the same.
    const gone = buildLedger(books, { axes: new Set(["dispatch"]), proposals: [] });
    expect(gone.map(({ state, times }) => [state.kind, times])).toEqual([["applied", 2]]);
    const unread = buildLedger(kept(before), none);
    expect(unread.map(({ times }) => times)).toEqual([2]);
    expect(buildLedger(kept(before), { axes: new Set(["dispatch"]), proposals: [] })).toEqual([]);
  });

  it("lets disagreements speak for what others ask of the same section, unless it is praise", () => {
    const proposals = overrideProposals("dispatch", "rubric.md", [group("Dates", ["r1", "r2"])]);
    const place = { file: "rubric.md", section: "## dates" };
    const books = kept([
      asks("Name the day.", "a", "run-1", place),
      asks("Keep it.", "a", "run-1", { ...place, problem: "none" }),
      asks("Name the day.", "a", "run-1", { file: "other.md", section: "Dates" }),
    ]);
    const entries = buildLedger(books, { axes: new Set(["dispatch"]), proposals });
    const counted = entries.map(({ disagreements, file, kind }) => `${file} ${kind} ${disagreements}`);
    expect(counted.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      "other.md fault 0",
      "rubric.md fault 2",
      "rubric.md fault 2",
      "rubric.md reinforcement 0",
    ]);
  });
});

const repeat = (
  suggestion: string,
  runs: number,
  changes: Partial<AdjustmentProposal> = {},
  askers = ["a"],
) =>
  Array.from({ length: runs }, (_, run) =>
    askers.map((asker) => asks(suggestion, asker, `run-${run}`, { section: suggestion, ...changes })),
  ).flat();

const ids = (list: readonly AdjustmentProposal[]) =>
  rankEntries(buildLedger(kept(list), none)).map(({ id, rank }) => `${rank} ${id}`);

describe("rankEntries", () => {
  it("puts evidence before number, number before askers, deletions before the rest, the old before the new, praise last", () => {
    const proposals = overrideProposals("d", "a.md", [group("Dates", ["r1"])]);
    const books = kept([
      ...repeat("keep", 9, { problem: "none" }),
      ...repeat("young", 1, { at: 11 }),
      ...repeat("old", 1, { at: 9 }),
      ...repeat("delete it", 1, { at: 12 }),
      ...repeat("two askers", 1, { at: 13 }, ["a", "b"]),
      ...repeat("five times", 5),
      ...repeat("named", 1, { section: "Dates", at: 14 }),
    ]);
    const ranked = rankEntries(buildLedger(books, { axes: new Set(["d"]), proposals }));
    expect(ranked.map(({ rank, section, suggestion }) => [rank, suggestion.slice(0, 10), section])).toEqual([
      [1, "Say what t", "Dates"],
      [2, "named", "Dates"],
      [3, "five times", "five times"],
      [4, "two askers", "two askers"],
      [5, "delete it", "delete it"],
      [6, "old", "old"],
      [7, "young", "young"],
      [8, "keep", "keep"],
    ]);
    expect(
      ranked.map(({ because }) => because.map((one) => ("n" in one ? `${one.code}:${one.n}` : one.code))),
    ).toEqual([
      ["disagreements:1", "asked:1"],
      ["disagreements:1", "asked:1"],
      ["asked:5"],
      ["asked:1", "askers:2"],
      ["asked:1", "deletion"],
      ["asked:1"],
      ["asked:1"],
      ["asked:9", "reinforcement"],
    ]);
  });

  it("leaves out what is applied or dismissed", () => {
    const [first] = repeat("x", 1);
    if (first === undefined) throw new Error("no proposal");
    expect(rankEntries(buildLedger(kept([first], [event(first, "dismissed", 20)]), none))).toEqual([]);
  });

  it("does not depend on the order in which anything came", () => {
    const all = Array.from({ length: 60 }, (_, index) =>
      asks(`edit ${index % 20}`, `lens-${index % 3}`, `run-${index % 7}`, {
        section: `s${index % 5}`,
        at: index % 4,
      }),
    );
    expect(ids(all.toReversed())).toEqual(ids(all));
  });
});

const at = (file: string, section: string, n: number) => ({ file, section, n });

describe("groupBySection", () => {
  it("puts a file where its first entry stands, and its sections together", () => {
    const groups = groupBySection([at("b", "X", 1), at("a", "Y", 2), at("b", "Z", 3), at("b", "## x", 4)]);
    expect(groups.map(({ entries, file, section }) => [file, section, entries.map(({ n }) => n)])).toEqual([
      ["b", "X", [1, 4]],
      ["b", "Z", [3]],
      ["a", "Y", [2]],
    ]);
  });
});
