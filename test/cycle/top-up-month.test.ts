import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../../src/app.ts";
import type { Grade, Item } from "../../src/core/cycle.ts";
import { orderKeyOf } from "../../src/core/sampling.ts";
import { listBlindItems, type OpenItem } from "../../src/cycle/blind-items.ts";
import { collectPass } from "../../src/cycle/collect-pass.ts";
import type { CycleContext } from "../../src/cycle/context.ts";
import { pollQueues } from "../../src/cycle/poll-queues.ts";
import { readOpenCycles } from "../../src/cycle/read-status.ts";
import { runMonth } from "../../src/cycle/run-month.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const june1 = "2026-06-01T13:00:00Z";
const june15 = "2026-06-15T13:00:00Z";
const june20 = "2026-06-20T13:00:00Z";
const june25 = "2026-06-25T13:00:00Z";
const july1 = "2026-07-01T13:00:00Z";
const axis = "verify-dispatch";
const log = "vault/01-projects/self-review/improve-cron-log.md";

/** Fails the first n items that the critic passed, of those that have no answer yet, and agrees on the rest. */
function overrides(n: number): (item: OpenItem) => Grade | null {
  let left = n;
  return (item) => {
    if (item.answered) return null;
    if (!item.text.startsWith("pass")) return "FAIL";
    left -= 1;
    return left >= 0 ? "FAIL" : "PASS";
  };
}

const keysOf = (items: readonly Item[], kind: string) =>
  items.filter((item) => item.kind === kind).map(({ verdictKey }) => verdictKey);

/** The program with something happening right before a call of its store. */
const interrupted = (
  app: App,
  method: "addBatch" | "closeCycle",
  happens: () => Promise<unknown>,
): CycleContext => {
  const { store } = app.cycle;
  let left = 1;
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    if (left > 0) {
      left -= 1;
      await happens();
    }
    return work();
  };
  return {
    ...app.cycle,
    store: {
      ...store,
      addBatch: (batch) =>
        method === "addBatch" ? call(() => store.addBatch(batch)) : store.addBatch(batch),
      closeCycle: (closing) =>
        method === "closeCycle" ? call(() => store.closeCycle(closing)) : store.closeCycle(closing),
    },
  };
};

const answer = async (app: App, grade: Grade | null, of: string) => {
  const open = await listBlindItems(app.cycle, { axis });
  const item = open.find(({ text, answer: given }) => text.startsWith(of) && given !== grade);
  const at = app.clock.now();
  return app.localQueue.answer([
    { ref: item?.ref ?? "", grade, reason: null, by: null, at, observedAt: at, via: "import" },
  ]);
};

