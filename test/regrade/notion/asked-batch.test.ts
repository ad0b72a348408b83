import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askMore } from "../../../src/cycle/ask-more.ts";
import { assistAxis } from "../../../src/cycle/assist-axis.ts";
import { type NotionPlace, readPlace } from "../../../src/regrade/notion/place.ts";
import { type NotionDouble, openNotionDouble } from "../../support/notion-double/double.ts";
import { agrees, monthOfVerdicts } from "../../support/workspace.ts";
import { NotionWorkspace } from "./notion-workspace.ts";

const axis = "verify-dispatch";
let double: NotionDouble;
let workspace: NotionWorkspace;
let place: NotionPlace;

beforeEach(async () => {
  double = await openNotionDouble();
  workspace = new NotionWorkspace(double);
  workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 24, fail: 8 }));
  await workspace.setUp();
  await workspace.runNow();
  const read = await workspace.now((app) =>
    readPlace({ read: (name) => app.store.readSetting(`notion/${name}`), write: async () => {} }),
  );
  if (read === null) throw new Error("not set up");
  place = read;
});
afterEach(async () => {
  expect(double.violations).toEqual([]);
  workspace.dispose();
  await double.close();
});

const waiting = () => double.founder.view(place.views.toGrade ?? "").rows;

function gradeAll(): void {
  const { founder } = double;
  const { options, properties } = place.items;
  for (const { pageId } of waiting()) {
    const line = founder
      .open(pageId)
      .body.split("\n")
      .find((one) => /^(pass|fail) text/.test(one));
    founder.select(pageId, properties.grade, { optionId: options[agrees({ text: line ?? "" })] });
  }
}

const statesOfAsked = () =>
  workspace.now(async (app) => {
    const items = await app.store.listItems({ axis, asked: true });
    return items.map(({ state }) => state);
  });
const more = (n: number) =>
  workspace.now(async (app) => await askMore(app.cycle, axis, n, { publish: true }));

/** A page as he sees it, but for the work itself. */
const lookOf = (pageId: string): string =>
  double.founder.open(pageId).body.replace(/^(pass|fail) text .*$/m, "the work");

describe("a batch that was asked for, in Notion", () => {
  it("comes once beside a closed month, whatever Notion does, looks like any other, and leaves the month alone", async () => {
    const looks = new Set(waiting().map(({ pageId }) => lookOf(pageId)));
    double.clock.advance(3_600_000);
    gradeAll();
    expect((await workspace.runNow()).closed).toHaveLength(1);
    await workspace.now((app) => assistAxis(app.cycle, axis, "two wrong"));
    const before = double.rows(place.items.dataSourceId).length;
    await double.refuseConnections(true);
    expect(await more(6)).toMatchObject({ kind: "drawn", period: "2026-05", items: 6 });
    expect(await statesOfAsked()).not.toContain("created");
    await double.refuseConnections(false);
    double.clock.advance(900_000);
    for (let passes = 0; passes < 2; passes += 1) await workspace.runNow();
    expect(await statesOfAsked()).toEqual(Array.from({ length: 6 }, () => "created"));
    expect(double.rows(place.items.dataSourceId)).toHaveLength(before + 6);

    // Nothing tells the critic's word, or that they were asked for.
    const rows = waiting();
    expect(rows).toHaveLength(6);
    expect(rows[0]?.cells.map(({ name }) => name)).toEqual(["Axis"]);
    expect(new Set(rows.map(({ pageId }) => lookOf(pageId)))).toEqual(looks);

    double.founder.trash(rows[0]?.pageId ?? "");
    gradeAll();
    double.clock.advance(3_600_000);
    await workspace.runNow();
    expect((await statesOfAsked()).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => "answered"),
      "withdrawn",
    ]);
    const [cycle] = await workspace.now((app) => app.store.listCycles({ axis }));
    expect(cycle?.state).toBe("closed");
    expect((await workspace.now((app) => app.store.listItems({ axis }))).length).toBe(before);
  });
});
