import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assistAxis } from "../../src/cycle/assist-axis.ts";
import { callProgram } from "../support/call-program.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";

function parsed(text: string): unknown {
  return JSON.parse(text);
}

describe("axis graduate and queue more on the command line", () => {
  const workspace = new Workspace();
  const call = (...args: string[]) =>
    callProgram(["--config", workspace.configFile, "--now", "2026-06-03T13:00:00Z", ...args], {
      cwd: workspace.folder,
    });
  const fileOf = (): string => workspace.read(`axes/${axis}.yaml`);

  beforeAll(async () => {
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 20, fail: 5 }));
    await workspace.run("2026-06-01T14:00:00Z");
    await workspace.at("2026-06-02T13:00:00Z", (app) => assistAxis(app.cycle, axis, "two wrong"));
  });
  afterAll(() => workspace.dispose());

  it("refuses with what is missing while both doors are closed", async () => {
    const { code, stdout } = await call("axis", "graduate", axis, "--reason", "now", "--json");
    expect(code).toBe(1);
    expect(parsed(stdout)).toMatchObject({
      kind: "closed",
      page: {
        gate: { doors: { evidence: { open: false }, repair: { missing: [{ code: "no-new-epoch" }] } } },
      },
    });
    const text = await call("axis", "graduate", axis, "--reason", "now");
    expect(text.stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(fileOf()).toContain("status: assisted");
  });

  it("takes an unknown axis and an empty reason for wrong input", async () => {
    expect((await call("axis", "graduate", "verify-nothing", "--reason", "now")).code).toBe(2);
    expect((await call("axis", "graduate", axis, "--reason", " ")).code).toBe(2);
    expect((await call("queue", "more", "--axis", "verify-nothing", "--n", "4")).code).toBe(2);
    expect((await call("queue", "more", "--axis", axis, "--n", "0")).code).toBe(2);
    for (const n of ["1", "2", "3"]) {
      const few = await call("queue", "more", "--axis", axis, "--n", n);
      expect([few.code, few.stderr.includes("not blind")]).toEqual([2, true]);
    }
    expect((await call("queue", "list")).stdout).not.toContain("more 1");
  });

  it("rehearses both, and changes nothing", async () => {
    const forced = await call("axis", "graduate", axis, "--force", "--reason", "now", "--dry-run", "--json");
    expect([forced.code, parsed(forced.stdout)]).toMatchObject([0, { door: "forced", dryRun: true }]);
    const more = await call("queue", "more", "--axis", axis, "--n", "4", "--dry-run", "--json");
    expect([more.code, parsed(more.stdout)]).toMatchObject([0, { items: 4, minutes: 6, dryRun: true }]);
    expect(fileOf()).toContain("status: assisted");
    expect(parsed((await call("axis", "show", axis, "--json")).stdout)).toMatchObject({
      statusChanges: [{ to: "assisted" }],
    });
    expect((await call("queue", "list")).stdout).not.toContain("more 1");
  });

  it("draws a batch that the queue shows, blind, and says how many minutes", async () => {
    const more = await call("queue", "more", "--axis", axis, "--n", "4");
    expect(more.code).toBe(0);
    expect(more.stdout).toMatch(/4 items of 2026-05 drawn, about 6\.0 minutes/);
    const exported = (await call("queue", "export", "-")).stdout.split("\n").filter(Boolean);
    const own = exported.filter((line) => line.includes("more 1"));
    expect(own).toHaveLength(4);
    expect(Object.keys(Object(parsed(own[0] ?? "{}"))).toSorted()).toEqual(
      ["axis", "due", "period", "ref", "text", "title"].toSorted(),
    );
  });

  it("graduates by force where that is asked for, tells it for ever, and has then nothing more to do", async () => {
    const forced = await call(
      "axis",
      "graduate",
      axis,
      "--force",
      "--reason",
      "nobody can confirm",
      "--json",
    );
    expect([forced.code, parsed(forced.stdout)]).toMatchObject([0, { kind: "graduated", door: "forced" }]);
    expect(fileOf()).toContain("status: graduated");
    expect((await call("axis", "show", axis)).stdout).toMatch(/by force/);
    expect((await call("history", axis)).stdout).not.toContain("undefined");
    const again = await call("axis", "graduate", axis, "--reason", "again", "--json");
    expect([again.code, parsed(again.stdout)]).toMatchObject([0, { kind: "already", pending: [] }]);
    // Whoever acts alone needs no further grades, and nobody is asked for those that were drawn.
    const more = await call("queue", "more", "--axis", axis, "--n", "4", "--json");
    expect([more.code, parsed(more.stdout)]).toMatchObject([1, { because: "graduated" }]);
    expect((await call("queue", "list")).stdout).not.toContain("more 1");
  });
});