describe("a month in doubt", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace();
  });
  afterEach(() => workspace.dispose());

  const configure = (further: string) =>
    workspace.write("improve-cron.yaml", `notify: [{ channel: stdout }]\n${further}\n`);
  /** May with so many verdicts, opened, and its base sample graded with so many overrides. */
  const graded = async (counts: { pass: number; fail: number }, overridden: number) => {
    workspace.writeLog(axis, monthOfVerdicts("2026-05", counts));
    await workspace.run(june1);
    await workspace.grade(june1, overrides(overridden));
  };
  const itemsOf = (batch: number, name = axis): Promise<readonly Item[]> =>
    workspace.at(july1, async (app) =>
      (await app.store.listItems({ axis: name })).filter((item) => item.batch === batch),
    );
  const row = async (name = axis) => {
    const [first] = await workspace.history(july1, name);
    if (first === undefined) throw new Error("no row");
    return first;
  };
  const said = (words: string) => workspace.messages.filter((text) => text.includes(words));

  const runInterrupted = (method: "addBatch" | "closeCycle", grade: Grade | null) =>
    workspace.at(june15, (app) =>
      runMonth(
        interrupted(app, method, () => answer(app, grade, "pass")),
        { month: null, sampleTarget: null },
      ),
    );

  it("is asked for the next verdicts in the order of sampling, once, and stays open with its due date", async () => {
    await graded({ pass: 90, fail: 10 }, 2);
    const before = await workspace.at(june1, (app) => readOpenCycles(app.cycle));
    const run = await workspace.run(june15);
    expect(run.closed).toEqual([]);
    expect(run.toppedUp).toEqual([{ period: "2026-05", axis, batch: 2, items: 20, because: "grey" }]);
    const [open] = await workspace.at(june15, (app) => readOpenCycles(app.cycle));
    expect(open).toMatchObject({ items: 34, graded: 14, pending: 20, minutes: 30, due: before[0]?.due });
    const [cycle] = await workspace.at(june15, (app) => app.store.listCycles({ axis }));
    const draw = (word: "PASS" | "FAIL", n: number) =>
      workspace.at(june15, (app) =>
        app.store.drawSample({
          axis,
          period: "2026-05",
          epoch: cycle?.epoch ?? "",
          word,
          n,
          skip: 0,
          watermark: cycle?.watermark ?? 0,
          acceptRef: false,
        }),
      );
    const further = await itemsOf(2);
    const expected = (await draw("PASS", 27)).slice(9).map(({ key }) => key);
    expect(keysOf(further, "pass").toSorted()).toEqual(expected.toSorted());
    expect(keysOf(further, "fail").toSorted()).toEqual(
      (await draw("FAIL", 7))
        .slice(5)
        .map(({ key }) => key)
        .toSorted(),
    );
    expect(new Set(further.map(({ state }) => state))).toEqual(new Set(["created"]));
    // The same again, and by the daily look, draws nothing more.
    expect((await workspace.run(june15)).toppedUp).toEqual([]);
    expect(await itemsOf(3)).toEqual([]);
  });

  it("tells how many, how long and what is in doubt, once, and nothing of the items", async () => {
    await graded({ pass: 90, fail: 10 }, 2);
    await workspace.run(june15);
    await workspace.run(june15);
    const [message = "", ...more] = said("in doubt");
    expect(more).toEqual([]);
    for (const figure of ["20 more items", "30 minutes", "leave it open", "kappa below 0.6", "2026-07-01"]) {
      expect(message).toContain(figure);
    }
    expect(message).not.toMatch(/\b(PASS|FAIL|risk|stratum|18)\b/);
    // Nor of his answers: counts and probabilities of an open month tell which of them differed from the critic's.
    expect(message).not.toMatch(/\d overrides?\b|P\(|\d of \d/);
    const open = await workspace.at(june15, (app) => listBlindItems(app.cycle, { axis: null }));
    const titles = open.filter(({ answered }) => !answered).map(({ title }) => title);
    expect(titles).toEqual(Array.from({ length: 20 }, (_, n) => `${axis} · part 2, ${n + 1} of 20`));
    // Behind everything that was asked before, in an order of their own.
    expect(open.findIndex(({ answered }) => !answered)).toBe(14);
    const salt = await workspace.at(june15, (app) => app.store.readSalt());
    const byHash = (await itemsOf(2))
      .map(({ ref, verdictKey }) => ({ ref, place: orderKeyOf(salt, `2026-05/${verdictKey}`) }))
      .toSorted((one, other) => one.place - other.place);
    expect(open.slice(14).map(({ ref }) => ref)).toEqual(byHash.map(({ ref }) => ref));
  });

  it("closes on all grades when the batch is in: the doubt is gone, the streak keeps to the base sample", async () => {
    await graded({ pass: 90, fail: 10 }, 1);
    await workspace.run(june15);
    await workspace.grade(june20, overrides(0));
    const { closed, toppedUp } = await workspace.run(june20);
    expect([closed, toppedUp]).toEqual([[{ period: "2026-05", axis, action: "keep" }], []]);
    const closedRow = await row();
    expect(closedRow.table).toEqual({ pp: 26, pf: 1, fp: 0, ff: 7 });
    expect(closedRow.topUp).toEqual({ batches: 1, graded: 20, cut: 0, ended: "clear" });
    expect(closedRow.pool).toMatchObject({ passGraded: 27, failGraded: 7, overrides: 1 });
    expect(closedRow.minutes).toEqual({ planned: 51, spent: 51 });
    expect(closedRow.streak).toBe(1);
    expect(workspace.read(log)).toContain("1 batch of further items, 20 of them graded");
  });

  it("does not count an override of the batch towards the streak", async () => {
    // Five grades of each kind leave even a clean month open.
    await graded({ pass: 30, fail: 2 }, 0);
    expect((await workspace.run(june15)).toppedUp).toMatchObject([{ because: "grey", items: 18 }]);
    await workspace.grade(june15, overrides(1));
    await workspace.run(july1);
    const closedRow = await row();
    expect([closedRow.state, closedRow.overrides, closedRow.streak]).toEqual(["closed", 1, 0]);
  });

  it("confirms before a revert by K, and takes nothing away when the further grades contradict", async () => {
    await graded({ pass: 120, fail: 12 }, 3);
    const asked = await workspace.run(june15);
    expect(asked).toMatchObject({ closed: [], toppedUp: [{ because: "confirm", items: 26 }] });
    expect(said("would take the autonomy")).toHaveLength(1);
    expect(workspace.read(`axes/${axis}.yaml`)).toContain("status: graduated");
    await workspace.grade(june20, overrides(0));
    expect(await workspace.run(june20)).toMatchObject({
      closed: [],
      toppedUp: [{ batch: 3, because: "grey", items: 14 }],
    });
    await workspace.grade(june20, overrides(0));
    expect(await workspace.run(june25)).toMatchObject({ closed: [{ action: "keep" }], toppedUp: [] });
    expect(workspace.read(`axes/${axis}.yaml`)).toContain("status: graduated");
  });

  it("reverts by K when one batch has confirmed it, without another", async () => {
    await graded({ pass: 120, fail: 12 }, 3);
    await workspace.run(june15);
    await workspace.grade(june20, overrides(5));
    const { closed, toppedUp } = await workspace.run(june20);
    expect([closed.map(({ action }) => action), toppedUp]).toEqual([["revert"], []]);
    expect(said("1 batch of further items")).not.toEqual([]);
  });

  it("reverts on overwhelming evidence at once", async () => {
    await graded({ pass: 90, fail: 10 }, 4);
    expect(await workspace.run(june15)).toMatchObject({ closed: [{ action: "revert" }], toppedUp: [] });
    expect((await row()).topUp.ended).toBe("overwhelming");
  });

  it("is asked twice and never a third time; the minutes cut the second batch, and everybody is told", async () => {
    await graded({ pass: 90, fail: 10 }, 2);
    await workspace.run(june15);
    await workspace.grade(june15, overrides(2));
    const second = await workspace.run(june20);
    // 40 items fit into an hour, and 20 were drawn.
    expect(second.toppedUp).toEqual([{ period: "2026-05", axis, batch: 3, items: 20, because: "grey" }]);
    expect((await itemsOf(3)).map(({ kind }) => kind).toSorted()).toEqual([
      ...Array.from({ length: 2 }, () => "fail"),
      ...Array.from({ length: 18 }, () => "pass"),
    ]);
    expect(said("18 items fewer")).toHaveLength(1);
    await workspace.grade(june20, overrides(3));
    const third = await workspace.run(june25);
    expect([third.closed.length, third.toppedUp]).toEqual([1, []]);
    const closedRow = await row();
    expect(closedRow.topUp).toMatchObject({ batches: 2, graded: 40, cut: 18, ended: "last-look" });
    expect(closedRow.minutes).toEqual({ planned: 81, spent: 81 });
    expect(
      new Set(
        (await workspace.at(july1, (app) => app.store.listItems({ axis }))).map(
          ({ verdictKey }) => verdictKey,
        ),
      ).size,
    ).toBe(54);
    expect(workspace.read(log)).toContain("18 further items left out");
    expect(workspace.messages.filter((text) => text.includes("in doubt:"))).toHaveLength(2);
  });

  it("without minutes is decided in the same pass, and says so", async () => {
    configure("burden: { top_up_minutes: 0 }");
    await graded({ pass: 90, fail: 10 }, 2);
    const { closed, toppedUp } = await workspace.run(june15);
    expect([closed.length, toppedUp]).toEqual([1, []]);
    expect((await row()).topUp).toEqual({ batches: 0, graded: 0, cut: 0, ended: "no-minutes" });
    expect(workspace.read(log)).toContain("no minutes were left");
  });

  it("shares the minutes of a period: the axis most likely unsound first", async () => {
    configure("burden: { top_up_minutes: 45 }");
    const [calm, risky] = ["verify-calm", "verify-risky"];
    for (const name of [calm, risky]) {
      workspace.writeAxis(name);
      workspace.writeLog(name, monthOfVerdicts("2026-05", { pass: 90, fail: 10 }));
    }
    await workspace.run(june1);
    await workspace.grade(june1, overrides(1), calm);
    await workspace.grade(june1, overrides(2), risky);
    const { toppedUp, closed } = await workspace.run(june15);
    expect(closed).toEqual([]);
    expect(toppedUp.map(({ axis: name, items }) => [name, items])).toEqual([
      [calm, 10],
      [risky, 20],
    ]);
    expect((await row(calm)).topUp.cut).toBe(10);
    expect((await itemsOf(2, calm)).filter(({ kind }) => kind === "fail")).toHaveLength(2);
  });

  it("drops the batch of the axis that nothing is left for, and closes that one", async () => {
    configure("burden: { top_up_minutes: 30 }");
    const [calm, risky] = ["verify-calm", "verify-risky"];
    for (const name of [calm, risky]) {
      workspace.writeAxis(name);
      workspace.writeLog(name, monthOfVerdicts("2026-05", { pass: 90, fail: 10 }));
    }
    await workspace.run(june1);
    await workspace.grade(june1, overrides(1), calm);
    await workspace.grade(june1, overrides(2), risky);
    const { toppedUp, closed } = await workspace.run(june15);
    expect(toppedUp.map((one) => one.axis)).toEqual([risky]);
    expect(closed.map((one) => one.axis)).toEqual([calm]);
    expect((await row(calm)).topUp.ended).toBe("no-minutes");
  });

  it("closes at its due date on what came back of the batch", async () => {
    await graded({ pass: 90, fail: 10 }, 2);
    await workspace.run(june15);
    let asked = 0;
    const some = overrides(0);
    await workspace.grade(june20, (item) => (item.answered || (asked += 1) > 6 ? null : some(item)));
    expect((await workspace.run(june25)).closed).toEqual([]);
    const { closed, toppedUp } = await workspace.run(july1);
    expect([closed.length, toppedUp]).toEqual([1, []]);
    expect((await row()).topUp).toMatchObject({ batches: 1, graded: 6, ended: "unanswered" });
    expect((await itemsOf(2)).filter(({ state }) => state === "expired")).toHaveLength(14);
  });

  it("is asked nothing more when its due date has passed", async () => {
    await graded({ pass: 90, fail: 10 }, 2);
    const { closed, toppedUp } = await workspace.run(july1);
    expect([closed.length, toppedUp]).toEqual([1, []]);
    expect((await row()).topUp.ended).toBe("due");
    expect(workspace.read(log)).toContain("the due date had passed");
  });

  it.each([
    ["top-up is off", "top_up: { enabled: false }", "off"],
    ["the literal rule acts", "decision: { mode: literal }", "off"],
    ["no batch is allowed", "top_up: { batches: 0 }", "off"],
  ])("is decided at once where %s", async (_, config, ended) => {
    configure(config);
    await graded({ pass: 90, fail: 10 }, 2);
    expect(await workspace.run(june15)).toMatchObject({ closed: [{ axis }], toppedUp: [] });
    expect((await row()).topUp.ended).toBe(ended);
  });

  it("of an axis without autonomy is decided at once", async () => {
    await graded({ pass: 90, fail: 10 }, 2);
    const file = workspace.read(`axes/${axis}.yaml`);
    workspace.write(`axes/${axis}.yaml`, file.replace("graduated", "assisted"));
    expect(await workspace.run(june15)).toMatchObject({ closed: [{ action: "none" }], toppedUp: [] });
    expect((await row()).topUp.ended).toBe("not-graduated");
  });

  it("without a single PASS or FAIL is not asked for more", async () => {
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 90, fail: 10 }));
    await workspace.run(june1);
    await workspace.grade(june1, () => "CANT_TELL");
    expect(await workspace.run(june15)).toMatchObject({ closed: [{ action: "none" }], toppedUp: [] });
    expect((await row()).topUp.ended).toBe("no-grades");
  });

  it("whose further items nobody could tell is not asked for more", async () => {
    await graded({ pass: 90, fail: 10 }, 2);
    expect((await workspace.run(june15)).toppedUp).toMatchObject([{ batch: 2 }]);
    await workspace.grade(june15, ({ answered }) => (answered ? null : "CANT_TELL"));
    expect(await workspace.run(june20)).toMatchObject({ closed: [{ axis }], toppedUp: [] });
    expect((await row()).topUp).toMatchObject({ batches: 1, graded: 0, ended: "no-grades" });
  });

  it("whose further items were all put away is not asked for more, but for one that was graded is", async () => {
    const putAway = async (all: boolean) => {
      const [kept, ...others] = await itemsOf(2);
      const gone = all && kept !== undefined ? [kept, ...others] : others;
      await workspace.at(june20, async ({ store, clock }) => {
        for (const { ref } of gone) {
          await store.moveItem({ ref, to: "withdrawn", at: clock.now(), because: "gone" });
        }
      });
    };
    await graded({ pass: 90, fail: 10 }, 2);
    await workspace.run(june15);
    await putAway(true);
    expect(await workspace.run(june20)).toMatchObject({ closed: [{ axis }], toppedUp: [] });
    expect((await row()).topUp).toMatchObject({ batches: 1, ended: "no-grades" });
    workspace.dispose();
    workspace = new Workspace();
    await graded({ pass: 90, fail: 10 }, 2);
    await workspace.run(june15);
    await putAway(false);
    await workspace.grade(june20, overrides(0));
    expect((await workspace.run(june20)).toppedUp).toMatchObject([{ batch: 3 }]);
  });

  it("that has every verdict graded is decided on them", async () => {
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 12, fail: 3 }));
    await workspace.run(june1, { sampleTarget: 50 });
    await workspace.grade(june1, overrides(2));
    expect(await workspace.run(june15)).toMatchObject({ closed: [{ axis }], toppedUp: [] });
    expect((await row()).topUp.ended).toBe("exhausted");
  });

  it("waits while its axis file cannot be used", async () => {
    await graded({ pass: 90, fail: 10 }, 2);
    const good = workspace.read(`axes/${axis}.yaml`);
    workspace.write(`axes/${axis}.yaml`, "axis: [unfinished\n");
    expect(await workspace.run(june15)).toMatchObject({ closed: [], toppedUp: [] });
    workspace.write(`axes/${axis}.yaml`, good);
    expect((await workspace.run(june15)).toppedUp).toHaveLength(1);
  });

  it("keeps a drawn batch when a grade changes that had asked for it", async () => {
    await graded({ pass: 90, fail: 10 }, 2);
    await workspace.run(june15);
    await workspace.grade(june15, (item) => (item.answered ? agrees(item) : null));
    expect(await workspace.run(june20)).toMatchObject({ closed: [], toppedUp: [] });
    expect(await itemsOf(2)).toHaveLength(20);
    await workspace.grade(june20, agrees);
    expect((await workspace.run(june20)).closed).toMatchObject([{ action: "keep" }]);
  });

  it("is asked by the daily look too, which closes nothing", async () => {
    await graded({ pass: 90, fail: 10 }, 2);
    const look = (now: string) => workspace.at(now, (app) => collectPass(app.cycle));
    // Two days before the due date a reminder would say the same once more.
    expect(await look("2026-06-29T13:00:00Z")).toMatchObject({ toppedUp: [{ items: 20 }], pending: [] });
    expect(said("in doubt")).toHaveLength(1);
    expect(said("without a grade")).toEqual([]);
    expect(await look("2026-06-30T13:00:00Z")).toMatchObject({ toppedUp: [] });
    expect(said("without a grade")).toHaveLength(1);
    await workspace.grade("2026-06-30T14:00:00Z", agrees);
    await look("2026-06-30T15:00:00Z");
    expect((await row()).state).toBe("open");
  });

  it("is found by a look at the queues, before and after its batch", async () => {
    await graded({ pass: 90, fail: 10 }, 2);
    const closable = () => workspace.at(june20, async (app) => (await pollQueues(app.cycle)).closable);
    expect(await closable()).toBe(true);
    await workspace.run(june20);
    expect(await closable()).toBe(false);
    await workspace.grade(june20, overrides(0));
    expect(await closable()).toBe(true);
  });

  it("holds back the younger months of its axis", async () => {
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 90, fail: 10 }));
    await workspace.run("2026-06-25T13:00:00Z");
    workspace.appendLog(axis, monthOfVerdicts("2026-06", { pass: 20, fail: 5 }));
    await workspace.run(july1);
    await workspace.grade(july1, overrides(2));
    const { closed, toppedUp } = await workspace.run(july1);
    expect([closed, toppedUp.map(({ period }) => period)]).toEqual([[], ["2026-05"]]);
  });

  describe("whose verdicts are on the desk as risk items already", () => {
    beforeEach(async () => {
      const verdicts = monthOfVerdicts("2026-05", { pass: 20, fail: 6 });
      workspace.writeLog(
        axis,
        verdicts.map((line, index) => ({ ...line, score: index / 100, cost_usd: index })),
      );
      await workspace.run(june1);
    });
    it("asks each verdict once: they join the batch when it reaches them", async () => {
      const risks = (await itemsOf(1)).filter(({ kind }) => kind === "risk");
      expect(risks).toHaveLength(2);
      await workspace.grade(june1, overrides(2));
      const { toppedUp } = await workspace.run(june15);
      const base = await itemsOf(1);
      const further = await itemsOf(2);
      const passes = [...base, ...further].filter(({ kind }) => kind === "pass");
      // The whole stratum is drawn now, so every risk item of it has been reached.
      expect(passes).toHaveLength(20);
      const keys = [...base, ...further].map(({ verdictKey }) => verdictKey);
      expect(new Set(keys).size).toBe(keys.length);
      const joined = risks.filter(({ word }) => word === "PASS");
      expect(joined.length).toBeGreaterThan(0);
      expect(further.filter(({ ref }) => joined.some((one) => one.ref === ref))).toHaveLength(joined.length);
      // What is answered already is not asked again, and costs no more minutes.
      expect(toppedUp[0]?.items).toBe(further.filter(({ state }) => state === "created").length);
      const shown = await workspace.at(june15, (app) => listBlindItems(app.cycle, { axis }));
      for (const { ref, title } of joined) expect(shown.find((one) => one.ref === ref)?.title).toBe(title);
      const [cycle] = await workspace.at(june15, (app) => app.store.listCycles({ axis }));
      const all = await workspace.at(june15, (app) => app.store.listItems({ axis }));
      expect(cycle?.minutesPlanned).toBe(all.length * 1.5);
    });
  });

  describe("while grades arrive", () => {
    it("draws nothing when an answer was taken back at that moment", async () => {
      await graded({ pass: 90, fail: 10 }, 2);
      expect(await runInterrupted("addBatch", null)).toMatchObject({ closed: [], toppedUp: [] });
      expect(await itemsOf(2)).toEqual([]);
      await workspace.grade(june20, overrides(0));
      expect((await workspace.run(june20)).toppedUp).toHaveLength(1);
    });

    it("draws once on the grades that it came to when one was changed at that moment", async () => {
      await graded({ pass: 90, fail: 10 }, 1);
      expect(await runInterrupted("addBatch", "FAIL")).toMatchObject({
        closed: [],
        toppedUp: [{ items: 20 }],
      });
      expect(said("in doubt")).toHaveLength(1);
      expect(await itemsOf(2)).toHaveLength(20);
    });

    it("does not close either when it came between the judgement and the decision", async () => {
      await graded({ pass: 120, fail: 12 }, 0);
      const run = await workspace.at(june15, async (app) => {
        const open = await listBlindItems(app.cycle, { axis });
        const ref = open.find(({ text }) => text.startsWith("pass"))?.ref ?? "";
        const at = app.clock.now();
        const given: Promise<unknown>[] = [];
        const step = (name: string): void => {
          if (name !== "close: begin" || given.length > 0) return;
          const late = {
            ref,
            grade: "FAIL",
            reason: null,
            by: null,
            at,
            observedAt: at,
            via: "import",
          } as const;
          // The store writes before it answers, so this has happened when the step is over.
          given.push(app.localQueue.answer([late]));
        };
        const summary = await runMonth({ ...app.cycle, step }, { month: null, sampleTarget: null });
        expect(await Promise.all(given)).toEqual([[{ outcome: "stored", late: false }]]);
        return summary;
      });
      expect(run).toMatchObject({ closed: [], toppedUp: [{ axis }] });
    });

    it("does not close when a grade opened the doubt at that moment", async () => {
      await graded({ pass: 300, fail: 60 }, 0);
      expect(await runInterrupted("closeCycle", "FAIL")).toMatchObject({ closed: [{ action: "keep" }] });
      workspace.dispose();
      workspace = new Workspace();
      await graded({ pass: 120, fail: 12 }, 0);
      expect(await runInterrupted("closeCycle", "FAIL")).toMatchObject({ closed: [], toppedUp: [{ axis }] });
    });
  });
});
