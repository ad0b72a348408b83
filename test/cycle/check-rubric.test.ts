import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { epochOf, rubricFingerprint } from "../../src/core/rubric.ts";
import type { RubricCheck } from "../../src/core/rubric-check.ts";
import type { RubricAnswer } from "../../src/core/rubric-comparison.ts";
import { type VerdictWord, verdictKeyOfId } from "../../src/core/verdict.ts";
import { checkRubric, type RubricCheckRequest } from "../../src/cycle/check-rubric.ts";
import { type KeptWorkspace, keepWorkspace } from "../support/kept-workspace.ts";
import { answerItems } from "../support/late-grades.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const today = "2026-06-15T13:00:00Z";
const written = "Who does what\nby when.\n";
const fingerprint = (text: string): string => rubricFingerprint({ text });

const answer = (id: string, word: VerdictWord): RubricAnswer => ({
  key: verdictKeyOfId("default", { axis, source: "", id }),
  name: id,
  word,
});

describe("checkRubric", () => {
  const workspace = new Workspace({
    config: "notify: [{ channel: stdout }]\ntop_up: { enabled: false }\n",
  });
  let kept: KeptWorkspace;
  beforeAll(async () => {
    workspace.write("rubric.md", written);
    workspace.writeAxis(axis, "rubric: ../rubric.md\nmodel: judge-1\n");
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 90, fail: 10 }));
    await workspace.run("2026-06-01T13:00:00Z");
    let failed = 0;
    await answerItems(workspace, "2026-06-03T13:00:00Z", ({ kind, word }) => {
      if (kind === "pass" && failed === 0) {
        failed += 1;
        return "FAIL";
      }
      return word === "PASS" ? "PASS" : "FAIL";
    });
    await workspace.run("2026-06-03T14:00:00Z");
    workspace.appendLog(
      axis,
      monthOfVerdicts("2026-06", { pass: 14, fail: 2 }).filter(({ at }) => at < "2026-06-13"),
    );
    await workspace.at("2026-06-13T13:00:00Z", (app) => app.ingestLogs());
    kept = keepWorkspace(workspace);
  });
  beforeEach(() => kept.restore());
  afterAll(() => kept.dispose());

  function check(
    text: string,
    answers: RubricCheckRequest["answers"] = null,
    now = today,
  ): Promise<RubricCheck> {
    return workspace.at(now, (app) => {
      const [file] = app.readAxes().axes;
      if (file === undefined) throw new Error("no axis");
      return checkRubric(app.cycle, {
        axis: file,
        checked: { kind: "against", file: "draft.md", fingerprint: fingerprint(text) },
        axisFile: fingerprint(written),
        answers,
      });
    });
  }

  it("finds no new epoch where white space alone was changed", async () => {
    const found = await check("  Who does   what\tby when.\r\n");
    expect([found.change, found.changed, found.restarts]).toEqual(["none", [], null]);
    expect(found.edited.epoch).toBe(found.stored?.epoch);
  });

  it("says what a new epoch leaves behind, what carries over, and what it takes to judge it", async () => {
    const found = await check("Who does what, and why.");
    expect(found).toMatchObject({ change: "new-epoch", changed: ["rubric"], earlier: null });
    expect(found.stored).toMatchObject({ rubric: fingerprint(written), model: "judge-1" });
    expect(found.edited.epoch).toBe(
      epochOf({ rubric: fingerprint("Who does what, and why."), model: "judge-1", settings: {} }),
    );
    // May's 9 + 5 grades, a month old.
    expect(found.restarts?.pool).toMatchObject({ passGraded: 6.75, overrides: 0.75, failGraded: 3.75 });
    expect(found.restarts?.cusum).toBeGreaterThan(0);
    expect(found.begins).toMatchObject({ cusum: 0, pool: { passGraded: 0, failGraded: 0 } });
    expect(found.carriesOver).toEqual({ streak: 1, status: "graduated" });
    expect(found.gate).toMatchObject({
      pass: 10,
      fail: 5,
      overwhelmingPass: 5,
      overwhelmingFail: 2,
      months: 2,
    });
  });

  it("says which epoch decides the month that runs, and the next one", async () => {
    const { months } = await check("Who does what, and why.");
    expect(months).toEqual([
      { period: "2026-06", decides: "stored", newPass: 0, storedPass: 12, passNeeded: 10 },
      { period: "2026-07", decides: "none", newPass: 0, storedPass: 0, passNeeded: 10 },
    ]);
  });

  it("names the open months, which an edit does not touch", async () => {
    await workspace.run("2026-07-01T13:00:00Z");
    const { open, stored } = await check("Who does what, and why.", null, "2026-07-02T13:00:00Z");
    expect(open).toEqual([{ period: "2026-06", epoch: stored?.epoch }]);
  });

  it("knows an epoch that was left before, and what it resumes", async () => {
    workspace.write("rubric.md", "Who does what, and why.");
    const later = monthOfVerdicts("2026-06", { pass: 30, fail: 2 }).filter(
      ({ at }) => at > "2026-06-16" && at < "2026-06-20",
    );
    workspace.appendLog(axis, later);
    await workspace.at("2026-06-20T13:00:00Z", (app) => app.ingestLogs());
    const found = await check(written, null, "2026-06-21T13:00:00Z");
    expect(found).toMatchObject({
      change: "earlier-epoch",
      earlier: { first: "2026-05", last: "2026-06", verdicts: 100 + 14 },
      begins: { pool: { passGraded: 6.75 } },
      gate: { pass: 4, fail: 2 },
    });
  });

  it("tells a change of the model and of the settings", async () => {
    workspace.writeAxis(axis, "rubric: ../rubric.md\nmodel: judge-2\n");
    expect(await check(written)).toMatchObject({ change: "new-epoch", changed: ["model"] });
    workspace.writeAxis(axis, "rubric: ../rubric.md\nmodel: judge-1\nsettings: { temperature: 0 }\n");
    expect(await check(written)).toMatchObject({ change: "new-epoch", changed: ["settings"] });
    // Where the file names no model, the lines go on naming theirs.
    workspace.writeAxis(axis, "rubric: ../rubric.md\n");
    expect(await check(written)).toMatchObject({ change: "none", edited: { model: "judge-1" } });
  });

  it("counts the streak from the last restart on", async () => {
    await workspace.at("2026-06-14T13:00:00Z", (app) =>
      app.store.recordStatusChange(
        {
          axis,
          at: app.clock.now(),
          from: "graduated",
          to: "assisted",
          by: "axis assist",
          reason: "approved a wrong address",
          period: null,
        },
        [],
      ),
    );
    const found = await check("Who does what, and why.");
    expect([found.carriesOver.streak, found.restarts?.pool.passGraded]).toEqual([0, 0]);
  });

  it("has nothing to hold an axis without verdicts against", async () => {
    workspace.writeAxis("verify-reply", "");
    const found = await workspace.at(today, (app) => {
      const file = app.readAxes().axes.find(({ name }) => name === "verify-reply");
      if (file === undefined) throw new Error("no axis");
      return checkRubric(app.cycle, {
        axis: file,
        checked: { kind: "against", file: "draft.md", fingerprint: fingerprint(written) },
        axisFile: null,
        answers: null,
      });
    });
    expect(found).toMatchObject({ change: "first", stored: null, changed: [], restarts: null });
    expect(found.gate.cleanForHealthy).toBeNull();
  });

  async function waiting(): Promise<readonly string[]> {
    return (await remembered()).map(({ key }) => key);
  }
  function remembered(): Promise<readonly { readonly key: string; readonly since: number }[]> {
    return workspace.at(today, async (app) =>
      JSON.parse((await app.store.readSetting(`flipped/${axis}`)) ?? "[]"),
    );
  }

  describe("with a critic's answers", () => {
    const old = ["2026-05-pass-0", "2026-05-pass-1", "2026-05-fail-0", "elsewhere"].map((id) =>
      answer(id, id.includes("fail") ? "FAIL" : "PASS"),
    );
    const flipped = old.map(({ name, word }) => answer(name, word === "PASS" ? "FAIL" : "PASS"));

    it("remembers the flipped verdicts that the next month can show, once", async () => {
      const { comparison, flipped: told } = await check("Who does what, and why.", {
        old,
        edited: flipped,
      });
      expect(comparison).toMatchObject({ items: 4, table: { passFail: 3, failPass: 1 } });
      expect(told).toEqual({ remembered: 3, perMonth: 2, unknown: ["elsewhere"] });
      const keys = old.slice(0, 3).map(({ key }) => key);
      expect(await waiting()).toEqual(keys);
      const further = answer("2026-05-pass-2", "PASS");
      await check("Who does what, and why.", {
        old: [...old, further],
        edited: [...flipped, { ...further, word: "FAIL" }],
      });
      expect(await waiting()).toEqual([...keys, further.key]);
    });

    it("remembers since when, anew with each check, beside plain keys from before", async () => {
      const [first, second] = old.map(({ key }) => key);
      await workspace.at(today, (app) =>
        app.store.writeSetting(`flipped/${axis}`, JSON.stringify(["plain", second])),
      );
      await check("Who does what, and why.", { old: old.slice(0, 2), edited: flipped.slice(0, 2) });
      const before = await remembered();
      const since = before[1]?.since ?? 0;
      expect(before).toEqual(["plain", { key: second, since }, { key: first, since }]);
      expect(Math.abs(since - Date.parse(today))).toBeLessThan(60_000);
      const later = "2026-06-16T13:00:00Z";
      await check("Who does what, and why.", { old: old.slice(0, 1), edited: flipped.slice(0, 1) }, later);
      const after = await remembered();
      expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
      expect(after[2]?.since).toBeGreaterThanOrEqual(Date.parse(later));
    });

    it("loses no flip of two checks at once", async () => {
      const ids = Array.from({ length: 40 }, (_, i) => `2026-05-pass-${i}`);
      const halves = [ids.slice(0, 20), ids.slice(20)].map((half) =>
        check("Who does what, and why.", {
          old: half.map((id) => answer(id, "PASS")),
          edited: half.map((id) => answer(id, "FAIL")),
        }),
      );
      await Promise.all(halves);
      expect((await waiting()).toSorted()).toEqual(ids.map((id) => answer(id, "PASS").key).toSorted());
    });

    it("asks about them in the next month, as risk items beside the sample", async () => {
      await check("Who does what, and why.", { old, edited: flipped });
      const { opened } = await workspace.run("2026-07-01T13:00:00Z");
      expect(opened).toMatchObject([{ period: "2026-06", state: "open" }]);
      const risks = await workspace.at("2026-07-02T13:00:00Z", async (app) =>
        (await app.store.listItems({ period: "2026-06" })).filter(({ kind }) => kind === "risk"),
      );
      const keys = new Set(old.slice(0, 3).map(({ key }) => key));
      expect(risks.length).toBeGreaterThan(0);
      expect(risks.every(({ verdictKey }) => keys.has(verdictKey))).toBe(true);
    });

    it("writes nothing where nothing flips, or nothing is known of it", async () => {
      await check("Who does what, and why.", { old, edited: old });
      const [, , , unknown] = old;
      if (unknown === undefined) throw new Error("no item");
      await check("Who does what, and why.", { old: [unknown], edited: [{ ...unknown, word: "FAIL" }] });
      expect(await waiting()).toEqual([]);
    });
  });
});
