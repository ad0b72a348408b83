import { describe, expect, it } from "vitest";
import type { RejectedRow } from "../../src/core/intake.ts";
import { IntakeTally, sumResults } from "../../src/intake/intake-result.ts";
import { now } from "./intake-workspace.ts";

const reject = (file: string, line: number): RejectedRow => ({
  axis: null,
  file,
  line,
  reason: "not-json: no",
  raw: "",
  seenAt: now,
});

describe("the tally of an intake", () => {
  it("lists rejects by file, then by line", () => {
    const tally = new IntakeTally();
    for (const row of [reject("b", 9), reject("a", 5), reject("b", 2), reject("a", 1)]) {
      tally.rowRead();
      tally.rowDone(row);
    }
    expect(tally.result().rejects.map(({ file, line }) => `${file}:${line}`)).toEqual([
      "b:2",
      "b:9",
      "a:1",
      "a:5",
    ]);
  });

  it("does not report rows that got lost or were made up", () => {
    const lost = new IntakeTally();
    lost.rowRead();
    expect(() => lost.result()).toThrow(/rows were read/);
    lost.rowDone("stored");
    expect(lost.result()).toMatchObject({ read: 1, stored: 1, duplicate: 0, rejected: 0 });
    lost.rowDone("duplicate");
    expect(() => lost.result()).toThrow(/rows were read/);
  });

  it("adds up over several logs", () => {
    const [one, two] = [new IntakeTally(), new IntakeTally()];
    one.rowRead();
    one.rowDone("duplicate");
    two.rowRead();
    two.rowDone(reject("a", 1));
    two.note({ kind: "truncated", file: "a", message: "shorter" });
    expect(sumResults([one.result(), two.result()])).toMatchObject({
      read: 2,
      stored: 0,
      duplicate: 1,
      rejected: 1,
      rejects: [{ file: "a" }],
      notes: [{ kind: "truncated" }],
    });
    expect(sumResults([])).toEqual({ read: 0, stored: 0, duplicate: 0, rejected: 0, rejects: [], notes: [] });
  });
});
