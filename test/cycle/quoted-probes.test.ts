import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readRubricFile } from "../../src/intake/rubric-source.ts";
import type { RubricCheck } from "../../src/core/rubric-check.ts";
import { checkRubric } from "../../src/cycle/check-rubric.ts";
import { scriptCritic, scriptedProbe } from "../support/fake-critics/probe-critic.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const opening = "2026-06-01T13:00:00Z";
const text = "Somebody sees to the invoice one day, then to the backup.";

describe("a rubric that quotes a probe", () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = new Workspace();
    const critic = scriptCritic(workspace.path("critic.json"), {
      generate: { probes: [scriptedProbe(text, "unowned")] },
      otherwise: "PASS",
    });
    workspace.write("rubric.md", "1. It names a check.\n");
    workspace.writeAxis(axis, `rubric: ../rubric.md\nprobes: 1\ncritic: ${critic}\n`);
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 10, fail: 0 }));
    await workspace.run(opening);
  });
  afterEach(() => workspace.dispose());

  function check(kind: RubricCheck["checked"]["kind"], now: string): Promise<RubricCheck> {
    const file = workspace.path(kind === "against" ? "draft.md" : "rubric.md");
    const reading = readRubricFile(file);
    if (reading.kind === "bad") throw new Error(reading.because);
    return workspace.at(now, (app) => {
      const [found] = app.readAxes().axes;
      if (found === undefined) throw new Error("no axis");
      return checkRubric(app.cycle, {
        axis: found,
        checked: { kind, file, fingerprint: reading.fingerprint },
        text: reading.text,
        axisFile: null,
        answers: null,
      });
    });
  }

  it("is not told which texts are probes before their month is closed, and has exposed them all the same", async () => {
    const asked = await workspace.at(opening, ({ store }) => store.listProbes());
    expect(asked.map(({ state }) => state)).toEqual(["queued"]);
    workspace.write("draft.md", `1. It names a check, unlike: ${text}\n`);
    expect((await check("against", "2026-06-02T13:00:00Z")).leaks).toEqual([]);
    const written = workspace.read("rubric.md");
    workspace.write("rubric.md", workspace.read("draft.md"));
    expect((await check("axis-file", "2026-06-02T14:00:00Z")).leaks).toEqual([]);
    workspace.write("rubric.md", written);

    await workspace.grade("2026-06-03T13:00:00Z", (item) => (item.text === text ? "FAIL" : agrees(item)));
    expect((await check("against", "2026-06-03T14:00:00Z")).leaks).toEqual([]);
    await workspace.run("2026-06-05T13:00:00Z");
    const { leaks } = await check("against", "2026-06-06T13:00:00Z");
    // Exposed by what the rubric said in between, though it does not say it any more.
    expect(leaks).toMatchObject([{ kind: "gold", shared: 4, of: 4, wasHoldout: false }]);
  });
});
