import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Axis } from "../../src/core/axis.ts";
import type { FactMemory, ReadProgress, VerdictSink } from "../../src/core/intake.ts";
import type { Store } from "../../src/store/store.ts";
import { maxLineBytes } from "../../src/intake/line-reader.ts";
import type { LogRequest } from "../../src/intake/verdict-log.ts";
import { ingestFile } from "../../src/intake/named-file.ts";
import { ingestLog } from "../../src/intake/verdict-log.ts";
import {
  axesOf,
  axisOf,
  codeOf,
  countsOf,
  lineOf,
  now,
  temporaryFolder,
  temporaryStore,
} from "./intake-workspace.ts";

async function logOf(facts: Partial<Axis> = {}) {
  const folder = temporaryFolder();
  const store = await temporaryStore(folder);
  const path = join(folder, "dispatch.jsonl");
  const axis = axisOf("verify-dispatch", { verdictLog: path, ...facts });
  const read = (request: Partial<LogRequest> = {}) =>
    ingestLog({ axis, axes: axesOf(axis), path, now, sink: store, ...request });
  const counts = async (request: Partial<LogRequest> = {}) => countsOf(await read(request));
  const notes = async (request: Partial<LogRequest> = {}) =>
    (await read(request)).notes.map((note) => note.kind);
  const stored = async () => {
    const words = ["PASS", "FAIL", "ERROR"] as const;
    const lists = await Promise.all(
      words.map((word) => store.listVerdicts({ axis: "verify-dispatch", period: "2026-05", word })),
    );
    return lists
      .flat()
      .map(({ verdict }) => verdict.externalId)
      .sort((a, b) => Number(a) - Number(b));
  };
  return { folder, store, path, axis, read, counts, notes, stored };
}

const factsOf = (store: Store): FactMemory => ({
  readSetting: (name) => store.readSetting(name),
  writeSetting: (name, value) => store.writeSetting(name, value),
});

const lines = (...ids: readonly string[]) => ids.map((id) => `${lineOf(id)}\n`).join("");

