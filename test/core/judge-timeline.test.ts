import { describe, expect, it } from "vitest";
import { judgeTimeline } from "../../src/core/judge-timeline.ts";
import { aCall } from "../store/samples.ts";

const monthOf = (): string => "2026-09";
const june = { period: "2026-06", batch: "june", at: 6 } as const;
const july = { period: "2026-07", batch: "july", at: 7 } as const;

describe("judgeTimeline", () => {
  it("tells what changed between two runs, in the run that found it", () => {
    const calls = [
      aCall(june),
      aCall(june),
      aCall({ ...july, model: "m-2", cliVersion: "2.2.0" }),
      aCall({ ...july, at: 9, model: "m-2", cliVersion: "2.2.0" }),
    ];
    expect(judgeTimeline(calls, monthOf)).toEqual([
      {
        period: "2026-07",
        at: 7,
        changes: [
          { what: "cliVersion", before: "2.1.332", after: "2.2.0" },
          { what: "model", before: "m-1", after: "m-2" },
        ],
      },
    ]);
  });

  it("says nothing of the same judge, or of a single run", () => {
    expect(judgeTimeline([], monthOf)).toEqual([]);
    expect(judgeTimeline([aCall(june), aCall(july)], monthOf)).toEqual([]);
    expect(judgeTimeline([aCall(june)], monthOf)).toEqual([]);
  });

  it("is not misled by calls without an answer, or by what is not known", () => {
    const failed = { outcome: "no-answer", failure: "limit", model: null } as const;
    const calls = [
      aCall(june),
      aCall({ ...july, ...failed, cliVersion: "9.9" }),
      aCall({ ...july, batch: "july again", model: null }),
      aCall({ period: "2026-08", batch: "august", model: "m-2" }),
    ];
    expect(judgeTimeline(calls, monthOf)).toMatchObject([
      { period: "2026-08", changes: [{ what: "model", before: "m-1", after: "m-2" }] },
    ]);
  });

  it("looks at judging only: who writes may be another", () => {
    const written = { purpose: "probe", outcome: "written", model: "m-9" } as const;
    expect(judgeTimeline([aCall(june), aCall({ ...july, ...written })], monthOf)).toEqual([]);
    const lens = { purpose: "lens", model: "m-9" } as const;
    expect(judgeTimeline([aCall(june), aCall({ ...july, ...lens })], monthOf)).toEqual([]);
  });

  it("takes each call without a batch for a run of its own, in the month of its instant", () => {
    const alone = { batch: null, period: null, purpose: "doctor" } as const;
    const calls = [aCall(june), aCall({ ...alone, at: 8, critic: "codex" }), aCall({ ...alone, at: 9 })];
    expect(judgeTimeline(calls, monthOf)).toMatchObject([
      { period: "2026-09", at: 8, changes: [{ what: "critic", before: "claude", after: "codex" }] },
      { period: "2026-09", at: 9, changes: [{ what: "critic", before: "codex", after: "claude" }] },
    ]);
  });

  it("tells every change of a judge that goes back and forth", () => {
    const models = ["m-1", "m-2", "m-1"];
    const calls = models.map((model, index) => aCall({ model, batch: `run ${index}`, at: index }));
    expect(judgeTimeline(calls, monthOf).map(({ at }) => at)).toEqual([1, 2]);
  });
});
