import { describe, expect, it } from "vitest";
import type { AdjustmentEvent } from "../../src/core/adjustment-record.ts";
import { keptProposal } from "../../src/core/adjustments.ts";
import { deletionRequest } from "../../src/core/deletion-request.ts";
import { instructionRules } from "../../src/core/instruction-rules.ts";
import { buildLedger, type LedgerEntry } from "../../src/core/ledger.ts";

const day = 86_400_000;
const now = 1000 * day;

const text = [
  "---",
  "- not: a rule",
  "---",
  "# Writer",
  "",
  "## Voice",
  "- Always open with a concrete scene",
  "- Never open with a concrete scene",
  "  - nested, part of the one above",
  "## Endings",
  "1. Close with a question",
  "## Empty",
  "## Prose",
  "Write short sentences.",
  "```",
  "- in a fence",
  "```",
  "## Numbers",
  "* Name the hardware",
].join("\n");

const rulesOf = (ages: readonly number[] | null = null) =>
  instructionRules({
    file: "a.md",
    text,
    touchedAt: ages === null ? null : text.split("\n").map((_, index) => now - (ages[index] ?? 0) * day),
  });

function entry(
  section: string,
  suggestion: string,
  further: {
    readonly at?: number;
    readonly problem?: string;
    readonly events?: readonly AdjustmentEvent["action"][];
  } = {},
): LedgerEntry {
  const { at = 1, problem = "Bad.", events = [] } = further;
  const proposal = keptProposal(
    { file: "a.md", section, problem, suggestion, asker: "x", source: { kind: "panel", id: "r" } },
    { axis: "p", clause: null, at },
  );
  const { adjustmentId } = proposal;
  const kept = {
    id: adjustmentId,
    file: "a.md",
    section,
    proposals: [proposal],
    events: events.map((action) => ({
      adjustmentId,
      action,
      at: 2,
      commit: action === "applied" ? "c" : null,
      reason: action === "applied" ? null : "so",
    })),
  };
  const [built] = buildLedger([kept], { axes: new Set(), proposals: [] });
  if (built === undefined) throw new Error("no entry");
  return built;
}

describe("instructionRules", () => {
  it("are list items and headings with prose, with the last change of their lines", () => {
    const ages = text.split("\n").map((_, index) => 100 - index);
    expect(
      rulesOf(ages).map(({ line, section, text: rule, touchedAt }) => [
        section,
        rule,
        line,
        (now - (touchedAt ?? 0)) / day,
      ]),
    ).toEqual([
      ["Voice", "Always open with a concrete scene", 7, 94],
      ["Voice", "Never open with a concrete scene", 8, 92],
      ["Endings", "Close with a question", 11, 90],
      ["Prose", "Prose", 13, 84],
      ["Numbers", "Name the hardware", 19, 82],
    ]);
    expect(new Set(rulesOf().map(({ touchedAt }) => touchedAt))).toEqual(new Set([null]));
  });
});

const ask = (entries: readonly LedgerEntry[], ages: readonly number[] | null = null) =>
  deletionRequest({ rules: rulesOf(ages), entries, effects: [], now });

describe("deletionRequest", () => {
  it("names no more than three, the strongest evidence first, one of each section", () => {
    const old = Array.from({ length: 19 }, () => 200);
    const found = ask(
      [
        entry("Endings", "Delete it."),
        entry("Prose", "Shorten.", { problem: "It contradicts Voice.", at: 3 }),
      ],
      old,
    );
    expect(
      found.map(({ because, line, section }) => [section, line, because.map(({ code }) => code)]),
    ).toEqual([
      ["Endings", 11, ["deletion-asked", "unnamed"]],
      ["Voice", 7, ["contradicts", "unnamed"]],
      ["Prose", 13, ["called-contradictory", "unnamed"]],
    ]);
  });

  it("finds the oldest of those that nobody has named since", () => {
    const ages = Array.from({ length: 19 }, (_, index) => (index === 18 ? 300 : index === 10 ? 400 : 10));
    const named = entry("Endings", "Mend.", { at: now - 5 * day });
    expect(ask([], ages).map(({ section }) => section)).toEqual(["Voice", "Endings", "Numbers"]);
    expect(ask([named], ages).map(({ because, section }) => [section, because])).toEqual([
      ["Voice", [{ code: "contradicts", line: 8 }]],
      ["Numbers", [{ code: "unnamed", days: 300 }]],
    ]);
  });

  it("takes a rule by its own words for the section that an entry names", () => {
    const ages = Array.from({ length: 19 }, () => 10);
    const found = ask([entry("Name the hardware", "Drop it.")], ages);
    expect(found[0]).toMatchObject({ line: 19, because: [{ code: "deletion-asked", n: 1 }] });
  });

  it("counts edits without effect, and those that were dismissed after they had been applied", () => {
    const applied = entry("Endings", "Mend.", { events: ["applied"] });
    const effect = {
      id: applied.id,
      file: "a.md",
      section: "endings",
      commit: "c",
      appliedAt: 2,
      basis: "overrides",
      before: { count: 5, n: 20 },
      after: { count: 5, n: 20 },
      difference: { value: 0, low: -0.2, high: 0.2 },
      says: "no-clear-change",
    } as const;
    const dismissed = entry("Numbers", "Mend.", { events: ["applied", "dismissed"] });
    const never = entry("Prose", "Mend.", { events: ["dismissed"] });
    const found = deletionRequest({
      rules: rulesOf(),
      entries: [applied, dismissed, never],
      effects: [effect],
      now,
    });
    expect(found.map(({ because, section }) => [section, because.map(({ code }) => code)])).toEqual([
      ["Voice", ["contradicts"]],
      ["Endings", ["no-effect"]],
      ["Numbers", ["dismissed"]],
    ]);
  });

  it("names a section of a file that cannot be read, and nothing where nothing speaks against a rule", () => {
    const facts = { rules: [], effects: [], now };
    expect(deletionRequest({ ...facts, entries: [entry("Endings", "Delete it.")] })).toEqual([
      {
        file: "a.md",
        section: "Endings",
        rule: null,
        line: null,
        because: [{ code: "deletion-asked", n: 1 }],
      },
    ]);
    expect(deletionRequest({ ...facts, entries: [entry("Endings", "Mend.")] })).toEqual([]);
    const plain = instructionRules({ file: "b.md", text: "- Be plain\n- Be short", touchedAt: null });
    expect(deletionRequest({ ...facts, rules: plain, entries: [] })).toEqual([]);
  });
});
