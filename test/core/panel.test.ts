import { describe, expect, it } from "vitest";
import { mergePanel, type PanelRun } from "../../src/core/panel.ts";
import { defaultPanelPolicy, type PanelPolicy } from "../../src/core/panel-policy.ts";
import { finding, panelFixtures, panelRun, quietReport, shuffled, sixLenses } from "../support/panel-run.ts";

function shuffles(run: PanelRun, times: number): ReadonlySet<string> {
  const answers = new Set<string>();
  for (let seed = 0; seed < times; seed += 1)
    answers.add(JSON.stringify(mergePanel({ ...run, reports: shuffled(run.reports, seed) })));
  return answers;
}

describe("mergePanel: the shared fixtures", () => {
  it.each(panelFixtures())("$name", ({ expected, run }) => {
    expect(Object.keys(expected).length).toBeGreaterThan(5);
    expect(mergePanel(run)).toMatchObject(expected);
  });

  it.each(panelFixtures())("$name: 2,000 shuffles of its reports give the same bytes", ({ run }) => {
    expect(shuffles(run, 2000).size).toBe(1);
  });

  it("finds other orders at all when it shuffles", () => {
    const orders = Array.from({ length: 300 }, (_, seed) => shuffled(sixLenses, seed).join());
    expect(new Set(orders).size).toBeGreaterThan(200);
  });
});

describe("mergePanel: quotes", () => {
  it("merges quotes that differ in quotation marks, dashes, emphasis and spaces, and blocks when one may", () => {
    const run = panelRun(
      {
        "claim-auditor": {
          findings: [finding({ severity: "BLOCKER", block: 2, evidence: "anyone has ever  measured - or" })],
        },
        "hostile-reader": {
          findings: [finding({ block: 2, evidence: "Anyone has **ever** measured — or", issue: "Boast" })],
        },
      },
      {},
    );
    const { findings, reasons, verdict } = mergePanel(run);
    expect(verdict).toBe("BLOCKED");
    expect(reasons).toEqual(["blocker"]);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ severity: "BLOCKER", lenses: ["claim-auditor", "hostile-reader"] });
    expect(findings[0]?.issues.map(({ suggestion }) => suggestion)).toEqual(["Name it.", "Name it."]);
  });

  it("does not promote: a MAJOR beside a capped BLOCKER on the same quote stays MAJOR", () => {
    const peer = { findings: [finding({ severity: "BLOCKER" })], wow: { score: 6 } };
    const { findings, verdict, warnings } = mergePanel(
      panelRun({ "rules-judge": { findings: [finding()] } }, { peer }),
    );
    expect(verdict).toBe("REVISE");
    expect(findings).toMatchObject([{ severity: "MAJOR", lenses: ["rules-judge", "outside-peer"] }]);
    expect(warnings).toEqual(["severity-capped:outside-peer#0"]);
  });

  it("refuses a quote of another block, names that block, and is not blocked by it", () => {
    const other = finding({ severity: "BLOCKER", block: 2 });
    const { findings, rejected, verdict } = mergePanel(panelRun({ "rules-judge": { findings: [other] } }));
    expect(verdict).toBe("PUBLISH");
    expect(findings).toEqual([]);
    expect(rejected).toMatchObject([{ id: "rules-judge#0", reason: "evidence-not-in-block", foundIn: [1] }]);
  });

  it.each([
    ["an empty quote", finding({ evidence: " ** " })],
    ["no quote", finding({ evidence: undefined })],
    ["a block in words", finding({ block: "1" })],
    ["half a block", finding({ block: 1.5 })],
    ["text for a finding", "BLOCKER: everything"],
    ["nothing for a finding", null],
  ])("never publishes over %s, since nobody knows what it said", (_name, broken) => {
    const merged = mergePanel(panelRun({ "rules-judge": { findings: [broken] } }));
    expect(merged).toMatchObject({ verdict: "REVISE", reasons: ["finding-malformed"], complete: false });
    expect(merged.rejected).toMatchObject([{ id: "rules-judge#0", reason: "malformed" }]);
  });
});

