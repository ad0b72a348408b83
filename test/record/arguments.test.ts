import { describe, expect, it } from "vitest";
import { readRecordCall } from "../../src/light-record/arguments.ts";

const flags = ["--axis", "a", "--verdict", "PASS"];

describe("the arguments of a plain record call", () => {
  it("are the flags by their names, numbers read", () => {
    const call = readRecordCall([
      "record",
      ...flags,
      "--cost-usd",
      "0.5",
      "--latency-ms=20",
      "--score",
      "1e-2",
      "--id=",
      "--text=a=b",
    ]);
    expect(call).toEqual({
      configFlag: null,
      json: false,
      flags: { axis: "a", verdict: "PASS", costUsd: 0.5, latencyMs: 20, score: 0.01, id: "", text: "a=b" },
    });
  });

  it("take the global options before and after the word", () => {
    const wanted = { configFlag: "c.yaml", json: true, flags: { axis: "a", verdict: "PASS" } };
    expect(readRecordCall(["--json", "--config", "c.yaml", "record", ...flags])).toEqual(wanted);
    expect(readRecordCall(["record", "--config=c.yaml", ...flags, "--json"])).toEqual(wanted);
    expect(readRecordCall(["--config=b.yaml", "record", ...flags, "--config", "c.yaml", "--json"])).toEqual(
      wanted,
    );
  });

  it("may be stdin alone", () => {
    expect(readRecordCall(["--json", "record", "-"])).toEqual({ configFlag: null, json: true, flags: null });
  });

  it("may hold text that begins like a list", () => {
    expect(readRecordCall(["record", ...flags, "--reason", "- no date\n- no place"])?.flags?.reason).toBe(
      "- no date\n- no place",
    );
  });

  it.each([
    [[]],
    [["status"]],
    [flags],
    [["record"]],
    [["record", "--axis", "a"]],
    [["record", ...flags, "--text"]],
    [["record", ...flags, "--text", "--json"]],
    [["record", ...flags, "--text", "-"]],
    [["record", ...flags, "--text", "a", "--artifact", "b"]],
    [["record", ...flags, "--score", ""]],
    [["record", ...flags, "--score", "much"]],
    [["record", ...flags, "--score", "Infinity"]],
    [["record", ...flags, "--now", "2026-06-01T00:00:00Z"]],
    [["record", ...flags, "--help"]],
    [["record", ...flags, "-h"]],
    [["record", ...flags, "--colour", "red"]],
    [["record", ...flags, "record"]],
    [["record", ...flags, "-"]],
    [["record", ...flags, "--", "-"]],
    [["record", "-", ...flags]],
    [["record", "-", "-"]],
    [["-", "record"]],
    [["--axis", "a", "record", "--verdict", "PASS"]],
    [["record", ...flags, "--json=1"]],
    [["record", ...flags, "--config"]],
  ])("are nothing else: %j", (args) => {
    expect(readRecordCall(args)).toBeNull();
  });
});
