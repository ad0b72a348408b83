import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { missingVariables } from "../../../src/cli/service/environment-file.ts";
import { lastingNode } from "../../../src/cli/service/service-of.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "improve-cron-node-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("names Node by the link that outlives its upgrade, and by no link that ends with its shell", () => {
  const real = join(folder, "Cellar/node/20.1.0/bin/node");
  for (const name of [
    "Cellar/node/20.1.0/bin",
    "Cellar/node/22.0.0/bin",
    "fnm_multishells/1/bin",
    "bin",
    "other",
  ])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(real, "");
  writeFileSync(join(folder, "other/node"), "");
  expect(lastingNode({ PATH: join(folder, "other") }, real)).toBe(real);
  symlinkSync(real, join(folder, "fnm_multishells/1/bin/node"));
  symlinkSync(real, join(folder, "bin/node"));
  const path = ["fnm_multishells/1/bin", "other", "bin"].map((name) => join(folder, name)).join(":");
  expect(lastingNode({ PATH: `.:${path}` }, real)).toBe(join(folder, "bin/node"));
  expect(lastingNode({}, real)).toBe(real);
});

it("knows which variables a service would miss", () => {
  const file = join(folder, "service.env");
  expect(missingVariables(file, ["NOTION_TOKEN"])).toEqual(["NOTION_TOKEN"]);
  writeFileSync(file, '# NOTION_TOKEN=x\nA=\nB=""\nC="c"\n D = d\nEE=1\n');
  expect(missingVariables(file, ["NOTION_TOKEN", "A", "B", "C", "D", "E"])).toEqual([
    "NOTION_TOKEN",
    "A",
    "B",
    "E",
  ]);
});
