import { describe, expect, it } from "vitest";
import type { JudgeOutcome } from "../../src/critics/critic.ts";
import { openFakes } from "../support/fake-critics/open-fakes.ts";

/** What came of it, in a word: the verdict or the kind of failure. */
const wordOf = (outcome: JudgeOutcome): string =>
  outcome.kind === "judged" ? outcome.word : outcome.failure;

/** Scenes of the measured table and of the field reports (numbers in brackets). */
const rows: Readonly<Record<string, string>> = {
  "claude:fails": "FAIL",
  "claude:one-object": "FAIL",
  "claude:list": "FAIL",
  "claude:helper": "FAIL",
  "claude:silently-other-model": "FAIL",
  "claude:exit-1-with-verdict": "FAIL",
  "claude:login-ends": "FAIL",
  // [9] it never exits after its result
  "claude:never-exits": "FAIL",
  // [7] a schema, and a plain text as the answer
  "claude:no-structured-output": "unparseable",
  "claude:other-word": "unparseable",
  "claude:extra-key": "unparseable",
  "claude:schema-retries": "unparseable",
  "claude:banner": "unparseable",
  "claude:two-results": "unparseable",
  // [7] a schema-valid answer with nothing in it
  "claude:filler": "filler",
  // [6] exit 0, an empty result, tokens billed
  "claude:blank-result": "empty",
  "claude:empty-result-billed": "empty",
  // The command line answered by itself, as it does to `/cost`.
  "claude:slash-command": "empty",
  "claude:verdict-without-model": "empty",
  "claude:verdict-without-turn": "empty",
  // [11] [12] [13] [16]
  "claude:not-logged-in": "auth",
  "claude:oauth-expired": "auth",
  "claude:request-not-allowed": "auth",
  "claude:401": "auth",
  "claude:404": "request",
  "claude:429": "limit",
  "claude:no-credit": "limit",
  // [17]
  "claude:hit-limit": "limit",
  "claude:limit-epoch": "limit",
  "claude:500": "unavailable",
  "claude:529": "unavailable",
  "claude:too-long": "too-long",
  "claude:stdin-too-big": "too-long",
  "claude:refusal": "refused",
  "claude:max-tokens": "cut-off",
  "claude:max-turns": "cut-off",
  "claude:budget": "budget",
  "claude:api-timeout": "timeout",
  // SIGINT ends it with 0 and half an answer.
  "claude:sigint": "crashed",
  "claude:killed-midway": "crashed",
  "claude:bad-schema": "request",
  // [18]
  corrupted: "environment",
  "unknown-option": "environment",
  // [14]
  "exit-127": "not-found",
  "says-nothing": "empty",
  crashes: "crashed",
  "dies-by-signal": "crashed",
  torn: "unparseable",
  binary: "unparseable",
};

