import { describe, expect, it } from "vitest";
import type { JudgeOutcome } from "../../src/critics/critic.ts";
import { openFakes, request, specOf } from "../support/fake-critics/open-fakes.ts";

const wordOf = (outcome: JudgeOutcome): string =>
  outcome.kind === "judged" ? outcome.word : outcome.failure;

const rows: Readonly<Record<string, string>> = {
  "command:fails": "FAIL",
  "command:passes": "PASS",
  "command:iterate": "FAIL",
  "command:with-facts": "FAIL",
  "command:no-reason": "PASS",
  "command:short-reason": "PASS",
  "command:bom": "FAIL",
  "command:large": "FAIL",
  "command:lingers": "FAIL",
  "command:leaves-a-child": "FAIL",
  "command:leaves-a-daemon": "FAIL",
  "command:exit-1-with-verdict": "FAIL",
  "command:never-reads": "FAIL",
  "command:exit-1-with-error": "unavailable",
  // What it quotes is no failure of its own: a limit would stop the whole batch.
  "command:exit-1-with-prose": "unparseable",
  "command:limit": "limit",
  "command:limit-in-words": "limit",
  "command:unknown-error": "failed",
  "command:verdict-and-error": "failed",
  "command:error-word": "failed",
  "command:filler": "filler",
  "command:dots": "filler",
  "command:yes": "unparseable",
  "command:true": "unparseable",
  "command:list": "unparseable",
  "command:prose": "unparseable",
  "command:prose-before": "unparseable",
  "command:prose-after": "unparseable",
  "command:fenced": "unparseable",
  "command:second-json": "unparseable",
  "command:declines": "refused",
  "command:expensive": "budget",
  "says-nothing": "empty",
  "white-space": "empty",
  crashes: "crashed",
  "one-gigabyte-of-noise": "crashed",
  torn: "unparseable",
  binary: "unparseable",
  "exit-127": "not-found",
};

const itemsSchema = {
  type: "object",
  properties: {
    items: { type: "array", items: { type: "string" } },
    count: { type: "integer" },
  },
} as const;

const writing = {
  purpose: "probes",
  instructions: "Write probes.",
  task: "Write two probes.",
  input: [{ name: "rubric", text: "1. **Goal.**" }],
  schema: itemsSchema,
};

describe("command", () => {
  it("finds the right kind for whatever a program may do", async () => {
    const { judge } = openFakes({}, { atOnce: 3 });
    const scenes = Object.keys(rows);
    const words = await Promise.all(scenes.map(async (scene) => wordOf(await judge("command", scene))));
    expect(Object.fromEntries(scenes.map((scene, index) => [scene, words[index]]))).toEqual(rows);
  });

  it("hands over one JSON object on standard input, and nothing in the arguments", async () => {
    const { judge, seen } = openFakes();
    await judge("command", "command:fails", { env: ["FAKE_RECORD"], model: "judge-7", timeoutMs: 20_000 });
    const [call] = seen();
    expect(call?.args).toEqual([]);
    expect(JSON.parse(call?.stdin ?? "")).toEqual({
      protocol: 1,
      request: "judge",
      ...request,
      model: "judge-7",
      limits: { seconds: 20, cost_usd: 1 },
    });
  });

  it("takes what the program tells of the call, and passes over what is none", async () => {
    const { judge } = openFakes();
    expect(await judge("command", "command:with-facts", { model: "asked" })).toMatchObject({
      kind: "judged",
      score: 0.25,
      run: {
        cliVersion: "2.0.1",
        model: "judge-7",
        modelFrom: "program",
        costUsd: 0.012,
        tokens: { input: 900, output: 40 },
        prompt: null,
      },
    });
    const odd = await judge("command", "command:odd-facts", { model: "asked" });
    expect(odd).toMatchObject({
      kind: "judged",
      run: { model: "asked", modelFrom: "request", costUsd: null, tokens: null },
    });
    if (odd.kind !== "judged") throw new Error(odd.kind);
    expect(odd.warnings.map(({ code }) => code)).toEqual(["ignored-fact", "ignored-fact", "ignored-fact"]);
  });

  it("says when a limit ends", async () => {
    const { judge } = openFakes();
    expect(await judge("command", "command:limit")).toMatchObject({ resetAt: Date.UTC(2026, 5, 1, 12) });
    expect(await judge("command", "command:limit-in-words")).toMatchObject({
      resetAt: Date.UTC(2026, 5, 1, 11, 30),
    });
  });

  it("writes JSON by a schema, strictly", async () => {
    const { critics } = openFakes();
    const write = (scene: string) => critics.open(specOf("command", scene)).generate(writing);
    const written = await write("command:writes");
    if (written.kind !== "generated") throw new Error(written.failure);
    const items: readonly string[] = written.value.items;
    expect(items).toEqual(["one", "two"]);
    expect(written.value.count).toBe(2);
    expect(await write("command:writes-more")).toMatchObject({ failure: "unparseable" });
    expect(await write("command:writes-nothing")).toMatchObject({
      failure: "unparseable",
      run: { model: "judge-7" },
    });
    expect(await write("command:fails")).toMatchObject({ failure: "unparseable" });
    expect(await write("command:declines")).toMatchObject({ failure: "refused" });
  });

  it("hands over what is to be written, with the closed schema", async () => {
    const { critics, seen } = openFakes();
    await critics.open(specOf("command", "command:writes", { env: ["FAKE_RECORD"] })).generate(writing);
    expect(JSON.parse(seen()[0]?.stdin ?? "")).toMatchObject({
      request: "generate",
      purpose: "probes",
      instructions: "Write probes.",
      task: "Write two probes.",
      input: [{ name: "rubric", text: "1. **Goal.**" }],
      schema: { required: ["items", "count"], additionalProperties: false },
    });
  });

  it("is not found where it is not there or may not be executed", async () => {
    const { judge } = openFakes();
    for (const command of [
      "/nonexistent/judge",
      import.meta.filename,
      "./judge",
      "no-such-critic-anywhere",
    ]) {
      expect(await judge("command", "", { command: [command] })).toMatchObject({ failure: "not-found" });
    }
  });
});
