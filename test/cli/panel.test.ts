import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingestPanelFolder } from "../../src/cli/panel-ingest.ts";
import { callProgram } from "../support/call-program.ts";
import { finding, panelFixtures, panelRun } from "../support/panel-run.ts";
import { Workspace } from "../support/workspace.ts";

let workspace: Workspace;

beforeEach(() => {
  workspace = new Workspace({ axes: { "verify-panel": "", "outside-peer": "" } });
});
afterEach(() => {
  workspace.dispose();
});

function call(...args: readonly string[]): ReturnType<typeof callProgram> {
  return callProgram(["--config", workspace.configFile, "--now", "2026-07-20T12:00:00Z", ...args], {
    cwd: workspace.folder,
  });
}

async function answer(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stderr, stdout } = await call(...args, "--json");
  expect(stderr).not.toContain("exitCode");
  expect(code).toBe(0);
  const answered: Record<string, unknown> = JSON.parse(stdout);
  return answered;
}

describe("panel ingest", () => {
  it("answers with JSON as the fixtures say, 0 whatever the verdict", async () => {
    for (const { expected, name, run } of panelFixtures()) {
      workspace.write(`${name}/panel.json`, JSON.stringify(run));
      expect(await answer("panel", "ingest", name)).toMatchObject(expected);
    }
  });

  it("shows the verdict first and what was refused before what was found, without control sequences", async () => {
    const findings = [
      finding({ severity: "BLOCKER", block: 2, evidence: "invented", issue: "\u001b[31mred\u001b[0m" }),
      finding({ issue: "No hardware" }),
    ];
    workspace.write("run/panel.json", JSON.stringify(panelRun({ "rules-judge": { findings } })));
    const { code, stdout } = await call("panel", "ingest", "run", "--axis", "verify-post");
    expect(code).toBe(0);
    expect(stdout.startsWith("REVISE")).toBe(true);
    const [refused, found] = [stdout.indexOf("rules-judge#0"), stdout.indexOf("No hardware")];
    expect(refused).toBeGreaterThan(0);
    expect(found).toBeGreaterThan(refused);
    expect(stdout).toContain("verify-post");
    expect(stdout).not.toContain("\u001b");
    expect(Math.max(...stdout.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  it("says which lens is missing, that no verdict of the panel is stored, and how to go on", async () => {
    workspace.write("run/panel.json", JSON.stringify(panelRun({ "contract-lens": null })));
    const { code, stdout } = await call("panel", "ingest", "run");
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^REVISE/);
    expect(lines[1]).toMatch(/contract-lens.*verify-panel/);
    expect(stdout).toMatch(/^ {2}rules-judge: PASS stored$/m);
    expect(stdout).toMatch(/^ {2}verify-panel: no verdict/m);
    expect(stdout).toMatch(/^ {2}contract-lens: no verdict/m);
    expect(lines.at(-1)).toBe("  improve-cron panel ingest run");
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  it("does not take the axis of a lens for that of the panel: one verdict would pass for the other", async () => {
    workspace.write("run/panel.json", JSON.stringify(panelRun()));
    for (const lens of ["rules-judge", "outside-peer"]) {
      const { code, stdout } = await call("panel", "ingest", "run", "--axis", lens);
      expect([code, stdout]).toEqual([2, ""]);
    }
    expect((await call("panel", "run", "run", "--axis", "rules-judge")).stderr).toContain(
      "--axis rules-judge",
    );
    expect(await answer("findings", "list")).toMatchObject({ kept: 0 });
    const { verdicts } = await answer("panel", "ingest", "run");
    expect(verdicts).toMatchObject([
      { axis: "verify-panel", outcome: "stored" },
      { outcome: "stored" },
      {},
      {},
      {},
      {},
      {},
      {},
    ]);
  });

  it("takes 10,000 findings, and shows the beginning of them", async () => {
    const findings = Array.from({ length: 10_000 }, (_, index) =>
      finding({ issue: `issue ${index}`, severity: "?" }),
    );
    workspace.write("many/panel.json", JSON.stringify(panelRun({ "rules-judge": { findings } })));
    const { code, stdout } = await call("panel", "ingest", "many");
    expect(code).toBe(0);
    expect(stdout.startsWith("REVISE")).toBe(true);
    expect(stdout.split("\n").length).toBeLessThan(150);
    await workspace.at("2026-07-20T12:00:00Z", async ({ store }) => {
      expect(await store.listFindings({ lens: "rules-judge" })).toHaveLength(10_000);
    });
  });

  it("ends with 2 for input that cannot be used", async () => {
    workspace.write("cut/panel.json", '{"id":"x",\n"blocks":[');
    const cut = await call("panel", "ingest", "cut");
    expect(cut.code).toBe(2);
    expect(cut.stderr).toContain("cut/panel.json:2");
    expect((await call("panel", "ingest", "nowhere")).code).toBe(2);
    expect((await call("panel", "ingest")).code).toBe(2);
  });
});

describe("panel compare", () => {
  it("says what is missing until there is something to compare", async () => {
    expect(await answer("panel", "compare")).toMatchObject({ because: "no-panel-runs" });
    workspace.write("run/panel.json", JSON.stringify(panelRun()));
    await answer("panel", "ingest", "run");
    expect(await answer("panel", "compare", "--against", "solo")).toMatchObject({
      because: "no-reviewer-verdicts",
    });
    const solo = ["record", "--axis", "solo", "--verdict", "PASS", "--artifact"];
    workspace.write("other.md", "another draft");
    await answer(...solo, workspace.path("other.md"));
    expect(await answer("panel", "compare", "--against", "solo")).toMatchObject({
      because: "no-shared-drafts",
    });
    expect(await answer("panel", "compare")).toMatchObject({
      because: "no-grades",
      drafts: 1,
      takenOut: true,
    });
  });

  it("compares six lenses with the peer alone on the grades of closed months, with tokens", async () => {
    // The lenses fail every third draft, the peer every second; the founder sees it as the lenses do, but for draft 0.
    await workspace.at("2026-05-10T12:00:00Z", async (app) => {
      for (let draft = 0; draft < 12; draft += 1) {
        const blocks = [{ n: 1, text: `Draft ${draft} reads 2.1 million rows.` }];
        const byLenses = draft % 3 === 0 ? { findings: [finding()] } : {};
        const byPeer = draft % 2 === 0 ? [finding()] : [];
        const peer = { findings: byPeer, wow: { score: 5 }, tokens: 50 };
        const tokens = { tokens: 100 };
        const run = panelRun(
          {
            "rules-judge": { ...byLenses, ...tokens },
            "claim-auditor": tokens,
            "expert-skeptic": tokens,
            "hostile-reader": tokens,
            "ai-detector": tokens,
            "contract-lens": tokens,
          },
          { id: `draft-${draft}`, blocks, peer },
        );
        workspace.write(`d${draft}/panel.json`, JSON.stringify(run));
        const folder = workspace.path(`d${draft}`);
        await ingestPanelFolder(app, { folder, cwd: "/", axis: null, dryRun: false });
      }
    });
    await workspace.run("2026-06-01T13:00:00Z", { sampleTarget: 20 });
    const graded = await workspace.grade("2026-06-02T12:00:00Z", ({ text }) => {
      const draft = Number(/Draft (\d+)/.exec(text)?.[1]);
      return draft % 3 === 0 && draft !== 0 ? "FAIL" : "PASS";
    });
    expect(graded).toBe(24);
    const open = await answer("panel", "compare");
    expect(open).toMatchObject({ because: "no-grades", graded: 0, onlyPanelRight: 0 });
    await workspace.run("2026-07-01T13:00:00Z", { sampleTarget: 20 });
    const compared = await answer("panel", "compare", "--against", "outside-peer");
    expect(compared).toMatchObject({
      because: null,
      drafts: 12,
      graded: 12,
      contradictory: 0,
      takenOut: true,
      panel: { agreement: { agreed: 11, n: 12 }, kappa: { status: "ok" } },
      reviewer: { agreement: { agreed: 5, n: 12 } },
      tokens: { panel: { mean: 600, known: 12, of: 12 }, reviewer: { mean: 50 } },
    });
    const { stdout } = await call("panel", "compare");
    expect(stdout).toContain("11 of 12");
    expect(Math.max(...stdout.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
  });
});

describe("findings", () => {
  it("lists them with the precision of each lens, and dismisses one for good", async () => {
    const findings = [finding(), finding({ issue: "Boast", severity: "ADVISORY" }), finding({ block: 9 })];
    workspace.write("run/panel.json", JSON.stringify(panelRun({ "hostile-reader": { findings } })));
    await answer("panel", "ingest", "run");
    const { stdout: json } = await call("findings", "list", "--lens", "hostile-reader", "--json");
    const { findings: listed }: { findings: readonly { id: string; issue: string }[] } = JSON.parse(json);
    expect(listed).toHaveLength(3);
    const id = listed.find(({ issue }) => issue === "Boast")?.id ?? "";
    const lens = { lens: "hostile-reader", findings: 2, dismissed: 1, kept: 0.5, refused: 1, all: 3 };
    expect(await answer("findings", "dismiss", id, "--reason", "taste", "--dry-run")).toMatchObject({
      dryRun: true,
      lens,
    });
    expect(await answer("findings", "dismiss", id, "--reason", "taste")).toMatchObject({
      outcome: "dismissed",
      lens,
    });
    expect(await answer("findings", "dismiss", id, "--reason", "other")).toMatchObject({
      outcome: "already",
    });
    const again = await answer("findings", "list", "--run", "run-1", "--axis", "verify-panel");
    expect(again).toMatchObject({ lenses: [lens] });
    expect(JSON.stringify(again)).toContain('"reason":"taste"');
    const none = await answer("findings", "list", "--run", "none");
    expect(none).toMatchObject({ lenses: [], findings: [], kept: 3 });
    const { stdout } = await call("findings", "list");
    expect(stdout).toMatch(/dismissed:\s+taste/);
    expect(Math.max(...stdout.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  it("refuses an unknown id and an empty reason", async () => {
    expect((await call("findings", "dismiss", "f-0", "--reason", "x")).code).toBe(2);
    expect((await call("findings", "dismiss", "f-0", "--reason", " ")).code).toBe(2);
    expect((await call("findings", "dismiss", "f-0")).code).toBe(2);
  });
});
