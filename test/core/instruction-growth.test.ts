import { describe, expect, it } from "vitest";
import { keptProposal } from "../../src/core/adjustments.ts";
import { instructionGrowth } from "../../src/core/instruction-growth.ts";
import { buildLedger } from "../../src/core/ledger.ts";

const sizes = (file: string, bytes: readonly number[]) =>
  bytes.map((size, index) => ({
    file,
    at: index,
    bytes: size,
    lines: size / 10,
    sha256: `${size}`,
    commit: null,
  }));

describe("instructionGrowth", () => {
  it.each([
    ["grew twice and never shrank", [100, 200, 200, 300], true],
    ["grew once", [100, 200, 200], false],
    ["shrank once", [100, 200, 190, 300], false],
    ["was measured once", [100], false],
    ["did not change", [100, 100, 100], false],
  ])("warns of a file that only grows: one that %s", (_what, bytes, onlyGrows) => {
    const [growth] = instructionGrowth(sizes("a.md", bytes).toReversed(), []);
    expect(growth?.onlyGrows).toBe(onlyGrows);
    const grown = (bytes.at(-1) ?? 0) - (bytes[0] ?? 0);
    expect(growth?.grown).toEqual(bytes.length < 2 ? null : { bytes: grown, lines: grown / 10 });
  });

  it("counts what adds and what takes away, also of files that were never measured", () => {
    const kept = ["Be plain.", "Delete it.", "Drop that.", "Keep it."].map((suggestion, index) => {
      const proposal = keptProposal(
        {
          file: index === 3 ? "b.md" : "a.md",
          section: "s",
          problem: index === 3 ? "none" : "Bad.",
          suggestion,
          asker: "x",
          source: { kind: "panel", id: "r" },
        },
        { axis: null, clause: null, at: 1 },
      );
      const { adjustmentId, file, section } = proposal;
      const events =
        index < 2 ? [{ adjustmentId, action: "applied" as const, at: 2, commit: "c", reason: null }] : [];
      return { id: adjustmentId, file, section, proposals: [proposal], events };
    });
    const growth = instructionGrowth([], buildLedger(kept, { axes: new Set(), proposals: [] }));
    expect(growth.map(({ applied, file, open }) => [file, applied, open])).toEqual([
      ["a.md", { additive: 1, subtractive: 1 }, { additive: 0, subtractive: 1 }],
      ["b.md", { additive: 0, subtractive: 0 }, { additive: 1, subtractive: 0 }],
    ]);
  });
});
