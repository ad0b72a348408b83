import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { examine } from "../../../src/cli/doctor/examine.ts";
import { createSession } from "../../../src/cli/session.ts";
import { createTerminal } from "../../../src/cli/terminal.ts";

const fake = join(import.meta.dirname, "../../support/fake-critics/fake-critic.mjs");

it("waits for the critic's answer, without a database", async () => {
  const folder = mkdtempSync(join(tmpdir(), "doctor-critics-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "axes"));
  writeFileSync(join(folder, "improve-cron.yaml"), "timezone: UTC\nvault_log: null\n");
  const critic = JSON.stringify([process.execPath, fake, "command:with-facts"]);
  writeFileSync(join(folder, "axes/a.yaml"), `axis: a\nstatus: graduated\ncritic: ${critic}\n`);
  writeFileSync(join(folder, "axes/b.yaml"), "axis: b\nstatus: graduated\n");
  const session = createSession(
    { config: join(folder, "improve-cron.yaml") },
    { cwd: folder, env: { PATH: process.env["PATH"], HOME: folder }, terminal: createTerminal(process, {}) },
  );
  const checks = await examine(session);
  expect(checks.filter(({ name }) => name.startsWith("critic"))).toMatchObject([
    { name: "critic of a", ok: true, message: expect.stringContaining("judge-7") },
  ]);
});
