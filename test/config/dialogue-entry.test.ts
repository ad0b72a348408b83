import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkConfig } from "../../src/config/read-config.ts";
import { folderWith } from "./temp-folder.ts";

function check(section: string) {
  const folder = folderWith({ "improve-cron.yaml": `dialogue: ${section}\n` });
  const file = join(folder, "improve-cron.yaml");
  return { folder, checked: checkConfig({ file, env: {}, cwd: folder, home: "/home/ada" }) };
}

function setupOf(section: string) {
  const { checked, folder } = check(section);
  if (checked.kind === "problems") throw new Error(JSON.stringify(checked.problems));
  return { folder, setup: checked.config.dialogue };
}

function problemsOf(section: string) {
  const { checked } = check(section);
  return checked.kind === "config" ? [] : checked.problems.map(({ code, key }) => [code, key]);
}

describe("dialogue", () => {
  it("reads programs as an axis file has them, and places from the config's folder", () => {
    const { folder, setup } = setupOf(
      "{ author: [./judge.sh], partner: { kind: codex, model: g-1 }, rounds: 3, turn_minutes: 0.5, folder: ./talk }",
    );
    expect(setup).toMatchObject({
      author: { kind: "command", command: [join(folder, "judge.sh")] },
      partner: { kind: "codex", model: "g-1" },
      spare: { kind: "claude", model: null },
      named: { codex: { model: "g-1" }, claude: { model: null } },
      rounds: 3,
      turnMs: 30_000,
      folder: join(folder, "talk"),
    });
  });

  it("lets a spare be named, and finds it by name too", () => {
    const { setup } = setupOf("{ spare: { kind: codex, model: g-2 } }");
    expect([setup.partner.kind, setup.spare.model, setup.named.codex.model]).toEqual([
      "claude",
      "g-2",
      "g-2",
    ]);
  });

  it.each([
    ["{ rounds: 0 }", "rounds", "dialogue.rounds"],
    ["{ rounds: 21 }", "rounds", "dialogue.rounds"],
    ["{ turn_minutes: 0 }", "minutes", "dialogue.turn_minutes"],
    ["{ turn_minutes: 31 }", "minutes", "dialogue.turn_minutes"],
    ['{ author: "judge | tee" }', "dialogue-critic", "dialogue.author"],
    ["{ partner: { kind: gemini } }", "dialogue-critic", "dialogue.partner.kind"],
    ["{ spare: { kind: claude, env: [NOTION_TOKEN] } }", "dialogue-critic", "dialogue.spare.env.0"],
    ["{ folder: $HOME/x }", "dialogue-path", "dialogue.folder"],
    ["{ round: 3 }", "unknown-key", "dialogue.round"],
  ])("finds what is wrong in %s", (section, code, key) => {
    expect(problemsOf(section)).toEqual([[code, key]]);
  });
});
