import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readPlace } from "../../../src/regrade/notion/place.ts";
import type { SetupReport, SetupTarget } from "../../../src/regrade/notion/setup.ts";
import { blindItems, mapMemory, type NotionBench, openBench, task } from "./notion-bench.ts";

let bench: NotionBench;
beforeEach(async () => {
  bench = await openBench({ setUp: false });
});
afterEach(async () => {
  expect(bench.double.violations).toEqual([]);
  expect(bench.complaints).toEqual([]);
  await bench.close();
});

function setUp(target: Partial<SetupTarget> = {}): Promise<SetupReport> {
  bench.double.clock.advance(1000);
  const parent = target.board === undefined ? bench.double.urlOf(bench.double.parentPageId) : null;
  return bench.restart().setUp({ parent, board: null, startOver: false, ...target });
}

/** The databases that hang under the double's page, by their views. */
async function databaseIds(): Promise<readonly string[]> {
  const blocks = await bench.requests().children(bench.double.parentPageId);
  return blocks.filter(({ type }) => type === "child_database").map(({ id }) => id);
}

describe("setting up the queue in Notion", () => {
  it("makes a database whose first sight is what waits for a grade", async () => {
    const report = await setUp();
    expect(report.complaints).toEqual([]);
    expect(await databaseIds()).toEqual([report.databaseId]);
    const views = bench.double.founder.views(report.databaseId);
    expect(views[0]).toMatchObject({ name: "To grade", type: "list" });
    expect(bench.double.urlOf(views[0]?.viewId ?? "")).toBe(report.url);
    const place = await bench.place();
    expect(
      views.filter(({ dataSourceId, type }) => dataSourceId === place.items.dataSourceId && type === "table"),
    ).toEqual([]);
  });

  it("finds everything again and makes nothing", async () => {
    await setUp();
    const place = await bench.place();
    const before = bench.double.requests.length;
    expect(await setUp({ parent: null })).toMatchObject({ made: [], complaints: [] });
    expect(await bench.place()).toEqual(place);
    const writes = bench.double.requests
      .slice(before)
      .filter(({ method, operation }) => method !== "GET" && operation !== "dataSources.query");
    expect(writes).toEqual([]);
  });

  it("finds the database again though all is forgotten, and whatever it is called by now", async () => {
    const { databaseId } = await setUp();
    const place = await bench.place();
    bench.double.founder.renameDatabase(databaseId, "My reviews");
    bench.memory.facts.clear();
    expect(await setUp()).toMatchObject({ databaseId, made: [] });
    expect(await bench.place()).toEqual({ ...place, databaseName: "My reviews" });
  });

  it.each(
    (["databases.create", "dataSources.create", "dataSources.update", "views.create"] as const).flatMap(
      (operation) =>
        [false, true].flatMap((written) =>
          (["reset", "conflict", "html"] as const).map((kind) => ({ operation, written, kind })),
        ),
    ),
  )(
    "makes each thing once although $operation fails by $kind (written $written)",
    async ({ kind, operation, written }) => {
      bench.double.quirks.lagMs = 10_000;
      const rule = bench.double.faults.add({ on: { operation }, fault: { kind }, written });
      const report = await setUp();
      expect(rule.hits).toBe(1);
      expect(await databaseIds()).toHaveLength(1);
      const views = bench.double.founder.views(report.databaseId).map(({ name }) => name);
      expect(views.filter((name) => name === "To grade")).toHaveLength(1);
      expect(views.filter((name) => name === "Graded")).toHaveLength(1);
      const place = await bench.place();
      expect(
        (await bench.requests().database(report.databaseId)).sources.map(({ id }) => id).toSorted(),
      ).toEqual([place.items.dataSourceId, place.tasks.dataSourceId].toSorted());
      expect(await bench.notion.queue.prepare(task)).toEqual({ state: "ready" });
    },
  );

  it("goes on where it was broken off, at whichever request", async () => {
    await setUp();
    const whole = bench.double.requests.length;
    await bench.close();
    for (let stopAt = 1; stopAt <= whole; stopAt += 1) {
      bench = await openBench({ setUp: false });
      bench.double.faults.add({
        on: {},
        fault: { kind: "error", status: 403, code: "restricted_resource" },
        nth: stopAt,
        written: true,
      });
      await setUp().catch(() => undefined);
      bench.double.faults.clear();
      const report = await setUp();
      const names = bench.double.founder.views(report.databaseId).map(({ name }) => name);
      expect([stopAt, await databaseIds()]).toEqual([stopAt, [report.databaseId]]);
      expect([stopAt, names.filter((name) => name === "To grade" || name === "Graded").toSorted()]).toEqual([
        stopAt,
        ["Graded", "To grade"],
      ]);
      expect((await bench.requests().database(report.databaseId)).sources).toHaveLength(2);
      if (stopAt < whole) await bench.close();
    }
  });

  it("gives a view its filter once more when Notion dropped it, and says so when that is in vain", async () => {
    bench.double.quirks.dropViewFilters = 1;
    expect((await setUp()).complaints).toEqual([]);
    const place = await bench.place();
    expect(bench.double.founder.view(place.views.toGrade ?? "").rows).toEqual([]);
    bench.double.quirks.dropViewFilters = 100;
    bench.double.founder.deleteView(place.views.toGrade ?? "");
    expect((await setUp()).complaints).toHaveLength(1);
  });

  it("hides once more what a view shows beyond what was asked for", async () => {
    bench.double.quirks.dropViewProperties = 1;
    const report = await setUp();
    expect(report.complaints).toEqual([]);
    await bench.restart().queue.prepare(task);
    const [item] = blindItems(1);
    if (item === undefined) throw new Error("there is one");
    await bench.restart().queue.publish(item, 1);
    const place = await bench.place();
    const [row] = bench.double.founder.view(place.views.toGrade ?? "").rows;
    expect(row?.cells.map(({ name }) => name)).toEqual(["Axis"]);
  });

  it("knows a filter again that Notion tells by the name of its property", async () => {
    bench.double.quirks.viewFilterProperty = "name";
    expect((await setUp()).complaints).toEqual([]);
    expect((await bench.notion.check()).every(({ ok }) => ok)).toBe(true);
  });

  it("refuses what is no link, and says how to get one", async () => {
    await expect(setUp({ parent: "my page" })).rejects.toMatchObject({
      code: "usage",
      hint: expect.any(String),
    });
    await expect(setUp({ parent: null })).rejects.toMatchObject({ code: "usage" });
  });

  it("says what to click when the page is not shared, or the token is wrong", async () => {
    const page = bench.double.founder.makePage("Private", { share: false });
    await expect(setUp({ parent: page })).rejects.toMatchObject({
      code: "config",
      hint: expect.stringContaining("Connections"),
    });
    bench.double.founder.revokeToken();
    await expect(setUp()).rejects.toMatchObject({
      code: "config",
      hint: expect.stringContaining("NOTION_TOKEN"),
    });
  });

  it("does not make a second database while the first one is only out of sight", async () => {
    const { databaseId } = await setUp();
    bench.double.founder.unshare(databaseId);
    await expect(setUp()).rejects.toMatchObject({
      code: "config",
      hint: expect.stringContaining("--start-over"),
    });
    bench.double.founder.reshare(databaseId);
    bench.double.founder.trash(databaseId);
    await expect(setUp()).rejects.toMatchObject({ code: "config" });
    const again = await setUp({ startOver: true });
    expect(again.databaseId).not.toBe(databaseId);
    expect((await readPlace(bench.memory))?.databaseId).toBe(again.databaseId);
  });

  it("takes nothing away and renames nothing when it adds what is missing", async () => {
    const { databaseId } = await setUp();
    const place = await bench.place();
    const { founder } = bench.double;
    founder.renameProperty(place.items.dataSourceId, place.items.properties.grade, "Mine");
    founder.deleteProperty(place.items.dataSourceId, place.items.properties.why);
    founder.renameView(place.views.toGrade ?? "", "Now");
    const report = await setUp({ parent: null });
    expect(report.made).toHaveLength(1);
    const again = await bench.place();
    expect(again.items.properties.grade).toBe(place.items.properties.grade);
    expect(again.items.properties.why).not.toBe(place.items.properties.why);
    expect(founder.views(databaseId).map(({ name }) => name)).toContain("Now");
  });
});

