import { expect, it } from "vitest";
import type { GradeObservation, Item } from "../../src/core/cycle.ts";
import { disagreementsOf } from "../../src/core/disagreements.ts";
import type { SeenItem } from "../../src/core/evidence.ts";
import { sampleItem } from "../reports/sample-row.ts";

function seen(
  item: Partial<Item>,
  grade: GradeObservation["grade"] | undefined,
  more: Partial<GradeObservation> = {},
): SeenItem {
  const full = sampleItem({ word: item.kind === "fail" ? "FAIL" : "PASS", ...item });
  const observation = { ref: full.ref, reason: null, by: null, at: null, observedAt: 1000, via: "grade" };
  return { item: full, seen: grade === undefined ? null : { ...observation, grade, ...more } };
}

const idOf = (key: string): string => `id-${key}`;

it("lists overrides, then reverse overrides, each by instant, and nothing else", () => {
  const list = disagreementsOf(
    [
      seen({ kind: "fail", verdictKey: "reverse" }, "PASS", { at: 500 }),
      seen({ kind: "pass", verdictKey: "later" }, "FAIL", { observedAt: 3000 }),
      seen({ kind: "pass", verdictKey: "sooner" }, "FAIL", { observedAt: 9000, at: 2000 }),
      seen({ kind: "pass", verdictKey: "agreed" }, "PASS"),
      seen({ kind: "fail", verdictKey: "agreed" }, "FAIL"),
      seen({ kind: "pass", verdictKey: "unclear" }, "CANT_TELL"),
      seen({ kind: "pass", verdictKey: "cleared" }, null),
      seen({ kind: "pass", verdictKey: "unanswered" }, undefined),
      seen({ kind: "risk", verdictKey: "risk" }, "FAIL"),
      seen({ kind: "probe", verdictKey: "probe" }, "FAIL"),
      seen({ kind: "reask", verdictKey: "reask" }, "FAIL"),
      seen({ kind: "gold", verdictKey: "gold" }, "FAIL"),
    ],
    idOf,
  );
  expect(list.map(({ id, critic, founder, at }) => [id, critic, founder, at])).toEqual([
    ["id-sooner", "PASS", "FAIL", "1970-01-01T00:00:02.000Z"],
    ["id-later", "PASS", "FAIL", "1970-01-01T00:00:03.000Z"],
    ["id-reverse", "FAIL", "PASS", "1970-01-01T00:00:00.500Z"],
  ]);
});

it("leads to the item's page, else to the critic's reference, else names the verdict", () => {
  const artifact = { kind: "ref", ref: "https://desk.example/d-7" } as const;
  const links = [
    seen({ verdictKey: "a", url: "https://notion.example/1", artifact }, "FAIL", { reason: "names nobody" }),
    seen({ verdictKey: "b", artifact }, "FAIL"),
    seen({ verdictKey: "c" }, "FAIL"),
  ];
  expect(disagreementsOf(links, idOf).map(({ link, reason }) => [link, reason])).toEqual([
    ["https://notion.example/1", "names nobody"],
    ["https://desk.example/d-7", null],
    ["id-c", null],
  ]);
});
