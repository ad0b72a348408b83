import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { NotionPlace } from "../../../src/regrade/notion/place.ts";
import type { QueuedItem, SweepOutcome } from "../../../src/regrade/queue.ts";
import type { NotionDouble } from "../../support/notion-double/double.ts";
import { blindItems, mapMemory, type NotionBench, openBench, task } from "./notion-bench.ts";

const [item] = blindItems(1);
if (item === undefined) throw new Error("there is one");
const { ref } = item;

let bench: NotionBench;
let double: NotionDouble;
let place: NotionPlace;
let first = "";
let second = "";

/** Two pages of one item, both made by us: the older one is the one that the item knows. */
beforeEach(async () => {
  bench = await openBench();
  ({ double } = bench);
  await bench.notion.queue.prepare(task);
  await bench.notion.queue.publish(item, 1);
  place = await bench.place();
  first = await bench.pageOf(ref);
  double.clock.advance(180_000);
  double.quirks.lagMs = 100_000_000;
  // A second program with a memory of its own, that sees nothing of the first one in the index.
  const facts = new Map([...bench.memory.facts].filter(([name]) => !name.startsWith("page/item")));
  await bench.restart(mapMemory(facts)).queue.publish(item, 1);
  double.quirks.lagMs = 0;
  second = (await bench.items()).map(({ pageId }) => pageId).find((pageId) => pageId !== first) ?? "";
  expect(second).not.toBe("");
  double.clock.advance(180_000);
});
afterEach(async () => {
  expect(double.violations).toEqual([]);
  await bench.close();
});

function sweep(items: readonly QueuedItem[] = [{ ref, externalId: first }]): Promise<SweepOutcome> {
  double.clock.advance(1000);
  return bench.restart().queue.sweep(items, double.clock.now(), double.clock.now());
}

function choose(pageId: string, grade: "PASS" | "FAIL"): void {
  double.founder.select(pageId, place.items.properties.grade, { optionId: place.items.options[grade] });
}

async function grades(): Promise<readonly unknown[]> {
  double.clock.advance(1000);
  const outcome = await bench.restart().queue.collect([{ ref, externalId: first }], double.clock.now());
  if (outcome.status !== "ok") throw new Error(outcome.because);
  return outcome.observations.map(({ grade }) => grade);
}

async function live(): Promise<readonly string[]> {
  return (await bench.items()).map(({ pageId }) => pageId);
}

describe("pages that were made twice", () => {
  it("both untouched: the oldest stays", async () => {
    expect(await sweep()).toMatchObject({ status: "ok", questions: [] });
    expect(await live()).toEqual([first]);
  });

  it("the younger one graded: it stays and counts", async () => {
    choose(second, "FAIL");
    expect(await sweep()).toMatchObject({ status: "ok", questions: [] });
    expect(await live()).toEqual([second]);
    expect(await grades()).toEqual(["FAIL"]);
  });

  it("the older one graded: it stays and counts", async () => {
    choose(first, "PASS");
    await sweep();
    expect(await live()).toEqual([first]);
    expect(await grades()).toEqual(["PASS"]);
  });

  it("both graded alike: both stay, nothing to ask", async () => {
    choose(first, "PASS");
    choose(second, "PASS");
    expect(await sweep()).toMatchObject({ status: "ok", questions: [] });
    expect(await live()).toHaveLength(2);
  });

  it("both graded, differently: both stay, and he is asked", async () => {
    choose(first, "PASS");
    choose(second, "FAIL");
    expect(await sweep()).toMatchObject({ status: "ok", questions: [{ ref }] });
    expect(await live()).toHaveLength(2);
    expect(await grades()).toEqual(["PASS"]);
  });

  it("both graded, differently, the younger one known as the item: that one counts", async () => {
    choose(first, "PASS");
    choose(second, "FAIL");
    bench.memory.facts.set(
      `page/item/${ref}`,
      JSON.stringify({ state: "made", id: second, url: double.urlOf(second) }),
    );
    expect(await sweep()).toMatchObject({ status: "ok", questions: [{ ref }] });
    expect(await grades()).toEqual(["FAIL"]);
  });

  it("an extra that he wrote on stays, though it has no grade", async () => {
    double.founder.write(second, place.items.properties.why, "hm");
    await sweep();
    expect(await live()).toHaveLength(2);
  });

  it("an extra that he opened and changed stays", async () => {
    double.founder.addParagraph(second, "a thought");
    await sweep();
    expect(await live()).toHaveLength(2);
  });

  it("an extra that he graded while the index lagged is not thrown away", async () => {
    double.quirks.lagMs = 120_000;
    double.clock.advance(180_000);
    choose(second, "FAIL");
    await sweep();
    expect(await live()).toHaveLength(2);
    double.quirks.lagMs = 0;
    await sweep();
    expect(await live()).toEqual([second]);
  });

  it("his own copy is never thrown away", async () => {
    await sweep();
    const copy = double.founder.duplicate(first);
    await sweep();
    expect((await live()).toSorted()).toEqual([first, copy].toSorted());
  });
});

describe("answers that nobody asked about", () => {
  it("are brought in, however late, once a month is closed", async () => {
    await sweep();
    double.clock.advance(40 * 86_400_000);
    choose(first, "FAIL");
    const outcome = await sweep([]);
    expect(outcome).toMatchObject({ status: "ok", observations: [{ ref, grade: "FAIL", via: "notion" }] });
  });

  it("are found although nothing was swept since", async () => {
    await sweep();
    choose(first, "PASS");
    double.clock.advance(40 * 86_400_000);
    expect(await sweep([])).toMatchObject({ observations: [{ ref, grade: "PASS" }] });
  });
});

describe("a list that misbehaves", () => {
  it.each([
    ["names a cursor after its end", (): void => void (double.quirks.cursorAfterEnd = true)],
    ["names the same cursor for ever", (): void => void (double.quirks.repeatCursor = true)],
    ["forgets its cursors", (): void => void (double.quirks.invalidateCursors = 2)],
  ])("%s: it ends, and what is there twice is found", async (_name, misbehave) => {
    for (let index = 0; index < 130; index += 1)
      double.founder.makeRow(place.items.dataSourceId, `row ${index}`);
    misbehave();
    const before = double.requests.length;
    expect(await sweep()).toMatchObject({ status: "ok" });
    expect(double.requests.length - before).toBeLessThan(20);
    // A list that repeats itself for ever is read as far as it can be.
    const left = (await live()).filter((id) => id === first || id === second);
    expect(left).toContain(first);
    expect(left.length).toBe(double.quirks.repeatCursor ? left.length : 1);
  });

  it("is asked for less at a time when it takes too long", async () => {
    double.faults.add({
      on: { operation: "dataSources.query" },
      fault: { kind: "server-error", status: 504, body: "html" },
      times: 2,
    });
    await sweep();
    const sizes = double.requests
      .filter(({ operation, path }) => {
        return operation === "dataSources.query" && path.includes(place.items.dataSourceId);
      })
      .slice(-3)
      .map(({ body }) => JSON.parse(body).page_size);
    expect(sizes).toEqual([100, 50, 25]);
  });
});
