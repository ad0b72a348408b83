import { mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readRegularFile } from "../../src/intake/regular-file.ts";
import { makePipe, temporaryFolder } from "./intake-workspace.ts";

describe("reading a regular file", () => {
  it("answers its bytes and the time of its last change", () => {
    const path = join(temporaryFolder(), "rubric.md");
    writeFileSync(path, "a".repeat(200_000));
    const reading = readRegularFile(path, 200_000);
    expect(reading).toMatchObject({ kind: "ok", modifiedAt: statSync(path).mtimeMs });
    expect(reading.kind === "ok" && reading.bytes.toString()).toBe("a".repeat(200_000));
    expect(readRegularFile(path, 199_999)).toEqual({ kind: "bad", because: "too-large" });
  });

  it("names what it does not read", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "content");
    symlinkSync("file", join(folder, "link"));
    mkdirSync(join(folder, "real"));
    writeFileSync(join(folder, "real", "file"), "content");
    symlinkSync("real", join(folder, "linked-folder"));
    makePipe(join(folder, "pipe"));
    const because = (name: string) => {
      const reading = readRegularFile(name.startsWith("/") ? name : join(folder, name), 100);
      return reading.kind === "bad" ? reading.because : "ok";
    };
    expect(because("file")).toBe("ok");
    expect(because("gone")).toBe("missing");
    expect(because("file/inside")).toBe("missing");
    expect(because("link")).toBe("not-a-file");
    expect(because("pipe")).toBe("not-a-file");
    expect(because("real")).toBe("not-a-file");
    expect(because("/dev/zero")).toBe("not-a-file");
    // What a folder swapped for a link looks like: the path is no real path any more.
    expect(because("linked-folder/file")).toBe("moved");
  });

  it.skipIf(process.platform !== "linux")(
    "is not deceived by a file that says it is empty (Linux: /proc)",
    () => {
      expect(statSync("/proc/self/status").size).toBe(0);
      expect(readRegularFile(`/proc/${process.pid}/status`, 100)).toEqual({
        kind: "bad",
        because: "too-large",
      });
      expect(readRegularFile(`/proc/${process.pid}/status`, 100_000).kind).toBe("ok");
    },
  );
});
