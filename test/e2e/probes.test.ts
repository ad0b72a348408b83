import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { judgementsWanted } from "../../src/core/probe.ts";
import { builtCli, finished, runCli, spawnCli } from "../support/built-cli.ts";
import { callsOf, scriptCritic, scriptedProbe } from "../support/fake-critics/probe-critic.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const opening = "2026-06-01T13:00:00Z";

const probes = ["invoice", "changelog", "backup", "newsletter"].map((word, index) =>
  scriptedProbe(`The ${word} task: ${word} one, ${word} two, ${word} three, ${word} four.`, `mode ${index}`),
);

describe("probes, as people call them", () => {
  let workspace: Workspace;
  let script: string;
  beforeAll(() => {
    builtCli();
  });
  beforeEach(() => {
    workspace = new Workspace();
    script = workspace.path("critic.json");
    const critic = scriptCritic(script, { generate: { probes }, otherwise: "PASS" });
    workspace.write("rubric.md", "1. It names a check.\n");
    workspace.writeAxis(axis, `rubric: ../rubric.md\ncritic: ${critic}\n`);
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 10, fail: 0 }));
  });
  afterEach(() => workspace.dispose());

  const options = () => ({ cwd: workspace.folder });
  const args = (now: string, ...rest: readonly string[]): readonly string[] => [
    ...rest,
    "--config",
    workspace.configFile,
    "--now",
    now,
  ];
  const ask = async (now: string, ...rest: readonly string[]) => {
    const { stdout } = await runCli(args(now, ...rest, "--json"), options());
    return JSON.parse(stdout);
  };

  it("are made ahead of time, told of as a number while they are blind, and by state when the month has closed", async () => {
    // Its verdicts are read by the run; until then the present month is the one that is opened next.
    await runCli(args(opening, "ingest"), options());
    const made = await ask(opening, "probes", "run", "--axis", axis);
    expect(made).toEqual([{ axis, period: "2026-05", wanted: 3, made: 3, because: null }]);
    const paid = callsOf(script).length;
    expect(paid).toBe(10);
    expect(await ask(opening, "probes", "run")).toEqual(made);
    await runCli(args(opening, "run"), options());
    expect(callsOf(script)).toHaveLength(paid);
    const blind = await runCli(args(opening, "probes", "list"), options());
    expect(blind.stdout).toContain("4 probes");
    expect(blind.stdout).not.toContain("mode");
    expect(await ask(opening, "probes", "list")).toMatchObject({ probes: [], blind: [{ probes: 4 }] });

    const graded = "2026-06-03T13:00:00Z";
    // Gold runs are no matter here.
    workspace.writeAxis(axis, "rubric: ../rubric.md\n");
    await workspace.grade(graded, ({ text }) => (/^(pass|The invoice)/.test(text) ? "PASS" : "FAIL"));
    await runCli(args(graded, "run"), options());
    const report = await ask(graded, "probes", "list");
    expect(report.judges).toMatchObject([{ axis, judged: 3, caught: 0, graded: 3, escaped: 2 }]);
    expect(report.probes.map((probe: { readonly state: string }) => probe.state)).toEqual([
      "refuted",
      "confirmed",
      "confirmed",
      "unneeded",
    ]);
    expect(JSON.stringify(report)).not.toContain("invoice one");
    const { stdout, code } = await runCli(args(graded, "probes", "list"), options());
    expect([code, stdout.includes("2 of 3 escaped")]).toEqual([0, true]);
    const unknown = await runCli(args(graded, "probes", "run", "--axis", "nobody"), options());
    expect(unknown.code).toBe(2);
  });

  // Killed while they are written, while the first is judged, while the second is, and near the end.
  it.each([1, 3, 5, 9])(
    "survive a kill -9 at call %i: what is stored is not paid for again, and the month opens with all three",
    async (calls) => {
      const child = spawnCli(args(opening, "run"), options());
      const end = finished(child);
      child.stdin.end();
      await expect
        .poll(() => callsOf(script).length, { timeout: 30_000, interval: 5 })
        .toBeGreaterThanOrEqual(calls);
      child.kill("SIGKILL");
      await end;
      const again = await runCli(args(opening, "run"), options());
      expect(again.code).toBe(0);
      const [row] = await workspace.history(opening);
      expect(row).toMatchObject({ state: "open", sampled: { pass: 5, probe: 3 } });
      // One writing and nine judgements; beside them those of one probe that were under way or answered and not stored yet.
      expect(callsOf(script).length).toBeLessThanOrEqual(10 + judgementsWanted);
      const kept = await workspace.at(opening, (app) => app.store.listProbes());
      expect(kept).toHaveLength(4);
      expect(kept.flatMap(({ judgements }) => judgements)).toHaveLength(9);
    },
    60_000,
  );
});
