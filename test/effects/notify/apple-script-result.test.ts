import { describe, expect, it } from "vitest";
import { appleScriptResult } from "../../../src/effects/notify/apple-script-result.ts";
import type { ChannelResult } from "../../../src/effects/notify/channel.ts";

function ended(output: string): ChannelResult {
  return appleScriptResult({ kind: "ended", code: 1, output }, 30_000);
}

describe("appleScriptResult", () => {
  it.each([
    "35:61: execution error: Not authorized to send Apple events to Messages. (-1743)",
    "execution error: Not authorised. (-1744)",
  ])("does not retry without permission, and says how to get it: %s", (output) => {
    expect(ended(output)).toMatchObject({
      kind: "failed",
      retry: false,
      hint: expect.stringContaining("Automation"),
    });
  });

  it.each([
    `execution error: Messages got an error: Can’t get participant id "+15550100" of account 1. (-1728)`,
    "execution error: Can’t get 1st account whose service type = iMessage. Invalid index. (-1719)",
  ])("does not retry an unknown receiver, and does not repeat the number: %s", (output) => {
    const result = ended(output);
    expect(result).toMatchObject({ kind: "failed", retry: false });
    expect(JSON.stringify(result)).not.toContain("+15550100");
  });

  it("retries when Messages is away, and says when the text may have gone out", () => {
    const away = ended("execution error: Messages got an error: Application isn’t running. (-600)");
    expect(away).toMatchObject({ kind: "failed", retry: true });
    expect(away).not.toHaveProperty("mayHaveArrived");
    for (const number of ["-609", "-1712"]) {
      const silent = ended(`execution error: Messages got an error. (${number})`);
      expect(silent).toMatchObject({ kind: "failed", retry: true, mayHaveArrived: true });
      // Known complaints are told in words of our own.
      expect(silent).not.toMatchObject({ because: expect.stringContaining("got an error") });
    }
  });

  it("goes by the last number: the one in the text may be the person's", () => {
    expect(ended("execution error: Can’t get (-1743) of account. (-1728)")).toMatchObject({
      because: expect.stringContaining("-1728"),
    });
  });

  it("retries the rest, and tells what was said", () => {
    for (const output of ["", "syntax error: expected end (-2741)"]) {
      expect(ended(output)).toMatchObject({
        kind: "failed",
        retry: true,
        because: expect.stringContaining(output),
      });
    }
    expect(appleScriptResult({ kind: "timed-out", output: "" }, 30_000)).toMatchObject({
      retry: true,
      mayHaveArrived: true,
    });
    expect(appleScriptResult({ kind: "killed", signal: "SIGKILL", output: "" }, 30_000)).toMatchObject({
      retry: true,
    });
    expect(appleScriptResult({ kind: "not-started", because: "ENOENT" }, 30_000).kind).toBe("unavailable");
    expect(appleScriptResult({ kind: "ended", code: 0, output: "" }, 30_000).kind).toBe("sent");
  });
});
