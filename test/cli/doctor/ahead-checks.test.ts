import { describe, expect, it } from "vitest";
import { checkRowsAhead } from "../../../src/cli/doctor/ahead-checks.ts";
import { monthOfVerdicts, Workspace } from "../../support/workspace.ts";

const axis = "verify-dispatch";

describe("checkRowsAhead", () => {
  it("names the file, the count and the time of rows that wait, and nothing once they are in", async () => {
    using workspace = disposable(new Workspace());
    const file = workspace.writeLog(axis, monthOfVerdicts("2026-06", { pass: 12, fail: 1 }));
    const ask = (now: string, verdictLog: string | null = file) =>
      workspace.at(now, async (app) => {
        await app.ingestLogs();
        return checkRowsAhead([{ name: axis, verdictLog }], app.store, app.clock.now(), "UTC");
      });
    const [check, ...more] = await ask("2026-05-20T12:00:00Z");
    expect(more).toEqual([]);
    expect(check).toMatchObject({ ok: true, name: expect.stringContaining(axis) });
    // The first is of 1 June, 15:00, so it is taken from a day earlier on.
    for (const part of [file, "13 rows", "2026-06-01 15:00", "2026-05-31 15:00"])
      expect(check?.message).toContain(part);
    // A log that the axis file does not name any more is nobody's business.
    expect(await ask("2026-05-20T12:00:00Z", workspace.path("elsewhere.jsonl"))).toEqual([]);
    expect(await ask("2026-05-20T12:00:00Z", null)).toEqual([]);
    expect(await ask("2026-07-01T12:00:00Z")).toEqual([]);
  });

  it("says of rows whose time has come that the next run takes them", async () => {
    using workspace = disposable(new Workspace());
    const file = workspace.writeLog(axis, monthOfVerdicts("2026-06", { pass: 1, fail: 0 }));
    await workspace.at("2026-05-20T12:00:00Z", (app) => app.ingestLogs());
    const [check] = await workspace.at("2026-07-01T12:00:00Z", (app) =>
      checkRowsAhead([{ name: axis, verdictLog: file }], app.store, app.clock.now(), "UTC"),
    );
    expect(check?.message).toContain("the next `run`");
    expect(check?.message).toContain("1 row ");
  });

  it("waits for a run of its own: a rehearsal of past months leaves the last one whole", async () => {
    using workspace = disposable(new Workspace());
    workspace.writeLog(axis, [
      ...monthOfVerdicts("2026-05", { pass: 20, fail: 4 }),
      ...monthOfVerdicts("2026-06", { pass: 20, fail: 4 }),
    ]);
    const rehearsal = await workspace.run("2026-06-01T13:00:00Z");
    expect(rehearsal.ingest.rejected).toBeGreaterThan(0);
    const real = await workspace.run("2026-07-01T13:00:00Z");
    const { read, stored, duplicate, rejected } = real.ingest;
    expect([read, rejected]).toEqual([stored + duplicate, 0]);
    expect(real.opened).toMatchObject([{ period: "2026-06", state: "open" }]);
    const rows = await workspace.history("2026-07-01T13:00:00Z");
    expect(rows.map(({ period, verdicts }) => [period, verdicts.pass, verdicts.fail])).toEqual([
      ["2026-05", 20, 4],
      ["2026-06", 20, 4],
    ]);
  });
});

function disposable(workspace: Workspace): Workspace & Disposable {
  return Object.assign(workspace, { [Symbol.dispose]: () => workspace.dispose() });
}
