import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingestPanelFolder } from "../../src/cli/panel-ingest.ts";
import type { PanelPage } from "../../src/reports/panel-page.ts";
import { finding, panelRun, sixLenses, type WrittenRun } from "../support/panel-run.ts";
import { Workspace } from "../support/workspace.ts";

const may = "2026-05-10T12:00:00Z";
let workspace: Workspace;

beforeEach(() => {
  workspace = new Workspace();
});
afterEach(() => {
  workspace.dispose();
});

function ingest(run: WrittenRun, now = may, axis: string | null = null): Promise<PanelPage> {
  const folder = workspace.path(`runs/${now.slice(0, 10)}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "panel.json"), JSON.stringify(run));
  return workspace.at(now, (app) => ingestPanelFolder(app, { folder, cwd: "/", axis, dryRun: false }));
}

async function verdictsOf(axis: string): Promise<readonly string[]> {
  return workspace.at("2026-07-01T00:00:00Z", async ({ store }) => {
    const verdicts = await store.listVerdictsOnArtifacts(axis);
    return verdicts.map(({ tokens, word }) => `${word} ${tokens}`);
  });
}

const blocked = { "rules-judge": { findings: [finding({ severity: "BLOCKER" })], tokens: 900 } };

describe("a panel run is kept", () => {
  it("stores a verdict of the panel and one of each lens and the peer, with tokens, on the draft that they saw", async () => {
    const page = await ingest(panelRun({ ...blocked, "claim-auditor": { tokens: 100 } }));
    expect(page.verdicts.map(({ axis, outcome, verdict }) => `${axis} ${verdict} ${outcome}`)).toEqual([
      "verify-panel FAIL stored",
      "rules-judge FAIL stored",
      ...sixLenses.slice(1).map((lens) => `${lens} PASS stored`),
      "outside-peer PASS stored",
    ]);
    expect(await verdictsOf("verify-panel")).toEqual(["FAIL 1000"]);
    expect(await verdictsOf("rules-judge")).toEqual(["FAIL 900"]);
    expect(await verdictsOf("outside-peer")).toEqual(["PASS null"]);
    await workspace.at(may, async ({ store }) => {
      const [verdict] = await store.listVerdictsOnArtifacts("verify-panel");
      const bytes = await store.readArtifact(verdict?.artifact ?? "");
      expect(Buffer.from(bytes ?? []).toString()).toContain("nine minutes.\n\nIt is the fastest");
    });
  });

  it("takes the model of a report and the axis that it was given", async () => {
    await ingest(panelRun({ "rules-judge": { model: "judge-2" } }), may, "verify-post");
    const rows = await workspace.at(may, ({ store }) =>
      store.listVerdicts({ axis: "rules-judge", period: "2026-05", word: "PASS" }),
    );
    expect(rows).toMatchObject([{ verdict: { model: "judge-2", source: "panel", externalId: "run-1" } }]);
    expect(await verdictsOf("verify-post")).toEqual(["PASS null"]);
    expect(await verdictsOf("verify-panel")).toEqual([]);
  });

  it("stores no verdict of a panel that lacks a lens, and completes it when the lens has answered", async () => {
    const first = await ingest(panelRun({ "contract-lens": null }));
    expect(first).toMatchObject({ verdict: "REVISE", complete: false });
    expect(await verdictsOf("verify-panel")).toEqual([]);
    expect(await verdictsOf("contract-lens")).toEqual([]);
    const second = await ingest(panelRun(), "2026-05-11T12:00:00Z");
    expect(second.run).toEqual({ outcome: "other-version", version: 2 });
    expect(second.verdicts.filter(({ outcome }) => outcome === "stored").map(({ axis }) => axis)).toEqual([
      "verify-panel",
      "contract-lens",
    ]);
    expect(await verdictsOf("rules-judge")).toEqual(["PASS null"]);
  });

  it("knows the same run again, whatever the order of its reports and the day", async () => {
    await ingest(panelRun(blocked));
    const { reports, ...run } = panelRun(blocked);
    const again = await ingest({ ...run, reports: reports.toReversed() }, "2026-06-20T12:00:00Z");
    expect(again.run).toEqual({ outcome: "duplicate", version: 1 });
    expect(new Set(again.verdicts.map(({ outcome }) => outcome))).toEqual(new Set(["duplicate"]));
  });

  it("keeps a second version of a run beside the first, whose verdicts stay, and tells of the conflict", async () => {
    await ingest(panelRun(blocked));
    const other = await ingest(panelRun());
    expect(other).toMatchObject({ verdict: "PUBLISH", run: { outcome: "other-version", version: 2 } });
    expect(other.verdicts.filter(({ outcome }) => outcome === "conflict").map(({ axis }) => axis)).toEqual([
      "verify-panel",
      "rules-judge",
    ]);
    expect(await verdictsOf("verify-panel")).toEqual(["FAIL 900"]);
    await workspace.at(may, async ({ store }) => {
      const runs = await store.listPanelRuns({ runId: "run-1" });
      expect(new Map(runs.map(({ verdict, version }) => [version, verdict]))).toEqual(
        new Map([
          [1, "BLOCKED"],
          [2, "PUBLISH"],
        ]),
      );
      const rejects = await store.listRejects();
      expect(rejects.map(({ reason }) => reason.slice(0, 8))).toEqual(["conflict", "conflict"]);
    });
  });

  it("puts what is asked for into the ledger once, however often the run is read", async () => {
    const skill_adjustments = [
      { file: "agents/writer.md", section: "Voice", problem: "Dull", suggestion: "Cut it." },
    ];
    const asked = { "rules-judge": { skill_adjustments }, "hostile-reader": { skill_adjustments } };
    await ingest(panelRun(asked));
    await ingest(panelRun({ ...asked, "claim-auditor": { wow: { score: 9 } } }));
    await workspace.at(may, async ({ store }) => {
      const kept = await store.listAdjustments();
      expect(kept).toHaveLength(1);
      expect(kept[0]?.proposals.map(({ asker, kind, source }) => [asker, kind, source.id])).toEqual([
        ["hostile-reader", "deletion", "run-1"],
        ["rules-judge", "deletion", "run-1"],
      ]);
    });
  });

  it("keeps nothing of a dry run", async () => {
    const folder = workspace.path("runs");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "panel.json"), JSON.stringify(panelRun()));
    const app = await workspace.open(may, { dryRun: true });
    const page = await ingestPanelFolder(app, { folder, cwd: "/", axis: null, dryRun: true });
    await app[Symbol.asyncDispose]();
    expect(page).toMatchObject({ verdict: "PUBLISH", dryRun: true });
    expect(await verdictsOf("verify-panel")).toEqual([]);
  });
});
