import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { refuseMissingFolder, replaceTextFile, writeOutput } from "../../src/cli/write-output.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "improve-cron-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("refuseMissingFolder", () => {
  it("is wrong usage where the folder is missing or no folder", () => {
    writeFileSync(join(folder, "file"), "");
    for (const name of ["nowhere/out", "file/out"]) {
      expect(() => refuseMissingFolder(join(folder, name))).toThrow(
        expect.objectContaining({ code: "usage" }),
      );
    }
    expect(() => refuseMissingFolder(join(folder, "out"))).not.toThrow();
  });
});

describe("writeOutput", () => {
  it("replaces a file whole, for its owner alone, and leaves nothing beside it", async () => {
    const file = join(folder, "out");
    writeFileSync(file, "what was there before");
    await writeOutput(file, "new");
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["out"]);
  });

  it("writes through a link, which stays one", async () => {
    symlinkSync("real", join(folder, "link"));
    writeFileSync(join(folder, "real"), "old");
    await writeOutput(join(folder, "link"), "new");
    expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, "real"), "utf8")).toBe("new");
  });

  it("writes into a pipe and does not put a file in its place", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      await writeOutput(pipe, "a line\n");
      const bytes = Buffer.alloc(100);
      expect(bytes.subarray(0, readSync(reader, bytes)).toString()).toBe("a line\n");
    } finally {
      closeSync(reader);
    }
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  it("refuses a folder, and tells what cannot be written", async () => {
    mkdirSync(join(folder, "sub"));
    await expect(writeOutput(join(folder, "sub"), "x")).rejects.toMatchObject({ code: "usage" });
    await expect(writeOutput(join(folder, "nowhere/out"), "x")).rejects.toMatchObject({ code: "io" });
    expect(readdirSync(folder)).toEqual(["sub"]);
  });
});

describe("replaceTextFile", () => {
  it("keeps the mode of the file and the link to it", async () => {
    writeFileSync(join(folder, "real"), "old", { mode: 0o640 });
    symlinkSync("real", join(folder, "link"));
    await replaceTextFile(join(folder, "link"), "new");
    expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, "real"), "utf8")).toBe("new");
    expect(statSync(join(folder, "real")).mode & 0o777).toBe(0o640);
  });
});
