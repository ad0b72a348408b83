import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pollQueues } from "../../../src/cycle/poll-queues.ts";
import { type NotionPlace, readPlace } from "../../../src/regrade/notion/place.ts";
import { type NotionDouble, openNotionDouble } from "../../support/notion-double/double.ts";
import { agrees, monthOfVerdicts } from "../../support/workspace.ts";
import { NotionWorkspace, notionConfig } from "./notion-workspace.ts";

const axis = "verify-dispatch";
let double: NotionDouble;
let workspace: NotionWorkspace;

beforeEach(async () => {
  double = await openNotionDouble();
  workspace = new NotionWorkspace(double);
  workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 40, fail: 12 }));
});
afterEach(async () => {
  expect(double.violations).toEqual([]);
  workspace.dispose();
  await double.close();
});

async function placeOf(): Promise<NotionPlace> {
  const place = await workspace.now((app) =>
    readPlace({ read: (name) => app.store.readSetting(`notion/${name}`), write: async () => {} }),
  );
  if (place === null) throw new Error("not set up");
  return place;
}

/**
 * The founder grades everything that waits, as he reads it, but for what `leave` names by its position; he overrides the
 * first few that the critic passed.
 */
function gradeAll(place: NotionPlace, leave: readonly number[] = [], overridden = 0): void {
  const { founder } = double;
  const { properties, options } = place.items;
  let overrides = overridden;
  for (const [index, { pageId }] of founder.view(place.views.toGrade ?? "").rows.entries()) {
    if (leave.includes(index)) continue;
    const line = founder
      .open(pageId)
      .body.split("\n")
      .find((one) => /^(pass|fail) text/.test(one));
    const overrules = agrees({ text: line ?? "" }) === "PASS" && overrides > 0;
    if (overrules) overrides -= 1;
    const grade = overrules ? "FAIL" : agrees({ text: line ?? "" });
    founder.select(pageId, properties.grade, { optionId: options[grade] });
  }
}

function messagesWith(words: string): number {
  return workspace.messages.join("\n").split(words).length - 1;
}

