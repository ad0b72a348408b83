import { createHash } from "node:crypto";
import {
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AdditionOutcome } from "../../src/core/dialogue-files.ts";
import { createDialogueFiles } from "../../src/effects/dialogue-files.ts";

let folder: string;
let path: string;
const files = createDialogueFiles(() => {});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dialogue-files-"));
  path = join(folder, ".dialogues/one.md");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function add(before: string, text: string, to = path): Promise<AdditionOutcome> {
  const beforeSha256 = createHash("sha256").update(before).digest("hex");
  return files.add({ path: to, beforeBytes: Buffer.byteLength(before), beforeSha256, text });
}

describe("dialogue files", () => {
  it("begins a file, adds to it, and adds nothing twice", async () => {
    expect(await add("", "head é\n")).toEqual({ kind: "written" });
    expect(await add("head é\n", "turn\n")).toEqual({ kind: "written" });
    expect(await add("head é\n", "turn\n")).toEqual({ kind: "written" });
    expect(readFileSync(path, "utf8")).toBe("head é\nturn\n");
    expect([statSync(path).mode & 0o777, statSync(join(path, "..")).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it("completes what was cut off at any byte", async () => {
    const text = "a turn é\n";
    for (let bytes = 0; bytes <= Buffer.byteLength(text); bytes += 1) {
      rmSync(path, { force: true });
      await add("", "head\n");
      await add("head\n", text);
      truncateSync(path, 5 + bytes);
      expect(await add("head\n", text)).toEqual({ kind: "written" });
      expect(readFileSync(path, "utf8")).toBe(`head\n${text}`);
    }
  });

  it.each(["head\nother\n", "HEAD\n", "hea", "head\nturn\nmore"])("leaves %j as it is", async (there) => {
    await add("", "head\n");
    writeFileSync(path, there);
    expect(await add("head\n", "turn\n")).toEqual({ kind: "changed" });
    expect(readFileSync(path, "utf8")).toBe(there);
  });

  it("makes no file anew that is gone, and follows no link", async () => {
    expect(await add("head\n", "turn\n")).toEqual({ kind: "changed" });
    const elsewhere = join(folder, "elsewhere.md");
    writeFileSync(elsewhere, "");
    const link = join(folder, "link.md");
    symlinkSync(elsewhere, link);
    expect(await add("", "turn\n", link)).toMatchObject({ kind: "unwritable" });
    expect(readFileSync(elsewhere, "utf8")).toBe("");
  });

  it("reads text with its byte order mark, and says why it cannot", async () => {
    writeFileSync(join(folder, "bom.md"), "\uFEFFa\r\n");
    expect(await files.read(join(folder, "bom.md"))).toMatchObject({
      kind: "file",
      text: "\uFEFFa\r\n",
      bytes: 6,
    });
    expect(await files.read(join(folder, "none.md"))).toEqual({ kind: "missing" });
    expect(await files.read(folder)).toMatchObject({ kind: "unreadable" });
    writeFileSync(join(folder, "latin.md"), Buffer.from([0x61, 0xe9, 0x0a]));
    expect(await files.read(join(folder, "latin.md"))).toMatchObject({ kind: "unreadable" });
  });
});
