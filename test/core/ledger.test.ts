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

  it("is ascending by the first proposal, and of one instant by id, however it is kept", () => {
    const proposals = ["Be plain.", "Be brief.", "Be kind."].map((text) =>
      asks(text, "a", "run-1", { at: 9 }),
    );
    const early = asks("Be early.", "a", "run-1", { at: 3 });
    const late = asks("Be late.", "a", "run-1", { at: 20 });
    const ids = proposals.map(({ adjustmentId }) => adjustmentId).toSorted((a, b) => (a < b ? -1 : 1));
    const expected = [early.adjustmentId, ...ids, late.adjustmentId];
    const all = [late, ...proposals, early];
    for (const order of [all, all.toReversed()]) {
      expect(buildLedger(kept(order), none).map(({ id }) => id)).toEqual(expected);
    }
  });

  it("takes its words from the first proposal by instant, and each problem and axis once", () => {
    const [entry] = buildLedger(
      kept([
        asks("Be plain.", "a", "run-2", { at: 20, problem: "Later." }),
        asks("Be plain.", "a", "run-3", { at: 30, problem: "Later.", axis: null }),
        asks("Be plain.", "a", "run-1", { at: 5, problem: "First." }),
      ]),
      none,
    );
    expect(entry).toMatchObject({ problem: "First.", problems: ["First.", "Later."], axes: ["panel"] });
    expect([entry?.firstAt, entry?.lastAt]).toEqual([5, 30]);
  });

  it("says of praise that it is to be edited first", () => {
    const [entry] = buildLedger(kept([asks("Keep it.", "a", "run-1", { problem: "none" })]), none);
    expect(entry).toMatchObject({ kind: "reinforcement", editFirst: true });
  });

  it("counts a proposal of the very instant of a decision as one from before", () => {
    const first = asks("Be plain.", "a", "run-1", { at: 10 });
    expect(buildLedger(kept([first], [event(first, "applied", 10)]), none)[0]?.askedSince).toBe(0);
  });

  it("has the rule that a disagreement named, where others asked for the same before", () => {
    const proposals = overrideProposals("dispatch", "rubric.md", [group("Dates", ["r1"])]);
    const [{ file, section, suggestion } = { file: "", section: "", suggestion: "" }] = proposals;
    const books = kept([asks(suggestion, "lens", "run-1", { file, section, at: 1 })]);
    const [entry, ...others] = buildLedger(books, { axes: new Set(["dispatch"]), proposals });
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ clause: "Dates", askers: ["founder", "lens"], times: 2 });
  });

  it("mistakes no panel run for a disagreement, whatever its name and axis", () => {
    const books = kept([asks("Be plain.", "a", "r1", { axis: "dispatch" })]);
    const proposals = overrideProposals("dispatch", "rubric.md", [group("Dates", ["r1"])]);
    const entries = buildLedger(books, { axes: new Set(["dispatch"]), proposals });
    expect(entries.map(({ section, sources }) => [section, sources.panel, sources.override])).toEqual([
      ["Dates", 0, 1],
      ["Voice", 1, 0],
    ]);
    expect(buildLedger(books, { axes: new Set(["dispatch"]), proposals: [] })).toHaveLength(1);
  });
});

describe("overrideProposals", () => {
  it("give the founder's reason as the problem, and both words where he gave none", () => {
    const [one] = group("Dates", ["r1"]).disagreements;
    if (one === undefined) throw new Error("no disagreement");
    const problemOf = (reason: string | null) =>
      overrideProposals("dispatch", "rubric.md", [
        { ...group("Dates", []), disagreements: [{ ...one, critic: "PASS", founder: "FAIL", reason }] },
      ])[0]?.problem;
    expect(problemOf("  Too vague.\n")).toBe("Too vague.");
    for (const reason of [null, "  "]) expect(problemOf(reason)).toMatch(/PASS.*FAIL/);
  });
});
