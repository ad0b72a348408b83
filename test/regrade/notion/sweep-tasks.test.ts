import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { NotionDouble } from "../../support/notion-double/double.ts";
import type { SweepOutcome } from "../../../src/regrade/queue.ts";
import { blindItems, mapMemory, type NotionBench, openBench, task } from "./notion-bench.ts";

const [item] = blindItems(1);
if (item === undefined) throw new Error("there is one");

let bench: NotionBench;
let double: NotionDouble;
beforeEach(async () => {
  bench = await openBench();
  ({ double } = bench);
});
afterEach(async () => {
  expect(double.violations).toEqual([]);
  await bench.close();
});

function sweep(): Promise<SweepOutcome> {
  double.clock.advance(180_000);
  return bench.restart().queue.sweep([], double.clock.now(), double.clock.now());
}

async function liveTasks(): Promise<readonly string[]> {
  return (await bench.tasks()).map(({ pageId }) => pageId);
}

/** Ids of the task that is remembered and of one that was made after it. */
async function makeTwice(): Promise<readonly [first: string, second: string]> {
  await bench.notion.queue.prepare(task);
  const [first = ""] = await liveTasks();
  double.clock.advance(180_000);
  double.quirks.lagMs = 100_000_000;
  // A second program with a memory of its own, that sees nothing of the first task in the index.
  const facts = new Map([...bench.memory.facts].filter(([name]) => !name.startsWith("page/task")));
  const other = bench.restart(mapMemory(facts));
  await other.queue.prepare(task);
  double.quirks.lagMs = 0;
  const second = (await liveTasks()).find((pageId) => pageId !== first) ?? "";
  expect(second).not.toBe("");
  return [first, second];
}

describe("an axis task", () => {
  it.each([
    ["Notion says wait, and has made it", { kind: "rate-limited", retryAfter: 180 }],
    ["Notion makes it when nobody looks any more", { kind: "late", commitAfterMs: 600_000 }],
  ] as const)("is there once where %s", async (_, fault) => {
    await bench.close();
    bench = await openBench({ timeoutMs: 300 });
    ({ double } = bench);
    double.faults.add({ on: { operation: "pages.create" }, fault, written: true });
    await bench.notion.queue.prepare(task);
    await bench.notion.queue.publish(item, 1);
    double.clock.advance(900_000);
    expect(await liveTasks()).toHaveLength(2);
    expect(await sweep()).toMatchObject({ status: "ok" });
    const [kept] = await bench.tasks();
    expect(await liveTasks()).toHaveLength(1);
    expect(JSON.stringify([...bench.memory.facts])).toContain(kept?.pageId);
    double.clock.advance(180_000);
    expect(await bench.notion.queue.prepare(task)).toEqual({ state: "ready" });
    expect(await liveTasks()).toEqual([kept?.pageId]);
  });

  it("made twice goes while it is untouched, and the one that is remembered stays", async () => {
    const [first] = await makeTwice();
    await sweep();
    expect(await liveTasks()).toEqual([first]);
  });

  it.each([
    ["he wrote on it", (id: string) => double.founder.addParagraph(id, "a thought")],
    [
      "items belong to it",
      async (id: string) => {
        const facts = new Map(bench.memory.facts);
        facts.set(
          "page/task/2026-05/verify-dispatch",
          JSON.stringify({ state: "made", id, url: double.urlOf(id) }),
        );
        await bench.restart(mapMemory(facts)).queue.publish(item, 1);
      },
    ],
  ])("made twice stays where %s", async (_, use) => {
    const [first, second] = await makeTwice();
    await use(second);
    await sweep();
    expect(await liveTasks()).toEqual([first, second]);
  });

  it.each(["trash", "deleteForEver"] as const)(
    "made twice stays where he threw away the other (%s)",
    async (way) => {
      const [first, second] = await makeTwice();
      double.founder[way](first);
      await sweep();
      expect(await liveTasks()).toEqual([second]);
    },
  );

  it("is left alone where nothing is remembered of it", async () => {
    const both = await makeTwice();
    bench.memory.facts.delete("page/task/2026-05/verify-dispatch");
    await sweep();
    expect(await liveTasks()).toEqual(both);
  });

  it("whose database is out of reach keeps no grade back", async () => {
    await bench.notion.queue.prepare(task);
    double.founder.unshare((await bench.place()).tasks.dataSourceId);
    expect(await sweep()).toMatchObject({ status: "ok" });
    double.faults.add({
      on: { path: new RegExp((await bench.place()).tasks.dataSourceId) },
      fault: { kind: "error", status: 404, code: "object_not_found" },
    });
    expect(await sweep()).toMatchObject({ status: "ok" });
  });
});
