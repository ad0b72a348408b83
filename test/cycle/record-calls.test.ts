import { describe, expect, it, onTestFinished } from "vitest";
import { artifactHash } from "../../src/core/artifact-hash.ts";
import { rubricFingerprint } from "../../src/core/rubric.ts";
import { recordedCritic } from "../../src/cycle/record-calls.ts";
import { openFakes, request, specOf } from "../support/fake-critics/open-fakes.ts";
import { Workspace } from "../support/workspace.ts";

const now = "2026-06-01T13:00:00Z";
const facts = { axis: "verify-dispatch", period: "2026-05", purpose: "gold", batch: "run-1" } as const;

async function callsOf(scene: string, kind: "command" | "claude" = "command") {
  const space = new Workspace();
  const app = await space.open(now);
  onTestFinished(async () => {
    await app[Symbol.asyncDispose]();
    space.dispose();
  });
  const critic = recordedCritic(app.cycle, openFakes().critics.open(specOf(kind, `${kind}:${scene}`)), facts);
  const outcome = await critic.judge(request);
  return { outcome, critic, store: app.store, calls: () => app.store.listCriticCalls() };
}

describe("recordedCritic", () => {
  it("keeps what was judged by what, who answered, and what it cost, by the program's clock", async () => {
    const { calls, outcome } = await callsOf("with-facts");
    expect(outcome).toMatchObject({ kind: "judged", word: "FAIL" });
    const kept = await calls();
    expect(kept).toMatchObject([
      {
        ...facts,
        subject: artifactHash(request.artifact),
        rubric: rubricFingerprint({ text: request.rubric }),
        outcome: "FAIL",
        failure: null,
        critic: "command",
        model: "judge-7",
        cliVersion: "2.0.1",
        costUsd: 0.012,
        tokensIn: 900,
        tokensOut: 40,
      },
    ]);
    const [call] = kept;
    expect(call?.at).toBeGreaterThanOrEqual(Date.parse(now));
    expect(call?.at).toBeLessThan(Date.parse(now) + 60_000);
    expect(call?.reason).toContain("Rule 2");
    expect(call?.latencyMs).toBeGreaterThan(0);
  });

  it("keeps the model that really answered, whatever was asked for", async () => {
    const { calls } = await callsOf("silently-other-model", "claude");
    expect(await calls()).toMatchObject([
      { critic: "claude", model: "claude-haiku-4-5", modelFrom: "service" },
    ]);
  });

  it("keeps a failed call as what it was, never as a word", async () => {
    const { calls } = await callsOf("limit");
    expect(await calls()).toMatchObject([{ outcome: "no-answer", failure: "limit", costUsd: null }]);
  });

  it("keeps what was written, without its text", async () => {
    const { critic, calls } = await callsOf("writes");
    const written = await critic.generate({
      purpose: "probes",
      instructions: "Write.",
      task: "Write two.",
      input: [],
      schema: {
        type: "object",
        properties: { items: { type: "array", items: { type: "string" } }, count: { type: "integer" } },
      },
    });
    expect(written.kind).toBe("generated");
    const kept = await calls();
    expect(kept.at(-1)).toMatchObject({ outcome: "written", subject: null, rubric: null, reason: null });
  });
});
