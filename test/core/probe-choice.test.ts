import { describe, expect, it } from "vitest";
import type { Probe, ProbeJudgement } from "../../src/core/probe.ts";
import { chooseProbes, nextProbeStep } from "../../src/core/probe-choice.ts";

function probe(ordinal: number, facts: Partial<Probe> = {}): Probe {
  return {
    id: `p${ordinal}`,
    axis: "verify-dispatch",
    period: "2026-05",
    epoch: "e",
    ordinal,
    state: "generated",
    failureMode: `mode ${ordinal}`,
    clause: "",
    why: "",
    artifactSha256: "",
    fingerprint: "",
    duplicateOf: null,
    generator: "command",
    madeAt: 0,
    movedAt: 0,
    itemRef: null,
    asked: 0,
    judgements: [],
    ...facts,
  };
}

function judged(...words: readonly ProbeJudgement["word"][]): readonly ProbeJudgement[] {
  return words.map((word, index) => ({
    probeId: "p",
    n: index + 1,
    word,
    failure: word === null ? "timeout" : null,
    reason: null,
    at: 0,
    model: null,
    cliVersion: null,
  }));
}

function ids(probes: readonly Probe[]): readonly string[] {
  return probes.map(({ id }) => id);
}

describe("nextProbeStep", () => {
  it("judges the first that is not judged, in the order written", () => {
    const step = nextProbeStep([probe(2), probe(1), probe(3)], 3, 3);
    expect(step).toMatchObject({ kind: "judge", probe: { id: "p1" }, n: [1, 2, 3] });
  });

  it("makes only the calls that are missing after a crash", () => {
    const step = nextProbeStep([probe(1, { judgements: judged("PASS", null).slice(1) })], 3, 3);
    expect(step).toMatchObject({ kind: "judge", n: [1, 3] });
  });

  it.each([
    [judged("PASS", "FAIL", "PASS"), "verified"],
    [judged("FAIL", "PASS", "FAIL"), "caught"],
    [judged("PASS", null, "FAIL"), "unjudged"],
  ])("settles what is judged (%#: %s)", (judgements, to) => {
    expect(nextProbeStep([probe(1, { judgements })], 3, 3)).toMatchObject({ kind: "move", to });
  });

  it("stops where there are enough", () => {
    const kept = [probe(1, { state: "verified" }), probe(2, { state: "queued" })];
    expect(nextProbeStep([...kept, probe(3)], 2, 3)).toMatchObject({ kind: "move", to: "unneeded" });
    expect(nextProbeStep([...kept, probe(3)], 3, 3)).toMatchObject({ kind: "judge" });
  });

  it("passes over a failure mode that is kept already, however it is spelt", () => {
    const kept = probe(1, { state: "verified", failureMode: "Names a check" });
    const step = nextProbeStep([kept, probe(2, { failureMode: "names-a-check" }), probe(3)], 3, 3);
    expect(step).toMatchObject({ kind: "move", probe: { id: "p2" }, to: "unneeded" });
    const caught = { ...kept, state: "caught" as const };
    expect(nextProbeStep([caught, probe(2, { failureMode: "names-a-check" })], 3, 3).kind).toBe("judge");
  });

  it("goes on with one that was begun, even where there are enough", () => {
    const begun = probe(2, { judgements: judged("PASS") });
    expect(nextProbeStep([probe(1, { state: "verified" }), begun], 1, 3)).toMatchObject({ n: [2, 3] });
  });

  it("is done when nothing is left", () => {
    const states = ["duplicate", "caught", "unjudged", "verified", "unneeded", "confirmed"] as const;
    const probes = states.map((state, index) => probe(index, { state }));
    expect(nextProbeStep(probes, 3, 3)).toEqual({ kind: "done" });
  });
});

describe("chooseProbes", () => {
  it("takes at most so many, in the order written", () => {
    expect(ids(chooseProbes([probe(4), probe(2), probe(3), probe(1)], 3))).toEqual(["p1", "p2", "p3"]);
    expect(chooseProbes([probe(1)], 0)).toEqual([]);
  });

  it("takes one of each failure mode", () => {
    const same = [probe(1, { failureMode: "A b" }), probe(2, { failureMode: "a_b" }), probe(3)];
    expect(ids(chooseProbes(same, 3))).toEqual(["p1", "p3"]);
  });

  it("asks first what was left unanswered", () => {
    expect(ids(chooseProbes([probe(1), probe(2), probe(3, { asked: 1 })], 2))).toEqual(["p3", "p1"]);
  });
});
