import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readPlace } from "../../../src/regrade/notion/place.ts";
import { type NotionDouble, openNotionDouble } from "../../support/notion-double/double.ts";
import { agrees, monthOfVerdicts } from "../../support/workspace.ts";
import { NotionWorkspace } from "./notion-workspace.ts";

let double: NotionDouble;
let workspace: NotionWorkspace;

beforeEach(async () => {
  double = await openNotionDouble();
  workspace = new NotionWorkspace(double);
  workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 40, fail: 12 }));
});
afterEach(async () => {
  expect(double.violations).toEqual([]);
  workspace.dispose();
  await double.close();
});

async function placeOf() {
  const place = await workspace.now((app) =>
    readPlace({ read: (name) => app.store.readSetting(`notion/${name}`), write: async () => {} }),
  );
  if (place === null) throw new Error("not set up");
  return place;
}

describe("a month in Notion", () => {
  it("is opened, graded and closed, with its result below the axis task", async () => {
    await workspace.setUp();
    const opened = await workspace.runNow();
    expect(opened.pending).toEqual([]);
    const place = await placeOf();
    const toGrade = double.founder.view(place.views.toGrade ?? "");
    expect(toGrade.rows).toHaveLength(opened.opened[0]?.items ?? 0);
    expect(workspace.messages.join("")).toContain(place.url);
    const { founder } = double;
    const [task] = double.rows(place.tasks.dataSourceId);
    expect(task?.title).toBe("/improve regrade Q for axis verify-dispatch · 2026-05");

    double.clock.advance(3_600_000);
    for (const [index, { pageId }] of toGrade.rows.entries()) {
      const grade = index === 0 ? "CANT_TELL" : agrees({ text: founder.open(pageId).body.split("\n").find((line) => /^(pass|fail) text/.test(line)) ?? "" });
      founder.select(pageId, place.items.properties.grade, { optionId: place.items.options[grade === "CANT_TELL" ? "CANT_TELL" : index === 1 ? (grade === "PASS" ? "FAIL" : "PASS") : grade] });
    }
    const closed = await workspace.runNow();
    expect(closed.closed).toHaveLength(1);
    expect(closed.pending).toEqual([]);
    console.log(founder.screen(task?.pageId ?? ""));
    console.log(double.requests.map((r) => `${r.operation}`).join(" "));
    await workspace.runNow();
  });
});
