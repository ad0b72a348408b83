import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingestPanelFolder } from "../../src/cli/panel-ingest.ts";
import { listFindings } from "../../src/cycle/list-findings.ts";
import { renderFindings } from "../../src/reports/findings-text.ts";
import { finding, panelRun } from "../support/panel-run.ts";
import { agrees, Workspace } from "../support/workspace.ts";

const axis = "rules-judge";
const found = { "rules-judge": { findings: [finding()] } };

describe("findings of an open month", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace();
  });
  afterEach(() => workspace.dispose());

  /** One run a day, 10 to 22 May; every fourth of them found something. */
  const ingestRuns = () =>
    workspace.at("2026-05-28T10:00:00Z", async (app) => {
      for (let day = 10; day < 23; day += 1) {
        const folder = workspace.path(`runs/draft-${day}`);
        mkdirSync(folder, { recursive: true });
        const run = panelRun(day % 4 === 0 ? found : {});
        const content = { ...run, id: `draft-${day}`, at: `2026-05-${day}T12:00:00Z` };
        writeFileSync(join(folder, "panel.json"), JSON.stringify(content));
        await ingestPanelFolder(app, { folder, cwd: "/", axis: null, dryRun: false });
      }
    });
  const list = (now: string, filter: { runId?: string; lens?: string } = {}) =>
    workspace.at(now, (app) => listFindings(app.cycle, filter));

  it("are left out while any verdict of their run is graded, and a run without findings reads the same", async () => {
    workspace.write(`axes/${axis}.yaml`, `axis: ${axis}\nstatus: graduated\n`);
    await ingestRuns();
    expect((await list("2026-05-28T12:00:00Z")).findings).toHaveLength(3);

    await workspace.run("2026-06-01T14:00:00Z");
    const onDesk = await workspace.at("2026-06-02T14:00:00Z", async ({ store }) => {
      const items = await store.listItems({ axis });
      const verdicts = await Promise.all(items.map(({ verdictKey }) => store.readVerdict(verdictKey)));
      return verdicts.flatMap((verdict) => verdict?.verdict.externalId ?? []);
    });
    const open = await list("2026-06-02T14:00:00Z");
    expect(open.withheld).toBe(onDesk.length);
    expect(open.findings.filter(({ runId }) => onDesk.includes(runId))).toEqual([]);
    const pages = await Promise.all(
      onDesk.map(async (runId) => renderFindings(await list("2026-06-02T14:00:00Z", { runId }))),
    );
    expect(onDesk.length).toBeGreaterThan(5);
    expect(new Set(pages).size).toBe(1);
    // Nor does the number of all findings tell how many there are in what is left out.
    expect((await list("2026-06-02T14:00:00Z", { runId: "none" })).kept).toBe(open.findings.length);
    expect(open.findings.length).toBeLessThan(3);

    await workspace.grade("2026-06-03T13:00:00Z", agrees);
    await workspace.run("2026-06-04T13:00:00Z");
    const closed = await list("2026-06-05T14:00:00Z");
    expect([closed.findings.length, closed.withheld]).toEqual([3, 0]);
  });
});
