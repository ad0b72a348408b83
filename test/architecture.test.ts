import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { importsOf, importViolations, type SourceFile } from "./support/import-rules.ts";

const src = join(import.meta.dirname, "../src");

function sourceFiles(): readonly SourceFile[] {
  return readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => ({ path, source: readFileSync(join(src, path), "utf8") }));
}

describe("the import rules of the house", () => {
  const files = sourceFiles();

  it("sees the files and their imports at all", () => {
    expect(files.length).toBeGreaterThan(60);
    expect(files.map(({ path }) => path)).toContain("core/decision.ts");
    expect(files.flatMap(({ source }) => importsOf(source)).length).toBeGreaterThan(200);
  });

  it("are kept", () => {
    expect(importViolations(files)).toEqual([]);
  });
});

describe("each rule is seen red on a planted violation", () => {
  const planted: readonly [string, string, string][] = [
    ["core/month.ts", 'import { readFileSync } from "node:fs";', "package node:fs"],
    ["core/month.ts", 'import { z } from "zod";', "package zod"],
    ["core/month.ts", 'import { openApp } from "../app.ts";', "may not import app.ts"],
    ["core/month.ts", "export const now = (): number => Date.now();", "never asks the time"],
    ["core/month.ts", "export const dice = (): number => Math.random();", "never throws dice"],
    ["core/month.ts", "export const pid = process.pid;", "does not know the process"],
    ["intake/artifact.ts", 'import type { Store } from "../store/store.ts";', "may not import store"],
    ["store/sqlite/grades.ts", 'import { x } from "../../intake/artifact.ts";', "may not import intake"],
    ["effects/vault-log.ts", 'import { x } from "../regrade/queue.ts";', "may not import regrade"],
    ["regrade/local-queue.ts", 'export { x } from "../effects/effects.ts";', "may not import effects"],
    ["critics/claude.ts", 'import { x } from "../regrade/queue.ts";', "may not import regrade"],
    ["critics/claude.ts", 'import { z } from "zod";', "package zod"],
    ["cycle/run-month.ts", 'import type { X } from "../critics/claude.ts";', "may not import critics"],
    ["reports/table.ts", 'import { x } from "../cycle/run-month.ts";', "may not import cycle"],
    ["reports/table.ts", 'import { writeFileSync } from "node:fs";', "package node:fs"],
    ["cycle/run-month.ts", 'import { x } from "../store/store.ts";', "more than its types"],
    ["cycle/run-month.ts", 'import type { X } from "../store/sqlite/schema.ts";', "may not import store"],
    ["cycle/run-month.ts", 'import { pino } from "pino";', "package pino"],
    ["cycle/run-month.ts", "export const now = new Date();", "told the time"],
    ["cli/run.ts", 'import { x } from "../store/sqlite/schema.ts";', "may not import store"],
    ["cli/run.ts", 'const x = await import("../effects/perform.ts");', "may not import effects"],
    ["core/month.ts", 'import { x } from "./zone";', "without .ts"],
    ["helpers/x.ts", "export const x = 1;", "no known room"],
  ];

  it.each(planted)("%s: %s", (path, source, what) => {
    const breaches = importViolations([{ path, source }]);
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toContain(what);
  });

  it("takes types of a port, and only types", () => {
    const source = 'import { type Store, type Cycle } from "../store/store.ts";';
    expect(importViolations([{ path: "cycle/run-month.ts", source }])).toEqual([]);
  });

  it("does not read comments as code", () => {
    expect(importViolations([{ path: "core/month.ts", source: "// Date.now() is not asked here" }])).toEqual(
      [],
    );
  });
});
