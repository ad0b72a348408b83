import { describe, expect, it } from "vitest";
import { adjustmentEffect, type GradedPass } from "../../src/core/adjustment-effect.ts";
import type { AdjustmentSource } from "../../src/core/adjustment-record.ts";
import { keptProposal } from "../../src/core/adjustments.ts";
import { differenceInterval } from "../../src/core/difference-interval.ts";
import { buildLedger, type LedgerEntry } from "../../src/core/ledger.ts";

const appliedAt = 100;

function entryOf(
  source: "override" | "panel" | "dialogue",
  further: {
    readonly applied?: boolean;
    readonly clause?: string | null;
    readonly runs?: readonly string[];
  } = {},
): LedgerEntry {
  const { applied = true, clause = "Dates", runs = ["r0"] } = further;
  const proposals = runs.map((id) =>
    keptProposal(
      {
        file: "a.md",
        section: clause ?? "(no rule named)",
        problem: "Bad.",
        suggestion: "Mend.",
        asker: "lens",
        source: { kind: source, id },
      },
      { axis: "d", clause: source === "override" ? clause : null, at: 1 },
    ),
  );
  const id = proposals[0]?.adjustmentId ?? "";
  const events = applied
    ? [{ adjustmentId: id, action: "applied" as const, at: appliedAt, commit: "c0ffee", reason: null }]
    : [];
  const kept = [{ id, file: "a.md", section: proposals[0]?.section ?? "", proposals, events }];
  const [entry] = buildLedger(kept, { axes: new Set(), proposals: [] });
  if (entry === undefined) throw new Error("no entry");
  return entry;
}

interface Asked {
  readonly source: AdjustmentSource;
  readonly section: string;
  readonly clause?: string | null;
  readonly problem?: string;
  readonly suggestion?: string;
  readonly asker?: string;
}

/** The entries of these proposals, the first of them applied. */
function ledgerOf(asked: readonly Asked[]): readonly LedgerEntry[] {
  const proposals = asked.map(
    ({ asker = "lens", clause = null, problem = "Bad.", suggestion = "Mend.", ...one }, at) =>
      keptProposal({ file: "a.md", problem, suggestion, asker, ...one }, { axis: "d", clause, at }),
  );
  const events = [
    {
      adjustmentId: proposals[0]?.adjustmentId ?? "",
      action: "applied" as const,
      at: appliedAt,
      commit: "c0ffee",
      reason: null,
    },
  ];
  const kept = [...new Set(proposals.map(({ adjustmentId }) => adjustmentId))].map((id) => ({
    id,
    file: "a.md",
    section: proposals.find(({ adjustmentId }) => adjustmentId === id)?.section ?? "",
    proposals: proposals.filter(({ adjustmentId }) => adjustmentId === id),
    events: events.filter(({ adjustmentId }) => adjustmentId === id),
  }));
  return buildLedger(kept, { axes: new Set(), proposals: [] });
}

/** What the founder's override and a panel ask for alike. */
const askedByBoth = (clause: string | null, section: string) =>
  ledgerOf([
    { source: { kind: "override", id: "d-1" }, section, clause },
    { source: { kind: "panel", id: "r0" }, section },
  ])[0];

const run = (id: string) => ({ kind: "panel", id }) as const;

/** n grades on one side of the edit, `hits` of them overridden on a rule. */
function grades(n: number, hits: number, at: number, rule = "dates"): readonly GradedPass[] {
  return Array.from({ length: n }, (_, index) => ({
    axis: "d",
    at,
    overriddenOn: index < hits ? rule : null,
  }));
}

const effectOf = (entry: LedgerEntry, graded: readonly GradedPass[]) =>
  adjustmentEffect(entry, { entries: [entry], graded, runs: [] });

