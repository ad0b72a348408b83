import { execFile } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { builtCli, runCli } from "../support/built-cli.ts";
import { Workspace } from "../support/workspace.ts";

const run = promisify(execFile);

describe("install skill", () => {
  let space: Workspace;
  beforeEach(() => {
    space = new Workspace();
  });
  afterEach(() => space.dispose());

  const install = (...args: readonly string[]) =>
    runCli(["install", "skill", "--json", ...args], { cwd: space.folder });
  const outcome = async (...args: readonly string[]) => {
    const { code, stdout } = await install(...args);
    return { code, ...(stdout === "" ? {} : JSON.parse(stdout)) };
  };

  it("puts it where the agent looks, once, and takes it away again", async () => {
    const file = space.path(".claude/skills/improve-cron/SKILL.md");
    expect(await outcome()).toEqual({ code: 0, file, outcome: "written" });
    const text = readFileSync(file, "utf8");
    expect(await outcome()).toMatchObject({ outcome: "unchanged" });
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(await outcome("--remove")).toMatchObject({ code: 0, outcome: "removed" });
    expect(existsSync(space.path(".claude/skills/improve-cron"))).toBe(false);
    expect(existsSync(space.path(".claude/skills"))).toBe(true);
    expect(await outcome("--remove")).toMatchObject({ code: 0, outcome: "unchanged" });
  });

  it("takes the folder of skills, or the skill's own", async () => {
    const file = space.path("mine/improve-cron/SKILL.md");
    expect(await outcome("--path", "mine")).toMatchObject({ file, outcome: "written" });
    expect(await outcome("--path", "mine/improve-cron")).toMatchObject({ file, outcome: "unchanged" });
  });

  it("prints the same text, and writes nothing", async () => {
    const { code, stdout } = await install("--print");
    expect(code).toBe(0);
    expect(existsSync(space.path(".claude"))).toBe(false);
    await install();
    const file = space.path(".claude/skills/improve-cron/SKILL.md");
    expect(readFileSync(file, "utf8")).toBe(JSON.parse(stdout).text);
  });

  it("leaves a file alone that somebody has edited, and what lies beside it", async () => {
    await install();
    const file = space.path(".claude/skills/improve-cron/SKILL.md");
    appendFileSync(file, "\nOur own rule.\n");
    const edited = readFileSync(file, "utf8");
    expect((await install()).code).toBe(1);
    expect((await install("--remove")).code).toBe(1);
    expect(readFileSync(file, "utf8")).toBe(edited);
    writeFileSync(file, JSON.parse((await install("--print")).stdout).text);
    writeFileSync(join(file, "../notes.md"), "mine");
    expect(await outcome("--remove")).toMatchObject({ outcome: "removed" });
    expect(readFileSync(join(file, "../notes.md"), "utf8")).toBe("mine");
  });

  it("teaches lines that work: each of its shell examples, as it stands", async () => {
    const { stdout } = await install("--print");
    const text: string = JSON.parse(stdout).text;
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block]) =>
      (block ?? "").trim().split("\n"),
    );
    const inline = [...text.matchAll(/`(echo [^`]*improve-cron record -)`/g)].map(([, line]) => line ?? "");
    const lines = [...blocks, ...inline];
    expect(lines.length).toBeGreaterThanOrEqual(5);
    mkdirSync(space.path("bin"));
    const program = space.path("bin/improve-cron");
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${builtCli()}" "$@"\n`);
    chmodSync(program, 0o755);
    space.write("draft.md", "Goal: ...");
    space.write("rubrics/verify-dispatch.md", "1. It names a goal.");
    const env = {
      PATH: `${space.path("bin")}:${process.env["PATH"]}`,
      HOME: space.folder,
      IMPROVE_CRON_CONFIG: space.configFile,
    };
    for (const line of lines) {
      // A line that the program refuses ends with another code than 0, and is thrown here.
      await run("/bin/sh", ["-c", line], { cwd: space.folder, env });
    }
    const kept = await space.at(Date.now(), ({ store }) =>
      store.listMonthCounts({ axis: "verify-dispatch" }),
    );
    expect(kept.map(({ word }) => word).toSorted()).toEqual(["ERROR", "PASS"]);
  });
});
