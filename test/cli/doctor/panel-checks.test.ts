import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkCodexCost, checkPanel } from "../../../src/cli/doctor/panel-checks.ts";
import type { Config } from "../../../src/config/config.ts";
import { readConfig } from "../../../src/config/read-config.ts";
import { folderWith } from "../../config/temp-folder.ts";
import { lensCalls, lensCommand, scriptLenses } from "../../support/fake-critics/lens-critic.ts";
import { openFakes, specOf } from "../../support/fake-critics/open-fakes.ts";

function configOf(panel: string, files: Readonly<Record<string, string>> = {}, rest = ""): Config {
  const folder = folderWith({ "improve-cron.yaml": `panel:\n${panel}${rest}`, ...files });
  return readConfig({ file: join(folder, "improve-cron.yaml"), env: {}, cwd: folder, home: folder });
}

describe("checkPanel", () => {
  it("says nothing where no program is configured", async () => {
    expect(await checkPanel(configOf("  axis: verify-panel\n"), openFakes().critics)).toEqual([]);
  });

  it("makes a real call for each program and model, one for lenses that share it", async () => {
    const { critics, folder } = openFakes();
    const script = join(folder, "script.json");
    scriptLenses(script, { answers: { other: "nonsense" } });
    const config = configOf(
      `  critic: ${lensCommand(script, "shared")}\n` +
        `  lenses: [rules-judge, claim-auditor, { name: ai-detector, critic: ${lensCommand(script, "other")} }]\n`,
    );
    const checks = await checkPanel(config, critics);
    expect(checks.map(({ fix, name, ok }) => [name, ok, fix === null])).toEqual([
      ["panel", true, true],
      ["lens outside-peer", true, false],
      ["lens rules-judge, claim-auditor", true, true],
      ["lens ai-detector", false, false],
    ]);
    expect(lensCalls(script)).toHaveLength(2);
    expect(checks[2]?.message).toContain("1000 tokens");
    expect(checks[3]?.message).toContain("(unparseable)");
  });

  it("finds a lens without a program, and a prompt that cannot be used", async () => {
    const { critics, folder } = openFakes();
    const script = join(folder, "script.json");
    scriptLenses(script, {});
    const config = configOf(
      `  lenses: [rules-judge, { name: ai-detector, critic: ${lensCommand(script, "a")} }]\n  peer: null\n`,
      { "lenses/rules-judge.md": "{{that}}" },
    );
    const checks = await checkPanel(config, critics);
    expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
      ["panel", false],
      ["lens rules-judge", false],
      ["lens ai-detector", true],
    ]);
  });
});

describe("checkCodexCost", () => {
  it("says where a cap is set that cannot hold, for axes and lenses alike", () => {
    const axes = [{ name: "verify-dispatch", critic: specOf("codex", "x") }];
    const panel = "  peer: { critic: { kind: codex, model: m } }\n";
    const capped = configOf(panel, {}, "cost: { judge_usd_per_month: 5 }\n");
    const [check, ...rest] = checkCodexCost(axes, capped);
    expect([check?.ok, check?.fix === null, rest]).toEqual([true, false, []]);
    expect(check?.message).toMatch(/^verify-dispatch, outside-peer: /);
    expect(checkCodexCost(axes, configOf(panel))).toEqual([]);
    expect(
      checkCodexCost(
        [{ name: "a", critic: null }],
        configOf("  peer: null\n", {}, "cost: { judge_usd_per_month: 5 }\n"),
      ),
    ).toEqual([]);
  });
});