describe("adjustmentEffect", () => {
  it("compares overrides on the rule before and after the edit, with the interval of their difference", () => {
    const effect = effectOf(entryOf("override"), [...grades(20, 10, 50), ...grades(30, 0, 150)]);
    expect(effect).toMatchObject({
      basis: "overrides",
      commit: "c0ffee",
      before: { count: 10, n: 20 },
      after: { count: 0, n: 30 },
      difference: differenceInterval({ count: 10, n: 20 }, { count: 0, n: 30 }),
      says: "rarer",
    });
  });

  it("counts other rules as agreement, and other axes not at all", () => {
    const graded = [
      ...grades(10, 5, 50, "tone"),
      ...grades(10, 1, 150),
      { axis: "other", at: 150, overriddenOn: "dates" },
    ];
    expect(effectOf(entryOf("override"), graded)).toMatchObject({
      before: { count: 0, n: 10 },
      after: { count: 1, n: 10 },
      says: "no-clear-change",
    });
    const unnamed = effectOf(entryOf("override", { clause: null }), [
      ...grades(9, 4, 50, ""),
      ...grades(9, 4, 50),
    ]);
    expect(unnamed?.before).toEqual({ count: 4, n: 18 });
  });

  it("says so where it happens more often, and where there is not enough to say", () => {
    const entry = entryOf("override");
    expect(effectOf(entry, [...grades(30, 0, 50), ...grades(20, 12, 150)])?.says).toBe("more-often");
    expect(effectOf(entry, [...grades(30, 15, 50), ...grades(4, 0, 150)])?.says).toBe("not-enough");
    expect(effectOf(entry, [...grades(4, 4, 50), ...grades(30, 0, 150)])?.says).toBe("not-enough");
    expect(effectOf(entry, [])).toMatchObject({ says: "not-enough", difference: null });
  });

  it("counts panel runs in which the same lenses name the section again, where nobody disagreed", () => {
    const entry = entryOf("panel", { runs: ["r0", "r1", "r2", "r3", "r4", "r5"] });
    const runs = [
      ...Array.from({ length: 8 }, (_, index) => ({ axis: "d", runId: `r${index}`, at: 50 })),
      ...Array.from({ length: 8 }, (_, index) => ({ axis: "d", runId: `n${index}`, at: 150 })),
      { axis: "other", runId: "x", at: 150 },
    ];
    expect(adjustmentEffect(entry, { entries: [entry], graded: [], runs })).toMatchObject({
      basis: "panel-runs",
      before: { count: 6, n: 8 },
      after: { count: 0, n: 8 },
      says: "rarer",
    });
  });

  it("counts a verdict of the very instant as one from before", () => {
    const graded = [...grades(6, 2, appliedAt), ...grades(7, 1, appliedAt + 1)];
    expect(effectOf(entryOf("override"), graded)).toMatchObject({
      before: { count: 2, n: 6 },
      after: { count: 1, n: 7 },
    });
  });

  it("says something from five on either side on", () => {
    expect(effectOf(entryOf("override"), [...grades(5, 5, 50), ...grades(5, 0, 150)])?.says).toBe("rarer");
  });

  it("takes the rule that the founder named where a panel asks for the same edit, and none where he named none", () => {
    const graded = [...grades(9, 4, 50), ...grades(9, 3, 50, "")];
    const [named, unnamed] = [askedByBoth("Dates", "Dates"), askedByBoth(null, "(no rule named)")];
    expect(named && effectOf(named, graded)?.before).toEqual({ count: 4, n: 18 });
    expect(unnamed && effectOf(unnamed, graded)?.before).toEqual({ count: 3, n: 18 });
  });

  it("counts a run for what the same lens asked again of the same section, and for nothing else", () => {
    const entries = ledgerOf([
      { source: run("r0"), section: "Dates" },
      { source: run("again"), section: "## dates", suggestion: "Say it otherwise." },
      { source: run("praise"), section: "Dates", suggestion: "Keep it.", problem: "none" },
      { source: run("elsewhere"), section: "Tone", suggestion: "Be brief." },
      { source: run("another-lens"), section: "Dates", suggestion: "Drop it.", asker: "other" },
      { source: { kind: "dialogue", id: "dialogue" }, section: "Dates", suggestion: "Ask." },
    ]);
    const [entry] = entries;
    const asked = (runId: string) =>
      entry &&
      adjustmentEffect(entry, { entries, graded: [], runs: [{ axis: "d", runId, at: 150 }] })?.after.count;
    expect(asked("again")).toBe(1);
    for (const id of ["praise", "elsewhere", "another-lens", "dialogue"]) expect(asked(id)).toBe(0);
  });

  it("is nothing for what is not applied, and for what only a dialogue asked", () => {
    expect(effectOf(entryOf("override", { applied: false }), [])).toBeNull();
    expect(effectOf(entryOf("dialogue"), [])).toBeNull();
  });
});