describe("with the founder's own board", () => {
  it("puts the tasks on it and the items into a database beside it", async () => {
    const { founder, parentPageId } = bench.double;
    const board = founder.makeDatabase("Work", parentPageId, {
      Due: { type: "date" },
      Minutes: { type: "rich_text" },
      Stage: { type: "status", options: ["Not started", "Done"] },
    });
    founder.makeRow(board.dataSourceId, "Call the client");
    await setUp({ board: bench.double.urlOf(board.databaseId), parent: null });
    const place = await bench.place();
    expect(place.tasks).toMatchObject({ dataSourceId: board.dataSourceId, onBoard: true });
    expect(place.databaseId).not.toBe(board.databaseId);
    const { queue } = bench.restart();
    expect(await queue.prepare(task)).toEqual({ state: "ready" });
    for (const item of blindItems(2)) await queue.publish(item, 1);
    const tasks = bench.double.rows(board.dataSourceId);
    expect(tasks.map(({ title }) => title).toSorted()).toEqual([
      "/improve regrade Q for axis verify-dispatch · 2026-05",
      "Call the client",
    ]);
    expect(tasks.find(({ title }) => title.startsWith("/improve"))?.values).toMatchObject({
      Due: "2026-07-01",
      "Regrade minutes": "5",
    });
    expect(await setUp({ board: bench.double.urlOf(board.databaseId), parent: null })).toMatchObject({
      made: [],
    });
  });

  it("asks for a view where the board has several data sources", async () => {
    const { founder, parentPageId } = bench.double;
    const board = founder.makeDatabase("Work", parentPageId);
    founder.addDataSource(board.databaseId, "Archive", "first");
    await expect(setUp({ board: board.databaseId, parent: null })).rejects.toMatchObject({ code: "config" });
    const view = founder
      .views(board.databaseId)
      .find(({ dataSourceId }) => dataSourceId === board.dataSourceId);
    const link = `https://www.notion.so/work/${board.databaseId.replaceAll("-", "")}?v=${(view?.viewId ?? "").replaceAll("-", "")}`;
    await setUp({ board: link, parent: null });
    expect((await bench.place()).tasks.dataSourceId).toBe(board.dataSourceId);
  });

  it("uses the board's own database where nothing above it is shared", async () => {
    const { founder } = bench.double;
    const page = founder.makePage("Private", { share: false });
    const board = founder.makeDatabase("Work", page);
    founder.reshare(board.databaseId);
    await setUp({ board: board.databaseId, parent: null });
    const place = await bench.place();
    expect(place).toMatchObject({
      databaseId: board.databaseId,
      tasks: { dataSourceId: board.dataSourceId },
    });
    expect(place.items.dataSourceId).not.toBe(board.dataSourceId);
    expect(await bench.restart().queue.prepare(task)).toEqual({ state: "ready" });
  });
});

