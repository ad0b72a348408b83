import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openLogFile } from "../../src/daemon/log-file.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "improve-cron-log-"));
  file = join(folder, "a.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("goes on where the last process ended, for its owner alone", () => {
  writeFileSync(file, "before\n");
  chmodSync(file, 0o644);
  const log = openLogFile(file, 1000);
  log.write("after\n");
  log.close();
  expect(readFileSync(file, "utf8")).toBe("before\nafter\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("keeps one file before it, and no line is torn", () => {
  const log = openLogFile(file, 100);
  const lines = Array.from({ length: 45 }, (_, index) => `${String(index).padStart(9, "0")}\n`);
  for (const line of lines) log.write(line);
  log.close();
  expect(readdirSync(folder).toSorted()).toEqual(["a.jsonl", "a.jsonl.1"]);
  // Full after 10 lines each.
  expect(readFileSync(`${file}.1`, "utf8")).toBe(lines.slice(30, 40).join(""));
  expect(readFileSync(file, "utf8")).toBe(lines.slice(40).join(""));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
