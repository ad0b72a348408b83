import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Grade } from "../../src/core/cycle.ts";
import { assistAxis } from "../../src/cycle/assist-axis.ts";
import { listBlindItems, type OpenItem } from "../../src/cycle/blind-items.ts";
import { runMonth } from "../../src/cycle/run-month.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const june1 = "2026-06-01T13:00:00Z";
const july1 = "2026-07-01T13:00:00Z";
const august1 = "2026-08-01T13:00:00Z";

describe("opening a month", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace();
  });
  afterEach(() => workspace.dispose());

  it("draws by rate and minimum, freezes the frame, and hides what the critic said", async () => {
    workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 81, fail: 10, error: 2 }));
    const { opened } = await workspace.run(june1);
    expect(opened).toEqual([
      { period: "2026-05", axis: "verify-dispatch", state: "open", items: 14, because: null },
    ]);
    const [row] = await workspace.history(june1);
    expect([row?.sampled.pass, row?.sampled.fail]).toEqual([9, 5]);
    expect(row?.errors.map(({ kind }) => kind)).toEqual(["timeout", "timeout"]);
    expect(row?.verdicts).toEqual({ pass: 81, fail: 10, error: 2 });
    await workspace.at(june1, async (app) => {
      const [cycle] = await app.store.listCycles();
      expect(cycle?.frameHash).toMatch(/^[0-9a-f]{64}$/);
      expect(new Date(cycle?.dueAt ?? 0).toISOString()).toBe(july1.replace("Z", ".000Z"));
      const items = await listBlindItems(app.cycle, { axis: null });
      expect(items.map(({ title }) => title)).toEqual(
        items.map((_, index) => `verify-dispatch · ${index + 1} of 14`),
      );
      // Kinds are mixed: the first five of the order are not simply the PASS sample.
      const kinds = (await app.store.listItems({ axis: "verify-dispatch" })).map(({ kind }) => kind);
      expect(new Set(kinds)).toEqual(new Set(["pass", "fail"]));
      for (const item of items) {
        const words = JSON.stringify({ ...item, text: "" });
        expect(words).not.toMatch(/\b(PASS|FAIL|risk|probe|score|model)\b/);
      }
    });
  });

  it("opens what was missed, oldest first, and nothing from before the first run", async () => {
    workspace.writeLog("verify-dispatch", [
      ...monthOfVerdicts("2026-03", { pass: 20, fail: 2 }),
      ...monthOfVerdicts("2026-05", { pass: 20, fail: 2 }),
    ]);
    expect((await workspace.run(june1)).opened.map(({ period }) => period)).toEqual(["2026-05"]);
    workspace.appendLog("verify-dispatch", monthOfVerdicts("2026-06", { pass: 20, fail: 2 }));
    workspace.appendLog("verify-dispatch", monthOfVerdicts("2026-07", { pass: 20, fail: 2 }));
    expect((await workspace.run("2026-08-20T13:00:00Z")).opened.map(({ period }) => period)).toEqual([
      "2026-06",
      "2026-07",
    ]);
    expect(
      (await workspace.run("2026-08-20T13:00:00Z", { month: "2026-03" })).opened.map(({ period }) => period),
    ).toEqual(["2026-03"]);
    expect((await workspace.run("2026-08-20T13:00:00Z", { month: "2026-03" })).opened).toEqual([]);
  });

  it("skips months that are older than the window, and says so", async () => {
    workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 20, fail: 2 }));
    await workspace.run(june1);
    workspace.appendLog("verify-dispatch", monthOfVerdicts("2026-06", { pass: 20, fail: 2 }));
    workspace.appendLog("verify-dispatch", monthOfVerdicts("2026-09", { pass: 20, fail: 2 }));
    const { opened } = await workspace.run("2026-11-01T14:00:00Z");
    expect(opened.map(({ period, state, because }) => [period, state, because])).toEqual([
      ["2026-06", "skipped", "too-old"],
      ["2026-07", "skipped", "too-old"],
      ["2026-08", "below-threshold", "too-few-pass"],
      ["2026-09", "open", null],
      ["2026-10", "below-threshold", "too-few-pass"],
    ]);
    const said = workspace.read("vault/01-projects/self-review/improve-cron-log.md");
    expect(said.match(/\^ic-2026-\d\d-opened/g)).toHaveLength(6);
  });

  it("refuses a month that is not over in the config's zone", async () => {
    // 02:00 UTC on the 1st is still the 30th of June in New York.
    await expect(workspace.run("2026-07-01T02:00:00Z", { month: "2026-06" })).rejects.toMatchObject({
      code: "usage",
    });
    await expect(workspace.run(july1, { month: "2026-6" })).rejects.toMatchObject({ code: "usage" });
    await expect(workspace.run(july1, { month: "2026-06" })).resolves.toMatchObject({ period: "2026-06" });
  });

  it("lets an axis join whose file came after the opening, and keeps verdicts without one", async () => {
    workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 20, fail: 2 }));
    await workspace.run(june1);
    workspace.writeAxis("verify-vault-write");
    workspace.writeLog("verify-vault-write", monthOfVerdicts("2026-05", { pass: 30, fail: 2 }));
    const { opened } = await workspace.run("2026-06-03T13:00:00Z");
    expect(opened.map(({ axis, state }) => [axis, state])).toEqual([["verify-vault-write", "open"]]);
    expect((await workspace.run("2026-06-03T13:00:00Z")).opened).toEqual([]);
    expect(workspace.messages.filter((text) => text.includes("is open"))).toHaveLength(2);
  });

  it("stores verdicts of an axis without a file, and does not sample them", async () => {
    workspace.writeLog("verify-dispatch", [
      ...monthOfVerdicts("2026-05", { pass: 20, fail: 2 }),
      ...monthOfVerdicts("2026-05", { pass: 15, fail: 0 }, { axis: "verify-tone" }).map((line) => ({
        ...line,
        id: `tone-${line.id}`,
      })),
    ]);
    const { opened } = await workspace.run(june1);
    expect(opened.map(({ axis, state, because }) => [axis, state, because])).toEqual([
      ["verify-dispatch", "open", null],
      ["verify-tone", "skipped", "no-axis-file"],
    ]);
  });

  it("takes a size set by hand, also below the minimum", async () => {
    workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 7, fail: 3 }));
    const { opened } = await workspace.run(june1, { sampleTarget: 4 });
    expect(opened).toMatchObject([{ state: "open", items: 7 }]);
    const [row] = await workspace.history(june1);
    expect([row?.sampled.pass, row?.sampled.fail]).toEqual([4, 3]);
  });

  it("adds risk items beside the sample: lowest score and highest cost in turn", async () => {
    const lines = monthOfVerdicts("2026-05", { pass: 40, fail: 4 }).map((line, index) => ({
      ...line,
      score: 0.5 + index / 100,
      cost_usd: 0.001 * index,
    }));
    workspace.writeLog("verify-dispatch", lines);
    await workspace.run(june1);
    await workspace.at(june1, async (app) => {
      const items = await app.store.listItems({ axis: "verify-dispatch" });
      expect(items.filter(({ kind }) => kind === "risk")).toHaveLength(2);
      expect(new Set(items.map(({ verdictKey }) => verdictKey)).size).toBe(items.length);
    });
    await workspace.grade(june1, (item) => (item.text.startsWith("pass") ? "PASS" : "FAIL"));
    await workspace.run(july1);
    const [row] = await workspace.history(july1);
    expect([row?.sampled.risk, row?.graded.risk]).toEqual([2, 2]);
    expect((row?.table.pp ?? 0) + (row?.table.pf ?? 0)).toBe(row?.graded.pass);
  });

  it("raises the next sample after a watch, once", async () => {
    workspace.write(
      "improve-cron.yaml",
      "notify: [{ channel: stdout }]\ndecision: { overwhelming_probability: 0.9999 }\n",
    );
    workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 90, fail: 10 }));
    await workspace.run(june1);
    let left = 4;
    const founder = (item: OpenItem): Grade => {
      if (!item.text.startsWith("pass")) return "FAIL";
      left -= 1;
      return left >= 0 ? "FAIL" : "PASS";
    };
    await workspace.grade(june1, founder);
    workspace.appendLog("verify-dispatch", monthOfVerdicts("2026-06", { pass: 90, fail: 30 }));
    const july = await workspace.run(july1);
    expect(july.closed.map(({ action }) => action)).toEqual(["watch"]);
    const [, row] = await workspace.history(july1);
    expect([row?.sampled.pass, row?.sampled.fail]).toEqual([20, 20]);
    await workspace.grade(july1, agrees);
    workspace.appendLog("verify-dispatch", monthOfVerdicts("2026-07", { pass: 90, fail: 30 }));
    const august = await workspace.run(august1);
    expect(august.closed.map(({ action }) => action)).toEqual(["keep"]);
    const [, , third] = await workspace.history(august1);
    expect([third?.sampled.pass, third?.sampled.fail]).toEqual([9, 5]);
    expect(workspace.messages.filter((text) => text.includes("is watched"))).toHaveLength(1);
  });

  it("performs nothing in a dry run, and tells what it would do", async () => {
    workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 20, fail: 2 }));
    await workspace.at("2026-05-20T12:00:00Z", async () => {});
    const before = readdirSync(workspace.folder, { recursive: true, encoding: "utf8" }).toSorted();
    const app = await workspace.open(june1, { dryRun: true });
    const summary = await runMonth(app.cycle, { month: null, sampleTarget: null });
    await app[Symbol.asyncDispose]();
    expect(summary.opened).toMatchObject([{ state: "open", items: 7 }]);
    expect(readdirSync(workspace.folder, { recursive: true, encoding: "utf8" }).toSorted()).toEqual(before);
    expect(workspace.messages).toEqual([]);
    expect(await workspace.history(june1)).toEqual([]);
  });

  it("restarts streak and pool when the founder takes autonomy away by hand", async () => {
    workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 90, fail: 10 }));
    await workspace.run(june1);
    let first = true;
    await workspace.grade(june1, (item) => {
      if (!item.text.startsWith("pass")) return "FAIL";
      const grade = first ? "FAIL" : "PASS";
      first = false;
      return grade;
    });
    workspace.appendLog("verify-dispatch", monthOfVerdicts("2026-06", { pass: 90, fail: 10 }));
    await workspace.run(july1);
    const outcome = await workspace.at("2026-07-10T13:00:00Z", (app) =>
      assistAxis(app.cycle, "verify-dispatch", "I follow my own rule"),
    );
    expect(outcome).toMatchObject({ changed: true, pending: [] });
    expect(workspace.read("axes/verify-dispatch.yaml")).toContain("status: assisted");
    await workspace.grade("2026-07-11T13:00:00Z", agrees);
    await workspace.run("2026-07-12T13:00:00Z");
    const [may, june] = await workspace.history(august1);
    expect([may?.streak, may?.pool?.overrides]).toEqual([1, 1]);
    expect([june?.streak, june?.pool?.overrides, june?.pool?.passSize]).toEqual([0, 0, 90]);
    expect(june?.status).toEqual({ before: "assisted", after: "assisted" });
    await expect(
      workspace.at(august1, (app) => assistAxis(app.cycle, "verify-nothing", "x")),
    ).rejects.toMatchObject({ code: "input" });
    expect(
      await workspace.at(august1, (app) => assistAxis(app.cycle, "verify-dispatch", "again")),
    ).toMatchObject({
      changed: false,
    });
  });
});