describe("mergePanel: severities", () => {
  it.each([
    ["BLOCKER", "BLOCKED", []],
    ["blocker ", "BLOCKED", ["severity-case:rules-judge#0"]],
    ["CRITICAL", "REVISE", ["unknown-severity:rules-judge#0:CRITICAL"]],
    ["", "REVISE", ["unknown-severity:rules-judge#0:"]],
    [3, "REVISE", ["unknown-severity:rules-judge#0:3"]],
    [undefined, "REVISE", ["unknown-severity:rules-judge#0:none"]],
    ["ADVISORY", "PUBLISH", []],
    ["__proto__", "REVISE", ["unknown-severity:rules-judge#0:__proto__"]],
  ])("%j gives %s", (severity, verdict, warnings) => {
    const merged = mergePanel(panelRun({ "rules-judge": { findings: [finding({ severity })] } }));
    expect([merged.verdict, merged.warnings]).toEqual([verdict, warnings]);
  });

  it.each(["expert-skeptic", "hostile-reader", "ai-detector"])("caps a BLOCKER of %s", (lens) => {
    const merged = mergePanel(panelRun({ [lens]: { findings: [finding({ severity: "blocker" })] } }));
    expect(merged.verdict).toBe("REVISE");
    expect(merged.warnings).toEqual([`severity-case:${lens}#0`, `severity-capped:${lens}#0`]);
  });
});

