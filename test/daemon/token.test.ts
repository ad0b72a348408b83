import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readToken } from "../../src/daemon/token.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "improve-cron-token-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("is 32 random bytes, made once, for its owner alone", () => {
  const token = readToken(folder);
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(readToken(folder)).toBe(token);
  expect(readFileSync(join(folder, "token"), "utf8")).toBe(`${token}\n`);
  expect(statSync(join(folder, "token")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["token"]);
  rmSync(join(folder, "token"));
  expect(readToken(folder)).not.toBe(token);
});

it("is closed to others again after a copy opened it", () => {
  const token = readToken(folder);
  chmodSync(join(folder, "token"), 0o644);
  expect(readToken(folder)).toBe(token);
  expect(statSync(join(folder, "token")).mode & 0o777).toBe(0o600);
});

it.each([
  ["nothing", ""],
  ["something short", "secret\n"],
  ["two lines", `${"a".repeat(40)}\n${"b".repeat(40)}\n`],
])("is not taken from a file with %s", (_what, text) => {
  writeFileSync(join(folder, "token"), text);
  expect(() => readToken(folder)).toThrow(expect.objectContaining({ code: "config" }));
});
