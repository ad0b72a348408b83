import { describe, expect, it } from "vitest";
import type { Item } from "../../src/core/cycle.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { type ClosedItem, resultNote } from "../../src/reports/result-note.ts";
import { sampleRow } from "./sample-row.ts";

const facts = {
  queue: "notion",
  closedAt: Date.parse("2026-06-15T13:00:00Z"),
  timezone: "America/New_York",
  policy: defaultDecision,
};

function closedItem(ref: string, word: Item["word"], grade: ClosedItem["grade"]): ClosedItem {
  const item: Item = {
    ref,
    axis: "verify-dispatch",
    period: "2026-05",
    kind: "pass",
    batch: 1,
    state: "answered",
    verdictKey: "key",
    word,
    artifact: { kind: "snapshot", sha256: "00" },
    title: `verify-dispatch · ${ref}`,
    orderKey: 0,
    attempts: 1,
    externalId: null,
    url: null,
    withdrawnBecause: null,
  };
  return { item, grade, reason: grade === "FAIL" ? "names\nnobody" : null };
}

function linkedRefs(items: readonly ClosedItem[]): readonly string[] {
  const { page } = resultNote(sampleRow(), { ...facts, items });
  return (page?.lines ?? []).flatMap(({ link }) => (link !== undefined && "ref" in link ? [link.ref] : []));
}

describe("the note about a closed month", () => {
  it("leads to each item on which founder and critic differed, and to no other", () => {
    const items = [
      closedItem("a", "PASS", "FAIL"),
      closedItem("b", "PASS", "PASS"),
      closedItem("c", "FAIL", "PASS"),
      closedItem("d", "PASS", "CANT_TELL"),
      closedItem("e", "FAIL", null),
    ];
    expect(linkedRefs(items)).toEqual(["a", "c"]);
    expect(linkedRefs([closedItem("b", "PASS", "PASS")])).toEqual([]);
  });

  it("tells of each probe in the task's own notes, and not among the differences", () => {
    const asked = closedItem("p", "PASS", "FAIL");
    const items = [{ ...asked, item: { ...asked.item, kind: "probe" as const } }];
    const probe = { failureMode: "names nobody", why: "No owner is named." };
    const probes = [{ probe, ref: "p", title: asked.item.title, grade: "FAIL" as const }];
    const { lines, page } = resultNote(sampleRow(), { ...facts, items, probes });
    const told = lines.filter(({ link }) => link !== undefined);
    expect(told.map(({ link }) => link)).toEqual([{ ref: "p" }]);
    for (const part of ["names nobody", "FAIL", "No owner is named."]) expect(told[0]?.text).toContain(part);
    expect((page?.lines ?? []).some(({ link }) => link !== undefined)).toBe(false);
  });

  it("does not tell of a re-asked item again, but of what it says of the founder", () => {
    const again = closedItem("f", "PASS", "FAIL");
    const items = [{ ...again, item: { ...again.item, kind: "reask" as const } }];
    expect(linkedRefs(items)).toEqual([]);
    const said = (row: ReturnType<typeof sampleRow>) =>
      (resultNote(row, { ...facts, items }).page?.lines ?? []).filter(({ text }) => text.includes("1 of 2"));
    const selfAgreement = {
      same: 1,
      asked: 2,
      cantTell: 0,
      rate: 0.5,
      low: 0.1,
      high: 0.9,
      because: null,
      month: { same: 0, asked: 1, cantTell: 0 },
    };
    expect(said(sampleRow({ selfAgreement }))).toHaveLength(1);
    expect(said(sampleRow())).toEqual([]);
  });

  it("keeps to what fits on a page, and says how many there are besides", () => {
    const items = Array.from({ length: 60 }, (_, index) => closedItem(`r${index}`, "PASS", "FAIL"));
    expect(linkedRefs(items)).toHaveLength(40);
    const { page } = resultNote(sampleRow(), { ...facts, items });
    expect(page?.lines.some(({ text }) => text.includes("20 more"))).toBe(true);
  });

  it("has every text in one line, and a heading of its month", () => {
    const note = resultNote(sampleRow(), { ...facts, items: [closedItem("a", "PASS", "FAIL")] });
    expect(note).toMatchObject({ queue: "notion", axis: sampleRow().axis, period: sampleRow().period });
    expect(note.heading).toContain(sampleRow().period);
    for (const { text } of [...note.lines, ...(note.page?.lines ?? [])]) expect(text).not.toContain("\n");
  });
});