describe("mergePanel: lenses", () => {
  it("revises where a lens did not answer, and is not complete", () => {
    const merged = mergePanel(panelRun({ "contract-lens": null }));
    expect(merged).toMatchObject({ verdict: "REVISE", reasons: ["lens-missing"], complete: false });
    expect(merged.lenses.find(({ lens }) => lens === "contract-lens")).toMatchObject({
      word: null,
      lost: "no report",
    });
  });

  it("stays BLOCKED where a lens is missing beside a BLOCKER", () => {
    const blocked = { findings: [finding({ severity: "BLOCKER" })] };
    const merged = mergePanel(panelRun({ "contract-lens": null, "rules-judge": blocked }));
    expect(merged).toMatchObject({
      verdict: "BLOCKED",
      reasons: ["blocker", "lens-missing"],
      complete: false,
    });
  });

  it.each([
    ["truncated text", '{"lens":"contract-lens","findings":[{"sever'],
    ["no list of findings", { lens: "contract-lens", wow: { score: 9 } }],
    ["findings that are text", { lens: "contract-lens", findings: "none" }],
    ["a status", { lens: "contract-lens", status: "timeout" }],
    ["a prose answer", { lens: "contract-lens", status: "ok", stdout: "All good! PUBLISH" }],
    ["nothing", null],
    [
      "too many findings",
      { lens: "contract-lens", findings: Array.from({ length: 10_001 }, () => finding()) },
    ],
  ])("counts %s as a lost lens", (_name, report) => {
    const run = panelRun({ "contract-lens": null });
    const merged = mergePanel({ ...run, reports: [report, ...run.reports] });
    expect(merged).toMatchObject({ verdict: "REVISE", complete: false });
    expect(merged.reasons).toContain("lens-missing");
    expect(shuffles({ ...run, reports: [report, ...run.reports] }, 50).size).toBe(1);
  });

  it("goes on without a peer whose answer is prose", () => {
    const merged = mergePanel(panelRun({}, { peer: { status: "ok", stdout: "I like it." } }));
    expect(merged).toMatchObject({ verdict: "PUBLISH", complete: true, wowCount: 6, peerVerdict: null });
    expect(merged.findings).toMatchObject([{ block: null, severity: "ADVISORY", lenses: ["orchestrator"] }]);
    expect(merged.findings[0]?.issues[0]?.issue).toBe("outside-peer lost: unparseable");
  });

  it("takes the findings of both reports of one lens, and the figures of one, in any order", () => {
    const twice = quietReport("ai-detector", {
      findings: [
        finding(),
        finding({ severity: "ADVISORY" }),
        finding({ block: 2, evidence: "so they say" }),
      ],
      aiRisk: { score: 9, drivers: ["later"] },
      wow: { score: 10, moments: ["later"] },
      skill_adjustments: [{ file: "a.md", section: "s", problem: "p", suggestion: "later" }],
    });
    const run = panelRun({ "ai-detector": { findings: [finding()] } });
    const both = { ...run, reports: [...run.reports, twice] };
    const merged = mergePanel(both);
    expect(merged).toMatchObject({
      verdict: "REVISE",
      reasons: ["major"],
      aiRisk: { score: 1 },
      wowMedian: 6,
      wowCount: 7,
    });
    expect(merged.findings.map(({ issues, lenses }) => [lenses, issues.length])).toEqual([
      [["ai-detector"], 1],
      [["ai-detector"], 1],
    ]);
    expect(merged.adjustments).toEqual([]);
    expect(merged.warnings).toEqual(["duplicate-lens:ai-detector"]);
    expect(shuffles(both, 500).size).toBe(1);
  });

  it.each([
    ["a higher aiRisk", { aiRisk: { score: 5 } }],
    ["none", { aiRisk: undefined }],
  ])("does not publish where the second report of the ai-detector gives %s", (_name, further) => {
    const run = panelRun();
    const merged = mergePanel({ ...run, reports: [quietReport("ai-detector", further), ...run.reports] });
    expect(merged).toMatchObject({ verdict: "REVISE", reasons: ["ai-risk"], aiRisk: { score: 1 } });
  });

  it("hears a lens that it does not have, capped, and takes nothing else of it", () => {
    const stranger = quietReport("style-police", {
      findings: [finding({ severity: "BLOCKER" })],
      wow: { score: 0 },
    });
    const run = panelRun();
    const merged = mergePanel({ ...run, reports: [...run.reports, stranger] });
    expect(merged).toMatchObject({ verdict: "REVISE", reasons: ["major"], wowCount: 7 });
    expect(merged.warnings).toEqual(["unknown-lens:style-police", "severity-capped:style-police#0"]);
    expect(merged.lenses.map(({ lens }) => lens)).not.toContain("style-police");
  });

  it("is content with two lenses and no peer", () => {
    const policy: PanelPolicy = {
      lenses: [
        { name: "facts", mayBlock: true },
        { name: "tone", mayBlock: false },
      ],
      aiRiskFrom: null,
      aiRiskLimit: 5,
      peer: null,
    };
    const reports = [
      quietReport("facts"),
      quietReport("tone", { findings: [finding({ severity: "BLOCKER" })] }),
    ];
    const run = { blocks: panelRun().blocks, reports };
    expect(mergePanel(run, policy)).toMatchObject({ verdict: "REVISE", reasons: ["major"], complete: true });
    expect(mergePanel({ ...run, reports: reports.slice(0, 1) }, policy).reasons).toEqual(["lens-missing"]);
    expect(mergePanel(run, { ...policy, lenses: [] }).reasons).toContain("no-lenses");
  });
});

/** The word of a lens that gives this finding and no other. */
function wordAfter(given: unknown): "PASS" | "FAIL" | null | undefined {
  return mergePanel(panelRun({ "rules-judge": { findings: [given] } })).lenses[0]?.word;
}

describe("mergePanel: a lens' own word", () => {
  it.each([
    ["BLOCKER", "FAIL"],
    ["MAJOR", "FAIL"],
    ["CRITICAL", "FAIL"],
    ["ADVISORY", "PASS"],
  ])("after a %s is %s", (severity, word) => {
    const { lenses } = mergePanel(panelRun({ "hostile-reader": { findings: [finding({ severity })] } }));
    expect(lenses.find(({ lens }) => lens === "hostile-reader")?.word).toBe(word);
    expect(lenses.filter((one) => one.word === "FAIL").length).toBe(word === "FAIL" ? 1 : 0);
  });

  it("is PASS where its only finding was refused, and none where one cannot be checked", () => {
    expect(wordAfter(finding({ severity: "BLOCKER", block: 9 }))).toBe("PASS");
    expect(wordAfter("everything is wrong")).toBeNull();
  });
});

