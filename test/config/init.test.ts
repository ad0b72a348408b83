import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readAxes } from "../../src/config/axis-file.ts";
import { initWorkspace } from "../../src/config/init.ts";
import { readConfig } from "../../src/config/read-config.ts";
import { folderWith, tempFolder } from "./temp-folder.ts";

const files = ["improve-cron.yaml", "axes/my-axis.yaml", "rubrics/my-axis.md", "logs"];

describe("initWorkspace", () => {
  it("makes a workspace that works as it is", () => {
    const cwd = tempFolder();
    const folder = join(cwd, "config");
    expect(initWorkspace(folder)).toEqual({ made: files.map((file) => join(folder, file)), left: [] });

    const config = readConfig({ env: {}, cwd, home: cwd });
    expect(config).toMatchObject({ file: join(folder, "improve-cron.yaml"), warnings: [] });
    const { axes, problems } = readAxes(config);
    expect(problems).toEqual([]);
    expect(axes).toMatchObject([
      { name: "my-axis", status: "graduated", verdictLog: join(folder, "logs/my-axis.jsonl") },
    ]);
    expect(existsSync(axes[0]?.rubricPath ?? "")).toBe(true);
  });

  it("overwrites nothing, and makes what is missing", () => {
    const folder = folderWith({ "improve-cron.yaml": "workspace: mine\n", "rubrics/my-axis.md": "mine" });
    const report = initWorkspace(folder);
    expect(report.left).toEqual([join(folder, "improve-cron.yaml"), join(folder, "rubrics/my-axis.md")]);
    expect(report.made).toEqual([join(folder, "axes/my-axis.yaml"), join(folder, "logs")]);
    expect(readFileSync(join(folder, "improve-cron.yaml"), "utf8")).toBe("workspace: mine\n");
    expect(readFileSync(join(folder, "rubrics/my-axis.md"), "utf8")).toBe("mine");
    expect(initWorkspace(folder)).toEqual({ made: [], left: files.map((file) => join(folder, file)) });
  });

  it("says so when a file stands in the place of the folder", () => {
    const folder = folderWith({ taken: "" });
    expect(() => initWorkspace(join(folder, "taken"))).toThrow(expect.objectContaining({ code: "io" }));
    mkdirSync(join(folder, "w"));
    writeFileSync(join(folder, "w", "axes"), "");
    expect(() => initWorkspace(join(folder, "w"))).toThrow(expect.objectContaining({ code: "io" }));
  });

  it.skipIf(process.getuid?.() === 0)(
    "says so when the folder is read-only (root may write anywhere)",
    () => {
      const folder = tempFolder();
      chmodSync(folder, 0o500);
      expect(() => initWorkspace(join(folder, "w"))).toThrow(expect.objectContaining({ code: "io" }));
    },
  );
});
