import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  agreeing,
  dialogueAxis,
  dialogueCalls,
  dialogueTexts,
  disputedWorkspace,
  openedAt,
  scriptDialogue,
} from "../support/dialogue-workspace.ts";
import { parseDialogue } from "../../src/core/dialogue.ts";
import { type CliResult, finished, runCli, spawnCli } from "../support/built-cli.ts";
import { callProgram } from "../support/call-program.ts";
import type { Workspace } from "../support/workspace.ts";

const fixtures = join(import.meta.dirname, "../fixtures/dialogues");

let workspace: Workspace;

beforeAll(async () => {
  workspace = await disputedWorkspace();
});
afterAll(() => workspace.dispose());

function argumentsOf(args: readonly string[]): readonly string[] {
  return ["--config", workspace.configFile, "--now", openedAt, ...args];
}

function run(...args: readonly string[]): Promise<CliResult> {
  return runCli(argumentsOf(args), { cwd: workspace.folder });
}

describe("dialogue, on the command line", () => {
  it("checks a file without a config: 0 sound, 1 INVALID, 2 not readable", async () => {
    const check = (name: string) =>
      callProgram(["dialogue", "check", join(fixtures, name), "--json"], { cwd: workspace.folder });
    const expected = JSON.parse(readFileSync(join(fixtures, "expected.json"), "utf8"));
    const sound = await check("01-clean-done.md");
    expect([sound.code, JSON.parse(sound.stdout)]).toEqual([0, expected.files["01-clean-done.md"]]);
    expect((await check("06-duplicate-round.md")).code).toBe(1);
    expect((await check("none.md")).code).toBe(2);
  });

  it("goes on after kill -9 in the middle of a turn, and doubles none", async () => {
    scriptDialogue(workspace, { partner: [{ hang: true }] });
    const open = ["dialogue", "open", "--axis", dialogueAxis, "--json"];
    const child = spawnCli(argumentsOf(open), { cwd: workspace.folder });
    const ended = finished(child);
    // The second call has begun: the first turn stands in the file, the second is being taken.
    while (dialogueCalls(workspace).length < 2) await new Promise((goOn) => setTimeout(goOn, 20));
    child.kill("SIGKILL");
    await ended;
    const [begun = ""] = dialogueTexts(workspace);
    expect(parseDialogue(begun).turns).toHaveLength(1);

    scriptDialogue(workspace, { partner: [{ hang: true }, ...agreeing.partner] });
    const result = await run(...open);
    expect([result.code, JSON.parse(result.stdout)]).toMatchObject([
      0,
      { status: "ended", resumed: true, outcome: "CONCLUDED", turns: 4 },
    ]);
    const texts = dialogueTexts(workspace);
    expect(texts).toHaveLength(1);
    expect(texts[0]?.startsWith(begun)).toBe(true);
    expect(dialogueCalls(workspace).map(({ name }) => name)).toEqual([
      "author",
      "partner",
      "partner",
      "author",
      "partner",
    ]);
    const { path }: { path: string } = JSON.parse(result.stdout);
    const ingested = await run("dialogue", "ingest", path);
    expect(ingested.code).toBe(0);
    expect(ingested.stdout.split("\n").every((line) => line.length <= 80 || line.includes("/"))).toBe(true);
    expect(existsSync(path)).toBe(true);
  });

  it("refuses an unknown axis and partner as wrong use", async () => {
    for (const wrong of [
      ["--axis", "nobody"],
      ["--axis", dialogueAxis, "--partner", "gemini"],
    ]) {
      const args = argumentsOf(["dialogue", "open", ...wrong]);
      expect((await callProgram(args, { cwd: workspace.folder })).code).toBe(2);
    }
  });
});
