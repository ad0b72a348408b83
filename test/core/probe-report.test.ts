import { describe, expect, it } from "vitest";
import { jeffreysInterval } from "../../src/core/intervals.ts";
import type { Probe, ProbeJudgement, ProbeState } from "../../src/core/probe.ts";
import { reportProbes } from "../../src/core/probe-report.ts";

let made = 0;

function probe(state: ProbeState, words: readonly ("PASS" | "FAIL")[], facts: Partial<Probe> = {}): Probe {
  made += 1;
  const judgements = words.map(
    (word, index): ProbeJudgement => ({
      probeId: `p${made}`,
      n: index + 1,
      word,
      failure: null,
      reason: null,
      at: 0,
      model: null,
      cliVersion: null,
    }),
  );
  return {
    id: `p${made}`,
    axis: "a",
    period: "2026-05",
    epoch: "e1",
    ordinal: made,
    state,
    failureMode: "mode",
    clause: "clause",
    why: "why",
    artifactSha256: "",
    fingerprint: "",
    duplicateOf: null,
    generator: "command",
    madeAt: 0,
    movedAt: 0,
    itemRef: null,
    asked: 0,
    judgements,
    ...facts,
  };
}

const pass = ["PASS", "PASS", "FAIL"] as const;
const fail = ["FAIL", "FAIL", "FAIL"] as const;

describe("reportProbes", () => {
  it.each<ProbeState>(["generated", "verified", "queued"])(
    "tells nothing of a making of which one is still %s, its caught and unneeded siblings included",
    (state) => {
      const report = reportProbes([probe(state, []), probe("caught", fail), probe("unneeded", [])]);
      expect(report).toEqual({
        probes: [],
        judges: [],
        blind: [{ axis: "a", period: "2026-05", probes: 3 }],
      });
    },
  );

  it("tells of makings that are over, by judge, with rates and interval", () => {
    const report = reportProbes([
      probe("confirmed", pass),
      probe("refuted", pass),
      probe("confirmed", pass),
      probe("skipped", pass),
      probe("caught", fail),
      probe("duplicate", []),
      probe("confirmed", pass, { epoch: "e2", period: "2026-06" }),
      probe("queued", pass, { period: "2026-07", epoch: "e2" }),
    ]);
    expect(report.probes).toHaveLength(7);
    expect(report.judges).toMatchObject([
      { axis: "a", epoch: "e1", judged: 5, caught: 1, graded: 3, escaped: 2 },
      { axis: "a", epoch: "e2", judged: 1, caught: 0, graded: 1, escaped: 1, high: 1 },
    ]);
    const { low, high } = jeffreysInterval(2, 3);
    expect(report.judges[0]).toMatchObject({ low, high });
    expect(report.blind).toEqual([{ axis: "a", period: "2026-07", probes: 1 }]);
  });

  it("counts those that got a word as judged, and FAIL as caught", () => {
    const { judges } = reportProbes([probe("caught", fail), probe("caught", fail), probe("unneeded", [])]);
    expect(judges).toMatchObject([{ judged: 2, caught: 2 }]);
  });

  it("shows no text of a probe", () => {
    const [told] = reportProbes([probe("confirmed", pass)]).probes;
    expect(Object.keys(told ?? {}).toSorted()).toEqual(
      [
        "axis",
        "clause",
        "epoch",
        "failureMode",
        "generator",
        "id",
        "judged",
        "passVotes",
        "period",
        "ref",
        "state",
        "why",
      ].toSorted(),
    );
  });

  it("has no rate where nothing was graded", () => {
    expect(reportProbes([probe("caught", fail)]).judges).toMatchObject([
      { graded: 0, escaped: 0, low: null, high: null },
    ]);
  });
});
