import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { noteServing, noteStopped } from "../../src/daemon/serve-file.ts";

it("tells who serves where, and takes away only its own note", () => {
  const folder = mkdtempSync(join(tmpdir(), "improve-cron-serve-"));
  const file = join(folder, "serve.json");
  noteServing(folder, { port: 4187, started: Date.parse("2026-06-01T13:00:00Z") });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    pid: process.pid,
    port: 4187,
    started: "2026-06-01T13:00:00.000Z",
  });
  writeFileSync(file, JSON.stringify({ pid: process.pid + 1, port: 1 }));
  noteStopped(folder);
  expect(existsSync(file)).toBe(true);
  noteServing(folder, { port: 4187, started: 0 });
  noteStopped(folder);
  expect(existsSync(file)).toBe(false);
  rmSync(folder, { recursive: true });
  // Nobody's loss.
  noteServing(folder, { port: 4187, started: 0 });
  noteStopped(folder);
});
