import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReadProgress } from "../../src/core/intake.ts";
import { ImproveCronError } from "../../src/errors.ts";
import { maxLineBytes } from "../../src/intake/line-reader.ts";
import type { FileRequest } from "../../src/intake/named-file.ts";
import { ingestFile } from "../../src/intake/named-file.ts";
import {
  codeOf,
  countsOf,
  lineOf,
  makePipe,
  now,
  temporaryFolder,
  temporaryStore,
} from "./intake-workspace.ts";

async function fileOf() {
  const folder = temporaryFolder();
  const store = await temporaryStore(folder);
  const file = join(folder, "may.jsonl");
  const read = (request: Partial<FileRequest> = {}) =>
    ingestFile({ file, axis: null, axes: new Map(), now, sink: store, ...request });
  return { folder, store, file, read };
}

describe("a named file", () => {
  it("is read whole every time, and leaves no place behind", async () => {
    const { file, read, store } = await fileOf();
    writeFileSync(file, `${lineOf("1")}\n${lineOf("2")}\n`);
    expect(countsOf(await read())).toEqual([2, 0, 0]);
    appendFileSync(file, lineOf("3"));
    expect(countsOf(await read())).toEqual([1, 2, 0]);
    expect(await store.readLogPosition("verify-dispatch", file)).toBeNull();
  });

  it("tells how much of it has been read, after each transaction", async () => {
    const { file, read } = await fileOf();
    const text = ["1", "2", "3"].map((id) => `${lineOf(id)}\n`).join("");
    writeFileSync(file, text);
    const seen: ReadProgress[] = [];
    await read({ batchRows: 2, onProgress: (progress) => seen.push(progress) });
    const bytesTotal = Buffer.byteLength(text);
    expect(seen).toEqual([
      { file, bytesRead: Math.round((bytesTotal * 2) / 3), bytesTotal },
      { file, bytesRead: bytesTotal, bytesTotal },
    ]);
  });

  it("that grows while it is read is never read by more than all of it", async () => {
    const { file, read } = await fileOf();
    const lines = ["1", "2", "3", "4"].map((id) => `${lineOf(id)}\n`);
    writeFileSync(file, lines.slice(0, 3).join(""));
    const seen: ReadProgress[] = [];
    const onProgress = (progress: ReadProgress): void => {
      if (seen.length === 0) appendFileSync(file, lines[3] ?? "");
      seen.push(progress);
    };
    expect(countsOf(await read({ batchRows: 2, onProgress }))).toEqual([4, 0, 0]);
    const whole = Buffer.byteLength(lines.join(""));
    expect(seen.at(-1)).toEqual({ file, bytesRead: whole, bytesTotal: whole });
  });

  it("needs an axis, from its lines or from whoever names it", async () => {
    const { file, read } = await fileOf();
    writeFileSync(file, `${lineOf("1", { axis: undefined })}\n`);
    const report = await read();
    expect(report.rejects.map((row) => codeOf(row.reason))).toEqual(["missing-axis"]);
    expect(report.rejects).toMatchObject([{ axis: null, file, line: 1 }]);
    expect(countsOf(await read({ axis: "verify-dispatch" }))).toEqual([1, 0, 0]);
  });

  it("names a last line that does not parse, and does not count it", async () => {
    const { file, read } = await fileOf();
    writeFileSync(file, `${lineOf("1")}\n${lineOf("2").slice(0, 40)}`);
    const report = await read();
    expect(countsOf(report)).toEqual([1, 0, 0]);
    expect(report.notes.map((note) => note.kind)).toEqual(["half-line"]);
  });

  it("refuses a line of 50 MB by its number and stores the rest", async () => {
    const { file, read } = await fileOf();
    writeFileSync(file, `${lineOf("1")}\n{"verdict":"`);
    for (let count = 0; count < 50; count += 1) appendFileSync(file, Buffer.alloc(1024 * 1024, "a"));
    appendFileSync(file, `"}\n${lineOf("2")}\n`);
    const report = await read();
    expect(countsOf(report)).toEqual([2, 0, 1]);
    expect(report.rejects[0]?.line).toBe(2);
    expect(codeOf(report.rejects[0]?.reason ?? "")).toBe("line-too-long");
    expect(report.rejects[0]?.raw).toHaveLength(4096);
  });

  it("refuses a last line that is too long, however it would end", async () => {
    const { file, read } = await fileOf();
    writeFileSync(file, `${lineOf("1")}\n${"a".repeat(maxLineBytes + 1)}`);
    const report = await read();
    expect(countsOf(report)).toEqual([1, 0, 1]);
    expect(report.notes).toEqual([]);
  });

  it("refuses lines that are not UTF-8, and keeps what can be kept of them", async () => {
    const { file, read } = await fileOf();
    const latin1 = Buffer.from(`${lineOf("caf\u00e9")}\n`, "latin1");
    writeFileSync(file, Buffer.concat([latin1, Buffer.from(`${lineOf("2")}\n`)]));
    const report = await read();
    expect(countsOf(report)).toEqual([1, 0, 1]);
    expect(codeOf(report.rejects[0]?.reason ?? "")).toBe("bad-utf8");
    expect(report.rejects[0]?.raw).toContain("caf");
  });

  it("finds artifacts beside itself", async () => {
    const { folder, file, read, store } = await fileOf();
    mkdirSync(join(folder, "drafts"));
    writeFileSync(join(folder, "drafts", "1.md"), "Dear all");
    writeFileSync(
      file,
      `${lineOf("1", { at: new Date().toISOString(), artifact: { path: "drafts/1.md" } })}\n`,
    );
    const report = await read({ now: Date.now() });
    expect([countsOf(report), report.notes]).toEqual([[1, 0, 0], []]);
    const period = new Intl.DateTimeFormat("sv", {
      timeZone: "America/New_York",
      year: "numeric",
      month: "2-digit",
    }).format();
    const [verdict] = await store.listVerdicts({ axis: "verify-dispatch", period, word: "PASS" });
    expect(verdict?.verdict.artifact.kind).toBe("snapshot");
  });

  it("may be a pipe", async () => {
    const { folder, read } = await fileOf();
    const pipe = join(folder, "pipe");
    makePipe(pipe);
    const writer = spawn("sh", ["-c", 'printf "%s\\n" "$1" > "$2"', "sh", lineOf("1"), pipe]);
    const ended = once(writer, "exit");
    const seen: ReadProgress[] = [];
    expect(countsOf(await read({ file: pipe, onProgress: (one) => seen.push(one) }))).toEqual([1, 0, 0]);
    await ended;
    const bytesRead = Buffer.byteLength(lineOf("1")) + 1;
    expect(seen).toEqual([{ file: pipe, bytesRead, bytesTotal: null }]);
  });

  it("that cannot be read is a wrong argument", async () => {
    const { folder, read } = await fileOf();
    for (const file of [join(folder, "gone"), folder, "/dev/zero"]) {
      const error = await read({ file }).catch((thrown: unknown) => thrown);
      expect(error instanceof ImproveCronError && error.code).toBe("input");
    }
  });

  it("adds up whatever its bytes are", async () => {
    const { file, read } = await fileOf();
    const good = Buffer.from(`${lineOf("1")}\n`);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), async (bytes, between) => {
        writeFileSync(file, between ? Buffer.concat([good, bytes, Buffer.from("\n"), good]) : bytes);
        const [stored, duplicate] = countsOf(await read());
        expect(stored + duplicate).toBe(between ? 2 : 0);
      }),
      { numRuns: 100 },
    );
  });
});
