import { describe, expect, it } from "vitest";
import { majorityOf, passVotes, probeId, type ProbeJudgement, settledState } from "../../src/core/probe.ts";
import { verdictKeyOfId } from "../../src/core/verdict.ts";

type Word = ProbeJudgement["word"];

function words(...given: readonly Word[]): readonly { readonly word: Word }[] {
  return given.map((word) => ({ word }));
}

describe("probeId", () => {
  it("tells axes, workspaces and texts apart, and is no key of a verdict", () => {
    const ids = [
      probeId("default", "a", "f"),
      probeId("other", "a", "f"),
      probeId("default", "b", "f"),
      probeId("default", "a", "g"),
      verdictKeyOfId("default", { axis: "a", source: "", id: "f" }),
    ];
    expect(new Set(ids).size).toBe(5);
    expect(ids.every((id) => /^[0-9a-f]{64}$/.test(id))).toBe(true);
    expect(probeId("default", "a", "f")).toBe(ids[0]);
  });
});

describe("majorityOf", () => {
  it.each<[readonly Word[], string]>([
    [["PASS", "PASS", "PASS"], "PASS"],
    [["PASS", "FAIL", "PASS"], "PASS"],
    [["FAIL", "FAIL", "PASS"], "FAIL"],
    [["PASS", null, "PASS"], "PASS"],
    [["FAIL", "FAIL", null], "FAIL"],
    [["PASS", "FAIL", null], "undecided"],
    [["PASS", null, null], "undecided"],
    [["FAIL", null, null], "undecided"],
    [[null, null, null], "undecided"],
    [["PASS", "PASS"], "open"],
    [[], "open"],
  ])("%j is %s", (given, majority) => {
    expect(majorityOf(words(...given))).toBe(majority);
  });
});

describe("passVotes", () => {
  it("counts what passed it", () => {
    const judgements = ["PASS", null, "FAIL", "PASS"].map((word, index) => ({
      probeId: "p",
      n: index + 1,
      word: word === "PASS" || word === "FAIL" ? word : null,
      failure: word === null ? "timeout" : null,
      reason: null,
      at: 0,
      model: null,
      cliVersion: null,
    })) satisfies readonly ProbeJudgement[];
    expect(passVotes({ judgements })).toBe(2);
  });
});

describe("settledState", () => {
  it("takes the founder's word, and asks once more where there is none", () => {
    expect(settledState("FAIL", 1, false)).toBe("confirmed");
    expect(settledState("PASS", 2, false)).toBe("refuted");
    expect(settledState("CANT_TELL", 1, false)).toBe("skipped");
    expect(settledState(null, 1, false)).toBe("verified");
    expect(settledState(null, 2, false)).toBe("skipped");
  });

  it("asks nothing again whose page was thrown away", () => {
    expect(settledState(null, 1, true)).toBe("skipped");
    expect(settledState("FAIL", 1, true)).toBe("skipped");
  });
});
