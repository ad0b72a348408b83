import { describe, expect, it } from "vitest";
import type { AdjustmentEvent } from "../../src/core/adjustment-record.ts";
import { buildLedger, noClause, overrideProposals } from "../../src/core/ledger.ts";
import { asks, kept, event, group, none } from "./asked-edits.ts";

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
