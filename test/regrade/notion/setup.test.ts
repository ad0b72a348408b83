import { afterEach, describe, expect, it } from "vitest";
import { blindItems, type NotionBench, openBench, task } from "./notion-bench.ts";

describe("setting up the queue in Notion", () => {
  let bench: NotionBench;
  afterEach(() => bench.close());

  it("makes a database with items, tasks and two views, and finds them again", async () => {
    bench = await openBench({ checkAnswers: true });
    const { double } = bench;
    expect(await bench.notion.queue.prepare(task)).toEqual({ state: "ready" });
    for (const item of blindItems(3)) expect(await bench.notion.queue.publish(item, 1)).toMatchObject({ state: "created" });
    const place = await bench.place();
    for (const { viewId } of double.founder.views(place.databaseId)) console.log(double.founder.screen(viewId));
    console.log(double.founder.screen(await bench.pageOf(blindItems(3)[0]?.ref ?? "")));
    for (const { pageId } of await bench.tasks()) console.log(double.founder.screen(pageId));
    console.log(await bench.notion.check(), bench.complaints, double.violations);
    console.log(double.requests.map((r) => `${r.operation} ${r.status}`).join("\n"));
  });
});
