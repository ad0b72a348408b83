import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Item } from "../../src/core/cycle.ts";
import { listBlindItems } from "../../src/cycle/blind-items.ts";
import { drawReAsks } from "../../src/cycle/draw-re-asks.ts";
import { damageArtifacts } from "../support/tamper.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const june1 = "2026-06-01T13:00:00Z";
const july1 = "2026-07-01T13:00:00Z";
const august1 = "2026-08-01T13:00:00Z";
const september1 = "2026-09-01T13:00:00Z";
const config = "notify: [{ channel: stdout }]\nsampling: { risk_max: 0 }\n";

describe("asking old items again", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace({ config });
  });
  afterEach(() => workspace.dispose());

  /** The month before is over, with its verdicts in the log. */
  const run = (now: string, options: { sampleTarget?: number } = {}) => {
    const month = `2026-${String(Number(now.slice(5, 7)) - 1).padStart(2, "0")}`;
    workspace.appendLog("verify-dispatch", monthOfVerdicts(month, { pass: 60, fail: 10 }));
    return workspace.run(now, options);
  };
  const itemsAt = (now: string): Promise<readonly Item[]> =>
    workspace.at(now, (app) => app.store.listItems({ axis: "verify-dispatch" }));
  const reAsks = async (now: string) => (await itemsAt(now)).filter(({ kind }) => kind === "reask");

  it("mixes two graded items of an older month in, once 60 days have passed", async () => {
    await run(june1);
    await workspace.grade(june1, agrees);
    await run(july1);
    // Thirty days: too soon.
    expect(await reAsks(july1)).toEqual([]);
    await workspace.grade(july1, agrees);
    await run(august1);
    const asked = await reAsks(august1);
    expect(asked.map(({ period, batch, state }) => [period, batch, state])).toEqual([
      ["2026-07", 1, "created"],
      ["2026-07", 1, "created"],
    ]);
    const may = (await itemsAt(august1)).filter(({ period }) => period === "2026-05");
    for (const one of asked) {
      const first = may.find(({ verdictKey }) => verdictKey === one.verdictKey);
      expect(first).toMatchObject({ word: one.word, artifact: one.artifact });
      expect(first?.ref).not.toBe(one.ref);
    }
    await workspace.grade(august1, agrees);
    await run(september1);
    // Of June and May now, and none of those two once more.
    const later = (await reAsks(september1)).filter(({ period }) => period === "2026-08");
    expect(later).toHaveLength(2);
    expect(later.filter(({ verdictKey }) => asked.some((one) => one.verdictKey === verdictKey))).toEqual([]);
  });

  it("tells nobody which items they are, and counts them in the minutes", async () => {
    await run(june1);
    await workspace.grade(june1, agrees);
    await run(july1);
    await workspace.grade(july1, agrees);
    const { opened } = await run(august1);
    expect(opened).toMatchObject([{ items: 13 }]);
    const again = new Set((await reAsks(august1)).map(({ ref }) => ref));
    await workspace.at(august1, async (app) => {
      const shown = (await listBlindItems(app.cycle, { axis: null })).filter(
        ({ period }) => period === "2026-07",
      );
      const shapes = shown.map((item) => Object.keys(item).toSorted().join());
      expect(new Set(shapes).size).toBe(1);
      expect(shown.map(({ title }) => title)).toEqual(
        shown.map((_, i) => `verify-dispatch · ${i + 1} of 13`),
      );
      const places = shown.flatMap(({ ref }, i) => (again.has(ref) ? [i] : []));
      expect(places).toHaveLength(2);
      // The order is that of the keyed hash alone.
      const orderKeys = (await app.store.listItems({ period: "2026-07" })).map(({ orderKey }) => orderKey);
      expect(orderKeys).toEqual(orderKeys.toSorted((a, b) => a - b));
    });
    const row = (await workspace.history(august1)).find(({ period }) => period === "2026-07");
    expect(row?.minutes.planned).toBe(13 * 1.5);
    const openings = workspace.messages.filter((text) => text.includes("is open"));
    const entries = workspace
      .read("vault/01-projects/self-review/improve-cron-log.md")
      .split("## ")
      .filter((text) => text.includes("opened"));
    const told = [...openings, ...entries].join("\n");
    expect(told).not.toMatch(/re-?ask|again/i);
  });

  it("keeps them out of kappa, streak and pool, whatever the second answer is", async () => {
    await run(june1);
    await workspace.grade(june1, agrees);
    await run(july1);
    await workspace.grade(july1, agrees);
    await run(august1);
    const again = new Set((await reAsks(august1)).map(({ ref }) => ref));
    await workspace.grade(august1, (item) => {
      const first = agrees(item);
      return again.has(item.ref) ? (first === "PASS" ? "FAIL" : "PASS") : first;
    });
    await run(september1);
    const row = (await workspace.history(september1)).find(({ period }) => period === "2026-07");
    expect(row).toMatchObject({
      state: "closed",
      sampled: { pass: 6, fail: 5, risk: 0 },
      table: { pp: 6, pf: 0, fp: 0, ff: 5 },
      overrides: 0,
      reverseOverrides: 0,
      streak: 0,
      frame: { pass: 60, fail: 10 },
    });
    expect(row?.pool?.overrides).toBe(0);
    // May's own answers are as they were.
    const may = (await workspace.history(september1)).find(({ period }) => period === "2026-05");
    expect(may?.table).toEqual({ pp: 6, pf: 0, fp: 0, ff: 5 });
  });

  it("passes over an old item whose artifact is damaged, and opens the month all the same", async () => {
    await run(june1);
    await workspace.grade(june1, agrees);
    await run(july1);
    await workspace.grade(july1, agrees);
    const drawn = () =>
      workspace.at(august1, (app) =>
        drawReAsks(app.cycle, "verify-dispatch", { period: "2026-07", openedAt: app.clock.now() }),
      );
    const refsDrawn = async () => (await drawn()).map(({ ref }) => ref);
    const [first, second] = await drawn();
    if (first === undefined || second === undefined) throw new Error("nothing to ask again");
    await damageArtifacts(workspace, august1, [first]);
    const [next, third, ...more] = await refsDrawn();
    expect([next, more]).toEqual([second.ref, []]);
    expect([first.ref, second.ref, undefined]).not.toContain(third);
    await damageArtifacts(workspace, august1, await itemsAt(august1));
    expect(await refsDrawn()).toEqual([]);
    expect((await run(august1)).opened).toMatchObject([{ state: "open", items: 11 }]);
  });

  it("is turned off by re_ask_max 0, and cut by a full hour before FAIL is", async () => {
    await run(june1);
    await workspace.grade(june1, agrees);
    await run(july1);
    await workspace.grade(july1, agrees);
    // 6 PASS and 5 FAIL are 16.5 minutes: one item more has room.
    workspace.write("improve-cron.yaml", `${config}burden: { minutes_per_month: 18 }\n`);
    await run(august1);
    expect(await reAsks(august1)).toHaveLength(1);
    await workspace.grade(august1, agrees);
    workspace.write(
      "improve-cron.yaml",
      "notify: [{ channel: stdout }]\nsampling: { risk_max: 0, re_ask_max: 0 }\n",
    );
    await run(september1);
    expect((await reAsks(september1)).filter(({ period }) => period === "2026-08")).toEqual([]);
  });

  it("asks again beside a size set by hand, and not in a month that is not sampled", async () => {
    await run(june1);
    await workspace.grade(june1, agrees);
    await run(july1);
    await workspace.grade(july1, agrees);
    await run(august1, { sampleTarget: 3 });
    const items = (await itemsAt(august1)).filter(({ period }) => period === "2026-07");
    expect(items.map(({ kind }) => kind).toSorted()).toEqual([
      "fail",
      "fail",
      "fail",
      "pass",
      "pass",
      "pass",
      "reask",
      "reask",
    ]);
    workspace.appendLog("verify-dispatch", monthOfVerdicts("2026-09", { pass: 9, fail: 1 }));
    const { opened } = await workspace.run("2026-10-01T13:00:00Z");
    expect(opened.filter(({ period }) => period === "2026-09")).toMatchObject([
      { state: "below-threshold", items: 0 },
    ]);
  });
});
