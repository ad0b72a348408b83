import { describe, expect, it } from "vitest";
import { artifactHash } from "../../src/core/artifact-hash.ts";
import { mergePanel } from "../../src/core/panel.ts";
import type { PanelResult } from "../../src/core/panel-result.ts";
import { defaultPanelPolicy } from "../../src/core/panel-policy.ts";
import { findingId } from "../../src/core/panel-finding.ts";
import {
  type JudgedRun,
  panelProposals,
  panelRunRecord,
  panelVerdicts,
} from "../../src/core/panel-run-record.ts";
import { finding, panelRun, sixLenses, type WrittenRun } from "../support/panel-run.ts";

function judged(run: WrittenRun = panelRun(), further: Partial<JudgedRun> = {}): JudgedRun {
  const draft = run.blocks.map(({ text }) => text).join("\n\n");
  return { axis: "panel", run, draft, result: mergePanel(run), at: 10, storedAt: 20, ...further };
}

const verdicts = (changes: Partial<PanelResult> = {}, run: WrittenRun = panelRun()) =>
  panelVerdicts("panel", { ...mergePanel(run), ...changes }, defaultPanelPolicy);

describe("panelRunRecord", () => {
  it("keeps the answer and what it was made of", () => {
    const one = judged();
    const { lenses, ...record } = panelRunRecord(one);
    expect(record).toEqual({
      axis: "panel",
      runId: "run-1",
      sha256: record.sha256,
      at: 10,
      storedAt: 20,
      verdict: "PUBLISH",
      complete: true,
      artifact: artifactHash(one.draft),
      wowMedian: 6,
      result: one.result,
      raw: { blocks: one.run.blocks, reports: one.run.reports, peer: one.run.peer },
      findings: [],
    });
    expect(lenses.map(({ lens, word }) => [lens, word])).toEqual(
      [...sixLenses, "outside-peer"].map((lens) => [lens, "PASS"]),
    );
    const [first] = one.result.lenses;
    const told = { model: "m", tokens: 5, costUsd: 0.5 };
    const result = { ...one.result, lenses: first === undefined ? [] : [{ ...first, ...told }] };
    expect(panelRunRecord({ ...one, result }).lenses).toEqual([
      { lens: "rules-judge", word: "PASS", ...told },
    ]);
    const { peer: _none, ...alone } = one.run;
    expect(panelRunRecord(judged(alone)).raw).toMatchObject({ peer: null });
  });

  it("is known by all that was read, whatever the order of the reports", () => {
    const hash = (run: WrittenRun, further: Partial<JudgedRun> = {}) =>
      panelRunRecord(judged(run, further)).sha256;
    const run = panelRun();
    const known = hash(run);
    expect(known).toMatch(/^[0-9a-f]{64}$/);
    expect(hash({ ...run, reports: run.reports.toReversed() })).toBe(known);
    const { peer: _none, ...alone } = run;
    const others = [
      hash(panelRun({ "rules-judge": { findings: [finding()] } })),
      hash(panelRun({}, { blocks: run.blocks.slice(0, 1) }), { draft: judged().draft }),
      hash(alone),
      hash(run, { draft: "Another text." }),
    ];
    expect(new Set([known, ...others]).size).toBe(5);
    expect(hash({ ...alone, peer: null })).toBe(hash(alone));
  });

  it("keeps each finding once, refused ones with why, whatever their word", () => {
    const twice = finding({ evidence: "2.1 **million** rows", suggestion: "Otherwise." });
    const wrong = finding({ severity: "grave", block: 2 });
    const again = finding({ severity: "grave", block: 2, suggestion: "Otherwise." });
    const run = panelRun({ "claim-auditor": { findings: [finding(), twice, wrong, again] } });
    const common = { lens: "claim-auditor", issue: "No hardware is named", suggestion: "Name it." };
    const { findings } = panelRunRecord(judged(run));
    const idOf = (block: number, evidence: string) =>
      findingId({ runId: "run-1", lens: "claim-auditor", block, evidence, issue: common.issue });
    expect(findings).toEqual([
      {
        ...common,
        id: idOf(1, "2.1 million rows"),
        severity: "MAJOR",
        block: 1,
        evidence: "2.1 million rows",
        rejected: null,
      },
      {
        ...common,
        id: idOf(2, "2.1 million rows"),
        severity: "MAJOR",
        block: 2,
        evidence: "2.1 million rows",
        rejected: "evidence-not-in-block",
      },
    ]);
    const blocker = panelRun({ "claim-auditor": { findings: [finding({ severity: "BLOCKER", block: 2 })] } });
    expect(panelRunRecord(judged(blocker)).findings).toMatchObject([{ severity: "BLOCKER" }]);
  });

  it("keeps no finding of what the program itself says: the lost peer", () => {
    const lost = judged(panelRun({}, { peer: { status: "failed", stdout: "" } }));
    expect(lost.result.findings).toHaveLength(1);
    expect(panelRunRecord(lost).findings).toEqual([]);
  });
});