describe("mergePanel: figures", () => {
  it.each([
    ["missing", undefined, "ai-risk-missing"],
    ["without a score", { drivers: [] }, "ai-risk-missing"],
    ["text", { score: "2" }, "ai-risk-missing"],
    ["out of range", { score: 11 }, "ai-risk-missing"],
    ["below 0", { score: -1 }, "ai-risk-missing"],
    ["no object", 3, "ai-risk-missing"],
    ["at the limit", { score: 5 }, "ai-risk"],
  ])("revises for an aiRisk that is %s", (_name, aiRisk, reason) => {
    const merged = mergePanel(panelRun({ "ai-detector": { aiRisk } }));
    expect(merged).toMatchObject({ verdict: "REVISE", reasons: [reason] });
    expect(merged.aiRisk).toEqual(reason === "ai-risk" ? { score: 5 } : null);
  });

  it("counts valid wow scores only: text, numbers out of range and none are told, not guessed", () => {
    const merged = mergePanel(
      panelRun({
        "rules-judge": { wow: { score: "8" } },
        "claim-auditor": { wow: { score: 12 } },
        "expert-skeptic": { wow: { score: 0 } },
        "hostile-reader": { wow: undefined },
        "contract-lens": { wow: { score: 3, moments: ["the odd bug", 7] } },
      }),
    );
    expect(merged).toMatchObject({ verdict: "PUBLISH", wowMedian: 4.5, wowCount: 4 });
    expect(merged.wowMoments).toEqual([{ lens: "contract-lens", moment: "the odd bug" }]);
    expect(merged.warnings).toEqual(["wow-invalid:rules-judge", "wow-invalid:claim-auditor"]);
    expect(mergePanel({ blocks: [], reports: [] })).toMatchObject({ wowMedian: null, wowCount: 0 });
  });

  it("keeps strengths, the peer's verdict and tokens", () => {
    const merged = mergePanel(
      panelRun({
        "rules-judge": {
          strengths: [{ evidence: "nine minutes", why: "a number" }, 5],
          tokens: { input: 900, output: 100 },
        },
        "claim-auditor": { tokens: 500 },
      }),
    );
    expect(merged.strengths).toEqual([{ lens: "rules-judge", evidence: "nine minutes", why: "a number" }]);
    expect(merged.peerVerdict).toBe("fine");
    expect(merged.tokens).toEqual({ total: 1500, lenses: { "rules-judge": 1000, "claim-auditor": 500 } });
  });
});

