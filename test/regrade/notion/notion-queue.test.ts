import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Grade } from "../../../src/core/cycle.ts";
import { readPlace } from "../../../src/regrade/notion/place.ts";
import type { BlindItem } from "../../../src/regrade/queue.ts";
import { type QueueBench, regradeQueueContract } from "../../contract/regrade-queue.contract.ts";
import { openNotionDouble } from "../../support/notion-double/double.ts";
import { openBench as openNotionBench, blindItems, task } from "./notion-bench.ts";
import { NotionWorkspace } from "./notion-workspace.ts";

/** The queue in Notion with the real store: what is planned in the one is published to the other. */
async function openBench(items: readonly BlindItem[]): Promise<QueueBench> {
  const double = await openNotionDouble();
  const workspace = new NotionWorkspace(double);
  await workspace.setUp();
  const app = await workspace.open(0);
  await planItems(app, items);
  const place = await readPlace({
    read: (name) => app.store.readSetting(`notion/${name}`),
    write: () => Promise.reject(new Error("not written by tests")),
  });
  if (place === null) throw new Error("the queue is not set up");
  const { properties, options, dataSourceId } = place.items;
  const rows = () => double.rows(dataSourceId).filter(({ inTrash }) => !inTrash);
  const pageOf = (ref: string): string => {
    const row = rows().find(({ values }) => values["Ref"] === ref);
    if (row === undefined) throw new Error(`no page of ${ref}`);
    return row.pageId;
  };
  return {
    queue: app.notion.queue,
    founder: {
      visible: async () => rows().map(({ values }) => values["Ref"] ?? ""),
      grade: async (ref, grade: Grade, reason) => {
        double.founder.select(pageOf(ref), properties.grade, { optionId: options[grade] });
        if (reason !== null) double.founder.write(pageOf(ref), properties.why, reason);
      },
      clear: async (ref) => double.founder.clear(pageOf(ref), properties.grade),
    },
    collect: async (refs) => {
      double.clock.advance(1000);
      const asked = await Promise.all(
        refs.map(async (ref) => (await app.store.listItems({ ref }))[0] ?? { ref, externalId: null }),
      );
      const outcome = await app.notion.queue.collect(asked, double.clock.now());
      if (outcome.status !== "ok") throw new Error(outcome.because);
      await app.store.appendGrades(outcome.observations);
      const { observations } = await app.store.listGrades({ axis: items[0]?.axis ?? "" });
      return new Map(refs.map((ref) => [ref, observations.filter((one) => one.ref === ref)]));
    },
    close: async () => {
      expect(double.violations).toEqual([]);
      await app[Symbol.asyncDispose]();
      workspace.dispose();
      await double.close();
    },
  };
}

/** Stores verdicts and an open cycle whose items have the given refs. */
async function planItems(
  app: Awaited<ReturnType<NotionWorkspace["open"]>>,
  items: readonly BlindItem[],
): Promise<void> {
  const [{ axis, period } = { axis: "", period: "" }] = items;
  await app.recordVerdicts({
    source: "record",
    baseFolder: app.config.home,
    rows: items.map(({ ref, text }) => ({
      axis,
      verdict: "PASS",
      at: "2026-05-03T12:00:00Z",
      id: ref,
      artifact: { text },
    })),
  });
  const { watermark } = await app.store.readMonth(period);
  const epoch = (await app.store.listMonthCounts({ axis }))[0]?.epoch ?? "";
  const drawn = await app.store.drawSample({
    axis,
    period,
    epoch,
    word: "PASS",
    n: items.length,
    skip: 0,
    watermark,
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
        epoch,
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
        queue: "notion",
      },
    ],
    items: items.map(({ ref, text, title }, index) => {
      const sha256 = createHash("sha256").update(text).digest("hex");
      const verdict = drawn.find((one) => one.artifact.kind === "snapshot" && one.artifact.sha256 === sha256);
      return {
        ref,
        axis,
        period,
        kind: "pass",
        batch: 1,
        state: "planned",
        verdictKey: verdict?.key ?? "",
        word: "PASS",
        artifact: { kind: "snapshot", sha256 },
        title,
        orderKey: index,
        attempts: 0,
        externalId: null,
        url: null,
        withdrawnBecause: null,
      };
    }),
  });
}

describe("the queue in Notion", () => {
  regradeQueueContract(openBench);

  it("says that it is not set up, and what to do", async () => {
    const bench = await openNotionBench({ setUp: false });
    const { queue } = bench.notion;
    expect(await queue.prepare(task)).toMatchObject({ state: "waiting", everywhere: true });
    const [item] = blindItems(1);
    if (item === undefined) throw new Error("there is one");
    expect(await queue.publish(item, 1)).toMatchObject({ state: "waiting", everywhere: true });
    expect(await queue.collect([{ ref: item.ref, externalId: null }], 0)).toMatchObject({
      status: "unreachable",
    });
    expect(await queue.address()).toBeNull();
    expect(bench.double.requests).toEqual([]);
    await bench.close();
  });

  it("makes nothing in a rehearsal", async () => {
    const bench = await openNotionBench({ setUp: false, readOnly: true });
    const [item] = blindItems(1);
    if (item === undefined) throw new Error("there is one");
    expect(await bench.notion.queue.prepare(task)).toEqual({ state: "ready" });
    expect(await bench.notion.queue.publish(item, 1)).toMatchObject({ state: "created", externalId: null });
    expect(bench.double.requests).toEqual([]);
    await bench.close();
  });
});
