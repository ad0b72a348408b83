import { afterEach, describe, expect, it } from "vitest";
import type { ShownRow } from "../../src/core/open-row.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { epochOf } from "../../src/core/rubric.ts";
import { readStatus } from "../../src/cycle/read-status.ts";
import { verifyMonths } from "../../src/cycle/verify-months.ts";
import { renderHistoryTable } from "../../src/reports/history-table.ts";
import { renderStatus } from "../../src/reports/status-text.ts";
import { answerItems } from "../support/late-grades.ts";
import { type LogLine, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const rubric = (digit: string): string => `sha256:${digit.repeat(64)}`;
const epoch = (digit: string, model = "none"): string =>
  epochOf({ rubric: rubric(digit), model, settings: {} });
const log = "vault/01-projects/self-review/improve-cron-log.md";

/** 50 PASS and 10 FAIL verdicts of a month of 2026: 5 and 5 of them are sampled. */
function month(name: string, judge: Partial<LogLine>): readonly LogLine[] {
  return monthOfVerdicts(`2026-${name}`, { pass: 50, fail: 10 }, judge);
}

const poolOf = (rows: readonly ShownRow[]): readonly (number | undefined)[] =>
  rows.map(({ pool }) => pool?.passGraded);

const judgedBy = (model: string): Partial<LogLine> => ({ rubric: rubric("1"), model });

describe("edits over months", () => {
  let workspace: Workspace;
  afterEach(() => workspace.dispose());

  /** January to March, each graded and closed before the next one ends; the founder fails one PASS item in each. */
  async function quarter(judges: readonly Partial<LogLine>[], config = ""): Promise<readonly ShownRow[]> {
    workspace = new Workspace({
      config: `notify: [{ channel: stdout }]\ntop_up: { enabled: false }\n${config}`,
    });
    for (const [index, judge] of judges.entries()) {
      const next = `2026-0${index + 2}`;
      workspace.appendLog(axis, month(`0${index + 1}`, judge));
      await workspace.run(`${next}-01T15:00:00Z`);
      let overrides = 0;
      await answerItems(workspace, `${next}-03T15:00:00Z`, ({ kind, state, word }) => {
        if (state !== "created") return undefined;
        if (kind === "pass" && overrides === 0) {
          overrides += 1;
          return "FAIL";
        }
        return word === "PASS" ? "PASS" : "FAIL";
      });
      await workspace.run(`${next}-04T15:00:00Z`);
    }
    return workspace.history("2026-04-05T15:00:00Z");
  }

  it("one each month: kappa starts anew each time, the streak does not, and the third month reverts", async () => {
    const rows = await quarter([{ rubric: rubric("1") }, { rubric: rubric("2") }, { rubric: rubric("3") }]);
    expect(rows.map((row) => row.epoch)).toEqual([epoch("1"), epoch("2"), epoch("3")]);
    expect(poolOf(rows)).toEqual([5, 5, 5]);
    expect(rows.map((row) => row.streak)).toEqual([1, 2, 3]);
    expect(rows.map((row) => row.decision.action)).toEqual(["keep", "keep", "revert"]);
    expect(rows[2]?.decision.guarded.reasons).toEqual(["streak"]);
    expect(rows[2]?.decision.literal.reasons).toContain("streak");
    expect(workspace.read(`axes/${axis}.yaml`)).toContain("status: assisted");
    expect(
      await workspace.at("2026-04-05T15:00:00Z", async (app) => (await verifyMonths(app.cycle)).ok),
    ).toBe(true);
  });

  it("none: the same record comes to the same streak and the same month, with a pool that has grown", async () => {
    const same = { rubric: rubric("1") };
    const rows = await quarter([same, same, same]);
    expect(poolOf(rows)).toEqual([5, 5 * 0.75 + 5, 5 * 0.75 ** 2 + 5 * 0.75 + 5]);
    expect(rows.map((row) => row.streak)).toEqual([1, 2, 3]);
    expect(rows[2]?.decision.guarded.reasons).toContain("streak");
  });

  it("one each month, in literal mode: the streak alone reverts", async () => {
    const edits = [{ rubric: rubric("1") }, { rubric: rubric("2") }, { rubric: rubric("3") }];
    const rows = await quarter(edits, "decision: { mode: literal, kappa_threshold: 0.1 }\n");
    expect(rows.map((row) => [row.decision.action, row.decision.reasons])).toEqual([
      ["keep", []],
      ["keep", []],
      ["revert", ["streak"]],
    ]);
  });

  it("undone after a month: the first epoch resumes its own pool, two months older", async () => {
    const rows = await quarter([{ rubric: rubric("1") }, { rubric: rubric("2") }, { rubric: rubric("1") }]);
    expect(rows.map((row) => row.epoch)).toEqual([epoch("1"), epoch("2"), epoch("1")]);
    expect(poolOf(rows)).toEqual([5, 5, 5 * 0.75 ** 2 + 5]);
    expect(rows[2]?.streak).toBe(3);
  });

  it("of the model: another epoch like any other", async () => {
    const rows = await quarter([judgedBy("judge-1"), judgedBy("judge-2"), judgedBy("judge-2")]);
    expect(rows.map((row) => row.epoch)).toEqual(
      ["judge-1", "judge-2", "judge-2"].map((model) => epoch("1", model)),
    );
    expect(poolOf(rows)).toEqual([5, 5, 5 * 0.75 + 5]);
    expect(rows.map((row) => row.streak)).toEqual([1, 2, 3]);
  });
});

describe("an edit after a month has ended", () => {
  let workspace: Workspace;
  afterEach(() => workspace.dispose());

  /** May under one rubric; while it is graded, June is under another. */
  async function closedAfterEdit(overrides: number): Promise<ShownRow> {
    workspace = new Workspace({ config: "notify: [{ channel: stdout }]\ntop_up: { enabled: false }\n" });
    workspace.writeLog(axis, month("05", { rubric: rubric("1") }));
    await workspace.run("2026-06-01T13:00:00Z");
    workspace.appendLog(
      axis,
      month("06", { rubric: rubric("2") }).filter(({ at }) => at < "2026-06-10"),
    );
    let failed = 0;
    await answerItems(workspace, "2026-06-12T13:00:00Z", ({ kind, word }) => {
      if (kind === "pass" && failed < overrides) {
        failed += 1;
        return "FAIL";
      }
      return word === "PASS" ? "PASS" : "FAIL";
    });
    await workspace.run("2026-06-12T14:00:00Z");
    const [row] = await workspace.history("2026-06-13T13:00:00Z");
    if (row === undefined) throw new Error("no row");
    return row;
  }

  it("decides on the epoch that was sampled, and says that it is superseded", async () => {
    const row = await closedAfterEdit(0);
    expect([row.epoch, row.supersededBy, row.decision.action]).toEqual([epoch("1"), epoch("2"), "keep"]);
    const status = await workspace.at("2026-06-13T13:00:00Z", (app) =>
      readStatus(app.cycle, { warnings: [], productionUsdPerMonth: null }),
    );
    const texts = [
      workspace.read(log).split("## ").at(-1) ?? "",
      renderHistoryTable([row], () => defaultDecision),
      renderStatus(status, "UTC"),
    ];
    for (const text of texts) expect(text).toContain(epoch("2").slice(0, 12));
  });

  it("reverts like any other, and says in the message what it rests on", async () => {
    const row = await closedAfterEdit(5);
    expect([row.supersededBy, row.decision.action, row.status.after]).toEqual([
      epoch("2"),
      "revert",
      "assisted",
    ]);
    expect(workspace.messages.find((text) => text.includes("was reverted"))).toContain(
      epoch("2").slice(0, 12),
    );
  });

  it("is no edit to a month that closed before it", async () => {
    workspace = new Workspace({ config: "notify: [{ channel: stdout }]\n" });
    workspace.writeLog(axis, month("05", { rubric: rubric("1") }));
    await workspace.run("2026-06-01T13:00:00Z");
    await answerItems(workspace, "2026-06-03T13:00:00Z", ({ word }) => (word === "PASS" ? "PASS" : "FAIL"));
    await workspace.run("2026-06-03T14:00:00Z");
    workspace.appendLog(
      axis,
      month("06", { rubric: rubric("2") }).filter(({ at }) => at > "2026-06-05"),
    );
    await workspace.run("2026-07-01T13:00:00Z");
    const [may] = await workspace.history("2026-07-02T13:00:00Z");
    expect([may?.decision.action, may?.supersededBy]).toEqual(["keep", null]);
  });
});
