import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FactMemory, VerdictSink } from "../../src/core/intake.ts";
import { ingestFile } from "../../src/intake/named-file.ts";
import { readableFrom, readRowsAhead } from "../../src/intake/rows-ahead.ts";
import { ingestLog, type LogRequest } from "../../src/intake/verdict-log.ts";
import {
  axesOf,
  axisOf,
  codeOf,
  countsOf,
  lineOf,
  temporaryFolder,
  temporaryStore,
} from "./intake-workspace.ts";

const hour = 3_600_000;
/** A month was rehearsed, or the clock stood behind: it is May, and the log is of June. */
const rehearsed = Date.UTC(2026, 4, 1, 12);
const today = Date.UTC(2026, 6, 1, 12);
const june = (day: number) => Date.UTC(2026, 5, day, 12);

/** One verdict for each day of June that is named. */
const rows = (...days: readonly number[]) =>
  days.map((day) => `${lineOf(`d-${day}`, { at: new Date(june(day)).toISOString() })}\n`).join("");

async function logOf(name = "dispatch.jsonl") {
  const folder = temporaryFolder();
  const store = await temporaryStore(folder);
  const path = join(folder, name);
  const axis = axisOf("verify-dispatch", { verdictLog: path });
  const read = (now: number, request: Partial<LogRequest> = {}) =>
    ingestLog({ axis, axes: axesOf(axis), path, now, sink: store, ...request });
  const counts = async (now: number, request: Partial<LogRequest> = {}) => countsOf(await read(now, request));
  const stored = async () =>
    (await store.listVerdicts({ axis: axis.name, period: "2026-06", word: "PASS" })).map(
      ({ verdict }) => verdict.externalId,
    );
  const waiting = () => readRowsAhead(store, axis.name);
  /** The store, with a fault at one of its writes of verdicts. */
  const failingAt = (write: number): VerdictSink & FactMemory => {
    let writes = 0;
    return {
      readSetting: (setting) => store.readSetting(setting),
      writeSetting: (setting, value) => store.writeSetting(setting, value),
      readLogPosition: (one, file) => store.readLogPosition(one, file),
      recordVerdicts: (batch) => store.recordVerdicts(batch),
      recordReading: async (reading, storedAt) => {
        writes += 1;
        if (writes === write) throw new Error("killed");
        return store.recordReading(reading, storedAt);
      },
    };
  };
  return { folder, store, path, axis, read, counts, stored, waiting, failingAt };
}

