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
const named = (said: { meta?: object; critic?: string; founder?: string }): string | null =>
  namedClause(
    { meta: { ...said.meta }, critic: said.critic ?? null, founder: said.founder ?? null },
    rubricClauses(rubric),
  );

const calledIn = (clause: string, text: string) =>
  namedClause({ meta: { clause }, critic: null, founder: null }, rubricClauses(text));

const namesOf = (...lines: readonly string[]) =>
  rubricClauses(lines.join("\n")).map(({ name, number }) => (number === null ? name : `${number}|${name}`));

describe("rubricClauses", () => {
  it("are headings and numbered rules outside of fences", () => {
    expect(rubricClauses(rubric)).toEqual([
      { name: "Dispatch rules", number: null },
      { name: "Addresses must be complete", number: "1" },
      { name: "No promises of dates", number: "2" },
      { name: "Not even soft ones", number: "2.1" },
      { name: "Tone", number: null },
    ]);
  });

  it("are headings of one to six marks, indented by no more than three blanks, with or without a number", () => {
    expect(
      namesOf(
        "   ###### Six ##  ",
        "####### Seven",
        "##Tight",
        "    ## Code",
        "#\tTab",
        "##   12.3.4  Names  ",
      ),
    ).toEqual(["Six", "Tab", "12.3.4|Names"]);
  });

  it("are rules with a point, a bracket or a colon behind their number", () => {
    expect(
      namesOf(
        "123. Big",
        "12.34.5) Deep",
        "3:  Colon",
        "30 of 50: no",
        "3.5 minutes",
        "See 4. elsewhere",
        "1234. A year",
        "## Part 2 of it",
        "7.Tight",
      ),
    ).toEqual(["123|Big", "12.34.5|Deep", "3|Colon", "Part 2 of it"]);
  });

  it("are taken from behind a fence that is closed by one of its own kind, as long or longer", () => {
    const inside = ["## Inside", "1. Inside"];
    expect(namesOf("   ````", "```", ...inside, "~~~~", ...inside, "`````", "## After")).toEqual(["After"]);
    expect(namesOf("~~~", ...inside, "```", ...inside, "~~~", "## After")).toEqual(["After"]);
    expect(namesOf("``", "~~", "a ``` b", "    ```", "## After")).toEqual(["After"]);
    expect(namesOf("```", ...inside)).toEqual([]);
    expect(namesOf("a ``` b", "## After")).toEqual(["After"]);
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

  it("is called by its number in many ways, but not in passing", () => {
    for (const clause of ["no. 2", "no 2", "§ 2", "§2", "Section 2", "criterion  2", "clause 2:"]) {
      expect(named({ meta: { clause } })).toBe("No promises of dates");
    }
    for (const clause of ["against rule 2", "rule 2 and more", "rule 2.1.3"]) {
      expect(named({ meta: { clause } })).toBe(clause);
    }
    const long = rubricClauses("12.34. Long\n\n123. Longer");
    const called = (clause: string) => namedClause({ meta: { clause }, critic: null, founder: null }, long);
    expect(["rule 12.34", "rule 123"].map(called)).toEqual(["Long", "Longer"]);
    const inReason = (founder: string) => namedClause({ meta: {}, critic: null, founder }, long);
    expect(["rule  12.34", "clause 123"].map(inReason)).toEqual(["Long", "Longer"]);
  });

  it("is called by its name before its number, and once though the name stands there twice", () => {
    expect(calledIn("section 2", "## Section 2\n2. Another")).toBe("Section 2");
    expect(calledIn("TONE", "## Tone\n## tone")).toBe("Tone");
  });

  it("is the first that there is of several", () => {
    expect(named({ founder: 'neither "this" nor "Tone"' })).toBe("Tone");
    expect(named({ founder: "against “No promises of dates” or ‘Tone’" })).toBe("No promises of dates");
    expect(named({ founder: "against ‘Tone’" })).toBe("Tone");
    expect(named({ founder: "rule 9 or rule 1" })).toBe("Addresses must be complete");
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
    expect(named({ meta: { extra: null } })).toBeNull();
  });

  it("takes no number for a rule that the rubric numbers twice", () => {
    const twice = rubricClauses("1. One\n\n## Other\n1. Another");
    expect(namedClause({ meta: {}, critic: null, founder: "rule 1" }, twice)).toBeNull();
    expect(namedClause({ meta: { clause: "1" }, critic: null, founder: null }, twice)).toBe("1");
  });
});
