import { describe, expect, it } from "vitest";
import { type Shelf, UnsentGrades } from "../../src/grading-page/unsent-grades.ts";

/** What a browser keeps for one origin. */
function shelf(full = false): Shelf & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>([["of-another-page", "{}"]]);
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (full) throw new Error("full");
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
  };
}

const first = { ref: "a", grade: "PASS", reason: null, at: 10 } as const;
const second = { ref: "b", grade: null, reason: "why", at: 9 } as const;

describe("UnsentGrades", () => {
  it("keeps grades in the order in which they were given, over a refresh, until they are sent", () => {
    const browser = shelf();
    const unsent = new UnsentGrades(browser);
    unsent.add(first);
    unsent.add(second);
    expect(unsent.isSafe()).toBe(true);
    const refreshed = new UnsentGrades(browser);
    expect(refreshed.list()).toEqual([second, first]);
    refreshed.remove(second);
    refreshed.remove(first);
    expect([...browser.kept.keys()]).toEqual(["of-another-page"]);
  });

  it("keeps them in the page where the browser keeps nothing, and says so", () => {
    for (const unsent of [new UnsentGrades(null), new UnsentGrades(shelf(true))]) {
      unsent.add(first);
      expect(unsent.list()).toEqual([first]);
      expect(unsent.isSafe()).toBe(false);
    }
  });

  it("passes over what is no grade", () => {
    const browser = shelf();
    browser.kept.set("improve-cron.unsent.1.a", "{");
    browser.kept.set("improve-cron.unsent.2.a", '{"ref":"a"}');
    expect(new UnsentGrades(browser).list()).toEqual([]);
  });
});
