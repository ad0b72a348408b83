import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { GradeObservation } from "../../../src/core/cycle.ts";
import type { NotionPlace } from "../../../src/regrade/notion/place.ts";
import type { CollectOutcome, QueuedItem } from "../../../src/regrade/queue.ts";
import type { Founder } from "../../support/notion-double/founder-hands.ts";
import { blindItems, type NotionBench, openBench, task } from "./notion-bench.ts";

const items = blindItems(3);
const [first = "", second = ""] = items.map(({ ref }) => ref);

let bench: NotionBench;
let founder: Founder;
let place: NotionPlace;
let queued: readonly QueuedItem[];

beforeEach(async () => {
  bench = await openBench();
  founder = bench.double.founder;
  place = await bench.place();
  await bench.notion.queue.prepare(task);
  const published: QueuedItem[] = [];
  for (const item of items) {
    const outcome = await bench.notion.queue.publish(item, 1);
    if (outcome.state !== "created") throw new Error(outcome.because);
    published.push({ ref: item.ref, externalId: outcome.externalId });
  }
  queued = published;
  bench.double.clock.advance(10 * 60_000);
});
afterEach(async () => {
  expect(bench.double.violations).toEqual([]);
  expect(bench.complaints).toEqual([]);
  await bench.close();
});

async function collect(): Promise<CollectOutcome> {
  bench.double.clock.advance(1000);
  return bench.notion.queue.collect(queued, bench.double.clock.now());
}

async function collected(): Promise<Extract<CollectOutcome, { status: "ok" }>> {
  const outcome = await collect();
  if (outcome.status !== "ok") throw new Error(outcome.because);
  return outcome;
}

async function observed(ref: string): Promise<GradeObservation | undefined> {
  return (await collected()).observations.find((one) => one.ref === ref);
}

async function sweep(): Promise<Awaited<ReturnType<NotionBench["notion"]["queue"]["sweep"]>>> {
  bench.double.clock.advance(1000);
  return bench.notion.queue.sweep(queued, bench.double.clock.now(), bench.double.clock.now());
}

async function choose(ref: string, grade: keyof NotionPlace["items"]["options"]): Promise<void> {
  founder.select(await bench.pageOf(ref), place.items.properties.grade, {
    optionId: place.items.options[grade],
  });
}

