import { describe, expect, it } from "vitest";
import { isFiller, readVerdict } from "../../src/critics/judge-answer.ts";

const same = (quote: string): string => quote;
const reason = "Rule 2 does not hold: it names no check.";

const wordOf = (answer: unknown): string => {
  const read = readVerdict(answer, same);
  return read.kind === "verdict" ? read.word : read.failure.failure;
};

const warningsOf = (text: string): readonly string[] => {
  const read = readVerdict({ verdict: "PASS", reason: text }, same);
  return read.kind === "verdict" ? read.warnings.map(({ code }) => code) : [read.failure.failure];
};

describe("readVerdict", () => {
  it.each([
    [{ verdict: "PASS", reason }, "PASS"],
    [{ verdict: "fail", reason }, "FAIL"],
    [{ verdict: "SCRAP", reason }, "FAIL"],
    [{ verdict: "PASS" }, "PASS"],
    [{ verdict: "PASS", reason: null }, "PASS"],
    [{ verdict: " PASS", reason }, "unparseable"],
    [{ verdict: "PASSED", reason }, "unparseable"],
    [{ verdict: ["PASS"], reason }, "unparseable"],
    [{ Verdict: "PASS", reason }, "unparseable"],
    [{ verdict: "PASS", reason: 5 }, "unparseable"],
    [{ verdict: "PASS", reason: "" }, "filler"],
    [{ verdict: "PASS", reason: "N/A" }, "filler"],
    [{ verdict: "ERROR", reason }, "failed"],
    ["PASS", "unparseable"],
    [null, "unparseable"],
    [undefined, "unparseable"],
  ])("%j is %s", (answer, word) => {
    expect(wordOf(answer)).toBe(word);
  });

  it("tells of a reason that is too short to be one", () => {
    expect(warningsOf("Looks good.")).toEqual(["short-reason"]);
    expect(warningsOf("All rules hold.")).toEqual([]);
  });
});

it("knows a form that was filled in without a thought", () => {
  const hollow = [
    "string",
    "...",
    "<reason>",
    "{{reason}}",
    "{reason}",
    "N/A",
    "none",
    "PASS",
    "Your reason here",
  ];
  const more = [
    "xxx",
    "[insert reason]",
    "Lorem ipsum dolor",
    "TBD",
    "reason",
    "—",
    "null",
    "placeholder text",
  ];
  expect([...hollow, ...more].filter((text) => !isFiller(text))).toEqual([]);
  const honest = [
    "No source is named.",
    "Rule 2.",
    "[Rule 2] is not met",
    "unclear",
    "<b> is left in the text",
    "The reason is missing",
  ];
  expect(honest.filter(isFiller)).toEqual([]);
});
