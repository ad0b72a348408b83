import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GoldItem } from "../../src/core/gold-record.ts";
import type { HistoryRow } from "../../src/core/history-row.ts";
import type { Probe } from "../../src/core/probe.ts";
import { callsOf, scriptCritic, scriptedProbe } from "../support/fake-critics/probe-critic.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";

/** What the critic does not see until the rubric says it: that nobody is named who does the work. */
function unowned(words: readonly string[], start: number): readonly ReturnType<typeof scriptedProbe>[] {
  return words.map((word, index) =>
    scriptedProbe(
      `Somebody sees to the ${word}: ${word} first, then ${word} again, ${word} last.`,
      `unowned ${start + index}`,
    ),
  );
}

const sound = ["Ada", "Grace"].map((name) =>
  scriptedProbe(
    `${name} sends the ${name} letter by noon, ${name} checks it, ${name} files it.`,
    `terse ${name}`,
  ),
);

function textOf(words: readonly string[]): string {
  return words.join("\n");
}

/** Fails what nobody does, as the founder always has. */
function founder({ text }: { readonly text: string }) {
  if (text.startsWith("Somebody")) return "FAIL";
  return text.startsWith("Ada") || text.startsWith("Grace") ? "PASS" : agrees({ text });
}

// May is opened with probes that all escape. They become gold, the rubric is mended, and June has probes of the same kind.
describe("an axis whose critic has a blind spot", () => {
  const workspace = new Workspace({
    config:
      "notify: [{ channel: stdout }]\ntop_up: { enabled: false }\nsampling: { first_month_target: 3 }\n",
  });
  const script = workspace.path("critic.json");
  const end = "2026-07-03T13:00:00Z";
  let history: readonly HistoryRow[] = [];
  let probes: readonly Probe[] = [];
  let gold: readonly GoldItem[] = [];
  let rubricAtWriting = "";

  beforeAll(async () => {
    const critic = scriptCritic(script, {
      generate: [
        { probes: unowned(["invoice", "changelog", "backup"], 0) },
        { probes: [...unowned(["contract", "survey", "audit"], 3), ...sound] },
      ],
      rules: [
        { has: "Somebody", unless_rubric: "names who", answers: "PASS" },
        { has: "Somebody", answers: "FAIL" },
        { has: "fail text", answers: "FAIL" },
      ],
      otherwise: "PASS",
    });
    workspace.write("rubric.md", textOf(["1. It names a check."]));
    workspace.writeAxis(axis, `rubric: ../rubric.md\ncritic: ${critic}\n`);
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 12, fail: 5 }));
    await workspace.run("2026-06-01T13:00:00Z");
    await workspace.grade("2026-06-03T13:00:00Z", founder);
    await workspace.run("2026-06-04T13:00:00Z");
    workspace.write("rubric.md", textOf(["1. It names a check.", "2. It names who does each step."]));
    workspace.appendLog(axis, monthOfVerdicts("2026-06", { pass: 12, fail: 5 }));
    await workspace.run("2026-07-01T13:00:00Z");
    rubricAtWriting = callsOf(script).findLast(({ request }) => request === "generate")?.instructions ?? "";
    await workspace.grade("2026-07-02T13:00:00Z", founder);
    await workspace.run(end);
    history = await workspace.history(end);
    await workspace.at(end, async (app) => {
      probes = await app.store.listProbes();
      gold = await app.store.listGold({ axis });
    });
  }, 120_000);
  afterAll(() => workspace.dispose());

  const statesIn = (period: string): readonly string[] =>
    probes.filter((probe) => probe.period === period).map(({ state }) => state);

  it("lets every probe of the first month escape", () => {
    expect(statesIn("2026-05")).toEqual(["confirmed", "confirmed", "confirmed"]);
    expect(history[0]).toMatchObject({ period: "2026-05", escape: { escaped: 3, graded: 3 }, overrides: 0 });
  });

  it("gives gold negatives by the founder's FAILs, and positives by his PASSes", () => {
    const ofProbes = gold.filter(({ origin }) => origin === "probe");
    const negatives = ofProbes.filter(({ label }) => label === "FAIL");
    expect(new Set(negatives.map(({ probeId }) => probeId))).toEqual(
      new Set(probes.filter(({ state }) => state === "confirmed").map(({ id }) => id)),
    );
    expect(ofProbes.filter(({ label }) => label === "PASS")).toHaveLength(2);
    expect(ofProbes.every(({ failureMode }) => failureMode !== null)).toBe(true);
  });

  it("catches fresh probes of the same kind once the rubric is mended: the escape rate falls", () => {
    expect(statesIn("2026-06")).toEqual(["caught", "caught", "caught", "refuted", "refuted"]);
    expect(history[1]).toMatchObject({ period: "2026-06", escape: { escaped: 0, graded: 2 } });
    expect(rubricAtWriting).toContain("unowned 2");
    expect(rubricAtWriting).not.toContain("Somebody");
  });

  it("catches the old ones, too: agreement on gold rises", () => {
    const [may, june] = history.map((row) => row.gold?.run ?? null);
    expect([may?.state, june?.state, may?.rubric === june?.rubric]).toEqual(["done", "done", false]);
    // Which half an item falls into is chance; every one of both halves was let through before, and none is now.
    const before = [may?.holdout.escape, may?.exposed.escape];
    const after = [june?.holdout.escape, june?.exposed.escape];
    expect(before.map((rate) => (rate?.n ?? 0) - (rate?.count ?? 0))).toEqual([0, 0]);
    expect(before.reduce((sum, rate) => sum + (rate?.n ?? 0), 0)).toBe(3);
    expect(after.map((rate) => rate?.count)).toEqual([0, 0]);
    expect(after.reduce((sum, rate) => sum + (rate?.n ?? 0), 0)).toBe(3);
  });

  it("keeps every probe out of kappa, streak, log and critics' folders", () => {
    expect(history.map(({ kappa, streak }) => [kappa.value, streak])).toEqual([
      [1, 0],
      [1, 0],
    ]);
    const log = workspace.read("vault/01-projects/self-review/improve-cron-log.md");
    expect(/Somebody|unowned|terse/.test(log)).toBe(false);
    expect(callsOf(script).every(({ cwd }) => !cwd.startsWith(workspace.folder))).toBe(true);
  });
});