describe("what the founder did, and what the collector says", () => {
  it.each(["PASS", "FAIL", "CANT_TELL"] as const)(
    "%s chosen: an answer, with time, editor and reason",
    async (grade) => {
      await choose(first, grade);
      founder.write(await bench.pageOf(first), place.items.properties.why, "names nobody");
      expect(await observed(first)).toMatchObject({
        grade,
        reason: "names nobody",
        by: founder.userId,
        via: "notion",
      });
      expect(await observed(second)).toMatchObject({ grade: null, reason: null });
    },
  );

  it("a grade cleared again: nothing stands there now", async () => {
    await choose(first, "PASS");
    expect(await observed(first)).toMatchObject({ grade: "PASS" });
    founder.clear(await bench.pageOf(first), place.items.properties.grade);
    expect(await observed(first)).toMatchObject({ grade: null });
  });

  it("a grade flipped twice within one minute: three observations in their order", async () => {
    const seen: (GradeObservation | undefined)[] = [];
    for (const grade of ["PASS", "FAIL", "PASS"] as const) {
      await choose(first, grade);
      seen.push(await observed(first));
    }
    expect(seen.map((one) => one?.grade)).toEqual(["PASS", "FAIL", "PASS"]);
    const times = seen.map((one) => one?.at ?? 0);
    expect(times.toSorted((a, b) => a - b)).toEqual(times);
    expect(new Set(times).size).toBe(3);
  });

  it("an answer seen late is dated into the minute in which it was given", async () => {
    const given = bench.double.clock.now();
    await choose(first, "PASS");
    bench.double.clock.advance(3 * 3_600_000);
    const at = (await observed(first))?.at ?? 0;
    expect(at).toBeGreaterThanOrEqual(given);
    expect(at - given).toBeLessThan(60_000);
  });

  it.each([
    ["trashed", async (page: string) => founder.trash(page)],
    ["deleted for ever", async (page: string) => (founder.trash(page), founder.deleteForEver(page))],
    [
      "moved out under a page",
      async (page: string) => founder.move(page, { pageId: bench.double.parentPageId }),
    ],
    [
      "moved into another data source",
      async (page: string) => founder.move(page, { dataSourceId: place.tasks.dataSourceId }),
    ],
  ])("row %s: withdrawn, with a reason, the others unharmed", async (_name, doIt) => {
    await choose(second, "FAIL");
    await doIt(await bench.pageOf(first));
    const outcome = await collected();
    expect(outcome.withdrawn.map(({ ref }) => ref)).toEqual([first]);
    expect(outcome.withdrawn[0]?.because).not.toBe("");
    expect(outcome.observations.map(({ ref }) => ref)).not.toContain(first);
    expect(outcome.observations.find(({ ref }) => ref === second)).toMatchObject({ grade: "FAIL" });
  });

  it.each([
    ["archived", (page: string) => founder.archive(page)],
    ["locked", (page: string) => founder.lock(page)],
  ])("row %s: still read by its id", async (_name, doIt) => {
    await choose(first, "PASS");
    doIt(await bench.pageOf(first));
    expect(await observed(first)).toMatchObject({ grade: "PASS" });
  });

  it("a copy is graded, the original is not: shown, never picked", async () => {
    const copy = founder.duplicate(await bench.pageOf(first));
    founder.select(copy, place.items.properties.grade, { optionId: place.items.options.FAIL });
    const swept = await sweep();
    expect(swept).toMatchObject({ status: "ok", observations: [], questions: [{ ref: first }] });
    if (swept.status !== "ok") throw new Error("it is");
    expect(swept.questions[0]?.because).toContain(bench.double.urlOf(copy));
    expect(await observed(first)).toMatchObject({ grade: null });
  });

  it("a copy is graded as the original is: nothing to say", async () => {
    await choose(first, "FAIL");
    founder.duplicate(await bench.pageOf(first));
    expect(await sweep()).toMatchObject({ status: "ok", questions: [] });
    expect(await observed(first)).toMatchObject({ grade: "FAIL" });
  });

  it("an option renamed: the same answer", async () => {
    await choose(first, "PASS");
    const { properties, options, dataSourceId } = place.items;
    founder.renameOption(dataSourceId, properties.grade, options.PASS, "Good");
    founder.renameProperty(dataSourceId, properties.grade, "Verdict of mine");
    founder.renameProperty(dataSourceId, properties.why, "Because");
    founder.renameProperty(dataSourceId, properties.ref, "Number");
    founder.renameDatabase(place.databaseId, "My reviews");
    founder.renameDataSource(dataSourceId, "Rows");
    expect(await observed(first)).toMatchObject({ grade: "PASS" });
    expect(await sweep()).toMatchObject({ status: "ok", questions: [] });
  });

  it("a new option typed: asked about, never guessed, and what he said before stands", async () => {
    founder.select(await bench.pageOf(first), place.items.properties.grade, { name: "pass" });
    const outcome = await collected();
    expect(outcome.observations.map(({ ref }) => ref)).not.toContain(first);
    expect(outcome.questions).toMatchObject([{ ref: first }]);
  });

  it("an option deleted: stops with what to do, and goes on once it is added again", async () => {
    await choose(first, "PASS");
    await choose(second, "FAIL");
    founder.deleteOption(place.items.dataSourceId, place.items.properties.grade, place.items.options.PASS);
    expect(await collect()).toMatchObject({ status: "unreachable" });
    bench.double.clock.advance(120_000);
    await bench.notion.setUp({ parent: null, board: null, startOver: false });
    place = await bench.place();
    // The answer that the deletion emptied is not taken for one that he took back.
    expect(await observed(first)).toBeUndefined();
    expect(await observed(second)).toMatchObject({ grade: "FAIL" });
    bench.double.clock.advance(120_000);
    await choose(first, "PASS");
    expect(await observed(first)).toMatchObject({ grade: "PASS" });
    bench.double.clock.advance(120_000);
    founder.clear(await bench.pageOf(first), place.items.properties.grade);
    expect(await observed(first)).toMatchObject({ grade: null });
  });

  it.each(["grade", "why", "ref", "title"] as const)(
    "the property %s deleted or of another type: stops with what to do",
    async (name) => {
      await choose(first, "PASS");
      const { dataSourceId, properties } = place.items;
      if (name === "title") return;
      founder.retypeProperty(dataSourceId, properties[name], name === "grade" ? "rich_text" : "select");
      expect(await collect()).toMatchObject({ status: "unreachable", hint: expect.stringContaining("Type") });
      expect(await sweep()).toMatchObject({ status: "unreachable" });
      founder.deleteProperty(dataSourceId, properties[name]);
      expect(await collect()).toMatchObject({
        status: "unreachable",
        hint: expect.stringContaining("notion setup"),
      });
      const [item] = blindItems(1, { ref: "another0000000000", axis: "verify-vault-write" });
      if (item === undefined) throw new Error("there is one");
      expect(await bench.notion.queue.publish(item, 1)).toMatchObject({ state: "waiting", everywhere: true });
    },
  );

  it("Grade deleted and made anew by setup: what was answered before is not taken back", async () => {
    await choose(first, "PASS");
    founder.deleteProperty(place.items.dataSourceId, place.items.properties.grade);
    bench.double.clock.advance(120_000);
    await bench.notion.setUp({ parent: null, board: null, startOver: false });
    const outcome = await collected();
    expect(outcome.observations).toEqual([]);
    expect(outcome.withdrawn).toEqual([]);
  });

  it("a second data source put first: the items are still found", async () => {
    await choose(first, "PASS");
    founder.addDataSource(place.databaseId, "Something else", "first");
    expect(await observed(first)).toMatchObject({ grade: "PASS" });
    await bench.notion.setUp({ parent: null, board: null, startOver: false });
    expect((await bench.place()).items).toEqual(place.items);
    expect(await bench.notion.queue.prepare({ ...task, period: "2026-06" })).toEqual({ state: "ready" });
  });

  it.each([
    ["unshared", () => founder.unshare(place.databaseId), () => founder.reshare(place.databaseId)],
    ["thrown away", () => founder.trash(place.databaseId), () => founder.restore(place.databaseId)],
  ])(
    "the database %s: out of reach, nothing withdrawn, and all there again afterwards",
    async (_name, doIt, undo) => {
      await choose(first, "PASS");
      doIt();
      expect(await collect()).toMatchObject({ status: "unreachable", hint: expect.any(String) });
      expect(await sweep()).toMatchObject({ status: "unreachable" });
      undo();
      const outcome = await collected();
      expect(outcome.withdrawn).toEqual([]);
      expect(outcome.observations.find(({ ref }) => ref === first)).toMatchObject({ grade: "PASS" });
    },
  );

  it.each([
    ["unshared", () => founder.unshare(place.databaseId)],
    ["thrown away", () => founder.trash(place.databaseId)],
    ["cut off by a revoked token", () => founder.revokeToken()],
  ])(
    "the database %s in the middle of collecting: what was read is kept, nothing withdrawn",
    async (_name, doIt) => {
      await choose(first, "PASS");
      let read = 0;
      bench.double.onRequest(({ operation }, phase) => {
        if (operation === "pages.retrieve" && phase === "answered" && (read += 1) === 1) doIt();
      });
      const outcome = await collect();
      expect(outcome).toMatchObject({ status: "unreachable", observations: [{ ref: first, grade: "PASS" }] });
    },
  );

  it("the token revoked: a problem of the connection, with what to do", async () => {
    founder.revokeToken();
    expect(await collect()).toMatchObject({
      status: "unreachable",
      hint: expect.stringContaining("NOTION_TOKEN"),
    });
    const before = bench.double.requests.length;
    expect(await sweep()).toMatchObject({ status: "unreachable" });
    expect(bench.double.requests.length - before).toBe(1);
  });

  it("rows of his own are left alone", async () => {
    const row = founder.makeRow(place.items.dataSourceId, "something of mine");
    expect(await sweep()).toMatchObject({ status: "ok", observations: [], questions: [] });
    expect((await bench.items()).map(({ pageId }) => pageId)).toContain(row);
  });

  it("two pages of the same title are two items", async () => {
    founder.write(await bench.pageOf(first), place.items.properties.title, items[1]?.title ?? "");
    await choose(second, "FAIL");
    expect(await observed(first)).toMatchObject({ grade: null });
    expect(await observed(second)).toMatchObject({ grade: "FAIL" });
  });
});
