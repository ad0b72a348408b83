import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

const june1 = "2026-06-01T13:00:00Z";
const june15 = "2026-06-15T13:00:00Z";
const log = "vault/01-projects/self-review/improve-cron-log.md";

describe("the disagreements of a month", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace({
      config: "notify: [{ channel: stdout }]\ntop_up: { enabled: false }\n",
    });
    workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 40, fail: 10 }));
  });
  afterEach(() => workspace.dispose());

  it("are not told while the month is open, then by the critic's ids, in history and log", async () => {
    await workspace.run(june1);
    // The founder fails every PASS and passes every FAIL.
    await workspace.grade(june1, (item) => (item.text.startsWith("pass") ? "FAIL" : "PASS"));
    const [open] = await workspace.history(june1);
    expect([open?.state, open?.overrides, open?.disagreements]).toEqual(["open", null, []]);
    await workspace.run(june15);
    const [closed] = await workspace.history(june15);
    expect(closed?.state).toBe("closed");
    expect(closed?.disagreements).toHaveLength(10);
    for (const { id, link, critic, at } of closed?.disagreements ?? []) {
      expect(id).toMatch(critic === "PASS" ? /^2026-05-pass-\d+$/ : /^2026-05-fail-\d+$/);
      expect(link).toBe(id);
      expect(at.startsWith("2026-06-01T13:0")).toBe(true);
      expect(workspace.read(log)).toContain(`${id}: critic ${critic},`);
    }
    // No text of what was graded is in the vault.
    expect(workspace.read(log)).not.toMatch(/(pass|fail) text/);
  });
});

describe("the errors of a month", () => {
  const workspace = new Workspace();
  afterAll(() => workspace.dispose());

  it("are listed in the months that have any, also where there was nothing else", async () => {
    workspace.writeLog("verify-dispatch", [
      ...monthOfVerdicts("2026-05", { pass: 20, fail: 5 }),
      ...monthOfVerdicts("2026-06", { pass: 0, fail: 0, error: 3 }),
      ...monthOfVerdicts("2026-07", { pass: 20, fail: 5, error: 1 }),
    ]);
    await workspace.run(june1);
    await workspace.run("2026-08-01T13:00:00Z");
    const rows = await workspace.history("2026-08-01T13:00:00Z");
    expect(rows.map(({ period, errors }) => [period, errors.length])).toEqual([
      ["2026-05", 0],
      ["2026-06", 3],
      ["2026-07", 1],
    ]);
  });
});