describe("a verdict log", () => {
  it("is read once, and read on from there", async () => {
    const { path, counts, stored, store } = await logOf();
    writeFileSync(path, lines("1", "2"));
    expect(await counts()).toEqual([2, 0, 0]);
    expect(await counts()).toEqual([0, 0, 0]);
    appendFileSync(path, lines("3"));
    expect(await counts()).toEqual([1, 0, 0]);
    expect(await stored()).toEqual(["1", "2", "3"]);
    expect(await store.readLogPosition("verify-dispatch", path)).toMatchObject({
      offset: statSync(path).size,
      line: 3,
    });
  });

  it("that does not exist yet is a note, and is read when it does", async () => {
    const { path, counts, notes } = await logOf();
    expect(await notes()).toEqual(["log-missing"]);
    expect(await counts()).toEqual([0, 0, 0]);
    writeFileSync(path, lines("1"));
    expect(await counts()).toEqual([1, 0, 0]);
  });

  it("that is no file is a note", async () => {
    const { path, notes } = await logOf();
    mkdirSync(path);
    expect(await notes()).toEqual(["log-not-a-file"]);
  });

  it("may have CRLF, a byte order mark and blank lines", async () => {
    const { path, read, stored } = await logOf();
    writeFileSync(path, `\ufeff${lineOf("1")}\r\n\r\n   \r\n${lineOf("2")}\r\nbad\r\n`);
    const report = await read();
    expect(countsOf(report)).toEqual([2, 0, 1]);
    expect(report.rejects).toMatchObject([
      { line: 5, raw: "bad", file: path, axis: "verify-dispatch", seenAt: now },
    ]);
    expect(await stored()).toEqual(["1", "2"]);
  });

  it("waits for the rest of a half-written last line, however often it is read", async () => {
    const { path, counts, notes, stored, read } = await logOf();
    const [half, rest] = [lineOf("2").slice(0, 30), lineOf("2").slice(30)];
    writeFileSync(path, lines("1") + half);
    expect(await counts()).toEqual([1, 0, 0]);
    expect(await notes()).toEqual(["half-line"]);
    appendFileSync(path, `${rest}\nbad\n`);
    const report = await read();
    expect(countsOf(report)).toEqual([1, 0, 1]);
    expect(report.rejects[0]?.line).toBe(3);
    expect(await stored()).toEqual(["1", "2"]);
  });

  it("counts a last line without a newline when it parses, and its number once", async () => {
    const { path, counts, read } = await logOf();
    writeFileSync(path, lines("1") + lineOf("2"));
    expect(await counts()).toEqual([2, 0, 0]);
    expect(await counts()).toEqual([0, 0, 0]);
    appendFileSync(path, `\n${lines("3")}bad\n`);
    const report = await read();
    expect(countsOf(report)).toEqual([1, 0, 1]);
    expect(report.rejects[0]?.line).toBe(4);
  });

  it("is cut at a half character only where the writer stopped", async () => {
    const { path, counts, store, stored } = await logOf();
    const bytes = Buffer.from(`${lineOf("caf\u00e9")}\n`);
    const middle = bytes.indexOf(0xc3) + 1;
    writeFileSync(path, bytes.subarray(0, middle));
    expect(await counts()).toEqual([0, 0, 0]);
    appendFileSync(path, bytes.subarray(middle));
    expect(await counts()).toEqual([1, 0, 0]);
    expect(await stored()).toEqual(["caf\u00e9"]);
    expect(await store.listRejects()).toEqual([]);
  });

  it("that was rotated is finished first, then the new one is read from its start", async () => {
    const { path, read, notes, counts, stored } = await logOf();
    writeFileSync(path, lines("1"));
    await read();
    appendFileSync(path, lines("2") + lineOf("3"));
    renameSync(path, `${path}.1`);
    writeFileSync(path, lines("4"));
    const report = await read();
    expect(countsOf(report)).toEqual([3, 0, 0]);
    expect(report.notes.map((note) => note.kind)).toEqual(["rotated"]);
    expect(await stored()).toEqual(["1", "2", "3", "4"]);
    expect(await notes()).toEqual([]);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it("that was rotated is finished even when the new one begins alike", async () => {
    const { path, read, stored } = await logOf();
    writeFileSync(path, lines("1"));
    await read();
    appendFileSync(path, lines("2"));
    renameSync(path, `${path}.1`);
    writeFileSync(path, lines("1", "3"));
    expect(countsOf(await read())).toEqual([2, 1, 0]);
    expect(await stored()).toEqual(["1", "2", "3"]);
  });

  it("that was rotated twice between two readings loses nothing", async () => {
    const { path, read, stored } = await logOf();
    writeFileSync(path, lines("1"));
    await read();
    appendFileSync(path, lines("2"));
    renameSync(path, `${path}.1`);
    writeFileSync(path, lines("3"));
    renameSync(`${path}.1`, `${path}.2`);
    renameSync(path, `${path}.1`);
    writeFileSync(path, lines("4"));
    await read();
    expect(await stored()).toEqual(["1", "2", "3", "4"]);
  });

  it("that was rotated and not yet made anew is finished", async () => {
    const { path, read, stored } = await logOf();
    writeFileSync(path, lines("1"));
    await read();
    appendFileSync(path, lines("2"));
    renameSync(path, `${path}-20260601`);
    expect((await read()).notes.map((note) => note.kind)).toEqual(["log-missing"]);
    expect(await stored()).toEqual(["1", "2"]);
  });

  it("that was read and is gone is told apart from one that nobody has begun, and read on when it is back", async () => {
    const { folder, path, counts, notes, stored } = await logOf();
    writeFileSync(path, lines("1"));
    await counts();
    appendFileSync(path, lines("2"));
    const elsewhere = join(folder, "trash/dispatch.jsonl");
    mkdirSync(join(folder, "trash"));
    renameSync(path, elsewhere);
    expect(await notes()).toEqual(["log-gone"]);
    renameSync(elsewhere, path);
    expect(await counts()).toEqual([1, 0, 0]);
    expect(await stored()).toEqual(["1", "2"]);
  });

  it("that was copied and emptied is finished in the copy", async () => {
    const { path, read, counts, stored } = await logOf();
    writeFileSync(path, lines("1"));
    await read();
    appendFileSync(path, lines("2"));
    copyFileSync(path, `${path}.1`);
    truncateSync(path);
    appendFileSync(path, lines("3"));
    expect(await counts()).toEqual([2, 0, 0]);
    expect(await stored()).toEqual(["1", "2", "3"]);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it("refuses the half line that a rotated file ends with", async () => {
    const { path, read } = await logOf();
    writeFileSync(path, lines("1"));
    await read();
    appendFileSync(path, lineOf("2").slice(0, 30));
    renameSync(path, `${path}.1`);
    writeFileSync(path, lines("3"));
    const report = await read();
    expect(countsOf(report)).toEqual([1, 0, 1]);
    expect(report.rejects).toMatchObject([{ file: `${path}.1`, line: 2, raw: lineOf("2").slice(0, 30) }]);
    expect(codeOf(report.rejects[0]?.reason ?? "")).toBe("half-line");
  });

  it("says so when the rotated file is not to be found", async () => {
    const { path, read, notes, stored } = await logOf();
    writeFileSync(path, lines("1"));
    await read();
    writeFileSync(`${path}.new`, lines("2"));
    renameSync(`${path}.new`, path);
    expect(await notes()).toEqual(["rotated-not-found"]);
    expect(await stored()).toEqual(["1", "2"]);
  });

  it("that is the same under another inode is read on", async () => {
    const { path, read, stored } = await logOf();
    writeFileSync(path, lines("1", "2"));
    await read();
    copyFileSync(path, `${path}.restored`);
    renameSync(`${path}.restored`, path);
    appendFileSync(path, lines("3"));
    const report = await read();
    expect([countsOf(report), report.notes]).toEqual([[1, 0, 0], []]);
    expect(await stored()).toEqual(["1", "2", "3"]);
  });

  it("that has nothing new asks nothing of the store", async () => {
    const { path, store, read } = await logOf();
    writeFileSync(path, lines("1"));
    await read();
    let calls = 0;
    const counting: VerdictSink & FactMemory = {
      ...factsOf(store),
      readLogPosition: (axis, log) => store.readLogPosition(axis, log),
      recordVerdicts: (batch) => store.recordVerdicts(batch),
      recordReading: (reading, storedAt) => {
        calls += 1;
        return store.recordReading(reading, storedAt);
      },
    };
    await read({ sink: counting });
    expect(calls).toBe(0);
  });

  it("waits with a line that is too long until it ends, then refuses it once", async () => {
    const { path, counts, notes } = await logOf();
    writeFileSync(path, lines("1") + "a".repeat(maxLineBytes + 1));
    expect(await counts()).toEqual([1, 0, 0]);
    expect(await notes()).toEqual(["half-line"]);
    appendFileSync(path, `a\n${lines("2")}`);
    expect(await counts()).toEqual([1, 0, 1]);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it("that became shorter, or was rewritten in place, is read from its start", async () => {
    const { path, read, counts, stored } = await logOf();
    writeFileSync(path, lines("1", "2", "3"));
    await read();
    writeFileSync(path, lines("1", "4"));
    const shorter = await read();
    expect(shorter.notes.map((note) => note.kind)).toEqual(["truncated"]);
    expect(countsOf(shorter)).toEqual([1, 1, 0]);
    writeFileSync(path, lines("5", "4", "6"));
    const rewritten = await read();
    expect(rewritten.notes.map((note) => note.kind)).toEqual(["rewritten"]);
    expect(countsOf(rewritten)).toEqual([2, 1, 0]);
    expect(await stored()).toEqual(["1", "2", "3", "4", "5", "6"]);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it("may be several files", async () => {
    const { folder, read, counts, stored, notes } = await logOf();
    const path = join(folder, "dispatch-*.jsonl");
    expect(await notes({ path })).toEqual(["log-missing"]);
    writeFileSync(join(folder, "dispatch-a.jsonl"), lines("1"));
    writeFileSync(join(folder, "dispatch-b.jsonl"), lines("2"));
    expect(countsOf(await read({ path }))).toEqual([2, 0, 0]);
    appendFileSync(join(folder, "dispatch-b.jsonl"), lines("3"));
    rmSync(join(folder, "dispatch-a.jsonl"));
    expect(await counts({ path })).toEqual([1, 0, 0]);
    expect(await stored()).toEqual(["1", "2", "3"]);
  });

  it("waits, unread, while the rubric of its axis cannot be read", async () => {
    const folder = temporaryFolder();
    const rubricPath = join(folder, "rubric.md");
    const { path, notes, counts, store } = await logOf({ rubricPath });
    writeFileSync(path, lines("1"));
    expect(await notes()).toEqual(["rubric-unreadable"]);
    expect(await store.readLogPosition("verify-dispatch", path)).toBeNull();
    writeFileSync(rubricPath, "Answer every question.");
    expect(await counts()).toEqual([1, 0, 0]);
  });

  it("may speak for other axes, and has their lines refused by the store in a conflict", async () => {
    const { path, read, store } = await logOf();
    writeFileSync(
      path,
      [
        lineOf("1", { axis: "verify-vault-write" }),
        lineOf("2", { axis: undefined }),
        lineOf("2", { axis: undefined, verdict: "FAIL" }),
        lineOf("2"),
      ].join("\n"),
    );
    const report = await read();
    expect(countsOf(report)).toEqual([2, 1, 1]);
    expect(report.rejects).toMatchObject([{ line: 3, axis: "verify-dispatch" }]);
    expect(codeOf(report.rejects[0]?.reason ?? "")).toBe("conflict");
    expect(await store.listRejects()).toEqual(report.rejects);
    expect(
      await store.listVerdicts({ axis: "verify-vault-write", period: "2026-05", word: "PASS" }),
    ).toHaveLength(1);
  });

  it("tells of verdicts whose artifact is gone, and stores them", async () => {
    const { path, read, stored } = await logOf();
    writeFileSync(
      path,
      `${lineOf("1", { artifact: { path: "gone.md" } })}\n${lineOf("2", { artifact: null })}\n`,
    );
    expect((await read()).notes.map((note) => note.kind)).toEqual(["no-artifact"]);
    expect(await stored()).toEqual(["1", "2"]);
  });

  it("moves its place only together with its rows", async () => {
    const { path, store, counts, read } = await logOf();
    writeFileSync(path, lines("1", "2", "3", "4", "5"));
    let calls = 0;
    const failing: VerdictSink & FactMemory = {
      ...factsOf(store),
      readLogPosition: (axis, log) => store.readLogPosition(axis, log),
      recordVerdicts: (batch) => store.recordVerdicts(batch),
      recordReading: async (reading, storedAt) => {
        calls += 1;
        if (calls === 2) throw new Error("the disk is full");
        return store.recordReading(reading, storedAt);
      },
    };
    await expect(read({ sink: failing, batchRows: 2 })).rejects.toThrow("the disk is full");
    expect(await store.readLogPosition("verify-dispatch", path)).toMatchObject({ line: 2 });
    expect(await counts()).toEqual([3, 0, 0]);
  });

  it("that was rotated is resumed where a crash left it", async () => {
    const { path, store, counts, read, stored } = await logOf();
    writeFileSync(path, lines("1"));
    await read();
    appendFileSync(path, lines("2", "3"));
    renameSync(path, `${path}.1`);
    writeFileSync(path, lines("4", "5"));
    let calls = 0;
    const failing: VerdictSink & FactMemory = {
      ...factsOf(store),
      readLogPosition: (axis, log) => store.readLogPosition(axis, log),
      recordVerdicts: (batch) => store.recordVerdicts(batch),
      recordReading: async (reading, storedAt) => {
        calls += 1;
        if (calls === 2) throw new Error("killed");
        return store.recordReading(reading, storedAt);
      },
    };
    await expect(read({ sink: failing, batchRows: 1 })).rejects.toThrow("killed");
    expect(await counts()).toEqual([3, 0, 0]);
    expect(await stored()).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("tells how far it is", async () => {
    const { path, read } = await logOf();
    writeFileSync(path, lines("1", "2", "3"));
    const seen: ReadProgress[] = [];
    await read({ batchRows: 2, onProgress: (progress) => seen.push(progress) });
    const size = statSync(path).size;
    expect(seen).toMatchObject([
      { file: path, bytesTotal: size },
      { bytesRead: size, bytesTotal: size },
    ]);
  });

  it("of 20 MB with 1% bad lines loses nothing, names each bad line, and stores nothing the second time", async () => {
    const { path, read, store } = await logOf();
    const bad = [
      "{",
      '{"verdict":"maybe","at":"2026-05-01T00:00Z"}',
      '{"verdict":"PASS"}',
      '{"verdict":"PASS","at":"2026-05-01T00:00"}',
    ];
    const filler = "The reply names the date, the place and the person, and answers every question. ".repeat(
      4,
    );
    const rows: string[] = [];
    const badLines: number[] = [];
    for (let bytes = 0; bytes < 20 * 1024 * 1024; bytes += rows.at(-1)?.length ?? 0) {
      const number = rows.length + 1;
      if (number % 100 === 0) badLines.push(number);
      rows.push(
        number % 100 === 0
          ? (bad[(number / 100) % bad.length] ?? "")
          : lineOf(`d-${number}`, {
              verdict: number % 4 === 0 ? "FAIL" : "PASS",
              reason: filler,
              artifact: { text: `reply ${number % 500}` },
            }),
      );
    }
    writeFileSync(path, `${rows.join("\n")}\n`);
    const report = await read();
    expect(countsOf(report)).toEqual([rows.length - badLines.length, 0, badLines.length]);
    expect(report.rejects.map((row) => row.line)).toEqual(badLines);
    expect(new Set(report.rejects.map((row) => codeOf(row.reason)))).toEqual(
      new Set(["not-json", "unknown-verdict", "missing-at", "bad-at"]),
    );
    expect(await store.listRejects()).toHaveLength(badLines.length);

    expect(await read()).toMatchObject({ read: 0, stored: 0 });
    // The place forgotten, every line read again: the keys are known.
    const forgetful: VerdictSink & FactMemory = {
      ...factsOf(store),
      readLogPosition: async () => null,
      recordVerdicts: (batch) => store.recordVerdicts(batch),
      recordReading: (reading, storedAt) => store.recordReading(reading, storedAt),
    };
    expect(countsOf(await read({ sink: forgetful }))).toEqual([
      0,
      rows.length - badLines.length,
      badLines.length,
    ]);
  }, 120_000);

  it("never throws on any bytes, appended in any pieces, and ends with the same verdicts", async () => {
    const { folder, axis, store } = await logOf();
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom("\n", "\r\n", "\ufeff", "{", '{"verdict":').map((text) => Buffer.from(text)),
      fc.nat(20).map((id) => Buffer.from(lineOf(String(id)))),
      fc.nat(20).map((id) => Buffer.from(`${lineOf(String(id), { verdict: "FAIL" })}\n`)),
    );
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        count += 1;
        const path = join(folder, `log-${count}`);
        writeFileSync(path, "");
        for (const part of pieces) {
          appendFileSync(path, part);
          countsOf(await ingestLog({ axis, axes: axesOf(axis), path, now, sink: store }));
        }
        // The whole file at once holds nothing that its pieces did not.
        const [stored] = countsOf(
          await ingestFile({ file: path, axis: axis.name, axes: axesOf(axis), now, sink: store }),
        );
        expect(stored).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});
