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

function unsentIn(browser: Shelf | null, workspace = "here"): UnsentGrades {
  const unsent = new UnsentGrades(browser);
  unsent.belongTo(workspace);
  return unsent;
}

const first = { ref: "a", grade: "PASS", reason: null, at: 10 } as const;
const second = { ref: "b", grade: null, reason: "why", at: 9 } as const;

describe("UnsentGrades", () => {
  it("keeps grades in the order in which they were given, over a refresh, until they are sent", () => {
    const browser = shelf();
    const unsent = unsentIn(browser);
    unsent.add(first);
    unsent.add(second);
    expect(unsent.isSafe()).toBe(true);
    const refreshed = unsentIn(browser);
    expect(refreshed.list()).toEqual([second, first]);
    refreshed.remove(second);
    refreshed.remove(first);
    expect([...browser.kept.keys()]).toEqual(["of-another-page"]);
  });

  it("keeps them in the page where the browser keeps nothing, and says so", () => {
    for (const unsent of [unsentIn(null), unsentIn(shelf(true))]) {
      unsent.add(first);
      expect(unsent.list()).toEqual([first]);
      expect(unsent.isSafe()).toBe(false);
    }
  });

  it("passes over what is no grade", () => {
    const browser = shelf();
    browser.kept.set("improve-cron.unsent.here.1.a", "{");
    browser.kept.set("improve-cron.unsent.here.2.a", '{"ref":"a"}');
    expect(unsentIn(browser).list()).toEqual([]);
  });

  it("gives a workspace its own grades alone, and nobody any before it is known who answers", () => {
    const browser = shelf();
    const here = unsentIn(browser);
    here.add(first);
    expect(new UnsentGrades(browser).list()).toEqual([]);
    const there = unsentIn(browser, "there");
    expect(there.list()).toEqual([]);
    there.add(second);
    there.remove(first);
    expect(unsentIn(browser).list()).toEqual([first]);
    // A page that stays open while somebody else comes to answer.
    here.belongTo("there");
    expect(here.list()).toEqual([second]);
    here.belongTo("here");
    expect(here.list()).toEqual([first]);
  });
});
