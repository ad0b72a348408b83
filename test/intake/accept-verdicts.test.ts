import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { VerdictReading } from "../../src/core/intake.ts";
import type { AcceptRequest } from "../../src/intake/accept-verdicts.ts";
import { acceptVerdicts } from "../../src/intake/accept-verdicts.ts";
import { codeOf, countsOf, lineOf, now, temporaryFolder, temporaryStore } from "./intake-workspace.ts";

async function door() {
  const folder = temporaryFolder();
  const store = await temporaryStore(folder);
  const accept = (verdicts: Iterable<unknown>, request: Partial<AcceptRequest> = {}) =>
    acceptVerdicts({
      verdicts,
      file: "stdin",
      axis: null,
      axes: new Map(),
      now,
      sink: store,
      folder,
      anywhere: true,
      ...request,
    });
  const codes = async (verdicts: Iterable<unknown>) =>
    (await accept(verdicts)).rejects.map((row) => codeOf(row.reason));
  return { folder, store, accept, codes };
}

/** A verdict on a file. */
const onFile = (id: string, path: string) => ({
  axis: "verify-dispatch",
  verdict: "PASS",
  id,
  artifact: { path },
});

describe("verdicts handed over", () => {
  it("are lines or values, and the same verdict either way", async () => {
    const { accept } = await door();
    const value: unknown = JSON.parse(lineOf("1"));
    expect(countsOf(await accept([lineOf("1"), value, "", " \n", lineOf("2")]))).toEqual([2, 1, 0]);
  });

  it("were given now where they do not say when", async () => {
    const { accept, store } = await door();
    await accept([{ axis: "verify-dispatch", verdict: "PASS" }]);
    const [stored] = await store.listVerdicts({ axis: "verify-dispatch", period: "2026-06", word: "PASS" });
    expect(stored?.verdict.at).toBe(now);
  });

  it("are counted from 1, the good ones stored beside the bad", async () => {
    const { accept, store } = await door();
    const report = await accept([
      lineOf("1"),
      "",
      "bad",
      { axis: "verify-dispatch", verdict: "maybe" },
      lineOf("2"),
    ]);
    expect(countsOf(report)).toEqual([2, 0, 2]);
    expect(report.rejects).toMatchObject([
      { file: "stdin", line: 3, raw: "bad" },
      {
        file: "stdin",
        line: 4,
        raw: '{"axis":"verify-dispatch","verdict":"maybe"}',
        axis: "verify-dispatch",
      },
    ]);
    expect(await store.listRejects()).toEqual(report.rejects);
  });

  it("must be expressible in JSON, and are not mended silently", async () => {
    const { codes } = await door();
    const base = { axis: "verify-dispatch", verdict: "PASS" };
    const endless: Record<string, unknown> = { ...base };
    endless.meta = endless;
    expect(await codes([{ ...base, score: Number.NaN }])).toEqual(["not-json"]);
    expect(await codes([{ ...base, meta: { run: 1n } }])).toEqual(["not-json"]);
    expect(await codes([{ ...base, meta: { run: () => 1 } }])).toEqual(["not-json"]);
    expect(await codes([undefined, () => 1])).toEqual(["not-json", "not-json"]);
    expect(await codes([endless])).toEqual(["too-deep"]);
    expect(await codes([JSON.parse('{"axis":"a","verdict":"PASS","__proto__":{}}')])).toEqual([
      "dangerous-key",
    ]);
    expect(await codes([null, 7, [], "7"])).toEqual(Array.from({ length: 4 }, () => "not-an-object"));
    expect(await codes([Object.create(base)])).toEqual(["missing-verdict"]);
    expect(await codes([{ ...base, reason: "a".repeat(5 * 1024 * 1024) }])).toEqual(["line-too-long"]);
    expect(await codes([{ ...base, id: undefined, at: new Date(now) }])).toEqual([]);
  });

  it("keep at most 4 KiB of what was refused", async () => {
    const { accept } = await door();
    const [row] = (await accept([`{"reason":"${"\u00e9".repeat(5_000)}`])).rejects;
    expect(Buffer.byteLength(row?.raw ?? "")).toBeLessThanOrEqual(4096);
    expect(row?.raw).toMatch(/^\{"reason":"\u00e9+$/);
  });

  it("may name files anywhere only where that is allowed", async () => {
    const { accept, folder } = await door();
    const elsewhere = temporaryFolder();
    writeFileSync(join(elsewhere, "reply.md"), "Dear all");
    writeFileSync(join(folder, "reply.md"), "Dear all");
    expect(
      countsOf(await accept([onFile("1", join(elsewhere, "reply.md")), onFile("2", "reply.md")])),
    ).toEqual([2, 0, 0]);
    const strict = await accept([onFile("3", join(elsewhere, "reply.md")), onFile("4", "reply.md")], {
      anywhere: false,
    });
    expect(countsOf(strict)).toEqual([1, 0, 1]);
    expect(codeOf(strict.rejects[0]?.reason ?? "")).toBe("artifact-outside-roots");
  });

  it("go in by batches", async () => {
    const { accept, store } = await door();
    const sizes: number[] = [];
    const sink: AcceptRequest["sink"] = {
      readLogPosition: (axis, path) => store.readLogPosition(axis, path),
      recordVerdicts: (batch) => store.recordVerdicts(batch),
      recordReading: (reading, storedAt) => store.recordReading(counted(reading, sizes), storedAt),
    };
    await accept([lineOf("1"), "bad", lineOf("3"), lineOf("4"), lineOf("5")], { sink, batchRows: 2 });
    expect(sizes).toEqual([2, 2, 1]);
    sizes.length = 0;
    const large = Array.from({ length: 6 }, (_, id) =>
      lineOf(`large-${id}`, { reason: "a".repeat(4_000_000) }),
    );
    await accept(large, { sink });
    expect(sizes).toEqual([5, 1]);
    expect(countsOf(await accept([]))).toEqual([0, 0, 0]);
  });
});

/** The same reading; how many rows it had, refused ones too, is added to the sizes at its end. */
function* counted(reading: VerdictReading, sizes: number[]): VerdictReading {
  let rows = 0;
  let next = reading.next();
  while (next.done !== true) {
    rows += 1;
    next = reading.next(yield next.value);
  }
  sizes.push(rows + next.value.rejects.length);
  return next.value;
}
