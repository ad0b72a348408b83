import { describe, expect, it } from "vitest";
import type { Cycle, Item } from "../../src/core/cycle.ts";
import { disagreeingVerdicts, disagreementsByClause } from "../../src/core/disagreements-by-clause.ts";
import { aCycle, aGrade, anItem } from "../store/samples.ts";

const rubric = "1. Addresses\n2. Dates";
const closed = (period: string, changes: Partial<Cycle> = {}): Cycle =>
  aCycle({ period, state: "closed", closedAt: 9, ...changes });
const item = (ref: string, changes: Partial<Item> = {}): Item =>
  anItem(ref, { period: "2026-05", kind: "pass", word: "PASS", verdictKey: `key ${ref}`, ...changes });

const items = [
  item("a"),
  item("b"),
  item("c", { kind: "fail", word: "FAIL" }),
  item("d"),
  item("e", { kind: "risk" }),
  item("f", { kind: "probe" }),
  item("g", { period: "2026-06" }),
  item("h", { state: "withdrawn" }),
  item("i"),
];
const observations = [
  aGrade("a", { grade: "FAIL", reason: "rule 2", at: 30 }),
  aGrade("b", { grade: "FAIL", reason: "no", at: 20 }),
  aGrade("c", { grade: "PASS", reason: null, at: 10 }),
  aGrade("d", { grade: "PASS", at: 10 }),
  aGrade("i", { grade: "CANT_TELL", at: 10 }),
  ...["e", "f", "g", "h"].map((ref) => aGrade(ref, { grade: "FAIL", at: 10 })),
];
const record = { cycles: [closed("2026-05"), aCycle({ period: "2026-06" })], items, observations };

describe("disagreementsByClause", () => {
  it("groups the sample's disagreements of closed months, those without a rule last", () => {
    const said = new Map([
      ["key b", { reason: "all there", meta: { clause: "1" } }],
      ["key c", { reason: 'against "dates"', meta: {} }],
    ]);
    const groups = disagreementsByClause(record, { rubric, said: (key) => said.get(key) ?? null });
    expect(
      groups.map(({ clause, disagreements, overrides, reverseOverrides }) => [
        clause,
        overrides,
        reverseOverrides,
        disagreements.map(({ ref }) => ref),
      ]),
    ).toEqual([
      ["Dates", 1, 1, ["c", "a"]],
      ["Addresses", 1, 0, ["b"]],
    ]);
    expect(groups[1]?.disagreements).toEqual([
      {
        ref: "b",
        verdictKey: "key b",
        period: "2026-05",
        critic: "PASS",
        founder: "FAIL",
        reason: "no",
        criticReason: "all there",
        at: 20,
      },
    ]);
    expect(new Set(disagreeingVerdicts(record))).toEqual(new Set(["key a", "key b", "key c"]));
  });

  it("puts what nobody named a rule for last, however much it is", () => {
    const groups = disagreementsByClause(record, { rubric: null, said: () => null });
    expect(groups.map(({ clause, overrides }) => [clause, overrides])).toEqual([[null, 2]]);
    const named = disagreementsByClause(record, { rubric, said: () => null });
    expect(named.map(({ clause }) => clause)).toEqual(["Dates", null]);
  });

  it("knows only what was observed by then", () => {
    const late = [
      ...observations.filter(({ ref }) => ref !== "a"),
      aGrade("a", { grade: "FAIL", observedAt: 99 }),
    ];
    const all = disagreementsByClause(
      { ...record, observations: late },
      { rubric, said: () => null, asOf: 98 },
    );
    expect(all.flatMap(({ disagreements }) => disagreements.map(({ ref }) => ref))).not.toContain("a");
  });
});