describe("a month in Notion", () => {
  it("is opened, graded and closed, with its result below the axis task", async () => {
    // He differs once, which would be a reason to ask for further items before the month closes.
    workspace.write("improve-cron.yaml", notionConfig(double, "top_up: { enabled: false }\n"));
    await workspace.setUp();
    const opened = await workspace.runNow();
    expect(opened.pending).toEqual([]);
    const place = await placeOf();
    const { founder } = double;
    const rows = founder.view(place.views.toGrade ?? "").rows;
    expect(rows).toHaveLength(opened.opened[0]?.items ?? 0);
    expect(rows[0]?.cells.map(({ name }) => name)).toEqual(["Axis"]);
    expect(messagesWith(place.url)).toBe(1);
    const [task] = double.rows(place.tasks.dataSourceId);
    expect(task).toMatchObject({
      title: "/improve regrade Q for axis verify-dispatch · 2026-05",
      values: { "Items to grade": String(rows.length), Minutes: "15", Due: "2026-07-01" },
    });

    double.clock.advance(3_600_000);
    gradeAll(place);
    const [first] = double.rows(place.items.dataSourceId);
    const said = first?.values["Grade"] === "PASS" ? ("FAIL" as const) : ("PASS" as const);
    founder.select(first?.pageId ?? "", place.items.properties.grade, {
      optionId: place.items.options[said],
    });
    founder.write(first?.pageId ?? "", place.items.properties.why, "names nobody");
    const before = double.requests.length;
    const closed = await workspace.runNow();
    expect(closed).toMatchObject({ pending: [], closed: [{ period: "2026-05", axis }] });
    const { body } = founder.open(task?.pageId ?? "");
    expect(body).toContain("Result of 2026-05");
    const writes = double.requests
      .slice(before)
      .filter(({ operation }) => operation === "pages.create" || operation === "pages.update");
    expect(writes.map(({ operation }) => operation)).toEqual(["pages.create"]);
    expect(writes[0]?.body).toContain("names nobody");

    // The same again changes nothing any more.
    await workspace.runNow();
    expect(founder.open(task?.pageId ?? "").body).toBe(body);
  });

  it("gets further items while it is in doubt: on the same task, with its numbers, and told when they are there", async () => {
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 90, fail: 10 }));
    await workspace.setUp();
    await workspace.runNow();
    const place = await placeOf();
    const { founder } = double;
    double.clock.advance(3_600_000);
    gradeAll(place, [], 1);
    const steps: string[] = [];
    const app = await workspace.open(0, { step: (name) => steps.push(name) });
    const { runMonth } = await import("../../../src/cycle/run-month.ts");
    const run = await runMonth(app.cycle, { month: null, sampleTarget: null });
    await app[Symbol.asyncDispose]();
    expect(run).toMatchObject({ closed: [], toppedUp: [{ axis, items: 20 }], pending: [] });
    const open = founder.view(place.views.toGrade ?? "").rows;
    expect(open).toHaveLength(20);
    expect(double.rows(place.tasks.dataSourceId)).toMatchObject([
      {
        title: "/improve regrade Q for axis verify-dispatch · 2026-05",
        values: { "Items to grade": "34", Minutes: "51", Due: "2026-07-01" },
      },
    ]);
    expect(messagesWith("is in doubt")).toBe(1);
    expect(messagesWith(place.url)).toBe(2);
    expect(steps.indexOf("publish: created")).toBeLessThan(steps.indexOf("effect message: claimed"));

    double.clock.advance(3_600_000);
    gradeAll(place);
    const closed = await workspace.runNow();
    expect(closed).toMatchObject({ closed: [{ period: "2026-05", axis, action: "keep" }], pending: [] });
    expect(double.rows(place.items.dataSourceId)).toHaveLength(34);
  });

  it("leaves what was not answered at the due date, and hears late answers once a younger month is open", async () => {
    await workspace.setUp();
    await workspace.runNow();
    const place = await placeOf();
    double.clock.advance(3_600_000);
    gradeAll(place, [0]);
    workspace.appendLog(axis, monthOfVerdicts("2026-06", { pass: 40, fail: 12 }));
    workspace.goTo("2026-07-01T13:00:00Z");
    const run = await workspace.runNow();
    expect(run.closed).toMatchObject([{ period: "2026-05" }]);
    expect(run.opened).toMatchObject([{ period: "2026-06", state: "open" }]);
    double.clock.advance(2 * 86_400_000);
    const { founder } = double;
    // The old one has left the list by its date.
    const open = founder.view(place.views.toGrade ?? "").rows;
    expect(open).toHaveLength(run.opened[0]?.items ?? 0);
    const forgotten = double
      .rows(place.items.dataSourceId)
      .find(({ values }) => values["Grade"] === "" && values["Due"] === "2026-07-01");
    founder.select(forgotten?.pageId ?? "", place.items.properties.grade, {
      optionId: place.items.options.FAIL,
    });
    await workspace.runNow();
    const { observations } = await workspace.now((app) => app.store.listGrades({ axis, period: "2026-05" }));
    expect(observations.find(({ ref }) => ref === forgotten?.values["Ref"])).toMatchObject({ grade: "FAIL" });
  });

  it("goes on where it was when Notion was out of reach for ten days: nothing lost, one message", async () => {
    await workspace.setUp();
    await workspace.runNow();
    const place = await placeOf();
    double.clock.advance(3_600_000);
    gradeAll(place, [0, 1]);
    await double.refuseConnections(true);
    workspace.appendLog(axis, monthOfVerdicts("2026-06", { pass: 40, fail: 12 }));
    workspace.goTo("2026-06-25T13:00:00Z");
    const closed: unknown[] = [];
    for (let hours = 0; hours < 240; hours += 6) {
      await workspace.now((app) => pollQueues(app.cycle));
      // Past its due date, and still not closed: nobody knows what he answered.
      if (double.clock.now() > Date.parse("2026-07-01T13:00:00Z"))
        closed.push(...(await workspace.runNow()).closed);
      double.clock.advance(6 * 3_600_000);
    }
    expect(closed).toEqual([]);
    expect(messagesWith("cannot be reached")).toBe(1);
    await double.refuseConnections(false);
    gradeAll(place);
    for (let passes = 0; passes < 3; passes += 1) {
      await workspace.runNow();
      double.clock.advance(900_000);
    }
    const cycles = await workspace.now((app) => app.store.listCycles());
    expect(cycles.map(({ period, state }) => [period, state])).toEqual([
      ["2026-05", "closed"],
      ["2026-06", "open"],
    ]);
    const rows = double.rows(place.items.dataSourceId);
    expect(new Set(rows.map(({ values }) => values["Ref"])).size).toBe(rows.length);
    const items = await workspace.now((app) => app.store.listItems({ axis }));
    expect(rows).toHaveLength(items.length);
    const graded = items.filter(({ period, state }) => period === "2026-05" && state === "answered");
    expect(graded.length).toBeGreaterThanOrEqual(8);
    expect(messagesWith("cannot be reached")).toBe(1);
  });

  it("opens a month without a token, says so once, and brings the items when there is one", async () => {
    await workspace.setUp();
    workspace.token = null;
    const first = await workspace.runNow();
    expect(first.opened).toMatchObject([{ state: "open" }]);
    expect(first.pending.map(({ because }) => because)).toEqual(["NOTION_TOKEN is not set"]);
    double.clock.advance(3_600_000);
    const second = await workspace.runNow();
    expect(second.pending.filter(({ because }) => because.includes("NOTION_TOKEN"))).toHaveLength(1);
    workspace.token = double.token;
    expect((await workspace.runNow()).pending).toEqual([]);
    const place = await placeOf();
    expect(double.rows(place.items.dataSourceId)).toHaveLength(first.opened[0]?.items ?? 0);
  });

  it("uses the local queue without a token where the config says so, and leaves open items where they are", async () => {
    await workspace.setUp();
    await workspace.runNow();
    workspace.write(
      "improve-cron.yaml",
      notionConfig(double).replace("base_url", "fallback: local, base_url"),
    );
    workspace.token = null;
    workspace.appendLog(axis, monthOfVerdicts("2026-06", { pass: 40, fail: 12 }));
    workspace.goTo("2026-07-01T14:00:00Z");
    const run = await workspace.runNow();
    expect(run.opened).toMatchObject([{ period: "2026-06", state: "open" }]);
    const cycles = await workspace.now((app) => app.store.listCycles());
    expect(cycles.map(({ period, queue, state }) => [period, queue, state])).toEqual([
      ["2026-05", "notion", "open"],
      ["2026-06", "local", "open"],
    ]);
  });

  it("leaves open items in Notion when the config changes to the local queue", async () => {
    await workspace.setUp();
    await workspace.runNow();
    const place = await placeOf();
    workspace.write("improve-cron.yaml", notionConfig(double).replace("queue: notion", "queue: local"));
    double.clock.advance(3_600_000);
    gradeAll(place);
    expect((await workspace.runNow()).closed).toMatchObject([{ period: "2026-05" }]);
  });

  it("goes on without an item that Notion will not have", async () => {
    await workspace.setUp();
    double.faults.add({
      on: { operation: "pages.create", where: ({ body }) => body.includes("· 3 of") },
      fault: { kind: "error", status: 400, code: "validation_error" },
      times: "always",
    });
    for (let passes = 0; passes < 3; passes += 1) {
      await workspace.runNow();
      double.clock.advance(3_600_000);
    }
    const items = await workspace.now((app) => app.store.listItems({ axis }));
    expect(items.filter(({ state }) => state === "withdrawn")).toHaveLength(1);
    gradeAll(await placeOf());
    expect((await workspace.runNow()).closed).toHaveLength(1);
  });

  it("asks and does nothing in a dry run", async () => {
    await workspace.setUp();
    const before = double.requests.length;
    const app = await workspace.open(0, { dryRun: true });
    const { runMonth } = await import("../../../src/cycle/run-month.ts");
    const run = await runMonth(app.cycle, { month: null, sampleTarget: null });
    await app[Symbol.asyncDispose]();
    expect(run).toMatchObject({ opened: [{ state: "open" }], pending: [] });
    expect(double.requests.slice(before).filter(({ method }) => method !== "GET")).toEqual([]);
  });
});
