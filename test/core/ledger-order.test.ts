import { describe, expect, it } from "vitest";
import type { AdjustmentProposal } from "../../src/core/adjustment-record.ts";
import { groupBySection, rankEntries } from "../../src/core/ledger-order.ts";
import { buildLedger, overrideProposals } from "../../src/core/ledger.ts";
import { asks, kept, event, group, none } from "./asked-edits.ts";

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
