import { CommanderError } from "commander";
import { describe, expect, it } from "vitest";
import { failureOf, tellFailure } from "../../src/cli/failure.ts";
import { ImproveCronError } from "../../src/errors.ts";

describe("failureOf", () => {
  it("keeps code, hint and exit code of an error that was raised on purpose", () => {
    const config = new ImproveCronError("config", "an unknown key", "Take it out.");
    expect(failureOf(config, "")).toMatchObject({
      code: "config",
      hint: "Take it out.",
      exitCode: 2,
      stack: null,
    });
    expect(failureOf(new ImproveCronError("store-full", "no space"), "")).toMatchObject({
      exitCode: 1,
      hint: null,
    });
  });

  it("takes a command line that was not understood for wrong usage", () => {
    const error = new CommanderError(1, "commander.unknownOption", "error: unknown option '--x'");
    expect(failureOf(error, "See: --help")).toEqual({
      code: "usage",
      message: "unknown option '--x'",
      hint: "See: --help",
      exitCode: 2,
      stack: null,
    });
  });

  it("takes help and version for no failure", () => {
    expect(failureOf(new CommanderError(0, "commander.helpDisplayed", "(outputHelp)"), "")).toBeNull();
    expect(failureOf(new CommanderError(0, "commander.version", "0.1.0"), "")).toBeNull();
  });

  it("does not call a full disk or a missing right a bug", () => {
    for (const code of ["ENOSPC", "EACCES", "EROFS"]) {
      const error = Object.assign(new Error(`${code}: write`), { code, syscall: "write" });
      expect(failureOf(error, "")).toMatchObject({ code: "io", exitCode: 1, stack: null });
    }
    const own = Object.assign(new Error("not of the system"), { code: "EACCES" });
    expect(failureOf(own, "")).toMatchObject({ code: "bug" });
  });

  it("calls everything else a bug, with its stack", () => {
    const failure = failureOf(new TypeError("x is not a function"), "");
    expect(failure).toMatchObject({ code: "bug", exitCode: 1 });
    expect(failure?.stack).toContain("failure.test");
    expect(failureOf("a text that was thrown", "")).toMatchObject({
      code: "bug",
      message: "a text that was thrown",
    });
  });
});

const tell = (json: boolean, message = "m"): { out: string; err: string } => {
  const told = { out: "", err: "" };
  tellFailure({ code: "usage", message, hint: "h", exitCode: 2, stack: null }, json, {
    out: (text) => (told.out += text),
    err: (text) => (told.err += text),
  });
  return told;
};

describe("tellFailure", () => {
  it("writes JSON to stdout alone", () => {
    const { out, err } = tell(true);
    expect(JSON.parse(out)).toEqual({ error: { code: "usage", message: "m", hint: "h" } });
    expect(err).toBe("");
  });

  it("writes for people to stderr alone, without what a terminal would obey", () => {
    const { out, err } = tell(false, "key \u001b[2Jx\nline two");
    expect(out).toBe("");
    expect(err).toBe("improve-cron: key x\nline two\nh\n");
  });
});
