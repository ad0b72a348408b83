import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Item } from "../../src/core/cycle.ts";
import { clearFlipped, flippedSetting, readFlipped, rememberFlipped } from "../../src/cycle/flipped-items.ts";
import { runMonth } from "../../src/cycle/run-month.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const june1 = "2026-06-01T13:00:00Z";
const july1 = "2026-07-01T13:00:00Z";
const august1 = "2026-08-01T13:00:00Z";
const axis = { name: "verify-dispatch", acceptRef: false };
const setting = flippedSetting(axis.name);

describe("what a rubric edit turned over", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace({ config: "notify: [{ channel: stdout }]\nsampling: { re_ask_max: 0 }\n" });
  });
  afterEach(() => workspace.dispose());

  /** The month before is over, with its verdicts in the log. */
  const addMonth = (now: string) => {
    const month = `2026-${String(Number(now.slice(5, 7)) - 1).padStart(2, "0")}`;
    const lines = monthOfVerdicts(month, { pass: 40, fail: 8 });
    workspace.appendLog(
      axis.name,
      lines.map((line, i) => ({ ...line, score: 0.1 + (i % 40) / 100 })),
    );
  };
  const run = (now: string) => {
    addMonth(now);
    return workspace.run(now);
  };
  const flip = (now: string, keys: readonly string[]): Promise<string> =>
    workspace.at(now, (app) => app.store.writeSetting(setting, JSON.stringify(keys)));
  /** As a rubric check does that is made at this instant. */
  const remember = (now: string, keys: readonly string[]): Promise<void> =>
    workspace.at(now, (app) => rememberFlipped(app.cycle, axis.name, keys, Date.parse(now)));
  const left = async (now: string): Promise<unknown> =>
    JSON.parse((await workspace.at(now, (app) => app.store.readSetting(setting))) ?? "null");
  const itemsOf = (now: string, period: string): Promise<readonly Item[]> =>
    workspace.at(now, (app) => app.store.listItems({ axis: axis.name, period }));
  const risks = async (now: string, period: string) =>
    (await itemsOf(now, period)).filter(({ kind }) => kind === "risk").map(({ verdictKey }) => verdictKey);
  const passItems = async (now: string, period: string) =>
    (await itemsOf(now, period)).filter(({ kind }) => kind === "pass").map(({ verdictKey }) => verdictKey);

  async function openMay(): Promise<readonly string[]> {
    await run(june1);
    await workspace.grade(june1, agrees);
    return passItems(june1, "2026-05");
  }

  it("joins the next month before other risk items, and what has no room waits for the month after", async () => {
    const flips = (await openMay()).slice(0, 3);
    await flip("2026-06-10T12:00:00Z", flips);
    // A run within the month draws nothing new.
    await workspace.run("2026-06-11T12:00:00Z");
    expect(await left("2026-06-11T12:00:00Z")).toEqual(flips);
    await run(july1);
    const first = await risks(july1, "2026-06");
    expect(first).toHaveLength(2);
    expect(flips).toEqual(expect.arrayContaining(first));
    const waiting = flips.filter((key) => !first.includes(key));
    expect(await left(july1)).toEqual(waiting);
    await workspace.grade(july1, agrees);
    await run(august1);
    const second = await risks(august1, "2026-07");
    // One that waited, and one by score.
    expect(second).toHaveLength(2);
    expect(second.filter((key) => flips.includes(key))).toEqual(waiting);
    expect(await left(august1)).toEqual([]);
  });

  it("is named in the opening's message where it waits, for risk_max or for the hour, and only then", async () => {
    const flips = (await openMay()).slice(0, 3);
    const told = () => workspace.messages.filter((text) => text.includes("flipped")).length;
    await flip("2026-06-10T12:00:00Z", flips);
    await run(july1);
    expect(workspace.messages.at(-1)).toMatch(/verify-dispatch: 1 item that flipped.*risk_max is 2/);
    await workspace.grade(july1, agrees);
    const before = told();
    await run(august1);
    expect([await left(august1), told()]).toEqual([[], before]);
    // 5 PASS and 5 FAIL fill an hour of 15 minutes: no risk item has room.
    await workspace.grade(august1, agrees);
    workspace.write(
      "improve-cron.yaml",
      "notify: [{ channel: stdout }]\nsampling: { re_ask_max: 0 }\nburden: { minutes_per_month: 15 }\n",
    );
    const september1 = "2026-09-01T13:00:00Z";
    await flip("2026-08-10T12:00:00Z", flips);
    await run(september1);
    // One of the three was asked in the month that was closed just now.
    expect(workspace.messages.at(-1)).toMatch(/2 items that flipped.*the hour/);
    expect(await left(september1)).toHaveLength(2);
  });

  it("stays outside kappa, streak and table", async () => {
    const flips = (await openMay()).slice(0, 2);
    await flip(june1, flips);
    await run(july1);
    const asked = new Set(
      (await itemsOf(july1, "2026-06")).filter(({ kind }) => kind === "risk").map(({ ref }) => ref),
    );
    await workspace.grade(july1, (item) => (asked.has(item.ref) ? "FAIL" : agrees(item)));
    await run(august1);
    const row = (await workspace.history(august1)).find(({ period }) => period === "2026-06");
    expect(row).toMatchObject({
      overrides: 0,
      streak: 0,
      table: { pp: 5, pf: 0, fp: 0, ff: 5 },
      graded: { risk: 2 },
    });
  });

  it.each(["open: stored", "store: opening, effects"])(
    "asks each once though the run is cut off at %s",
    async (place) => {
      const flips = (await openMay()).slice(0, 2);
      await flip(june1, flips);
      addMonth(july1);
      const app = await workspace.open(july1, {
        step: (name) => {
          if (name === place) throw new Error("cut off");
        },
      });
      await expect(runMonth(app.cycle, { month: null, sampleTarget: null })).rejects.toThrow("cut off");
      await app[Symbol.asyncDispose]();
      expect(await left(july1)).toEqual(flips);
      await workspace.run(july1);
      expect((await risks(july1, "2026-06")).toSorted()).toEqual(flips.toSorted());
      expect(await left(july1)).toEqual([]);
      await workspace.grade(july1, agrees);
      await run(august1);
      expect((await risks(august1, "2026-07")).filter((key) => flips.includes(key))).toEqual([]);
    },
  );

  it("asks nothing twice when the next run after a cut is that of the next month", async () => {
    const flips = (await openMay()).slice(0, 2);
    await flip(june1, flips);
    await run(july1);
    await workspace.grade(july1, agrees);
    await flip(july1, flips);
    expect(await workspace.at(july1, (app) => readFlipped(app.cycle, axis))).toMatchObject({
      waiting: [],
      settled: new Set(flips),
    });
    await run(august1);
    expect((await risks(august1, "2026-07")).filter((key) => flips.includes(key))).toEqual([]);
    expect(await left(august1)).toEqual([]);
  });

  it("asks what flipped after it was asked as a risk item of the month that is closed", async () => {
    await openMay();
    await workspace.run("2026-06-03T13:00:00Z");
    const asked = await risks(june1, "2026-05");
    expect(asked).toHaveLength(2);
    const checked = "2026-06-10T13:00:00Z";
    await remember(checked, asked);
    await workspace.run("2026-06-11T13:00:00Z");
    expect(await left("2026-06-11T13:00:00Z")).toEqual(
      asked.map((key) => ({ key, since: Date.parse(checked) })),
    );
    await run(july1);
    expect((await risks(july1, "2026-06")).toSorted()).toEqual(asked.toSorted());
    expect(await left(july1)).toEqual([]);
  });

  it.each([
    ["before its month was opened: settled", -1, true],
    ["as its month was opened: asked again", 0, false],
    ["after its month was opened: asked again", 1, false],
  ] as const)("found %s", async (_, ms, settled) => {
    await openMay();
    // An item of the sample counts as well as one that was added for its risk.
    const keys = [...(await passItems(june1, "2026-05")).slice(0, 1), ...(await risks(june1, "2026-05"))];
    const [cycle] = await workspace.at(june1, (app) => app.store.listCycles({ axis: axis.name }));
    const since = (cycle?.openedAt ?? 0) + ms;
    await workspace.at(june1, (app) => rememberFlipped(app.cycle, axis.name, keys, since));
    const read = await workspace.at(july1, (app) => readFlipped(app.cycle, axis));
    expect(read.settled).toEqual(new Set(settled ? keys : []));
    expect(read.waiting.map(({ key }) => key).toSorted()).toEqual(settled ? [] : keys.toSorted());
  });

  it("spares in clearing what was remembered anew since it was read, and what was added", async () => {
    const [again, done, added] = await openMay();
    const later = Date.parse(july1);
    await remember(june1, [again ?? "", done ?? ""]);
    await workspace.at(july1, async (app) => {
      const flips = await readFlipped(app.cycle, axis);
      await rememberFlipped(app.cycle, axis.name, [again ?? "", added ?? ""], later);
      const items = await app.store.listItems({ axis: axis.name, period: "2026-05" });
      await clearFlipped(app.cycle, axis.name, { flips, items });
    });
    expect(await left(july1)).toEqual([
      { key: again, since: later },
      { key: added, since: later },
    ]);
  });

  it("asks again what expired without an answer", async () => {
    const flips = (await openMay()).slice(0, 1);
    await flip(june1, flips);
    await run(july1);
    expect(await risks(july1, "2026-06")).toContain(flips[0]);
    await run(august1);
    await flip(august1, flips);
    expect(await workspace.at(august1, (app) => readFlipped(app.cycle, axis))).toMatchObject({
      waiting: [{ key: flips[0], word: "PASS" }],
    });
  });

  it("drops what the month's own sample asks, and what cannot be shown", async () => {
    await openMay();
    workspace.appendLog(axis.name, [
      { verdict: { error: "timeout" }, at: "2026-06-05T12:00:00Z", id: "error-1" },
    ]);
    addMonth(july1);
    await workspace.at(july1, (app) => app.cycle.ingest());
    const [error] = await workspace.at(july1, (app) =>
      app.store.listVerdicts({ axis: axis.name, period: "2026-06", word: "ERROR" }),
    );
    // The first in the order of sampling is in every sample.
    const { key: sampled } = await workspace.at(july1, async (app) => {
      const { watermark } = await app.store.readMonth("2026-06");
      const [count] = await app.store.listMonthCounts({ axis: axis.name, period: "2026-06" });
      const [first] = await app.store.drawSample({
        axis: axis.name,
        period: "2026-06",
        epoch: count?.epoch ?? "",
        word: "PASS",
        n: 1,
        skip: 0,
        watermark,
        acceptRef: false,
      });
      return first ?? { key: "" };
    });
    await flip(july1, [sampled, error?.key ?? "", "not a key", "ab".repeat(32)]);
    await workspace.run(july1);
    const items = (await itemsOf(july1, "2026-06")).filter(({ verdictKey }) => verdictKey === sampled);
    expect(items.map(({ kind }) => kind)).toEqual(["pass"]);
    expect(await left(july1)).toEqual([]);
  });

  it("waits while no risk item is wanted, and takes what is no list for none", async () => {
    const flips = (await openMay()).slice(0, 1);
    workspace.write(
      "improve-cron.yaml",
      "notify: [{ channel: stdout }]\nsampling: { risk_max: 0, re_ask_max: 0 }\n",
    );
    await flip(june1, flips);
    await run(july1);
    expect(await risks(july1, "2026-06")).toEqual([]);
    expect(await left(july1)).toEqual(flips);
    for (const text of ["{}", "nonsense", "[1, null, {}]", '[{"key":"a","since":"b"},{"since":1}]', '""']) {
      const read = await workspace.at(july1, async (app) => {
        await app.store.writeSetting(setting, text);
        return readFlipped(app.cycle, axis);
      });
      expect(read).toEqual({ waiting: [], settled: new Set(), remembered: [] });
    }
  });
});
