import { describe, expect, it } from "vitest";
import type { RunSummary } from "../../src/core/run-summary.ts";
import { renderRunSummary } from "../../src/reports/run-summary-text.ts";

const summary: RunSummary = {
  status: "pending",
  period: "2026-05",
  ingest: {
    read: 100,
    stored: 97,
    duplicate: 1,
    rejected: 2,
    rejects: [
      { file: "a\u001b[31m.jsonl", line: 7, reason: "no zone", raw: "{}" },
      { file: "a.jsonl", line: 9, reason: "unknown word", raw: "{}" },
    ],
  },
  closed: [{ period: "2026-05", axis: "verify-dispatch", action: "revert" }],
  opened: [
    { period: "2026-05", axis: "verify-vault-write", state: "open", items: 12, because: null },
    {
      period: "2026-05",
      axis: "verify-strategic-output",
      state: "below-threshold",
      items: 0,
      because: "too-few-pass",
    },
  ],
  toppedUp: [{ period: "2026-04", axis: "verify-replies", batch: 2, items: 20, because: "confirm" }],
  effects: [
    { kind: "axis-file", state: "done" },
    { kind: "message", state: "done" },
    { kind: "message", state: "done" },
    { kind: "vault-log", state: "pending" },
  ],
  gold: [],
  pending: [
    {
      kind: "vault-log",
      period: "2026-05",
      axis: "verify-dispatch",
      because: "the vault's folder is missing",
      hint: "Mount the vault.",
    },
  ],
};

describe("renderRunSummary", () => {
  it("counts rows, names rejects by file and line, and strips what a terminal would obey", () => {
    const text = renderRunSummary(summary);
    expect(text).toContain("100 rows read = 97 stored + 1 duplicate + 2 rejected");
    expect(text).toContain("a.jsonl:7: no zone");
    expect(text).not.toContain("\u001b");
  });

  it("shows every axis, the effects by kind and state, and what is pending with its hint", () => {
    const lines = renderRunSummary(summary).split("\n");
    const of = (axis: string): string => lines.find((line) => line.startsWith(axis)) ?? "";
    expect(of("verify-dispatch")).toMatch(/closed +reverted/);
    expect(of("verify-vault-write")).toMatch(/opened +12 items/);
    expect(of("verify-replies")).toMatch(/topped up +20 more items/);
    expect(of("verify-strategic-output")).toMatch(/below-threshold/);
    expect(lines).toContain("effects: 1 axis-file done, 2 message done, 1 vault-log pending");
    expect(lines.at(-2)).toContain("1 pending");
    expect(lines.at(-1)).toContain("the vault's folder is missing. Mount the vault.");
  });

  it("says that there was nothing to do", () => {
    const nothing = { closed: [], opened: [], effects: [], pending: [] };
    expect(renderRunSummary({ ...summary, ...nothing })).toContain("1 topped up; nothing pending");
    const idle = renderRunSummary({ ...summary, ...nothing, toppedUp: [] });
    expect(idle).toContain("nothing new; nothing pending");
  });

  it("counts the rejects it does not show", () => {
    const rejects = Array.from({ length: 30 }, (_, line) => ({
      file: "a",
      line,
      reason: "no zone",
      raw: "",
    }));
    expect(renderRunSummary({ ...summary, ingest: { ...summary.ingest, rejects } })).toContain("and 10 more");
  });
});
