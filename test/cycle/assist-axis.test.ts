import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { assistAxis } from "../../src/cycle/assist-axis.ts";
import { runMonth } from "../../src/cycle/run-month.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

const june1 = "2026-06-01T13:00:00Z";
const june2 = "2026-06-02T13:00:00Z";

describe("assisting an axis by hand", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace();
    workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 20, fail: 5 }));
  });
  afterEach(() => workspace.dispose());

  const assist = () => workspace.at(june2, (app) => assistAxis(app.cycle, "verify-dispatch", "two wrong"));
  const changes = () =>
    workspace.at(june2, (app) => app.store.listStatusChanges({ axis: "verify-dispatch" }));

  it("leaves to the run what the run has begun: it may be sending a message at this moment", async () => {
    const app = await workspace.open(june1, {
      step: (name) => {
        if (name === "effect message: claimed") throw new Error("stopped");
      },
    });
    await expect(runMonth(app.cycle, { month: null, sampleTarget: null })).rejects.toThrow("stopped");
    await app[Symbol.asyncDispose]();
    expect(await assist()).toEqual({ changed: true, status: "assisted", pending: [] });
    expect(workspace.messages).toEqual([]);
    expect(workspace.read("axes/verify-dispatch.yaml")).toContain("status: assisted");
    await workspace.run(june2);
    expect(workspace.messages).toHaveLength(1);
  });

  it("is recorded once, however often it is asked while the file cannot be written", async () => {
    const good = workspace.read("axes/verify-dispatch.yaml");
    const anchored = good.replace("status: graduated", "status: &s graduated\nother: *s");
    workspace.write("axes/verify-dispatch.yaml", anchored);
    const first = await assist();
    expect([first.changed, first.pending.map(({ kind }) => kind)]).toEqual([true, ["axis-file"]]);
    const second = await assist();
    expect([second.changed, second.status]).toEqual([false, "assisted"]);
    expect(second.pending.map(({ kind }) => kind)).toEqual(["axis-file"]);
    expect(await changes()).toHaveLength(1);
    workspace.write("axes/verify-dispatch.yaml", good);
    expect(await assist()).toEqual({ changed: false, status: "assisted", pending: [] });
    expect(workspace.read("axes/verify-dispatch.yaml")).toContain("status: assisted");
    expect(await changes()).toHaveLength(1);
  });
});
