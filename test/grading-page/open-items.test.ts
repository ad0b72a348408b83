import { expect, it } from "vitest";
import type { ItemToGrade } from "../../src/core/open-grading.ts";
import { OpenItems } from "../../src/grading-page/open-items.ts";
import { UnsentGrades } from "../../src/grading-page/unsent-grades.ts";

function item(ref: string): ItemToGrade {
  return {
    ref,
    axis: "verify-dispatch",
    period: "2026-05",
    title: `verify-dispatch · ${ref} of 3`,
    intent: null,
    due: "2026-07-01",
    grade: null,
    reason: null,
  };
}

const heard = {
  workspace: "here",
  items: ["1", "2", "3"].map(item),
  minutesPerItem: 2,
  elsewhere: [],
};

it("knows nothing until the server has said something", () => {
  const open = new OpenItems(new UnsentGrades(null));
  open.mark("1", "PASS", null);
  expect(open.heard).toBeNull();
  expect(open.list()).toEqual([]);
  expect(open.find("1")).toBeNull();
});

it("counts grades on their way as given, marks those that were taken, and leaves damaged items out", () => {
  const unsent = new UnsentGrades(null);
  unsent.belongTo("here");
  const open = new OpenItems(unsent);
  open.hear(heard);
  open.mark("1", "PASS", "clear");
  unsent.add({ ref: "2", grade: "FAIL", reason: null, at: 1 });
  open.leaveOut("3");
  expect(open.list().map(({ ref, grade, reason }) => [ref, grade, reason])).toEqual([
    ["1", "PASS", "clear"],
    ["2", "FAIL", null],
  ]);
  expect(open.leftOut).toBe(1);
  expect(open.find("3")).toBeNull();
  expect(open.find(null)).toBeNull();
  // The next look is the server's word again.
  open.hear(heard);
  expect(open.find("1")?.grade).toBeNull();
  expect(open.leftOut).toBe(1);
});
