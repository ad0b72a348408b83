import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { collectPass } from "../../src/cycle/collect-pass.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

describe("the daily look", () => {
  let workspace: Workspace;
  beforeEach(async () => {
    // Seven grades of a month are too few to clear a critic: further items are the affair of top-up-month.test.ts.
    workspace = new Workspace({ config: "notify: [{ channel: stdout }]\ntop_up: { enabled: false }\n" });
    workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 20, fail: 2 }));
    await workspace.run("2026-06-01T13:00:00Z");
  });
  afterEach(() => workspace.dispose());

  const look = (now: string) => workspace.at(now, (app) => collectPass(app.cycle));
  const reminders = () => workspace.messages.filter((text) => text.includes("without a grade"));

  it("reminds once, within three days of the due date, while items wait", async () => {
    expect(await look("2026-06-20T13:00:00Z")).toMatchObject({ checked: 7, stored: 0, pending: [] });
    expect(reminders()).toHaveLength(0);
    await look("2026-06-29T13:00:00Z");
    await look("2026-06-30T13:00:00Z");
    expect(reminders()).toHaveLength(1);
  });

  it("does not remind of what is answered, and closes nothing", async () => {
    await workspace.grade("2026-06-02T13:00:00Z", agrees);
    await look("2026-06-29T13:00:00Z");
    expect(reminders()).toHaveLength(0);
    expect((await workspace.history("2026-06-29T13:00:00Z")).map(({ state }) => state)).toEqual(["open"]);
  });
});
