import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkConfig } from "../../src/config/read-config.ts";
import { folderWith } from "./temp-folder.ts";

function check(panel: string, rest = "") {
  const folder = folderWith({ "improve-cron.yaml": `panel:\n${panel.replace(/^/gm, "  ")}\n${rest}` });
  return {
    folder,
    checked: checkConfig({
      file: join(folder, "improve-cron.yaml"),
      env: {},
      cwd: folder,
      home: "/home/ada",
    }),
  };
}

function panelIn(text: string) {
  const { checked, folder } = check(text);
  if (checked.kind === "problems") throw new Error(JSON.stringify(checked.problems));
  return { panel: checked.config.panel, warnings: checked.config.warnings, folder };
}

function problemsIn(text: string, rest = "") {
  const { checked } = check(text, rest);
  return checked.kind === "config" ? [] : checked.problems.map(({ code, key, line }) => [code, key, line]);
}

describe("panel", () => {
  it("takes names alone, and lets those block that rest on something to look up", () => {
    const { panel } = panelIn("lenses: [hostile-reader, rules-judge]");
    expect(panel.lenses.map(({ mayBlock, name }) => [name, mayBlock])).toEqual([
      ["hostile-reader", false],
      ["rules-judge", true],
    ]);
    expect(panel.aiRiskFrom).toBeNull();
  });

  it("gives each lens the shared program, with its own model and limits, or one of its own", () => {
    const { folder, panel, warnings } = panelIn(
      [
        "critic: { kind: claude, model: m-1, max_cost_usd: 0.5 }",
        "lenses:",
        "  - rules-judge",
        "  - { name: ai-detector, model: m-2, timeout_seconds: 60, max_cost_usd: 0.2 }",
        "  - { name: house-style, prompt: ./style.md, critic: [./style.sh] }",
        "peer: { critic: { kind: codex }, model: g-1 }",
      ].join("\n"),
    );
    expect(panel.lenses.map(({ critic }) => critic)).toMatchObject([
      { kind: "claude", model: "m-1", maxCostUsd: 0.5, timeoutMs: 300_000 },
      { kind: "claude", model: "m-2", maxCostUsd: 0.2, timeoutMs: 60_000 },
      { kind: "command", command: [join(folder, "style.sh")] },
    ]);
    expect(panel.lenses[2]?.promptFile).toBe(join(folder, "style.md"));
    expect(panel.peer?.critic).toMatchObject({ kind: "codex", model: "g-1" });
    expect(warnings).toEqual([]);
  });

  it("knows a panel without a peer from one whose keys are left out", () => {
    expect(panelIn("peer: null").panel.peer).toBeNull();
    expect(panelIn("peer:\n  # prompt: null").panel.peer).toBeNull();
    expect(panelIn("axis: verify-panel").panel.peer).toEqual({ promptFile: null, critic: null });
  });

  it.each([
    ["lenses: [rules-judge, claim-auditer]", "lens-name", "panel.lenses.1.name"],
    ["lenses: [rules-judge, rules-judge]", "lens-name", "panel.lenses.1.name"],
    ["lenses: [rules-judge, outside-peer]", "lens-name", "panel.lenses.1.name"],
    ["lenses: [rules-judge, Rules]", "lens-name", "panel.lenses.1.name"],
    ["lenses: [rules-judge]", "lens-set", "panel.lenses"],
    ["lenses: []", "lens-set", "panel.lenses"],
    [
      "lenses: [rules-judge, { name: ai-detector, mayblock: true }]",
      "unknown-key",
      "panel.lenses.1.mayblock",
    ],
    ["lenses: [rules-judge, { name: ai-detector, critic: 7 }]", "panel-critic", "panel.lenses.1.critic"],
    [
      "lenses: [rules-judge, { name: ai-detector, critic: { kind: cluade } }]",
      "panel-critic",
      "panel.lenses.1.critic.kind",
    ],
    [
      "lenses: [rules-judge, { name: ai-detector, timeout_seconds: 0 }]",
      "lens-limit",
      "panel.lenses.1.timeout_seconds",
    ],
    [
      "lenses: [rules-judge, { name: ai-detector, max_cost_usd: 0 }]",
      "lens-limit",
      "panel.lenses.1.max_cost_usd",
    ],
    [
      "lenses: [rules-judge, { name: ai-detector, prompt: ~ada/p.md }]",
      "panel-path",
      "panel.lenses.1.prompt",
    ],
    ["critic: a | b", "panel-critic", "panel.critic"],
    ["critic: { kind: command, command: [a], env: [NOTION_TOKEN] }", "panel-critic", "panel.critic.env.0"],
    ["peer: { critic: { comand: [a] } }", "panel-critic", "panel.peer.critic.comand"],
    ["peer: { timeout_seconds: 4000 }", "seconds", "panel.peer.timeout_seconds"],
    ["ai_risk_from: hostile", "lens-set", "panel.ai_risk_from"],
    ["ai_risk_limit: 11", "score", "panel.ai_risk_limit"],
    ["axis: Panel", "lens-set", "panel.axis"],
    ["rules: $HOME/rules.yaml", "panel-path", "panel.rules"],
    ["limits: { findings: 0 }", "whole-number", "panel.limits.findings"],
    ["limits: { draft_kb: 3 }", "unknown-key", "panel.limits.draft_kb"],
  ])("refuses %s with the line", (text, code, key) => {
    expect(problemsIn(text)).toContainEqual([code, key, 2]);
  });

  it("gives no lens a secret that a channel names", () => {
    expect(
      problemsIn(
        "critic: { kind: command, command: [a], env: [MY_TOPIC] }",
        "notify: [{ channel: ntfy, url: 'https://ntfy.sh/x', token_env: MY_TOPIC }]\n",
      ),
    ).toEqual([["panel-critic", "panel.critic.env.0", 2]]);
  });

  it.each([
    ["critic: claude", 1],
    ["critic: { kind: claude, model: m }", 0],
    ["critic: codex\nlenses: [{ name: rules-judge, model: m }, { name: ai-detector, model: m }]", 0],
    ["critic: codex\nlenses: [{ name: rules-judge, model: m }, ai-detector]", 1],
    ["peer: { critic: codex }", 1],
    ["critic: [./own.sh]", 0],
  ])("warns where %s leaves the model to the program", (text, count) => {
    expect(panelIn(text).warnings).toHaveLength(count);
  });
});
