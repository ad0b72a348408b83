import { describe, expect, it } from "vitest";
import { readHistoryCall } from "../../src/light-history/arguments.ts";

const plain = { configFlag: null, form: "text", axis: null, since: null, asOf: null };

describe("readHistoryCall", () => {
  it.each([
    [["history"], plain],
    [["--json", "history"], { ...plain, form: "json" }],
    [["history", "voice", "--csv"], { ...plain, form: "csv", axis: "voice" }],
    [["history", "history"], { ...plain, axis: "history" }],
    [
      ["--config=a.yaml", "history", "--since", "2024-05"],
      { ...plain, configFlag: "a.yaml", since: "2024-05" },
    ],
    [["history", "--as-of=2024-06-01T00:00:00Z"], { ...plain, asOf: Date.UTC(2024, 5, 1) }],
  ])("understands %j", (args, call) => {
    expect(readHistoryCall(args)).toEqual(call);
  });

  it.each([
    [[]],
    [["status"]],
    [["voice", "history"]],
    [["history", "a", "b"]],
    [["history", "A"]],
    [["history", "--csv", "--json"]],
    [["--csv", "history"]],
    [["--since", "2024-05", "history"]],
    [["history", "--since"]],
    [["history", "--since", "2024-13"]],
    [["history", "--since", "2024-05", "--since", "2024-06"]],
    [["history", "--as-of", "2024-06-01"]],
    [["history", "--as-of", "2101-06-01T00:00:00Z"]],
    [["history", "--now", "2024-06-01T00:00:00Z"]],
    [["history", "--help"]],
    [["history", "--"]],
    [["history", "--unknown"]],
  ])("leaves %j to the full command line", (args) => {
    expect(readHistoryCall(args)).toBeNull();
  });
});
