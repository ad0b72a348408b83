import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readStatus } from "../../src/cycle/read-status.ts";
import { mayCall } from "../../src/cycle/judge-spend.ts";
import { renderStatus } from "../../src/reports/status-text.ts";
import { aCall } from "../store/samples.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

const log = "vault/01-projects/self-review/improve-cron-log.md";
const inMay = Date.parse("2026-05-20T12:00:00Z");
const june = "2026-06-02T12:00:00Z";

describe("the cost of judging", () => {
  let space: Workspace;
  const begin = (cost: string): void => {
    space = new Workspace({ config: `notify: [{ channel: stdout }]\n${cost}` });
    // 20 verdicts at 0.50 USD: ten dollars in May.
    space.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 15, fail: 5 }, { cost_usd: 0.5 }));
  };
  const spend = (now: string, costUsd: number | null, at: number) =>
    space.at(now, ({ store }) => store.recordCriticCalls([aCall({ at, costUsd })]));
  const status = (now: string) =>
    space.at(now, (app) =>
      readStatus(app.cycle, {
        warnings: [],
        productionUsdPerMonth: app.config.cost.productionUsdPerMonth,
      }),
    );
  const entries = (): number => space.read(log).split("^ic-2026-05-judge-cost").length - 1;
  const messages = (): number => space.messages.filter((text) => text.includes("judging cost")).length;

  beforeEach(() => begin("cost: { production_usd_per_month: 100 }\n"));
  afterEach(() => space.dispose());

  it("is that of the verdicts and of the program's own calls, month by month", async () => {
    await space.run(june);
    await spend(june, 2.25, inMay);
    await spend(june, null, inMay);
    await spend(june, 1, Date.parse("2026-06-01T03:59:59Z"));
    await spend(june, 4, Date.parse("2026-06-01T04:00:00Z"));
    const report = await status(june);
    // Midnight in New York divides the months.
    expect(report.aggregate).toMatchObject({ judgeCostUsd: 13.25, judgeCostShare: 0.1325 });
    expect(report.judge).toMatchObject({
      lastMonth: { period: "2026-05", verdictsUsd: 10, verdictsPriced: 20, callsUsd: 3.25, level: "warn" },
      thisMonth: { period: "2026-06", verdictsUsd: 0, callsUsd: 4, level: "fine" },
    });
    expect(report.judge?.lastMonth.purposes).toMatchObject([
      { purpose: "gold", calls: 3, answered: 3, costKnown: 2, tokens: 3840 },
    ]);
    const text = renderStatus(report, "America/New_York").replaceAll(/\s+/g, " ");
    expect(text).toContain("13.25 USD");
    expect(text).toContain("(1 without a cost)");
  });

  it("says nothing up to a tenth of production", async () => {
    await space.run(june);
    expect(space.read(log)).not.toContain("judge-cost");
    expect(messages()).toBe(0);
  });

  it("above a tenth is entered in the log, once", async () => {
    await spend(june, 2, inMay);
    await space.run(june);
    await space.run("2026-06-09T12:00:00Z");
    expect(entries()).toBe(1);
    expect(messages()).toBe(0);
  });

  it("above the alarm is a message too, once a month", async () => {
    await spend(june, 6, inMay);
    await space.run(june);
    await spend(june, 6, inMay);
    await space.run("2026-06-09T12:00:00Z");
    expect(entries()).toBe(1);
    expect(messages()).toBe(1);
  });

  it("is only told where production has a cost", async () => {
    space.dispose();
    begin("");
    await spend(june, 600, inMay);
    await space.run(june);
    expect(entries()).toBe(0);
    expect((await status(june)).aggregate).toMatchObject({ judgeCostUsd: 610, judgeCostShare: null });
  });

  it("stops probes and gold before anything else, and all calls at the cap, until the month ends", async () => {
    space.dispose();
    begin("cost: { judge_usd_per_month: 10 }\n");
    const kinds = (now: string) =>
      space.at(now, async ({ cycle }) => ({
        probe: (await mayCall(cycle, "probe")).kind,
        gold: (await mayCall(cycle, "gold")).kind,
        replay: (await mayCall(cycle, "replay")).kind,
      }));
    expect(await kinds(june)).toEqual({ probe: "go", gold: "go", replay: "go" });
    await spend(june, 8, Date.parse(june));
    expect(await kinds(june)).toEqual({ probe: "over-budget", gold: "over-budget", replay: "go" });
    expect((await status(june)).judge?.cap?.stopped).toEqual(["probes and gold"]);
    await spend(june, 2, Date.parse(june));
    expect(await kinds(june)).toEqual({ probe: "over-budget", gold: "over-budget", replay: "over-budget" });
    expect(await kinds("2026-07-01T12:00:00Z")).toEqual({ probe: "go", gold: "go", replay: "go" });
  });

  it("a judge that changed between two runs is told in status and history, and so is who", async () => {
    await space.run(june);
    await space.at(june, ({ store }) =>
      store.recordCriticCalls([
        aCall({ period: "2026-04", batch: "april", at: inMay }),
        aCall({ batch: "may", at: Date.parse(june), model: "m-2" }),
      ]),
    );
    const changes = [{ what: "model", before: "m-1", after: "m-2" }];
    const report = await status(june);
    expect(report.judge?.changes).toEqual([
      { axis: "verify-dispatch", period: "2026-05", at: new Date(june).toISOString(), changes },
    ]);
    expect(renderStatus(report, "America/New_York")).toContain("model m-1 -> m-2");
    const [row] = await space.history(june);
    expect(row?.judgeChanges).toEqual([{ at: new Date(june).toISOString(), changes }]);
  });
});
