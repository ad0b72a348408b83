import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HistoryRow } from "../../src/core/history-row.ts";
import { type Ended, type MadeProject, repository, runScript } from "./made-project.ts";

/** The repository as a clone, with the packages that are installed here. */
let project: MadeProject;
let desk: string;
let first: Ended;

const minutes = 60_000;
const reverted = "verify-dispatch.yaml";

beforeAll(async () => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "demo-")));
  const root = join(place, "improve-cron");
  const home = join(place, "home");
  desk = join(place, "desk");
  for (const folder of [root, home, desk]) mkdirSync(folder);
  for (const name of ["src", "scripts", "migrations", "config/example", "run-improve-cron.sh"]) {
    cpSync(join(repository, name), join(root, name), { recursive: true });
  }
  for (const name of ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"]) {
    cpSync(join(repository, name), join(root, name));
  }
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  project = { place, root, home, script: join(root, "run-improve-cron.sh") };
  first = await runScript(project, ["--demo"], { cwd: desk });
}, 10 * minutes);
afterAll(() => rmSync(project.place, { recursive: true, force: true }));

/** The lines that a diff adds or takes away. */
function changedLines(out: string): readonly string[] {
  return out.split("\n").filter((line) => /^[+-](?![+-]{2})/.test(line) && !line.startsWith("- "));
}

describe("run-improve-cron.sh --demo", { timeout: 10 * minutes }, () => {
  it("keeps one axis, skips one below the threshold, reverts one by the overwhelming bar", () => {
    expect(first.code).toBe(0);
    const rows: readonly HistoryRow[] = JSON.parse(readFileSync(join(desk, "demo", "history.json"), "utf8"));
    expect(rows).toMatchObject([
      {
        axis: "verify-dispatch",
        state: "closed",
        frame: { pass: 90, fail: 10 },
        graded: { pass: 9, fail: 5 },
        overrides: 4,
        reverseOverrides: 0,
        decision: { action: "revert", literal: { action: "revert" } },
        status: { before: "graduated", after: "assisted" },
      },
      { axis: "verify-strategic-output", state: "below-threshold" },
      { axis: "verify-vault-write", state: "closed", overrides: 0, decision: { action: "keep" } },
    ]);
    expect(rows[0]?.decision.reasons).toContain("kappa-overwhelming");
    expect(first.out).toMatch(
      /reverted to assisted: P\(kappa < 0\.6\) = 0\.99\d+ \(bar 0\.99\).*4 overrides of 9/,
    );
  });

  it("shows a difference that touches the owned lines only", () => {
    const owned = /^[+-](?:status|last_calibration|last_kappa|founder_override_count): /;
    const changed = changedLines(first.out);
    expect(changed.length).toBeGreaterThan(4);
    expect(changed.filter((line) => !owned.test(line))).toEqual([]);
    expect(changed.filter((line) => line.startsWith("+status"))).toHaveLength(1);
    expect(readFileSync(join(desk, "demo", "axes", reverted), "utf8")).toMatch(/^status: assisted/m);
  });

  it("shows the log entry as it stands in the vault, and where the files are", () => {
    const log = readFileSync(join(desk, "demo/vault/01-projects/self-review/improve-cron-log.md"), "utf8");
    const marker = "^ic-2026-05-verify-dispatch-closed";
    expect(log.split(`\n${marker}\n`)).toHaveLength(2);
    expect(first.out).toContain(`\n${marker}\n`);
    for (const path of ["improve-cron.yaml", "axes", "logs", "state"]) {
      expect(first.out).toContain(join(desk, "demo", path));
      expect(existsSync(join(desk, "demo", path))).toBe(true);
    }
  });

  const hasNamespaces = spawnSync("unshare", ["-n", "true"]).status === 0;
  it.skipIf(!hasNamespaces)(
    "runs again without a network, replacing its own folder (skipped without unshare)",
    () => {
      const mark = join(desk, "demo", "mark");
      writeFileSync(mark, "");
      const example = execFileSync("find", [
        join(project.root, "config", "example"),
        "-type",
        "f",
      ]).toString();
      const { status } = spawnSync("unshare", ["-n", project.script, "--demo"], {
        cwd: desk,
        env: { PATH: "/usr/bin:/bin", HOME: project.home, IMPROVE_CRON_NODE: process.execPath },
      });
      expect(status).toBe(0);
      expect(existsSync(mark)).toBe(false);
      expect(existsSync(join(desk, "demo-2"))).toBe(false);
      expect(execFileSync("find", [join(project.root, "config", "example"), "-type", "f"]).toString()).toBe(
        example,
      );
    },
  );

  it("leaves folders alone that it has not made, and obeys no other config", async () => {
    const other = join(project.place, "other desk");
    const strangers = join(other, "demo");
    mkdirSync(strangers, { recursive: true });
    writeFileSync(join(strangers, "notes.md"), "mine");
    // A link to a demo is somebody's own arrangement too.
    symlinkSync(join(desk, "demo"), join(other, "demo-2"));
    const { code } = await runScript(project, ["--demo"], {
      cwd: other,
      env: { IMPROVE_CRON_HOME: join(other, "state"), IMPROVE_CRON_CONFIG: "/nowhere.yaml" },
    });
    expect(code).toBe(0);
    expect(readFileSync(join(strangers, "notes.md"), "utf8")).toBe("mine");
    expect(existsSync(join(desk, "demo", "history.json"))).toBe(true);
    expect(existsSync(join(other, "demo-3", "history.json"))).toBe(true);
    expect(existsSync(join(other, "state"))).toBe(false);
  });
});