/** What is out of order, of that which can be put right. */
async function findings(): Promise<readonly string[]> {
  return (await bench.restart().check()).filter(({ ok, fix }) => !ok && fix !== null).map(({ name }) => name);
}

describe("what `notion check` finds", () => {
  it("is nothing while all is in order, and the missing setup before it", async () => {
    expect(await findings()).toEqual(["notion database"]);
    await setUp();
    expect(await findings()).toEqual([]);
  });

  it("names what was unshared, thrown away, deleted, re-typed or taken from a view", async () => {
    await setUp();
    const place = await bench.place();
    const { founder } = bench.double;
    founder.unshare(place.databaseId);
    expect(await findings()).toEqual(["notion database"]);
    founder.reshare(place.databaseId);
    founder.trash(place.databaseId);
    expect(await findings()).toEqual(["notion database"]);
    founder.restore(place.databaseId);
    founder.deleteProperty(place.items.dataSourceId, place.items.properties.why);
    founder.retypeProperty(place.items.dataSourceId, place.items.properties.ref, "select");
    founder.deleteOption(place.items.dataSourceId, place.items.properties.grade, place.items.options.FAIL);
    founder.deleteProperty(place.tasks.dataSourceId, place.tasks.properties.minutes);
    founder.deleteView(place.views.toGrade ?? "");
    expect((await findings()).toSorted()).toEqual([
      "notion axis tasks",
      "notion items",
      "notion items",
      "notion items",
      "notion view",
    ]);
    founder.revokeToken();
    expect(await findings()).toEqual(["notion token"]);
  });

  it("names a board that another database writes, too", async () => {
    await setUp();
    const [own, other] = blindItems(2);
    if (own === undefined || other === undefined) throw new Error("there are two");
    await bench.restart().queue.publish(own, 1);
    expect(await findings()).toEqual([]);
    // The other one knows the place, and nothing of what was written here.
    const { facts } = bench.memory;
    const elsewhere = mapMemory(new Map([...facts].filter(([name]) => !name.startsWith("page/"))));
    await bench.restart(elsewhere).queue.publish(other, 1);
    expect(await findings()).toEqual(["notion writers"]);
  });

  it("changes nothing", async () => {
    await setUp();
    const before = bench.double.requests.length;
    await bench.restart(mapMemory(bench.memory.facts)).check();
    expect(
      bench.double.requests
        .slice(before)
        .filter(({ method, path }) => method !== "GET" && !path.endsWith("/query")),
    ).toEqual([]);
  });
});
