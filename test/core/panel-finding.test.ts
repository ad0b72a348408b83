import { describe, expect, it } from "vitest";
import { QuotedDraft } from "../../src/core/panel-evidence.ts";
import { checkFinding, findingId } from "../../src/core/panel-finding.ts";
import { finding } from "../support/panel-run.ts";

const draft = new QuotedDraft([{ n: 1, text: "It reads 2.1 million rows." }]);
const place = { lens: "hostile-reader", index: 4, mayBlock: false };

describe("checkFinding", () => {
  it("keeps the words of a finding beside the form in which quotes are compared", () => {
    expect(checkFinding(finding({ evidence: "2.1  *million* rows" }), place, draft)).toEqual({
      kind: "quoted",
      lens: "hostile-reader",
      severity: "MAJOR",
      block: 1,
      evidence: "2.1 million rows",
      quote: "2.1  *million* rows",
      issue: "No hardware is named",
      suggestion: "Name it.",
      warnings: [],
    });
  });

  it("tells both that a severity was folded and that it was capped", () => {
    expect(checkFinding(finding({ severity: "Blocker" }), place, draft)).toMatchObject({
      severity: "MAJOR",
      warnings: ["severity-case:hostile-reader#4", "severity-capped:hostile-reader#4"],
    });
  });

  it.each(["adv\u0131sory", "advi\u017fory", "ADVISORY\u200b", "\u0410DVISORY"])(
    "takes %s for no word that it only looks like",
    (severity) => {
      expect(checkFinding(finding({ severity }), place, draft)).toMatchObject({
        severity: "MAJOR",
        warnings: [`unknown-severity:hostile-reader#4:${severity}`],
      });
    },
  );

  it("repeats only the beginning of a severity that is a novel", () => {
    const checked = checkFinding(finding({ severity: "X".repeat(5000) }), place, draft);
    expect(checked.kind === "quoted" && checked.warnings[0]?.length).toBeLessThan(100);
  });
});

describe("findingId", () => {
  const one = { runId: "r", lens: "a", block: 1, evidence: "Some “quote”", issue: "i" };

  it("is the same for the same quote in other dress, and another for anything else", () => {
    expect(findingId(one)).toMatch(/^f-[0-9a-f]{16}$/);
    expect(findingId({ ...one, evidence: 'some "quote"' })).toBe(findingId(one));
    const others = [{ runId: "s" }, { lens: "b" }, { block: 2 }, { evidence: null }, { issue: "j" }];
    expect(new Set(others.map((other) => findingId({ ...one, ...other }))).size).toBe(others.length);
  });
});
