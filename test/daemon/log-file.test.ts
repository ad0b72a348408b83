import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { boundOutput, openLogFile } from "../../src/daemon/log-file.ts";

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

it("goes on in a new file where logrotate has renamed it, or somebody has deleted it", () => {
  const log = openLogFile(file, 1000);
  log.write("one\n");
  renameSync(file, `${file}-20260601`);
  log.write("two\n");
  expect(readFileSync(`${file}-20260601`, "utf8")).toBe("one\n");
  expect(readFileSync(file, "utf8")).toBe("two\n");
  rmSync(file);
  log.write("three\n");
  log.close();
  expect(readFileSync(file, "utf8")).toBe("three\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("measures anew what logrotate has copied and cut, so that it is not put aside half empty", () => {
  const log = openLogFile(file, 20);
  log.write("0123456789\n");
  log.write("0123456789\n");
  copyFileSync(file, `${file}.copy`);
  truncateSync(file, 0);
  log.write("after\n");
  log.close();
  expect(readFileSync(file, "utf8")).toBe("after\n");
  expect(readdirSync(folder).toSorted()).toEqual(["a.jsonl", "a.jsonl.copy"]);
});

it("loses no line, and no descriptor, where the old one cannot be put aside", () => {
  // A folder in its way, which a rename cannot replace.
  mkdirSync(`${file}.1/in-the-way`, { recursive: true });
  const log = openLogFile(file, 5);
  for (const line of ["first\n", "second\n", "third\n"]) log.write(line);
  log.close();
  expect(readFileSync(file, "utf8")).toBe("first\nsecond\nthird\n");
});

it("cuts what another process goes on appending to, and keeps what stood there", () => {
  writeFileSync(file, "x".repeat(30));
  boundOutput(file, 40);
  expect(statSync(file).size).toBe(30);
  boundOutput(file, 20);
  appendFileSync(file, "more");
  expect(readFileSync(file, "utf8")).toBe("more");
  expect(statSync(`${file}.1`)).toMatchObject({ size: 30 });
  expect(statSync(`${file}.1`).mode & 0o077).toBe(0);
  boundOutput(join(folder, "none"), 20);
});
