import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Grade } from "../../src/core/cycle.ts";
import { listBlindItems, type OpenItem } from "../../src/cycle/blind-items.ts";
import { runMonth } from "../../src/cycle/run-month.ts";
import type { RegradeQueue } from "../../src/regrade/queue.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const june1 = "2026-06-01T13:00:00Z";
const june15 = "2026-06-15T13:00:00Z";
const july1 = "2026-07-01T13:00:00Z";
const august1 = "2026-08-01T13:00:00Z";
const log = "vault/01-projects/self-review/improve-cron-log.md";

/** Founder FAILs for the first n items that the critic passed. */
function overrides(n: number): (item: OpenItem) => Grade {
  let left = n;
  return (item) => {
    if (!item.text.startsWith("pass")) return "FAIL";
    left -= 1;
    return left >= 0 ? "FAIL" : "PASS";
  };
}

describe("closing a month", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace();
    workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 90, fail: 10 }));
  });
  afterEach(() => workspace.dispose());

  const rowOf = async (period: string, axis = "verify-dispatch") => {
    const row = (await workspace.history(august1, axis)).find((one) => one.period === period);
    if (row === undefined) throw new Error(`no row of ${period}`);
    return row;
  };

  it("waits for all answers, and closes as soon as they are there", async () => {
    await workspace.run(june1);
    let asked = 0;
    await workspace.grade(june1, (item) => ((asked += 1) === 1 ? null : agrees(item)));
    expect((await workspace.run(june15)).closed).toEqual([]);
    await workspace.grade(june15, agrees);
    const { closed } = await workspace.run(june15);
    expect(closed).toEqual([{ period: "2026-05", axis: "verify-dispatch", action: "keep" }]);
  });

  it("closes a half-graded month at its due date: what came back counts, what is missing is no agreement", async () => {
    await workspace.run(june1);
    let asked = 0;
    await workspace.grade(june1, (item) => ((asked += 1) % 2 === 0 ? agrees(item) : null));
    workspace.appendLog("verify-dispatch", monthOfVerdicts("2026-06", { pass: 12, fail: 2 }));
    const { closed, opened } = await workspace.run(july1);
    expect(closed).toHaveLength(1);
    expect(opened.map(({ period }) => period)).toEqual(["2026-06"]);
    const row = await rowOf("2026-05");
    expect(row.state).toBe("closed");
    expect(row.provisional).toBe(true);
    expect((row.graded.pass ?? 0) + (row.graded.fail ?? 0)).toBe(7);
    expect(row.sampled.pass + row.sampled.fail).toBe(14);
    // Half of a clean sample says nothing of the other half: the month neither adds to the streak nor ends it.
    expect(row.streak).toBe(0);
    await workspace.at(july1, async (app) => {
      const items = await app.store.listItems({ period: "2026-05" });
      expect(items.filter(({ state }) => state === "expired")).toHaveLength(7);
      expect(
        (await listBlindItems(app.cycle, { axis: null })).every(({ period }) => period === "2026-06"),
      ).toBe(true);
    });
  });

  it("without any grade does nothing, and leaves the axis file alone", async () => {
    const before = workspace.read("axes/verify-dispatch.yaml");
    await workspace.run(june1);
    const { closed } = await workspace.run(july1);
    expect(closed).toEqual([{ period: "2026-05", axis: "verify-dispatch", action: "none" }]);
    expect(workspace.read("axes/verify-dispatch.yaml")).toBe(before);
    const row = await rowOf("2026-05");
    expect([row.decision.literal.action, row.decision.guarded.action]).toEqual(["none", "none"]);
    expect([row.kappa.status, row.kappa.because]).toEqual(["undefined", "no-data"]);
    expect(row.pool?.passSize).toBe(90);
  });

  it("with a queue that cannot be reached stays open, also past its due date", async () => {
    await workspace.run(june1);
    await workspace.grade(june1, agrees);
    const away: RegradeQueue = {
      kind: "local",
      outside: false,
      publish: async ({ ref }) => ({ ref, state: "waiting", because: "away" }),
      collect: async () => ({ status: "unreachable", because: "away", hint: "come back" }),
    };
    const summary = await workspace.at(july1, (app) =>
      runMonth({ ...app.cycle, queueOf: () => away }, { month: null, sampleTarget: null }),
    );
    expect(summary.closed).toEqual([]);
    expect(summary.status).toBe("pending");
    expect(summary.pending.map(({ kind }) => kind)).toContain("collect");
    expect((await workspace.run(july1)).closed).toHaveLength(1);
  });

  it("reverts on overwhelming evidence, once: file, log and message", async () => {
    await workspace.run(june1);
    await workspace.grade(june1, overrides(4));
    const { closed } = await workspace.run(june15);
    expect(closed.map(({ action }) => action)).toEqual(["revert"]);
    const row = await rowOf("2026-05");
    expect(row.decision.reasons).toEqual(["kappa-overwhelming", "cusum"]);
    expect(row.status).toEqual({ before: "graduated", after: "assisted" });
    // Weighted: 40 of 90 passes would be overridden, so observed agreement is .6 and PABAK .2.
    expect(row.agreement?.pabak).toBeCloseTo(0.2, 12);
    expect(row.agreement?.onFail).toBeCloseTo(20 / 60, 12);
    expect(workspace.read("axes/verify-dispatch.yaml")).toBe(
      [
        "axis: verify-dispatch",
        "status: assisted",
        "last_calibration: 2026-06-15",
        "last_kappa: 0.200",
        "founder_override_count: 4",
        "verdict_log: ../logs/verify-dispatch.jsonl",
        "",
      ].join("\n"),
    );
    const said = workspace.messages.length;
    expect(workspace.messages.filter((text) => text.includes("was reverted"))).toHaveLength(1);
    expect((await workspace.run(june15)).effects).toEqual([]);
    expect(workspace.messages).toHaveLength(said);
    expect(workspace.read(log).match(/\^ic-2026-05-verify-dispatch-closed/g)).toHaveLength(1);
  });

  it("measures an assisted axis, decides nothing, and starts from new evidence after a revert", async () => {
    await workspace.run(june1);
    await workspace.grade(june1, overrides(4));
    workspace.appendLog("verify-dispatch", monthOfVerdicts("2026-06", { pass: 90, fail: 10 }));
    await workspace.run(july1);
    await workspace.grade(july1, overrides(2));
    await workspace.run(july1);
    const row = await rowOf("2026-06");
    expect(row.decision.action).toBe("none");
    expect(row.decision.literal.action).toBe("revert");
    expect([row.streak, row.pool?.overrides, row.pool?.passSize]).toEqual([1, 2, 90]);
    expect(row.status).toEqual({ before: "assisted", after: "assisted" });
    expect(workspace.read("axes/verify-dispatch.yaml")).toContain("founder_override_count: 2");
    // The reverted month still shows the values before the restart.
    expect((await rowOf("2026-05")).streak).toBe(1);
  });

  it("does not revert twice while the axis file cannot be written", async () => {
    await workspace.run(june1);
    await workspace.grade(june1, overrides(4));
    const good = workspace.read("axes/verify-dispatch.yaml");
    // A status behind an anchor is refused by the splice.
    workspace.write(
      "axes/verify-dispatch.yaml",
      good.replace("status: graduated", "status: &s graduated\nother: *s"),
    );
    const first = await workspace.run(june15);
    expect(first.status).toBe("pending");
    expect(first.pending.map(({ kind }) => kind)).toEqual(["axis-file"]);
    workspace.appendLog("verify-dispatch", monthOfVerdicts("2026-06", { pass: 90, fail: 10 }));
    await workspace.run(july1);
    await workspace.grade(july1, overrides(4));
    const second = await workspace.run(july1);
    expect(second.closed.map(({ action }) => action)).toEqual(["none"]);
    workspace.write("axes/verify-dispatch.yaml", good);
    expect((await workspace.run(july1)).status).toBe("done");
    expect(workspace.read("axes/verify-dispatch.yaml")).toContain("status: assisted");
    expect(workspace.messages.filter((text) => text.includes("was reverted"))).toHaveLength(1);
  });

  it("closes several open months oldest first; a complete younger one waits", async () => {
    // Opened late in June, May is due on 1 August: on 1 July two months are open.
    await workspace.run("2026-06-25T13:00:00Z");
    workspace.appendLog("verify-dispatch", monthOfVerdicts("2026-06", { pass: 20, fail: 5 }));
    await workspace.run(july1);
    await workspace.grade(july1, (item) => (item.period === "2026-06" ? agrees(item) : null));
    expect((await workspace.run(july1)).closed).toEqual([]);
    await workspace.grade(july1, agrees);
    const { closed } = await workspace.run(july1);
    expect(closed.map(({ period }) => period)).toEqual(["2026-05", "2026-06"]);
  });

  it("takes a late grade as late: the decision stays, the numbers and later decisions follow", async () => {
    await workspace.run(june1);
    let hidden: string | null = null;
    await workspace.grade(june1, (item) => {
      if (hidden === null && item.text.startsWith("pass")) {
        hidden = item.ref;
        return null;
      }
      return agrees(item);
    });
    await workspace.run(july1);
    const before = await rowOf("2026-05");
    expect([before.overrides, before.graded.pass]).toEqual([0, 8]);
    const outcome = await workspace.at(july1, (app) =>
      app.localQueue.answer([
        {
          ref: hidden ?? "",
          grade: "FAIL",
          reason: "late",
          by: "founder",
          at: null,
          observedAt: app.clock.now(),
          via: "import",
        },
      ]),
    );
    expect(outcome).toEqual([{ outcome: "stored", late: true }]);
    const after = await rowOf("2026-05");
    expect([after.overrides, after.graded.pass, after.streak]).toEqual([1, 9, 1]);
    expect(after.decision).toEqual(before.decision);
    await workspace.at(july1, async (app) => {
      const [decision] = await app.store.listDecisions({ axis: "verify-dispatch" });
      expect(decision?.overrides).toBe(0);
    });
  });

  it("counts verdicts that come after the opening as late, outside N", async () => {
    await workspace.run(june1);
    workspace.appendLog("verify-dispatch", [
      { verdict: "PASS", at: "2026-05-30T12:00:00Z", id: "latecomer", text: "pass late" },
    ]);
    await workspace.run(june15);
    const row = await rowOf("2026-05");
    expect([row.frame.pass, row.frame.late, row.verdicts.pass]).toEqual([90, 1, 91]);
  });

  it("says what the literal rule says where the modes differ, once", async () => {
    // Two overrides of nine leave a question open that further items would settle first.
    workspace.write("improve-cron.yaml", "notify: [{ channel: stdout }]\ntop_up: { enabled: false }\n");
    await workspace.run(june1);
    await workspace.grade(june1, overrides(2));
    await workspace.run(june15);
    const row = await rowOf("2026-05");
    expect([row.decision.literal.action, row.decision.guarded.action]).toEqual(["revert", "keep"]);
    expect(workspace.messages.filter((text) => text.includes("your rule says"))).toHaveLength(1);
    expect(workspace.read("axes/verify-dispatch.yaml")).toContain("status: graduated");
  });

  it("acts on the literal rule where the config says so", async () => {
    workspace.write("improve-cron.yaml", "notify: [{ channel: stdout }]\ndecision: { mode: literal }\n");
    await workspace.run(june1);
    await workspace.grade(june1, overrides(2));
    const { closed } = await workspace.run(june15);
    expect(closed.map(({ action }) => action)).toEqual(["revert"]);
    expect((await rowOf("2026-05")).decision.reasons).toEqual(["kappa"]);
  });

  it("takes Can't tell for an answer and not for a grade", async () => {
    await workspace.run(june1);
    await workspace.grade(june1, (item) => (item.text.startsWith("pass") ? "CANT_TELL" : "FAIL"));
    const { closed } = await workspace.run(june15);
    expect(closed).toHaveLength(1);
    const row = await rowOf("2026-05");
    expect([row.graded.pass, row.cantTell, row.kappa.status]).toEqual([0, 9, "unidentified"]);
    expect(row.streak).toBe(0);
  });

  it("records a status that a person changed in the file, and restarts nothing for it", async () => {
    await workspace.run(june1);
    const file = workspace.read("axes/verify-dispatch.yaml");
    workspace.write("axes/verify-dispatch.yaml", file.replace("graduated", "shadow"));
    await workspace.grade(june1, overrides(4));
    const { closed } = await workspace.run(june15);
    expect(closed.map(({ action }) => action)).toEqual(["none"]);
    await workspace.run(june15);
    const changes = await workspace.at(june15, (app) =>
      app.store.listStatusChanges({ axis: "verify-dispatch" }),
    );
    expect(changes.map(({ from, to, by }) => [from, to, by])).toEqual([["graduated", "shadow", "by hand"]]);
    expect(workspace.read("axes/verify-dispatch.yaml")).toContain("status: shadow");
  });
});
