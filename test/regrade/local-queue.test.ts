import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { GradeObservation } from "../../src/core/cycle.ts";
import { listBlindItems } from "../../src/cycle/blind-items.ts";
import type { BlindItem } from "../../src/regrade/queue.ts";
import { type QueueBench, regradeQueueContract } from "../contract/regrade-queue.contract.ts";
import { Workspace } from "../support/workspace.ts";

async function openBench(items: readonly BlindItem[]): Promise<QueueBench> {
  const workspace = new Workspace();
  const app = await workspace.open("2026-06-01T13:00:00Z");
  const [item] = items;
  if (item === undefined) throw new Error("the suite has items");
  const { axis, period } = item;
  const artifacts = items.map(({ ref, text }) => ({ ref, text, sha256: sha256Of(text) }));
  await app.recordVerdicts({
    source: "record",
    baseFolder: workspace.folder,
    rows: items.map(({ ref, text }) => ({
      axis,
      verdict: "PASS",
      at: "2026-05-03T12:00:00Z",
      id: ref,
      artifact: { text },
    })),
  });
  const drawn = await app.store.drawSample({
    axis,
    period,
    epoch: (await app.store.listMonthCounts({ axis }))[0]?.epoch ?? "",
    word: "PASS",
    n: items.length,
    skip: 0,
    watermark: (await app.store.readMonth(period)).watermark,
    acceptRef: false,
  });
  await app.store.planOpening({
    period,
    openedAt: app.clock.now(),
    effects: [],
    cycles: [
      {
        axis,
        period,
        state: "open",
        because: null,
        epoch: (await app.store.listMonthCounts({ axis }))[0]?.epoch ?? "",
        openedAt: app.clock.now(),
        dueAt: Date.parse("2026-07-01T13:00:00Z"),
        closedAt: null,
        frame: { pass: items.length, fail: 0, noArtifact: 0 },
        frameHash: null,
        watermark: 0,
        passRate: 0.1,
        failRate: 0.1,
        minutesPlanned: 4.5,
        sampleTarget: null,
        firstMonth: true,
        queue: "local",
      },
    ],
    items: artifacts.map(({ ref, sha256 }, index) => {
      const verdict = drawn.find((one) => one.artifact.kind === "snapshot" && one.artifact.sha256 === sha256);
      if (verdict === undefined) throw new Error(`no verdict of ${ref}`);
      return {
        ref,
        axis,
        period,
        kind: "pass",
        batch: 1,
        state: "planned",
        verdictKey: verdict.key,
        word: "PASS",
        artifact: { kind: "snapshot", sha256 },
        title: `verify-dispatch · ${index + 1} of ${items.length}`,
        orderKey: index,
        attempts: 0,
        externalId: null,
        url: null,
        withdrawnBecause: null,
      };
    }),
  });
  for (const { ref } of items) {
    await app.store.moveItem({ ref, to: "sending", at: app.clock.now() });
    await app.store.moveItem({ ref, to: "created", at: app.clock.now() });
  }
  const answer = async (ref: string, grade: GradeObservation["grade"], reason: string | null) => {
    const observedAt = app.clock.now();
    await app.localQueue.answer([{ ref, grade, reason, by: "founder", at: null, observedAt, via: "grade" }]);
  };
  return {
    queue: app.localQueue,
    founder: {
      visible: async () => (await listBlindItems(app.cycle, { axis: null })).map(({ ref }) => ref),
      grade: (ref, grade, reason) => answer(ref, grade, reason),
      clear: (ref) => answer(ref, null, null),
    },
    collect: async (refs) => {
      const asked = refs.map((ref) => ({ ref, externalId: null }));
      const outcome = await app.localQueue.collect(asked, app.clock.now());
      if (outcome.status !== "ok") throw new Error(outcome.because);
      await app.store.appendGrades(outcome.observations);
      const { observations } = await app.store.listGrades({ axis });
      return new Map(refs.map((ref) => [ref, observations.filter((one) => one.ref === ref)]));
    },
    close: async () => {
      await app[Symbol.asyncDispose]();
      workspace.dispose();
    },
  };
}

function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

describe("the local queue", () => {
  regradeQueueContract(openBench);

  it("tells an unknown ref", async () => {
    const workspace = new Workspace();
    const outcomes = await workspace.at("2026-06-01T13:00:00Z", (app) =>
      app.localQueue.answer([
        { ref: "nobody", grade: "PASS", reason: null, by: null, at: null, observedAt: 1, via: "import" },
      ]),
    );
    expect(outcomes).toEqual([{ outcome: "rejected", because: "unknown-ref" }]);
    workspace.dispose();
  });
});