describe("panelProposals", () => {
  it("are one for each lens that asks", () => {
    const edit = {
      file: "writer.md",
      section: "Claims",
      problem: "Too loose.",
      suggestion: "Name the machine.",
    };
    const asks = { skill_adjustments: [edit] };
    const one = judged(panelRun({ "rules-judge": asks, "hostile-reader": asks }));
    expect(panelProposals(one)).toMatchObject(
      ["rules-judge", "hostile-reader"].map((asker) => ({
        ...edit,
        asker,
        source: { kind: "panel", id: "run-1" },
        axis: "panel",
        clause: null,
        at: 10,
      })),
    );
  });
});

describe("panelVerdicts", () => {
  const axes = [...sixLenses, "outside-peer"];

  it("are one of the panel and one of each lens, PASS where nothing was found", () => {
    const [panel, ...lenses] = verdicts();
    expect(panel).toEqual({
      axis: "panel",
      word: "PASS",
      reason: "PUBLISH",
      rubric: null,
      model: null,
      tokens: null,
      costUsd: null,
    });
    expect(lenses.map(({ axis, reason, word }) => [axis, word, reason])).toEqual(
      axes.map((axis) => [axis, "PASS", "no findings"]),
    );
  });

  it("are FAIL with the reasons where a text is to be revised or blocked, and the gravest finding of the lens", () => {
    const findings = [
      finding({ issue: "Later", block: 2, evidence: "fastest importer" }),
      finding({ severity: "BLOCKER", issue: "Worse" }),
    ];
    const rows = verdicts({}, panelRun({ "claim-auditor": { findings } }));
    expect(rows[0]).toMatchObject({ word: "FAIL", reason: "BLOCKED: blocker, major" });
    expect(rows.filter(({ word }) => word === "FAIL").map(({ axis, reason }) => [axis, reason])).toEqual([
      ["panel", "BLOCKED: blocker, major"],
      ["claim-auditor", "BLOCKER in block 1: Worse"],
    ]);
    const both = panelRun({
      "rules-judge": { findings: [finding({ issue: "Mine" })] },
      "claim-auditor": { findings: [finding({ issue: "Theirs" })] },
    });
    expect(
      verdicts({}, both)
        .slice(1, 3)
        .map(({ reason }) => reason),
    ).toEqual(["MAJOR in block 1: Mine", "MAJOR in block 1: Theirs"]);
    expect(verdicts({ verdict: "REVISE", reasons: ["major", "ai-risk"] })[0]).toMatchObject({
      word: "FAIL",
      reason: "REVISE: major, ai-risk",
    });
  });

  it("give none of the panel where a lens is missing, and none of a lens that is none or gave no word", () => {
    const rows = verdicts({}, panelRun({ "hostile-reader": null }));
    expect(rows.map(({ axis }) => axis)).toEqual(axes.filter((axis) => axis !== "hostile-reader"));
    const { lenses } = mergePanel(panelRun());
    const [first] = lenses;
    const stranger = first === undefined ? [] : [{ ...first, lens: "stranger" }];
    expect(verdicts({ lenses: stranger }).map(({ axis }) => axis)).toEqual(["panel"]);
  });

  it("carry tokens and costs: the panel's the sum of those that are known", () => {
    const { lenses } = mergePanel(panelRun());
    const costs = [0.25, null, 0.5];
    const priced = lenses
      .slice(0, 3)
      .map((one, index) => ({ ...one, costUsd: costs[index] ?? null, rubric: "r", model: "m", tokens: 7 }));
    const rows = verdicts({ lenses: priced, tokens: { total: 21, lenses: {} } });
    expect(rows.map(({ costUsd, model, rubric, tokens }) => [costUsd, model, rubric, tokens])).toEqual([
      [0.75, null, null, 21],
      [0.25, "m", "r", 7],
      [null, "m", "r", 7],
      [0.5, "m", "r", 7],
    ]);
  });
});
