import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { finished, runCli, spawnCli } from "../support/built-cli.ts";
import { lensCalls, lensCommand, scriptLenses } from "../support/fake-critics/lens-critic.ts";
import { lives } from "../support/fake-critics/open-fakes.ts";
import { Workspace } from "../support/workspace.ts";

describe("a panel that is ended while its lenses hang", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace();
    const script = workspace.path("script.json");
    const lens = (name: string): string => `    - { name: ${name}, critic: ${lensCommand(script, name)} }\n`;
    const lenses = ["claim-auditor", "rules-judge", "ai-detector"].map(lens).join("");
    workspace.write("improve-cron.yaml", `panel:\n  peer: null\n  lenses:\n${lenses}`);
    workspace.write("one/draft.md", "A draft.\n");
    workspace.write("one/reader-contract.json", "{}");
    // A report on an older draft, which must not be judged in the place of the one that is missing.
    workspace.write("one/lenses/rules-judge.json", '{"lens":"rules-judge","findings":[]}');
    const known = { readers: { "rules-judge": { question: "another", report: "another" } } };
    workspace.write("one/.panel-run/run.json", JSON.stringify(known));
    scriptLenses(script, { answers: { "rules-judge": "hang-for-good", "ai-detector": "hang-for-good" } });
  });
  afterEach(() => workspace.dispose());

  it("leaves no process, and goes on with those who had not answered", async () => {
    const args = ["panel", "run", "one", "--json", "--config", workspace.configFile];
    const options = { cwd: workspace.folder };
    const script = workspace.path("script.json");
    const child = spawnCli(args, options);
    const end = finished(child);
    child.stdin.end();
    const patience = { timeout: 40_000, interval: 50 };
    await expect.poll(() => lensCalls(script).length, patience).toBe(3);
    await expect.poll(() => workspace.read("one/.panel-run/run.json"), patience).toMatch(/"report": "/);
    child.kill("SIGINT");
    expect((await end).code).toBe(130);
    expect(lensCalls(script).filter(({ pid }) => lives(pid))).toEqual([]);
    expect(readdirSync(workspace.path("one/lenses")).filter((name) => name.endsWith(".json"))).toEqual([
      "claim-auditor.json",
    ]);
    // Nobody was left to tell what the two calls came to: they count as calls of which the cost is not known.
    const calls = await workspace.at("2026-05-10T13:00:00Z", ({ store }) => store.listCriticCalls());
    expect(calls.map(({ axis, costUsd, outcome }) => `${axis} ${outcome} ${costUsd}`).toSorted()).toEqual([
      "ai-detector no-answer null",
      "claim-auditor written 0.01",
      "rules-judge no-answer null",
    ]);
    scriptLenses(script, {});
    const again = await runCli(args, options);
    expect([again.code, JSON.parse(again.stdout).verdict]).toEqual([0, "PUBLISH"]);
    const asked = readFileSync(`${script}.calls`, "utf8").trimEnd().split("\n");
    expect(asked).toHaveLength(5);
  });
});
