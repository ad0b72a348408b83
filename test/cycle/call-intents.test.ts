import { EventEmitter, once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CriticCall } from "../../src/core/critic-call.ts";
import { type CallIntent, CallIntents } from "../../src/cycle/call-intents.ts";
import type { Store } from "../../src/store/store.ts";
import { openStore } from "../../src/store/sqlite/sqlite-store.ts";
import { Workspace } from "../support/workspace.ts";

const at = Date.parse("2026-05-10T13:00:00Z");
const spec = { kind: "command", model: "m-1" } as const;
const intent: CallIntent = {
  axis: "verify-dispatch",
  period: "2026-05",
  purpose: "gold",
  batch: "run-1",
  spec,
};
const here = { pid: 41, mark: "here" };
const nobody = (): boolean => false;

const written: CriticCall = {
  axis: null,
  period: "2026-05",
  purpose: "gold",
  batch: null,
  subject: null,
  rubric: null,
  at,
  outcome: "PASS",
  failure: null,
  reason: null,
  critic: "command",
  program: null,
  cliVersion: null,
  model: null,
  modelFrom: null,
  prompt: null,
  costUsd: 0.2,
  tokensIn: null,
  tokensOut: null,
  latencyMs: 1,
  sessionId: null,
};

describe("calls that are noted before they are made", () => {
  let workspace: Workspace;
  let store: Store;
  beforeEach(async () => {
    workspace = new Workspace();
    store = await openStore({
      file: workspace.path("improve-cron.db"),
      workspace: "default",
      timezone: "UTC",
      now: () => at,
      randomBytes: () => new Uint8Array(32),
    });
  });
  afterEach(async () => {
    await store.close();
    workspace.dispose();
  });
  const kept = () => store.listCriticCalls();

  it("are calls without a known cost once their caller is gone, and that once", async () => {
    const before = new CallIntents(store, here);
    await before.begin(intent, at);
    await before.begin({ ...intent, axis: null, purpose: "turn", batch: null }, at + 1);
    const now = new CallIntents(store, { pid: 42, mark: "now" });
    expect(await now.settle(() => true)).toEqual([]);
    expect(await now.settle(nobody)).toHaveLength(2);
    expect(await now.settle(nobody)).toEqual([]);
    expect(await kept()).toMatchObject([
      {
        at,
        axis: "verify-dispatch",
        batch: "run-1",
        outcome: "no-answer",
        failure: "cancelled",
        costUsd: null,
      },
      { at: at + 1, axis: null, purpose: "turn", model: "m-1", modelFrom: "request" },
    ]);
  });

  it("are nothing once they have ended, whatever became of them", async () => {
    const before = new CallIntents(store, here);
    const [one, two] = [await before.begin(intent, at), await before.begin(intent, at)];
    await one[Symbol.asyncDispose]();
    await two[Symbol.asyncDispose]();
    await new CallIntents(store, { pid: 42, mark: "now" }).settle(nobody);
    expect(await kept()).toEqual([]);
  });

  it("are the one call that was stored, where its caller ended before it was crossed off", async () => {
    await new CallIntents(store, here).begin(intent, at);
    const call = { ...written, axis: intent.axis, batch: intent.batch, at };
    await store.recordCriticCalls([call]);
    await new CallIntents(store, { pid: 42, mark: "now" }).settle(nobody);
    expect(await kept()).toMatchObject([{ costUsd: 0.2 }]);
  });

  it("are each a call of its own where several were begun at the same time and one of them has ended", async () => {
    const before = new CallIntents(store, here);
    const calls = await Promise.all([at, at, at].map((now) => before.begin(intent, now)));
    const [one, ended] = calls;
    for (const call of [one, ended])
      await store.recordCriticCalls([
        { ...written, axis: intent.axis, batch: intent.batch, at: call?.at ?? 0 },
      ]);
    await one?.[Symbol.asyncDispose]();
    expect(await new CallIntents(store, { pid: 42, mark: "now" }).settle(nobody)).toHaveLength(1);
    expect(await kept()).toHaveLength(3);
  });

  it("are settled where the number of their caller is now ours, and never by whoever made them", async () => {
    const before = new CallIntents(store, here);
    await before.begin(intent, at);
    expect(await before.settle(nobody)).toEqual([]);
    expect(await new CallIntents(store, { ...here, mark: "another" }).settle(() => true)).toHaveLength(1);
  });

  it("are settled once by two programs that look at the same time, the second when one more has ended", async () => {
    await new CallIntents(store, here).begin(intent, at);
    await new CallIntents(store, { pid: 44, mark: "third" }).begin({ ...intent, batch: "run-2" }, at + 1);
    const [atRecording, mayRecord] = [new EventEmitter(), new EventEmitter()];
    const [reached, allowed] = [once(atRecording, "reached"), once(mayRecord, "allowed")];
    const slow = {
      ...store,
      recordCriticCalls: async (calls: readonly CriticCall[]) => {
        atRecording.emit("reached");
        await allowed;
        await store.recordCriticCalls(calls);
      },
    };
    const first = new CallIntents(slow, { pid: 42, mark: "first" });
    let settled: Promise<unknown> = Promise.resolve();
    const between = {
      ...store,
      readSetting: async (name: string) => {
        const seen = await store.readSetting(name);
        settled = first.settle((pid) => pid === 44);
        await reached;
        return seen;
      },
    };
    const second = new CallIntents(between, { pid: 43, mark: "second" });
    await second.settle((pid) => pid === 42);
    mayRecord.emit("allowed");
    await settled;
    const calls = await kept();
    expect(calls).toHaveLength(2);
    expect(new Set(calls.map(({ batch }) => batch))).toEqual(new Set(["run-1", "run-2"]));
  });

  it("are kept for the next program where the one that settles them is ended, too", async () => {
    await new CallIntents(store, here).begin(intent, at);
    const ended = { ...store, recordCriticCalls: () => Promise.reject(new Error("ended")) };
    await expect(new CallIntents(ended, { pid: 42, mark: "ended" }).settle(nobody)).rejects.toThrow("ended");
    expect(await kept()).toEqual([]);
    const next = new CallIntents(store, { pid: 43, mark: "next" });
    expect(await next.settle((pid) => pid === 42)).toEqual([]);
    expect(await next.settle(nobody)).toHaveLength(1);
    expect(await kept()).toHaveLength(1);
  });
});
