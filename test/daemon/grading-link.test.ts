import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { gradingLink, servedPort } from "../../src/daemon/grading-link.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "improve-cron-link-"));
  chmodSync(folder, 0o700);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("brings the daemon's token behind #, the same each time", () => {
  const { page, link } = gradingLink(folder, 4187);
  const token = readFileSync(join(folder, "token"), "utf8").trim();
  expect([page, link]).toEqual(["http://127.0.0.1:4187/grade", `http://127.0.0.1:4187/grade#t=${token}`]);
  expect(gradingLink(folder, 4187).link).toBe(link);
});

it("knows the port of a daemon that lives", () => {
  expect(servedPort(folder)).toBeNull();
  const note = (text: string): void => writeFileSync(join(folder, "serve.json"), text);
  note(JSON.stringify({ pid: process.pid, port: 5000 }));
  expect(servedPort(folder)).toBe(5000);
  note(JSON.stringify({ pid: 2 ** 30, port: 5000 }));
  expect(servedPort(folder)).toBeNull();
  note("{");
  expect(servedPort(folder)).toBeNull();
});
