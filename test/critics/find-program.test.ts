import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { callEnvironment } from "../../src/critics/call-environment.ts";
import { findProgram, programFolders } from "../../src/critics/find-program.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "programs-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
});

function program(path: string, mode = 0o755): string {
  mkdirSync(join(home, path, ".."), { recursive: true });
  writeFileSync(join(home, path), "#!/bin/sh\n", { mode });
  return join(home, path);
}

it("finds a bare name where cron's PATH does not lead, and always the same one", () => {
  const own = program(".local/bin/judge-of-mine");
  program("elsewhere/judge-of-mine");
  for (const path of [undefined, "/usr/bin:/bin", join(home, "elsewhere")]) {
    expect(findProgram("judge-of-mine", { home, path })).toEqual({ kind: "found", path: own });
  }
  const other = program("elsewhere/another-judge");
  expect(findProgram("another-judge", { home, path: join(home, "elsewhere") })).toEqual({
    kind: "found",
    path: other,
  });
  expect(findProgram("another-judge", { home, path: "elsewhere" }).kind).toBe("missing");
});

it("takes a full path as it is, and only a file that may be executed", () => {
  const place = { home, path: "/bin" };
  expect(findProgram(program("a"), place).kind).toBe("found");
  expect(findProgram(program("b", 0o644), place).kind).toBe("missing");
  expect(findProgram(home, place).kind).toBe("missing");
  expect(findProgram(join(home, "none"), place).kind).toBe("missing");
  expect(findProgram("./a", place).kind).toBe("missing");
});

it("gives a critic a PATH on which it finds itself and an interpreter, and no secret", () => {
  const env = callEnvironment({ kind: "codex", env: ["MINE"] }, "/opt/x/codex", {
    PATH: "/usr/bin:/bin:relative",
    HOME: home,
    OPENAI_API_KEY: "k",
    ANTHROPIC_API_KEY: "not for codex",
    MINE: "m",
    NOTION_TOKEN: "secret",
  });
  const { PATH, ...rest } = env;
  expect(rest).toEqual({ HOME: home, OPENAI_API_KEY: "k", MINE: "m" });
  const folders = PATH?.split(":") ?? [];
  expect(folders[0]).toBe("/opt/x");
  expect(folders).toContain(join(process.execPath, ".."));
  expect(folders).not.toContain("relative");
  expect(new Set(folders).size).toBe(folders.length);
  expect(programFolders({ home, path: undefined })).toHaveLength(3);
});
