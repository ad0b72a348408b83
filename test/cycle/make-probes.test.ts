import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { orderKeyOf } from "../../src/core/sampling.ts";
import { listBlindItems } from "../../src/cycle/blind-items.ts";
import type { Probe } from "../../src/core/probe.ts";
import { runMonth } from "../../src/cycle/run-month.ts";
import { runProbes } from "../../src/cycle/run-probes.ts";
import {
  callsOf,
  type CriticScript,
  scriptCritic,
  scriptedProbe,
} from "../support/fake-critics/probe-critic.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const opening = "2026-06-01T13:00:00Z";
const axis = "verify-dispatch";

const subjects = ["invoice", "changelog", "backup", "newsletter", "contract", "survey", "migration", "audit"];

/** Eight probes of as many failure modes, whose texts have nothing in common. */
const eight = subjects.map((subject, index) =>
  scriptedProbe(
    `The ${subject} task ${index}: ${subject} a, ${subject} b, ${subject} c, ${subject} d.`,
    `mode ${index}`,
  ),
);

async function dies(): Promise<never> {
  throw new Error("killed");
}

async function addNote() {
  return { state: "done", detail: "added" } as const;
}

describe("the probes of a month", () => {
  let workspace: Workspace;
  let script: string;
  beforeEach(() => {
    workspace = new Workspace();
    script = workspace.path("critic.json");
    workspace.write("rubric.md", "1. It names a check.\n");
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 12, fail: 4 }));
    play({ generate: { probes: eight }, otherwise: "PASS" });
  });
  afterEach(() => workspace.dispose());

  function play(told: CriticScript, further = ""): void {
    const command = scriptCritic(script, told);
    workspace.writeAxis(axis, `rubric: ../rubric.md\ncritic: ${command}\n${further}`);
  }

  function probes(): Promise<readonly Probe[]> {
    return workspace.at(opening, (app) => app.store.listProbes());
  }

  async function statesOf(): Promise<readonly string[]> {
    return (await probes()).map(({ state }) => state);
  }

  /** What the opening said of them. */
  function entry(): string {
    return workspace.read("vault/01-projects/self-review/improve-cron-log.md");
  }

  async function open(): Promise<number> {
    await workspace.run(opening);
    const [row] = await workspace.history(opening);
    return row?.sampled.probe ?? -1;
  }

  it("are three, of three failure modes, judged three times each, blind among the items", async () => {
    expect(await open()).toBe(3);
    expect(await statesOf()).toEqual([
      ...Array.from({ length: 3 }, () => "queued"),
      ...Array.from({ length: 5 }, () => "unneeded"),
    ]);
    const judged = callsOf(script).filter(({ request }) => request === "judge");
    expect(judged).toHaveLength(9);
    // The judge sees the artifact and the rubric, and nothing of where it came from.
    expect(Object.keys(judged[0] ?? {}).toSorted()).toEqual([
      "artifact",
      "axis",
      "cwd",
      "limits",
      "model",
      "protocol",
      "request",
      "rubric",
    ]);
    const items = await workspace.at(opening, (app) => app.store.listItems({ axis }));
    expect(items.filter(({ kind }) => kind === "probe").map(({ word }) => word)).toEqual([
      "PASS",
      "PASS",
      "PASS",
    ]);
    expect(new Set(items.map(({ title }) => title.replace(/\d+ of/, "n of"))).size).toBe(1);
    // The order shown is a keyed hash of what an item is about, whatever kind it is.
    const salt = await workspace.at(opening, (app) => app.store.readSalt());
    const keys = items.map(({ verdictKey }) => orderKeyOf(salt, `2026-05/${verdictKey}`));
    expect(items.map(({ orderKey }) => orderKey)).toEqual(keys.toSorted((a, b) => a - b));
    const blind = await workspace.at(opening, (app) => listBlindItems(app.cycle, { axis: null }));
    expect(new Set(blind.map((one) => Object.keys(one).join())).size).toBe(1);
    expect(entry()).not.toContain("probe");
    expect(JSON.stringify(blind)).not.toContain("mode 0");
  });

  it("are planned in the hour, and kept out of kappa and streak", async () => {
    await open();
    const [row] = await workspace.history(opening);
    // 5 PASS, 4 FAIL and 3 probes at 1.5 minutes.
    expect(row?.minutes.planned).toBe(18);
    await workspace.grade("2026-06-02T12:00:00Z", (item) =>
      item.text.startsWith("The") ? "FAIL" : agrees(item),
    );
    // Gold runs are no matter of this test.
    workspace.writeAxis(axis, "rubric: ../rubric.md\n");
    await workspace.at("2026-06-03T12:00:00Z", async (app) => {
      // A queue with axis tasks, which notes are added to.
      const queueOf = () => ({ ...app.localQueue, addNote });
      await runMonth({ ...app.cycle, queueOf }, { month: null, sampleTarget: null });
      const notes = (await app.store.listEffects()).flatMap(({ payload }) =>
        payload.kind === "task-note" ? payload.note.lines : [],
      );
      const items = await app.store.listItems({ axis });
      const refs = items.filter(({ kind }) => kind === "probe").map(({ ref }) => ref);
      expect(notes.flatMap(({ link }) => (link !== undefined && "ref" in link ? [link.ref] : []))).toEqual(
        refs,
      );
      const told = notes.map(({ text }) => text).join("\n");
      for (const mode of ["mode 0", "mode 1", "mode 2"]) expect(told).toContain(`It fails for ${mode}.`);
    });
    const [closed] = await workspace.history("2026-06-03T12:00:00Z");
    expect(closed?.escape).toMatchObject({ escaped: 3, graded: 3 });
    expect(closed).toMatchObject({ state: "closed", overrides: 0, streak: 0, kappa: { value: 1 } });
    expect((await probes()).filter(({ state }) => state === "confirmed")).toHaveLength(3);
    expect(entry()).not.toContain("mode");
    expect(entry()).not.toContain("invoice");
  });

  it("leave out what the critic fails, what it cannot decide, and what it repeats", async () => {
    const repeated = scriptedProbe(`${eight[0]?.artifact.toUpperCase()} Please.`, "another name");
    play({
      generate: { probes: [eight[0] ?? repeated, repeated, ...eight.slice(1, 5)] },
      rules: [
        { has: "invoice", answers: ["FAIL", "PASS", "FAIL"] },
        { has: "changelog", answers: ["PASS", "garbage", "FAIL"] },
        { has: "backup", answers: ["PASS", "crash", "PASS"] },
      ],
      otherwise: "PASS",
    });
    expect(await open()).toBe(3);
    expect(await statesOf()).toEqual(["caught", "duplicate", "unjudged", "queued", "queued", "queued"]);
    const [, , third] = await probes();
    expect(third?.judgements.map(({ word, failure }) => word ?? failure).toSorted()).toEqual([
      "FAIL",
      "PASS",
      "unparseable",
    ]);
  });

  it("repeat nothing that the month asks, the rubric quotes or an earlier month had", async () => {
    const sampled = monthOfVerdicts("2026-05", { pass: 12, fail: 0 }).at(3)?.text ?? "";
    workspace.write(
      "rubric.md",
      `1. Good: ${eight[1]?.artifact}\n2. It names a check, an owner and a date.\n`,
    );
    play({
      generate: {
        probes: [scriptedProbe(sampled, "copied"), eight[1] ?? scriptedProbe("", ""), ...eight.slice(2)],
      },
      otherwise: "PASS",
    });
    expect(await open()).toBe(3);
    const first = await probes();
    expect(first.slice(0, 2).map(({ duplicateOf }) => duplicateOf)).toEqual(["sample", "rubric"]);
    workspace.appendLog(axis, monthOfVerdicts("2026-06", { pass: 12, fail: 4 }));
    await workspace.grade("2026-06-02T12:00:00Z", (item) =>
      item.text.startsWith("The") ? "CANT_TELL" : null,
    );
    await workspace.run("2026-07-01T13:00:00Z");
    // The generator wrote the same again: there is nothing new to ask.
    expect((await probes()).filter(({ period }) => period === "2026-06")).toEqual([]);
    const written = callsOf(script).filter(({ request }) => request === "generate");
    expect(written[1]?.instructions).toContain("mode 7");
    expect(written[1]?.instructions).not.toContain(eight[7]?.artifact);
  });

  it.each<[string, CriticScript, string | null]>([
    ["a refusal", { generate: { error: { kind: "refused", message: "I can't." } } }, "refused"],
    ["a usage limit", { generate: { error: { kind: "limit", message: "quota used" } } }, "limit"],
    ["prose instead of JSON", { generate: "garbage" }, "unparseable"],
    ["a crash", { generate: "crash" }, "crashed"],
    ["nothing usable", { generate: { probes: [scriptedProbe("  ", "m")] } }, null],
  ])("are none after %s, and the month goes on", async (_what, told, because) => {
    play(told);
    expect(await open()).toBe(0);
    const batch = await workspace.at(opening, (app) =>
      app.store.listCriticCalls({ axis, purposes: ["probe"] }),
    );
    expect(batch.map(({ failure }) => failure)).toEqual([because]);
    expect(entry()).toContain("no probes");
    const [row] = await workspace.history(opening);
    expect(row).toMatchObject({ state: "open", sampled: { pass: 5, fail: 4 } });
  });

  it("are fewer when an outage comes midway, and are gone on with by hand afterwards", async () => {
    play({
      generate: { probes: eight },
      otherwise: ["PASS", "PASS", "PASS", "PASS", { error: { kind: "auth", message: "not logged in" } }],
    });
    expect(await open()).toBe(1);
    expect((await statesOf()).filter((state) => state === "generated")).toHaveLength(7);
    expect(entry()).toContain("1 of 3 probes");
    // No call after the outage but those under way beside it.
    expect(callsOf(script).filter(({ request }) => request === "judge").length).toBeLessThanOrEqual(7);
  });

  it("are written by another critic, where the axis file names one", async () => {
    const other = workspace.path("writer.json");
    const writer = scriptCritic(other, { generate: { probes: eight } });
    play({ otherwise: "PASS" }, `probe_generator: ${writer}\n`);
    expect(await open()).toBe(3);
    expect(callsOf(other).map(({ request }) => request)).toEqual(["generate"]);
    expect(callsOf(script).every(({ request }) => request === "judge")).toBe(true);
    const [writing] = callsOf(other);
    expect(writing?.input?.map(({ name }) => name)).toEqual(["passed-1", "passed-2", "passed-3"]);
    expect(writing?.instructions).toContain("It names a check.");
    expect(writing?.task).toBe("Write 8 probes.");
  });

  it("are asked for in the workspace's own words, and not at all where these cannot be used", async () => {
    workspace.write("prompts/probe-write.md", "<!-- ours -->\nOURS: {{count}} for {{rubric}}");
    expect(await open()).toBe(3);
    const [writing] = callsOf(script);
    expect(writing?.instructions).toBe("OURS: 8 for 1. It names a check.\n");
    // Judged in an empty folder elsewhere, not where the workspace is.
    expect(callsOf(script).every(({ cwd }) => !cwd.startsWith(workspace.folder))).toBe(true);
    const other = new Workspace();
    other.write("rubric.md", "1. It names a check.\n");
    other.write("prompts/probe-write.md", "{{nothing}}");
    other.writeAxis(axis, `rubric: ../rubric.md\ncritic: ${scriptCritic(other.path("critic.json"), {})}\n`);
    other.writeLog(axis, monthOfVerdicts("2026-05", { pass: 12, fail: 4 }));
    const summary = await other.run(opening);
    expect(summary.opened).toMatchObject([{ state: "open", items: 9 }]);
    expect(callsOf(other.path("critic.json"))).toEqual([]);
    other.dispose();
  });

  it("are as many as the axis file says, and none without a critic, which is said once", async () => {
    play({ generate: { probes: eight }, otherwise: "PASS" }, "probes: 1\n");
    expect(await open()).toBe(1);
    const other = new Workspace();
    other.writeLog(axis, monthOfVerdicts("2026-05", { pass: 12, fail: 4 }));
    const summary = await other.run(opening);
    const log = other.read("vault/01-projects/self-review/improve-cron-log.md");
    expect(summary.status).toBe("done");
    expect(log.match(/Without probes/g)).toHaveLength(1);
    other.dispose();
  });

  it("cost nothing where the axis says 0, in a dry run, and for a month that is caught up with", async () => {
    play({ generate: { probes: eight }, otherwise: "PASS" }, "probes: 0\n");
    await workspace.run(opening);
    expect(callsOf(script)).toEqual([]);
    play({ generate: { probes: eight }, otherwise: "PASS" });
    workspace.appendLog(axis, monthOfVerdicts("2026-06", { pass: 12, fail: 4 }));
    const dry = await workspace.open("2026-07-01T13:00:00Z", { dryRun: true });
    await dry.ingestLogs();
    await runMonth(dry.cycle, { month: null, sampleTarget: null });
    await dry[Symbol.asyncDispose]();
    expect(callsOf(script)).toEqual([]);
    await workspace.run("2026-09-01T13:00:00Z");
    expect((await probes()).map(({ period }) => period)).not.toContain("2026-06");
  });

  it("stop at the month's budget", async () => {
    workspace.write("improve-cron.yaml", "notify: [{ channel: stdout }]\ncost: { judge_usd_per_month: 1 }\n");
    play({ generate: { probes: eight }, otherwise: "PASS", cost_usd: 0.2 });
    // 0.80 may be spent: one writing, and three judgements reach it.
    expect(await open()).toBe(1);
    expect(callsOf(script)).toHaveLength(4);
    expect(entry()).toContain("1 of 3 probes");
  });

  it.each([
    ["a call costs more than is left", 2, 0.9, 2],
    ["a call costs less than it may", 2, 0.4, 4],
    ["calls use up all of it exactly", 1, 0.1, 8],
  ])("end at 80%% of the budget where %s", async (_what, cap, cost, calls) => {
    workspace.write(
      "improve-cron.yaml",
      `notify: [{ channel: stdout }]\ncost: { judge_usd_per_month: ${cap} }\n`,
    );
    play({ generate: { probes: eight }, otherwise: "PASS", cost_usd: cost });
    await open();
    expect(callsOf(script)).toHaveLength(calls);
    // A verdict that was bought for less than a call may cost tells nothing of the probe.
    const judgements = (await probes()).flatMap((one) => one.judgements);
    expect(judgements.every(({ word }) => word === "PASS")).toBe(true);
  });

  it("of axes made side by side share one budget", async () => {
    workspace.write("improve-cron.yaml", "notify: [{ channel: stdout }]\ncost: { judge_usd_per_month: 2 }\n");
    const command = scriptCritic(script, { generate: { probes: eight }, otherwise: "PASS", cost_usd: 0.9 });
    for (const name of [axis, "second", "third"]) {
      workspace.writeAxis(name, `rubric: ../rubric.md\ncritic: ${command}\n`);
      workspace.writeLog(name, monthOfVerdicts("2026-05", { pass: 12, fail: 4 }));
    }
    await workspace.run(opening);
    expect(callsOf(script)).toHaveLength(2);
  });

  it("are given up after three breakdowns in a row", async () => {
    play({ generate: { probes: eight }, otherwise: "crash" });
    expect(await open()).toBe(0);
    expect(callsOf(script).filter(({ request }) => request === "judge")).toHaveLength(3);
    expect((await statesOf()).every((state) => state === "generated")).toBe(true);
  });

  it("are made on the day after the one on which it was killed", async () => {
    const app = await workspace.open(opening);
    const { store } = app.cycle;
    const killed = { ...app.cycle, store: { ...store, addProbeJudgement: dies } };
    await expect(runMonth(killed, { month: null, sampleTarget: null })).rejects.toThrow("killed");
    await app[Symbol.asyncDispose]();
    await workspace.run("2026-06-02T13:00:00Z");
    const [row] = await workspace.history("2026-06-02T13:00:00Z");
    expect(row?.sampled.probe).toBe(3);
  });

  it("are waited for no longer than half an hour, also after a crash", async () => {
    play({ generate: "hang" });
    const since = Date.parse(opening);
    const setting = `probes-waited/2026-05/${axis}`;
    // The opening was tried before, and 29 minutes and 59.5 seconds of its waiting are gone.
    await workspace.at(opening, (app) =>
      app.store.writeSetting(setting, JSON.stringify({ since, waitedMs: 30 * 60_000 - 500 })),
    );
    const summary = await workspace.run(opening);
    const kept = await workspace.at(opening, (app) => app.store.readSetting(setting));
    expect(JSON.parse(kept ?? "")).toEqual({ since, waitedMs: 30 * 60_000 });
    expect(summary.opened.map(({ state }) => state)).toEqual(["open"]);
    expect(entry()).toContain("no probes");
    expect((await workspace.history(opening))[0]?.sampled.probe).toBe(0);
  });

  it("go on where they were cut off: nothing that is stored is paid for again", async () => {
    let stop = true;
    const app = await workspace.open(opening);
    const { store } = app.cycle;
    let judgements = 0;
    const cut = {
      ...app.cycle,
      store: {
        ...store,
        addProbeJudgement: async (...given: Parameters<typeof store.addProbeJudgement>) => {
          await store.addProbeJudgement(...given);
          judgements += 1;
          if (stop && judgements === 4) throw new Error("cut off");
        },
      },
    };
    await expect(runMonth(cut, { month: null, sampleTarget: null })).rejects.toThrow("cut off");
    await app[Symbol.asyncDispose]();
    stop = false;
    const before = callsOf(script).length;
    expect(await open()).toBe(3);
    const calls = callsOf(script);
    expect(calls.filter(({ request }) => request === "generate")).toHaveLength(1);
    // Nine are needed; those under way beside the one that was cut off may be made twice.
    expect(calls.length - 1).toBeLessThanOrEqual(9 + 2);
    expect(calls.length).toBeGreaterThan(before);
  });

  it("are asked once more in the next month when nobody answered, and then given up", async () => {
    expect(await open()).toBe(3);
    workspace.appendLog(axis, monthOfVerdicts("2026-06", { pass: 12, fail: 4 }));
    const asked = (await probes()).filter(({ state }) => state === "queued").map(({ id }) => id);
    await workspace.run("2026-07-01T13:00:00Z");
    const again = (await probes()).filter(({ state }) => state === "queued");
    expect(again.map(({ id, asked: times }) => [id, times])).toEqual(asked.map((id) => [id, 2]));
    // They were verified already: no further call.
    const paid = await workspace.at(opening, (app) =>
      app.store.listCriticCalls({ purposes: ["probe", "probe-check"] }),
    );
    expect(paid).toHaveLength(10);
    await workspace.run("2026-08-01T13:00:00Z");
    expect((await probes()).filter(({ id }) => asked.includes(id)).map(({ state }) => state)).toEqual([
      "skipped",
      "skipped",
      "skipped",
    ]);
  });

  it("of a rubric that was edited are made anew", async () => {
    expect(
      (await workspace.at("2026-05-20T12:00:00Z", (app) => runProbes(app.cycle, { axis: null })))[0],
    ).toMatchObject({ period: "2026-05", made: 3 });
    workspace.write("rubric.md", "1. It names a check and an owner.\n");
    play({
      generate: {
        probes: eight.map((one) => ({
          ...one,
          artifact: `${one.artifact} Anew, by all means, and better than before!`,
        })),
      },
      otherwise: "PASS",
    });
    expect(await open()).toBe(3);
    const all = await probes();
    const judgesOf = (state: Probe["state"]): ReadonlySet<string> =>
      new Set(all.filter((one) => one.state === state).map(({ epoch }) => epoch));
    expect([judgesOf("queued").size, judgesOf("verified").size, judgesOf("unneeded").size]).toEqual([
      1, 0, 2,
    ]);
    expect(all.filter(({ state }) => state === "queued")).toHaveLength(3);
  });
});
