import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callProgram } from "../support/call-program.ts";
import { Workspace } from "../support/workspace.ts";

/** Lines of a verdict log, numbered. */
function log(from: number, to: number) {
  return Array.from({ length: to - from }, (_, n) => ({
    id: `d-${from + n}`,
    verdict: n % 4 === 3 ? "FAIL" : "PASS",
    at: `2026-05-${String(1 + ((from + n) % 28)).padStart(2, "0")}T12:00:00Z`,
  }));
}

// The commands as people call them, in this process; what is below them is tried in test/store/sqlite.
describe("backup, restore, export, import and verify --against", () => {
  const workspace = new Workspace({ config: "timezone: UTC\nnotify: [{ channel: stdout }]\n" });
  const database = workspace.path("state/improve-cron.db");
  const call = (...args: readonly string[]) =>
    callProgram([...args, "--config", workspace.configFile], { cwd: workspace.folder });
  const ask = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await call(...args, "--json");
    return { code, stderr, answer: stdout === "" ? null : JSON.parse(stdout) };
  };
  beforeAll(async () => {
    workspace.writeLog("verify-dispatch", log(0, 40));
    await call("run", "--now", "2026-06-01T13:00:00Z");
  });

  afterAll(() => {
    rmSync(workspace.folder, { recursive: true, force: true });
  });

  it("says where there is no database to copy", async () => {
    const empty = new Workspace({ database: "none" });
    for (const args of [
      ["backup", "b.db"],
      ["export", "e.ndjson"],
    ]) {
      const { code, stderr } = await callProgram([...args, "--config", empty.configFile], {
        cwd: empty.folder,
      });
      expect(code).toBe(1);
      expect(JSON.parse(stderr)).toMatchObject({ code: "not-found" });
    }
    expect(readdirSync(empty.folder)).not.toContain("state");
    rmSync(empty.folder, { recursive: true });
  });

  it("backs up, goes on, tells what a restore would lose, restores", async () => {
    const made = await ask("backup", "one.db");
    expect(made).toMatchObject({
      code: 0,
      answer: { file: workspace.path("one.db"), rows: { verdict: 40 } },
    });
    expect(made.answer.bytes).toBe(statSync(workspace.path("one.db")).size);
    expect(made.answer.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect((await ask("backup", "one.db")).code).toBe(1);
    expect((await ask("backup", "nowhere/one.db")).code).toBe(2);
    expect((await call("backup", "one.db", "--force")).stdout).toContain("sha256");

    workspace.writeLog("verify-dispatch", log(0, 44));
    await call("ingest", "--now", "2026-06-02T13:00:00Z");
    const refused = await ask("restore", "one.db");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("only in the present database");
    expect(refused.stderr).toContain("conflict");
    const dry = await ask("restore", "one.db", "--dry-run");
    expect(dry).toMatchObject({ code: 0, answer: { status: "dry-run", aside: null } });
    expect(dry.answer.losing).toMatchObject([
      { table: "artifact", rows: 4 },
      { table: "verdict", rows: 4 },
    ]);
    const restored = await ask("restore", "one.db", "--force", "--now", "2026-06-03T13:00:00Z");
    expect(restored).toMatchObject({
      code: 0,
      answer: {
        status: "restored",
        rows: { verdict: 40 },
        aside: `${database}.before-restore-20260603T130000Z`,
      },
    });
    // What the logs hold comes in again by itself.
    expect((await ask("ingest", "--now", "2026-06-04T13:00:00Z")).answer).toMatchObject({ stored: 4 });
    expect((await ask("verify", "--now", "2026-06-04T13:00:00Z")).code).toBe(0);
  });

  it("exports, proves equality, and imports into a new state folder", async () => {
    const made = await ask("export", "one.ndjson");
    expect(made).toMatchObject({ code: 0, answer: { file: workspace.path("one.ndjson") } });
    const lines = readFileSync(workspace.path("one.ndjson"), "utf8").trimEnd().split("\n");
    expect(made.answer.lines).toBe(lines.length);
    expect(JSON.parse(lines.at(-1) ?? "").hash).toBe(made.answer.hash);
    const verified = await ask("verify", "--against", "one.ndjson");
    expect(verified).toMatchObject({ code: 0, answer: { ok: true } });
    expect(verified.answer.findings.at(-1)).toMatchObject({ name: "equality with the export", ok: true });

    const moved = workspace.path("moved");
    mkdirSync(moved);
    const config = workspace.write(
      "moved/improve-cron.yaml",
      "timezone: UTC\naxes: ../axes\nnotify: [{ channel: stdout }]\n",
    );
    const there = async (...args: readonly string[]) => {
      const { code, stdout } = await callProgram([...args, "--config", config, "--json"], { cwd: moved });
      return { code, answer: JSON.parse(stdout === "" ? "null" : stdout) };
    };
    const source = workspace.path("one.ndjson");
    expect(await there("import", source, "--dry-run")).toMatchObject({
      code: 0,
      answer: { status: "dry-run" },
    });
    expect(readdirSync(moved)).toEqual(["improve-cron.yaml"]);
    expect(await there("import", source)).toMatchObject({
      code: 0,
      answer: { status: "imported", hash: made.answer.hash, aside: null },
    });
    expect(await there("import", source)).toMatchObject({ code: 0, answer: { status: "duplicate" } });
    expect(await there("export", "two.ndjson")).toMatchObject({
      code: 0,
      answer: { hash: made.answer.hash },
    });
    expect(await there("verify", "--against", source)).toMatchObject({ code: 0 });
  });

  it("names the line of an export that was changed, and the first row that differs", async () => {
    const text = readFileSync(workspace.path("one.ndjson"), "utf8");
    const n = text.split("\n").findIndex((line) => line.startsWith('{"table":"verdict"')) + 1;
    const changed = workspace.path("changed.ndjson");
    writeFileSync(changed, text.replace('"word":"FAIL"', '"word":"PASS"'));
    const bad = await call("verify", "--against", changed);
    expect(bad.code).toBe(2);
    expect(bad.stderr).toMatch(new RegExp(`changed\\.ndjson:\\d+:`));
    expect(n).toBeGreaterThan(1);

    workspace.writeLog("verify-dispatch", log(0, 45));
    await call("ingest", "--now", "2026-06-05T13:00:00Z");
    const later = await ask("verify", "--against", "one.ndjson");
    expect(later.code).toBe(1);
    expect(later.answer.findings.at(-1)).toMatchObject({ name: "equality with the export", ok: false });
    expect(later.answer.findings.at(-1).message).toContain(`${join(dirname(changed), "one.ndjson")}:`);
    expect((await call("verify", "--against", "one.ndjson")).stdout).toContain(
      "wrong: equality with the export",
    );
  });
});