describe("mergePanel: whatever comes", () => {
  it("takes 10,000 findings of a lens, merged and in order", () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `claim ${index};`).join(" ");
    const findings = Array.from({ length: 10_000 }, (_, index) =>
      finding({
        evidence: `claim ${index % 5000};`,
        issue: `issue ${index}`,
        severity: index === 7 ? "BLOCKER" : "ADVISORY",
      }),
    );
    const merged = mergePanel(panelRun({ "rules-judge": { findings } }, { blocks: [{ n: 1, text }] }));
    expect(merged.verdict).toBe("BLOCKED");
    expect(merged.findings).toHaveLength(5000);
    expect(merged.findings[0]).toMatchObject({ severity: "BLOCKER", evidence: "claim 7;" });
  });

  it("survives more findings that must be told of than a call takes arguments", () => {
    const findings = Array.from({ length: 10_000 }, () => null);
    const reports = Array.from({ length: 14 }, () => ({ lens: "rules-judge", findings }));
    expect(mergePanel({ ...panelRun(), reports }).warnings.length).toBeGreaterThan(140_000);
  });

  it.each([
    ["no blocks", { blocks: [] }, "no-blocks"],
    ["a block without text", { blocks: [{ n: 1 }] }, "bad-block:0"],
    [
      "two blocks of one number",
      {
        blocks: [
          { n: 1, text: "a" },
          { n: 1, text: "b" },
        ],
      },
      "duplicate-block:1",
    ],
  ])("never publishes over %s", (_name, further, warning) => {
    const run: PanelRun = JSON.parse(JSON.stringify({ ...panelRun(), ...further }));
    expect(mergePanel(run)).toMatchObject({
      verdict: "REVISE",
      complete: false,
      reasons: ["blocks-unusable"],
    });
    expect(mergePanel(run).warnings).toContain(warning);
  });

  it.each([
    "{}",
    "null",
    "[]",
    '{"blocks":5,"reports":{},"peer":[]}',
    '{"reports":[1,null,[],"x",{"lens":{}}],"blocks":[null]}',
  ])("answers %s without throwing, and not with PUBLISH", (json) => {
    const run: PanelRun = JSON.parse(json) ?? {};
    expect(mergePanel(run)).toMatchObject({ verdict: "REVISE", complete: false });
  });

  it("reads keys named __proto__ as keys, and takes nothing from a prototype", () => {
    const report: unknown = JSON.parse(
      '{"lens":"ai-detector","findings":[],"__proto__":{"aiRisk":{"score":0},"wow":{"score":9}}}',
    );
    const run = panelRun({ "ai-detector": null });
    const merged = mergePanel({ ...run, reports: [...run.reports, report] });
    expect(merged).toMatchObject({ verdict: "REVISE", reasons: ["ai-risk-missing"], wowCount: 6 });
    expect(Reflect.get({}, "aiRisk")).toBeUndefined();
  });

  it("has the six lenses and the peer of the published panel by default", () => {
    expect(defaultPanelPolicy.lenses.map(({ name }) => name)).toEqual(sixLenses);
    const blockers = defaultPanelPolicy.lenses.filter(({ mayBlock }) => mayBlock).map(({ name }) => name);
    expect(blockers).toEqual(["rules-judge", "claim-auditor", "contract-lens"]);
  });
});

describe("mergePanel: never PUBLISH by accident", () => {
  const blocker = finding({ severity: "BLOCKER" });
  const quiet = panelRun().reports;
  const cut = '{"lens":"rules-judge","findings":[{"severity":"BLOCKER"';

  it.each<[string, readonly unknown[], string]>([
    ["a cut report beside a clean one of the same lens", [...quiet, cut], "lens-missing"],
    [
      "a report without a list beside a clean one",
      [...quiet, { lens: "rules-judge", findings: {} }],
      "lens-missing",
    ],
    ["a cut report that names nobody", [...quiet, '{"findings":[{"severity":"BLO'], "finding-malformed"],
    [
      "a finding of a stranger that cannot be checked",
      [...quiet, { lens: "Rules-Judge", findings: [{ severity: "BLOCKER", issue: "No source." }] }],
      "finding-malformed",
    ],
    [
      "a BLOCKER under a name that only looks like the lens",
      [...quiet, { lens: "rules\u2011judge", findings: [blocker] }],
      "major",
    ],
  ])("%s", (_name, reports, reason) => {
    const result = mergePanel({ ...panelRun(), reports });
    expect([result.verdict, result.reasons]).toEqual(["REVISE", [reason]]);
  });

  it("takes no report of another lens in a lens' place", () => {
    const reports = panelRun().reports.map((report) =>
      ownLens(report) === "rules-judge"
        ? { lens: "rules-judge", status: "ok", stdout: '{"lens":"claim-auditor","findings":[]}' }
        : report,
    );
    expect(mergePanel({ ...panelRun(), reports }).warnings).toEqual(["lens-missing:rules-judge:other lens"]);
  });

  it("does not fall over a severity that is nested without end", () => {
    let severity: unknown = [];
    for (let level = 0; level < 20_000; level += 1) severity = [severity];
    const run = panelRun({ "rules-judge": { findings: [{ ...finding(), severity }] } });
    expect(mergePanel(run)).toMatchObject({
      verdict: "REVISE",
      warnings: ["unknown-severity:rules-judge#0:none"],
    });
  });
});

function ownLens(report: unknown): unknown {
  return typeof report === "object" && report !== null && "lens" in report ? report.lens : null;
}
