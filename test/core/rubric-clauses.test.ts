import { describe, expect, it } from "vitest";
import { namedClause, rubricClauses } from "../../src/core/rubric-clauses.ts";

const rubric = [
  "# Dispatch rules",
  "",
  "1. Addresses must be complete",
  "2) No promises of dates",
  "   2.1. Not even soft ones",
  "## Tone ##",
  "3 of 5 graders agreed here.",
  "```",
  "## In a fence",
  "4. Also in a fence",
  "```",
  "Some prose.",
].join("\r\n");
const clauses = rubricClauses(rubric);
const named = (said: { meta?: object; critic?: string; founder?: string }): string | null =>
  namedClause(
    { meta: { ...said.meta }, critic: said.critic ?? null, founder: said.founder ?? null },
    clauses,
  );

describe("rubricClauses", () => {
  it("are headings and numbered rules outside of fences", () => {
    expect(clauses).toEqual([
      { name: "Dispatch rules", number: null },
      { name: "Addresses must be complete", number: "1" },
      { name: "No promises of dates", number: "2" },
      { name: "Not even soft ones", number: "2.1" },
      { name: "Tone", number: null },
    ]);
  });
});

describe("namedClause", () => {
  it("is what the critic named, in the words of the rubric where it has that rule", () => {
    expect(named({ meta: { clause: "## tone" } })).toBe("Tone");
    expect(named({ meta: { clause: "2" } })).toBe("No promises of dates");
    expect(named({ meta: { clause: 1 } })).toBe("Addresses must be complete");
    expect(named({ meta: { clause: "Rule 2.1" } })).toBe("Not even soft ones");
    expect(named({ meta: { clause: "1. addresses must be complete" } })).toBe("Addresses must be complete");
    expect(named({ meta: { extra: { clause: "Tone" } } })).toBe("Tone");
    expect(named({ meta: { clause: " Brevity  of\nmails " } })).toBe("Brevity of mails");
    expect(Array.from(named({ meta: { clause: "x".repeat(999) } }) ?? "")).toHaveLength(200);
  });

  it("is what a reason quotes or numbers, the critic's before the founder's", () => {
    expect(named({ critic: 'fine by "No promises of dates"', founder: "see rule 1" })).toBe(
      "No promises of dates",
    );
    expect(named({ critic: "looks fine", founder: "breaks rule 1" })).toBe("Addresses must be complete");
    expect(named({ founder: "§2.1 again" })).toBe("Not even soft ones");
    expect(named({ founder: "against `Tone`, I think" })).toBe("Tone");
    expect(named({ founder: "it's against the 'tone' that we want" })).toBe("Tone");
  });

  it("is nothing where nobody named a rule that there is", () => {
    for (const founder of ["the tone is off", "rule 9", "2 of them", '"Other"', ""]) {
      expect(named({ founder })).toBeNull();
    }
    expect(named({ meta: { clause: "  ", extra: 5 } })).toBeNull();
    expect(named({ meta: { clause: { name: "Tone" } } })).toBeNull();
  });

  it("takes no number for a rule that the rubric numbers twice", () => {
    const twice = rubricClauses("1. One\n\n## Other\n1. Another");
    expect(namedClause({ meta: {}, critic: null, founder: "rule 1" }, twice)).toBeNull();
    expect(namedClause({ meta: { clause: "1" }, critic: null, founder: null }, twice)).toBe("1");
  });
});
