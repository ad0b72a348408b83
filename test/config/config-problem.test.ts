import { describe, expect, it } from "vitest";
import { configError, formatProblem } from "../../src/config/config-problem.ts";
import type { ConfigProblem } from "../../src/config/config-problem.ts";

const problem: ConfigProblem = {
  code: "share",
  file: "/w/improve-cron.yaml",
  line: 7,
  key: "sampling.pass_rate",
  value: 10,
  message: "must lie between 0 and 1",
  hint: "For 10% write 0.1.",
};

describe("formatProblem", () => {
  it("names file and line, key, value and fix on one line", () => {
    const text = formatProblem(problem);
    expect(text.startsWith("/w/improve-cron.yaml:7: sampling.pass_rate: ")).toBe(true);
    expect(text).toContain("10");
    expect(text.endsWith(problem.hint)).toBe(true);
    expect(text).not.toContain("\n");
  });

  it("leaves out what is not known", () => {
    const text = formatProblem({ ...problem, file: null, line: null, key: null, value: undefined });
    expect(text).toBe(`${problem.message}. ${problem.hint}`);
  });

  it("shortens long values and lets no control character through", () => {
    const value = `\u001b[2J\u202e\u2028\n${"x".repeat(500)}`;
    const text = formatProblem({ ...problem, value });
    for (const char of ["\u001b", "\u202e", "\u2028", "\n"]) expect(text).not.toContain(char);
    expect(text.length).toBeLessThan(300);
  });

  it("shows numbers that JSON has no word for", () => {
    expect(formatProblem({ ...problem, value: Number.NaN })).toContain("NaN");
  });
});

describe("configError", () => {
  it("is one error of code config with a line for every problem", () => {
    const error = configError([problem, { ...problem, key: "server.port", line: 9 }]);
    expect(error.code).toBe("config");
    expect(error.message.split("\n")).toHaveLength(3);
    expect(error.message).toContain("/w/improve-cron.yaml:7: sampling.pass_rate");
    expect(error.message).toContain("/w/improve-cron.yaml:9: server.port");
    expect(error.hint).not.toBeNull();
  });
});