describe("rows that are more than a day ahead", () => {
  it("are refused, remembered, and stored by themselves once their time has come", async () => {
    const { path, read, counts, stored, waiting } = await logOf();
    writeFileSync(path, `${lineOf("may", { at: "2026-05-01T10:00Z" })}\n${rows(9, 3, 5)}no json\n`);
    const first = await read(rehearsed);
    expect(countsOf(first)).toEqual([1, 0, 4]);
    expect(codeOf(first.rejects[0]?.reason ?? "")).toBe("bad-at");
    // The second of the four, of 3 June, comes in from 2 June on.
    expect(first.rejects[1]?.reason).toContain("2026-06-02T12:00:00.000Z");
    expect(await waiting()).toMatchObject([{ file: path, first: june(3), last: june(9), rows: 3 }]);
    expect(await counts(rehearsed)).toEqual([0, 0, 0]);
    const later = await read(today);
    expect(countsOf(later)).toEqual([3, 1, 1]);
    expect(later.notes.map(({ kind }) => kind)).toEqual(["read-again"]);
    expect(await stored()).toEqual(["d-3", "d-5", "d-9"]);
    expect(await waiting()).toEqual([]);
    expect(await counts(today)).toEqual([0, 0, 0]);
  });

  it("wait to the millisecond, and those that are later still wait on", async () => {
    const { path, counts, stored, waiting } = await logOf();
    writeFileSync(path, rows(3, 9));
    await counts(rehearsed);
    const [known] = await waiting();
    const due = known === undefined ? 0 : readableFrom(known);
    expect(due).toBe(june(3) - 24 * hour);
    expect(await counts(due - 1)).toEqual([0, 0, 0]);
    expect(await counts(due)).toEqual([1, 0, 1]);
    expect(await waiting()).toMatchObject([{ first: june(9), last: june(9), rows: 1 }]);
    expect(await counts(due + hour)).toEqual([0, 0, 0]);
    expect(await counts(today)).toEqual([1, 1, 0]);
    expect(await stored()).toEqual(["d-3", "d-9"]);
  });

  it("are counted over several readings, in small batches too", async () => {
    const { path, counts, waiting } = await logOf();
    writeFileSync(path, rows(9, 8, 7));
    expect(await counts(rehearsed, { batchRows: 1 })).toEqual([0, 0, 3]);
    appendFileSync(path, rows(3));
    expect(await counts(rehearsed)).toEqual([0, 0, 1]);
    expect(await waiting()).toMatchObject([{ first: june(3), last: june(9), rows: 4, marks: [{}] }]);
  });

  it.each([
    ["moved", (path: string) => renameSync(path, `${path}.1`)],
    [
      "copied and emptied",
      (path: string) => {
        copyFileSync(path, `${path}.1`);
        truncateSync(path);
      },
    ],
  ])("are found in a file that was rotated since: %s", async (_how, rotate) => {
    const { path, counts, stored } = await logOf();
    writeFileSync(path, rows(3, 5));
    await counts(rehearsed);
    rotate(path);
    // Read on after the rotation, with more of the same kind; then rotated once more.
    appendFileSync(path, rows(7));
    expect(await counts(rehearsed)).toEqual([0, 0, 1]);
    renameSync(`${path}.1`, `${path}.2`);
    rotate(path);
    appendFileSync(path, rows(29));
    expect(await counts(today)).toEqual([4, 0, 0]);
    expect(await stored()).toEqual(["d-3", "d-5", "d-7", "d-29"]);
    expect(await counts(today)).toEqual([0, 0, 0]);
  });

  it("are read where the log was rotated away and not made anew", async () => {
    const { path, counts, waiting } = await logOf();
    writeFileSync(path, rows(3));
    await counts(rehearsed);
    renameSync(path, `${path}.1`);
    expect(await counts(today)).toEqual([1, 0, 0]);
    expect(await waiting()).toEqual([]);
  });

  it("say so when their file is gone", async () => {
    const { path, read, waiting } = await logOf();
    writeFileSync(path, rows(3));
    await read(rehearsed);
    renameSync(path, `${path}.gz`);
    rmSync(`${path}.gz`);
    writeFileSync(`${path}.new`, rows(29));
    renameSync(`${path}.new`, path);
    const report = await read(today);
    expect(report.notes.map(({ kind }) => kind)).toContain("ahead-not-found");
    expect(countsOf(report)).toEqual([1, 0, 0]);
    expect(await waiting()).toEqual([]);
  });

  it("are found in a later file though an earlier one is gone", async () => {
    const { path, counts, stored } = await logOf();
    writeFileSync(path, rows(3));
    await counts(rehearsed);
    renameSync(path, `${path}.gz`);
    writeFileSync(path, rows(7));
    await counts(rehearsed);
    rmSync(`${path}.gz`);
    renameSync(path, `${path}.1`);
    writeFileSync(path, `${lineOf("a", { at: "2026-05-01T10:00Z" })}\n`);
    expect(await counts(rehearsed)).toEqual([1, 0, 0]);
    expect(await counts(today)).toEqual([1, 1, 0]);
    expect(await stored()).toEqual(["d-7"]);
  });

  it("wait in each file of a pattern, also in one that does not match any more", async () => {
    const { folder, path, counts, stored, waiting } = await logOf("dispatch-*.jsonl");
    writeFileSync(join(folder, "dispatch-a.jsonl"), rows(3));
    writeFileSync(join(folder, "dispatch-b.jsonl"), rows(5, 9));
    expect(await counts(rehearsed)).toEqual([0, 0, 3]);
    expect((await waiting()).map(({ rows: count }) => count)).toEqual([1, 2]);
    renameSync(join(folder, "dispatch-a.jsonl"), join(folder, "dispatch-a.jsonl.1"));
    expect(await counts(june(5))).toEqual([2, 0, 1]);
    expect((await waiting()).map(({ file }) => file)).toEqual([join(folder, "dispatch-b.jsonl")]);
    expect(await counts(today, { path })).toEqual([1, 1, 0]);
    expect(await stored()).toEqual(["d-3", "d-5", "d-9"]);
  });

  it("go on waiting while the log cannot be opened", async () => {
    const { path, counts, stored } = await logOf();
    writeFileSync(path, rows(3));
    await counts(rehearsed);
    renameSync(path, `${path}.away`);
    expect(await counts(today)).toEqual([1, 0, 0]);
    // Of another log, whose file is a folder for a while: the file itself is out of reach.
    const other = await logOf();
    writeFileSync(other.path, rows(3));
    await other.counts(rehearsed);
    const elsewhere = join(temporaryFolder(), "log");
    renameSync(other.path, elsewhere);
    mkdirSync(other.path);
    expect(await other.counts(today)).toEqual([0, 0, 0]);
    expect(await other.waiting()).toHaveLength(1);
    rmdirSync(other.path);
    expect(await other.counts(today)).toEqual([0, 0, 0]);
    expect(await other.waiting()).toHaveLength(1);
    renameSync(elsewhere, other.path);
    expect(await other.counts(today)).toEqual([1, 0, 0]);
    expect([await stored(), await other.stored()]).toEqual([["d-3"], ["d-3"]]);
  });

  it.each([1, 2, 3])("are not lost when the first reading is killed at write %d", async (write) => {
    const { path, counts, stored, failingAt } = await logOf();
    writeFileSync(path, rows(3, 5, 9));
    const sink = failingAt(write);
    await expect(counts(rehearsed, { sink, batchRows: 1 })).rejects.toThrow("killed");
    await counts(rehearsed);
    await counts(today);
    expect(await stored()).toEqual(["d-3", "d-5", "d-9"]);
  });

  it.each([1, 2])("are not lost when remembering them fails at write %d", async (write) => {
    const { path, counts, stored, store, failingAt } = await logOf();
    writeFileSync(path, rows(3, 5, 9));
    let writes = 0;
    const sink: VerdictSink & FactMemory = {
      ...failingAt(0),
      writeSetting: async (setting, value) => {
        writes += 1;
        if (writes === write) throw new Error("killed");
        return store.writeSetting(setting, value);
      },
    };
    await expect(counts(rehearsed, { sink, batchRows: 2 })).rejects.toThrow("killed");
    // The clock is put right before the next reading.
    await counts(today);
    expect(await stored()).toEqual(["d-3", "d-5", "d-9"]);
  });

  it.each([1, 2, 3])("are not lost when the reading again is killed at write %d", async (write) => {
    const { path, counts, stored, waiting, failingAt } = await logOf();
    writeFileSync(path, rows(3, 29, 5));
    await counts(rehearsed);
    const then = june(6);
    const sink = failingAt(write);
    await expect(counts(then, { sink, batchRows: 1 })).rejects.toThrow("killed");
    await counts(then);
    expect(await stored()).toEqual(["d-3", "d-5"]);
    expect(await waiting()).toMatchObject([{ first: june(29), rows: 1 }]);
    await counts(today);
    expect(await stored()).toEqual(["d-3", "d-5", "d-29"]);
  });

  it("of a file that is named by hand are refused without a promise", async () => {
    const { path, axis, store, waiting } = await logOf();
    writeFileSync(path, rows(3));
    const request = { file: path, axis: null, axes: axesOf(axis), now: rehearsed, sink: store };
    const named = await ingestFile(request);
    expect(named.rejects.map(({ reason }) => reason)).toEqual([
      expect.not.stringContaining("2026-06-02T12:00:00.000Z"),
    ]);
    expect(await waiting()).toEqual([]);
  });

  it.each(["", "nonsense", "{}", "[1]", '[{"file":"a"}]'])(
    "are none where the setting says %j",
    async (text) => {
      const { path, counts, store, waiting } = await logOf();
      await store.writeSetting("ahead/verify-dispatch", text);
      expect(await waiting()).toEqual([]);
      writeFileSync(path, rows(3));
      expect(await counts(today)).toEqual([1, 0, 0]);
    },
  );
});
