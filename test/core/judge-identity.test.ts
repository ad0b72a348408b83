import { describe, expect, it } from "vitest";
import { judgeChanges } from "../../src/core/judge-identity.ts";

const june = { critic: "claude", cliVersion: "2.1.332", model: "claude-sonnet-5-5", prompt: "sha256:1" };

describe("judgeChanges", () => {
  it("tells each thing that is not what it was", () => {
    expect(judgeChanges(june, june)).toEqual([]);
    expect(judgeChanges(june, { ...june, cliVersion: "2.1.333", model: "claude-haiku-4-5" })).toEqual([
      { what: "cliVersion", before: "2.1.332", after: "2.1.333" },
      { what: "model", before: "claude-sonnet-5-5", after: "claude-haiku-4-5" },
    ]);
    expect(judgeChanges(june, { ...june, prompt: "sha256:2", critic: "codex" })).toMatchObject([
      { what: "critic" },
      { what: "prompt" },
    ]);
  });

  it("takes what is not known for no change", () => {
    const unknown = { critic: "claude", cliVersion: null, model: null, prompt: null };
    expect(judgeChanges(june, unknown)).toEqual([]);
    expect(judgeChanges(unknown, june)).toEqual([]);
  });
});
