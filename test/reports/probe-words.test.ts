import { describe, expect, it } from "vitest";
import { probeLines, probeSentences } from "../../src/reports/probe-words.ts";

function axis(made: number, because: string | null) {
  return { wanted: 3, probes: Array.from({ length: made }), because };
}

describe("probeSentences", () => {
  it("says nothing where all are there", () => {
    expect(probeSentences(new Map([["a", axis(3, null)]]))).toEqual([]);
    expect(probeSentences(new Map())).toEqual([]);
  });

  it("says once what a workspace without any critic does without", () => {
    const none = axis(0, "no-critic");
    expect(
      probeSentences(
        new Map([
          ["a", none],
          ["b", none],
        ]),
      ),
    ).toHaveLength(1);
    const [a, b] = probeSentences(
      new Map([
        ["b", axis(1, "limit")],
        ["a", none],
      ]),
    );
    expect(a).toMatch(/^a: no probes/);
    expect(b).toMatch(/^b: 1 of 3 probes/);
  });

  it("has words for a failure that it does not know", () => {
    expect(probeSentences(new Map([["a", axis(0, "gremlins")]]))[0]).toContain("gremlins");
  });
});

describe("probeLines", () => {
  it("gives link, failure mode, answer and why it should fail, on one line", () => {
    const [line] = probeLines([
      {
        probe: { failureMode: "vague\ncheck", why: "No check\u001b[31m is named." },
        ref: "k7m2",
        title: "verify-dispatch · 4 of 12",
        grade: "FAIL",
      },
    ]);
    expect(line?.link).toEqual({ ref: "k7m2" });
    for (const part of ["4 of 12", "vague check", "FAIL", "is named."]) expect(line?.text).toContain(part);
    expect(line?.text).not.toContain("\n");
    expect(line?.text).not.toContain("\u001b");
  });
});
