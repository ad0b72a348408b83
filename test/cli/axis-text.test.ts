import { describe, expect, it } from "vitest";
import { renderAssisted, renderAxis, renderAxisTable } from "../../src/cli/axis-text.ts";

const axis = {
  axis: "verify-dispatch",
  status: "assisted",
  file: "/axes/a.yaml",
  intent: null,
  title: null,
  rubricPath: null,
  verdictLog: "/logs/a.jsonl",
  model: null,
  settings: {},
  timezone: null,
  acceptRef: false,
  artifactRoots: [],
  kappaThreshold: 0.7,
  overrideRate: null,
  passRate: null,
  probes: null,
  critic: null,
};

describe("renderAxisTable", () => {
  it("lists axes, then each file that cannot be used with its line", () => {
    const problem = {
      code: "tab-indent",
      file: "/axes/b.yaml",
      line: 2,
      key: null,
      message: "a tab\u001b[2J",
      hint: "Use spaces.",
    };
    const row = {
      axis: "verify-dispatch",
      status: "graduated",
      title: null,
      file: "/axes/a.yaml",
      verdictLog: null,
    };
    const text = renderAxisTable([row], [problem]);
    expect(text).toMatch(/verify-dispatch +graduated +\/axes\/a.yaml/);
    expect(text).toContain("/axes/b.yaml:2");
    expect(text).not.toContain("\u001b");
  });
});

describe("renderAxis", () => {
  it("shows what is given, the last decision and every change of the status", () => {
    const text = renderAxis(
      {
        ...axis,
        statusChanges: [
          {
            axis: "verify-dispatch",
            at: "2026-06-01T13:00:00.000Z",
            from: "graduated",
            to: "assisted",
            by: "run",
            reason: "kappa\nof May",
            period: "2026-05",
          },
        ],
        lastDecision: {
          period: "2026-05",
          action: "revert",
          reasons: ["kappa", "streak"],
          evidence: "uncertain",
          kappa: { status: "ok", value: 0.2, low: 0.01, high: 0.489, because: null, bounds: null },
          graded: { pass: 9, fail: 5 },
          overrides: 1,
        },
      },
      "America/New_York",
    );
    const lines = text.split("\n");
    expect(text).not.toContain("model");
    expect(lines.find((line) => line.startsWith("kappa threshold"))).toMatch(/ 0\.7$/);
    const decided = lines.find((line) => line.includes("2026-05 revert (kappa, streak)"));
    expect(decided).toContain("0.200 [0.010, 0.489] (n = 9 + 5), 1 override of 9");
    expect(lines.at(-1)).toBe("2026-06-01 09:00 EDT (13:00 UTC) graduated -> assisted, run: kappa of May");
  });
});

describe("renderAssisted", () => {
  it("names each step that is still pending", () => {
    const pending = [{ kind: "axis-file", because: "the file is open in an editor" }];
    const text = renderAssisted("verify-dispatch", { changed: true, status: "assisted", pending });
    expect(text.split("\n")).toHaveLength(2);
    expect(text).toContain("axis-file: the file is open in an editor");
  });
});
