import { describe, expect, it } from "vitest";
import { readReport } from "../../src/core/panel-report.ts";

const report = {
  findings: [],
  verdict: "fine",
  wow: { score: 7 },
  model: "m-1",
  tokens: { input: 10, output: 2 },
};

describe("readReport", () => {
  it.each([
    ["itself", report],
    ["its text", JSON.stringify(report)],
    ["its text behind a byte order mark", `\uFEFF${JSON.stringify(report)}\n`],
    ["its text in one fence", `\`\`\`json\n${JSON.stringify(report)}\n\`\`\``],
    ["the answer of a program", { status: "ok", stdout: JSON.stringify(report) }],
  ])("reads a report that is %s", (_name, given) => {
    expect(readReport(given)).toMatchObject({
      kind: "report",
      report: { wow: 7, verdict: "fine", model: "m-1", tokens: 12 },
    });
  });

  it.each([
    [undefined, "no report"],
    [{ status: "timeout" }, "timeout"],
    [{ status: "timeout", findings: [] }, "timeout"],
    [{ status: 5 }, "unknown status"],
    [{ status: "ok" }, "no output"],
    [{ status: "ok", stdout: "looks good" }, "unparseable"],
    [{ stdout: '{"stdout":"{}"}' }, "unparseable"],
    ["[", "unparseable"],
    ["5", "unparseable"],
    ['{"findings":[{"severity":"BLOCKER"}],"findings":[]}', "repeated key"],
    [{ status: "ok", stdout: '{"findings":[{"severity":"BLOCKER","severity":"ADVISORY"}]}' }, "repeated key"],
    [{ findings: [{}], stdout: '{"findings":[]}' }, "two reports"],
    [{}, "no findings list"],
    [5, "no findings list"],
  ])("says why %j is none", (given, because) => {
    expect(readReport(given)).toEqual({ kind: "lost", because });
  });

  it("loses a text that is nested without end, and does not fall over it", () => {
    const deep = `{"findings":[{"severity":${"[".repeat(20_000)}${"]".repeat(20_000)}}]}`;
    expect(readReport(deep)).toEqual({ kind: "lost", because: "too deep" });
  });

  it("takes what a call used from beside its text, and no impossible amounts", () => {
    const beside = {
      status: "ok",
      stdout: JSON.stringify({ findings: [] }),
      tokens: 7,
      cost_usd: 0.5,
      model: "m-2",
    };
    expect(readReport(beside)).toMatchObject({ report: { tokens: 7, costUsd: 0.5, model: "m-2" } });
    const broken = { findings: [], tokens: -1, cost_usd: "2", model: 5 };
    expect(readReport(broken)).toMatchObject({ report: { tokens: null, costUsd: null, model: null } });
  });
});
