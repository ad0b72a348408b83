import {
  appendFileSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { LogPosition } from "../../src/core/intake.ts";
import type { OpenLog } from "../../src/intake/log-files.ts";
import { continues, expandLogPath, findRotated, openLog, readTail } from "../../src/intake/log-files.ts";
import { temporaryFolder } from "./intake-workspace.ts";

function opened(path: string): OpenLog {
  const opening = openLog(path);
  if (opening.kind !== "open") throw new Error(opening.kind);
  onTestFinished(() => closeSync(opening.log.fd));
  return opening.log;
}

function positionAtEnd(path: string): LogPosition {
  const log = opened(path);
  return {
    axis: "a",
    path,
    inode: log.inode,
    offset: log.size,
    line: 1,
    tail: readTail(log.fd, log.size).hash,
  };
}

describe("the files of a log", () => {
  it("are one, or those that match in the last part of the path", () => {
    const folder = temporaryFolder();
    for (const name of ["b.jsonl", "a.jsonl", "a.jsonl.1", "a+b.jsonl", ".hidden.jsonl", "ab.jsonl"])
      writeFileSync(join(folder, name), "");
    const names = (pattern: string) => expandLogPath(join(folder, pattern)).map((path) => basename(path));
    expect(names("gone.jsonl")).toEqual(["gone.jsonl"]);
    expect(names("*.jsonl")).toEqual(["a+b.jsonl", "a.jsonl", "ab.jsonl", "b.jsonl"]);
    expect(names("?.jsonl")).toEqual(["a.jsonl", "b.jsonl"]);
    expect(names("a+*")).toEqual(["a+b.jsonl"]);
    expect(names(".h*")).toEqual([".hidden.jsonl"]);
    expect(names("c*")).toEqual([]);
    expect(expandLogPath(join(folder, "nowhere", "*.jsonl"))).toEqual([]);
  });

  it("are opened when they are regular files", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "log"), "content");
    symlinkSync("log", join(folder, "link"));
    mkdirSync(join(folder, "folder"));
    expect(opened(join(folder, "link"))).toMatchObject({ size: 7, inode: opened(join(folder, "log")).inode });
    expect(openLog(join(folder, "gone")).kind).toBe("missing");
    expect(openLog(join(folder, "folder")).kind).toBe("not-a-file");
    expect(openLog("/dev/null").kind).toBe("not-a-file");
  });

  it("are known again by the bytes before the place read up to", () => {
    const path = join(temporaryFolder(), "log");
    writeFileSync(path, `${"a".repeat(3_000)}\n`);
    const position = positionAtEnd(path);
    appendFileSync(path, "more");
    expect(continues(opened(path), position)).toBe(true);
    writeFileSync(path, `${"a".repeat(2_500)}b${"a".repeat(499)}\nmore`);
    expect(continues(opened(path), position)).toBe(false);
    writeFileSync(path, "a\n");
    expect(continues(opened(path), position)).toBe(false);
    expect(readTail(opened(path).fd, 2).ended).toBe(true);
    expect(readTail(opened(path).fd, 1).ended).toBe(false);
    expect(readTail(opened(path).fd, 0).ended).toBe(true);
  });

  it("are found where rotation has put them, with those that came after", () => {
    const folder = temporaryFolder();
    const path = join(folder, "log");
    const found = (position: LogPosition) => {
      const logs = findRotated(path, position);
      for (const log of logs) closeSync(log.fd);
      return logs.map((log) => basename(log.path));
    };
    writeFileSync(path, "old\n");
    const position = positionAtEnd(path);
    expect(found(position)).toEqual([]);
    renameSync(path, join(folder, "log.3"));
    utimesSync(join(folder, "log.3"), 1_000, 1_000);
    for (const [name, time] of [
      ["log.4", 900],
      ["log.2", 1_100],
      ["log.1", 1_200],
      ["log.bak", 1_300],
      ["log2", 1_300],
    ] as const) {
      writeFileSync(join(folder, name), `${name}\n`);
      utimesSync(join(folder, name), time, time);
    }
    writeFileSync(path, "new\n");
    expect(found(position)).toEqual(["log.3", "log.2", "log.1"]);
    // Moved under a name that says nothing it is still itself; a copy there is not asked.
    renameSync(join(folder, "log.3"), join(folder, "archive"));
    expect(found(position)[0]).toBe("archive");
  });

  it("are themselves rather than a copy of them", () => {
    const folder = temporaryFolder();
    const path = join(folder, "log");
    writeFileSync(path, "old\n");
    const position = positionAtEnd(path);
    copyFileSync(path, join(folder, "log.1"));
    appendFileSync(path, "more\n");
    renameSync(path, join(folder, "log.2"));
    const logs = findRotated(path, position);
    for (const log of logs) closeSync(log.fd);
    expect(basename(logs[0]?.path ?? "")).toBe("log.2");
  });

  it("are not any file beside one of which nothing was read", () => {
    const folder = temporaryFolder();
    const path = join(folder, "log");
    writeFileSync(path, "");
    const position = positionAtEnd(path);
    writeFileSync(join(folder, "log.1"), "older\n");
    expect(findRotated(path, position)).toEqual([]);
  });

  it("are found as a copy, when the log itself was emptied", () => {
    const folder = temporaryFolder();
    const path = join(folder, "log");
    writeFileSync(path, "old\n");
    const position = positionAtEnd(path);
    copyFileSync(path, join(folder, "log.1"));
    copyFileSync(path, join(folder, "copy"));
    writeFileSync(path, "");
    const logs = findRotated(path, position);
    for (const log of logs) closeSync(log.fd);
    expect(logs.map((log) => basename(log.path))).toEqual(["log.1"]);
  });
});