describe("claude", () => {
  it("finds the right kind for each row of the measured table and of the field reports", async () => {
    const { judge } = openFakes({}, { atOnce: 3 });
    const scenes = Object.keys(rows);
    const words = await Promise.all(scenes.map(async (scene) => wordOf(await judge("claude", scene))));
    expect(Object.fromEntries(scenes.map((scene, index) => [scene, words[index]]))).toEqual(rows);
  });

  it("says when a limit ends", async () => {
    const { judge } = openFakes();
    const [words, epoch, without] = await Promise.all([
      judge("claude", "claude:hit-limit"),
      judge("claude", "claude:limit-epoch"),
      judge("claude", "claude:429"),
    ]);
    // 1pm in Lisbon on 1 June.
    expect(words).toMatchObject({ failure: "limit", resetAt: Date.UTC(2026, 5, 1, 12) });
    expect(epoch).toMatchObject({ failure: "limit", resetAt: 1_780_315_200_000 });
    expect(without).toMatchObject({ failure: "limit", resetAt: null });
  });

  it("keeps the facts of the call, and the model that the service says it used", async () => {
    const { judge } = openFakes();
    const { run } = await judge("claude", "claude:fails", { model: "sonnet" });
    expect(run).toMatchObject({
      critic: "claude",
      program: process.execPath,
      cliVersion: "2.1.332",
      model: "claude-sonnet-5-5-20260401",
      modelFrom: "service",
      costUsd: 0.0123,
      tokens: { input: 960, output: 40 },
      sessionId: "s-1",
      exitCode: 0,
    });
    expect(run.prompt).toMatch(/^sha256:[0-9a-f]{12}$/);
    expect(run.latencyMs).toBeGreaterThan(0);

    const silent = await judge("claude", "claude:silently-other-model", { model: "sonnet" });
    expect(silent.run.model).toBe("claude-haiku-4-5");
    const helped = await judge("claude", "claude:helper");
    expect(helped.run).toMatchObject({
      model: "claude-sonnet-5-5-20260401",
      tokens: { input: 965, output: 43 },
    });
    const alone = await judge("claude", "claude:one-object");
    expect(alone.run).toMatchObject({ model: "claude-sonnet-5-5", modelFrom: "program", cliVersion: null });
    const failed = await judge("claude", "claude:401", { model: "sonnet" });
    expect(failed.run).toMatchObject({ model: "sonnet", modelFrom: "request", cliVersion: "2.1.332" });
  });

  it("tells what does not spoil a verdict", async () => {
    const { judge } = openFakes();
    const codesOf = async (scene: string): Promise<readonly string[]> => {
      const outcome = await judge("claude", scene);
      return outcome.kind === "judged" ? outcome.warnings.map(({ code }) => code) : [outcome.failure];
    };
    expect(await codesOf("claude:fails")).toEqual([]);
    expect(await codesOf("claude:exit-1-with-verdict")).toEqual(["ended-with-error"]);
    expect(await codesOf("claude:never-exits")).toEqual(["did-not-end"]);
    expect(await codesOf("claude:login-ends")).toEqual(["login-ends"]);
  });

  it("is called without tools, settings or a session, instructions in a file and data on standard input", async () => {
    const { judge, seen, folder } = openFakes({ ANTHROPIC_API_KEY: undefined, NOTION_TOKEN: "secret" });
    const env = ["FAKE_RECORD"];
    await judge("claude", "claude:fails", { model: "sonnet", env, maxCostUsd: 0.25, timeoutMs: 20_000 });
    const [call] = seen();
    const flag = (name: string): string | undefined => call?.args[call.args.indexOf(name) + 1];
    expect(call?.args.slice(0, 4)).toEqual(["-p", "--output-format", "stream-json", "--verbose"]);
    expect([flag("--tools"), flag("--model"), flag("--max-budget-usd")]).toEqual(["", "sonnet", "0.25"]);
    expect(JSON.parse(flag("--json-schema") ?? "")).toEqual({
      type: "object",
      properties: { verdict: { type: "string", enum: ["PASS", "FAIL"] }, reason: { type: "string" } },
      required: ["verdict", "reason"],
      additionalProperties: false,
    });
    for (const one of ["--no-session-persistence", "--strict-mcp-config", "--safe-mode", "--restricted"]) {
      expect(call?.args).toContain(one);
    }
    expect(call?.args).not.toContain("--bare");
    expect(call?.env).toMatchObject({
      CLAUDE_CODE_MAX_RETRIES: "2",
      API_TIMEOUT_MS: "20000",
      HOME: folder,
    });
    expect(Object.keys(call?.env ?? {})).not.toContain("NOTION_TOKEN");
    expect(call?.stdin?.startsWith("Judge the artifact below.\n")).toBe(true);
    expect(call?.stdin).not.toContain("It names a check");
  });

  it("is called bare where it gets a key", async () => {
    const { judge, seen } = openFakes({ ANTHROPIC_API_KEY: "sk-ant-false" });
    await judge("claude", "claude:fails", { env: ["FAKE_RECORD"] });
    expect(seen()[0]?.args).toContain("--bare");
    expect(seen()[0]?.args).not.toContain("--safe-mode");
    expect(seen()[0]?.env["ANTHROPIC_API_KEY"]).toBe("sk-ant-false");
  });
});
