import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assistAxis } from "../../src/cycle/assist-axis.ts";
import { graduateAxis, type Graduation } from "../../src/cycle/graduate-axis.ts";
import { type KeptWorkspace, keepWorkspace } from "../support/kept-workspace.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const log = "vault/01-projects/self-review/improve-cron-log.md";
const august10 = "2026-08-10T13:00:00Z";

function stopAt(point: string): (name: string) => void {
  return (name) => {
    if (name === point) throw new Error("stopped");
  };
}

describe("graduating an axis", () => {
  const workspace = new Workspace();
  let assisted: KeptWorkspace;
  let repaired: KeptWorkspace;
  beforeAll(async () => {
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 20, fail: 5 }));
    await workspace.run("2026-06-01T14:00:00Z");
    await workspace.at("2026-06-02T13:00:00Z", (app) => assistAxis(app.cycle, axis, "two wrong"));
    assisted = keepWorkspace(workspace, "assisted");
    // An edit ships in July, and its month is graded without an override.
    workspace.appendLog(
      axis,
      monthOfVerdicts("2026-07", { pass: 200, fail: 50 }, { rubric: "sha256:rule-2" }),
    );
    await workspace.run("2026-08-01T14:00:00Z");
    await workspace.grade("2026-08-02T13:00:00Z", agrees);
    await workspace.run("2026-08-02T14:00:00Z");
    repaired = keepWorkspace(workspace, "repaired");
  });
  afterAll(() => {
    assisted.dispose();
    repaired.dispose();
  });

  const graduate = (
    now: string,
    options: {
      force?: boolean;
      yes?: boolean;
      step?: (name: string) => void;
      meanwhile?: () => Promise<unknown>;
    } = {},
  ): Promise<Graduation> =>
    workspace.open(now, options.step === undefined ? {} : { step: options.step }).then(async (app) => {
      try {
        return await graduateAxis(app.cycle, axis, {
          reason: "rule 2 is in the rubric",
          force: options.force === true,
          confirm: async () => {
            await options.meanwhile?.();
            return options.yes !== false;
          },
        });
      } finally {
        await app[Symbol.asyncDispose]();
      }
    });
  const changes = () => workspace.at(august10, (app) => app.store.listStatusChanges({ axis }));
  const entries = (): number => workspace.read(log).split("-graduated-").length - 1;

  it("takes the founder's word, writes the file and the log, and keeps the page", async () => {
    repaired.restore();
    const file = workspace.read(`axes/${axis}.yaml`);
    const outcome = await graduate("2026-08-02T15:00:00Z");
    expect(outcome).toMatchObject({ kind: "graduated", door: "evidence", pending: [] });
    expect(workspace.read(`axes/${axis}.yaml`)).toBe(file.replace("status: assisted", "status: graduated"));
    const last = (await changes()).at(-1);
    expect(last).toMatchObject({ from: "assisted", to: "graduated", by: "axis graduate", door: "evidence" });
    const kept: unknown = JSON.parse(last?.evidence ?? "null");
    expect(kept).toMatchObject({ axis, gate: { doors: { evidence: { open: true } } } });
    expect(workspace.read(log)).toContain("rule 2 is in the rubric");
    expect(entries()).toBe(1);
    const rows = await workspace.history(august10, axis);
    expect(rows.at(-1)?.graduations).toMatchObject([{ door: "evidence" }]);
    expect(rows.slice(0, -1).some(({ graduations }) => graduations !== undefined)).toBe(false);
  });

  it("opens by repair with the first verdict under an edit, whatever has been graded", async () => {
    assisted.restore();
    const june3 = "2026-06-03T13:00:00Z";
    expect((await graduate(june3)).kind).toBe("closed");
    const [edited] = monthOfVerdicts(
      "2026-06",
      { pass: 1, fail: 0 },
      { rubric: "sha256:rule-2", at: "2026-06-03T10:00:00Z" },
    );
    if (edited === undefined) throw new Error("no verdict");
    workspace.appendLog(axis, [edited]);
    await workspace.at(june3, (app) => app.cycle.ingest());
    const outcome = await graduate(june3);
    expect(outcome).toMatchObject({
      kind: "graduated",
      door: "repair",
      page: { edit: { changed: ["rubric"] } },
    });
  });

  it("stays assisted without his yes, with both doors closed, and where a word of the file's own stands", async () => {
    assisted.restore();
    expect((await graduate("2026-06-03T13:00:00Z")).kind).toBe("closed");
    expect((await graduate("2026-06-03T13:00:00Z", { force: true, yes: false })).kind).toBe("declined");
    expect(await changes()).toHaveLength(1);
    const file = workspace.read(`axes/${axis}.yaml`);
    workspace.write(`axes/${axis}.yaml`, file.replace("status: assisted", "status: shadow"));
    expect(await graduate("2026-06-03T13:00:00Z", { force: true })).toEqual({
      kind: "other-status",
      status: "shadow",
    });
  });

  it("is told for ever where it was forced", async () => {
    assisted.restore();
    expect(await graduate("2026-06-03T13:00:00Z", { force: true })).toMatchObject({ door: "forced" });
    expect(workspace.read(log)).toMatch(/graduated by force/);
    await workspace.at("2026-06-04T13:00:00Z", (app) => assistAxis(app.cycle, axis, "three wrong"));
    const again = await graduate("2026-06-05T13:00:00Z");
    expect(again).toMatchObject({
      kind: "closed",
      page: { forcedBefore: [{ reason: "rule 2 is in the rubric" }] },
    });
    expect(again.kind === "closed" && again.page.gate.days.required).toBe(42);
  });

  it("asks again where grades came in while the page was read", async () => {
    repaired.restore();
    const meanwhile = async (): Promise<void> => {
      await workspace.at(august10, async (app) => {
        const [item] = await app.store.listItems({ axis, period: "2026-07" });
        if (item === undefined) throw new Error("no item");
        const seen = { reason: null, by: null, at: null, via: "import" };
        await app.store.appendGrades([
          {
            ref: item.ref,
            grade: item.kind === "fail" ? "PASS" : "FAIL",
            observedAt: app.clock.now(),
            ...seen,
          },
        ]);
      });
    };
    expect((await graduate(august10, { meanwhile })).kind).toBe("changed");
    expect(await changes()).toHaveLength(1);
  });

  it("is graduated once where two ask at the same moment, and not at all where its status went another way", async () => {
    assisted.restore();
    const forced = { force: true };
    const both = await graduate(august10, { ...forced, meanwhile: () => graduate(august10, forced) });
    expect(both.kind).toBe("already");
    expect((await changes()).filter(({ to }) => to === "graduated")).toHaveLength(1);
    expect(entries()).toBe(1);

    repaired.restore();
    const shadow = async (): Promise<void> => {
      const file = workspace.read(`axes/${axis}.yaml`);
      workspace.write(`axes/${axis}.yaml`, file.replace("status: assisted", "status: shadow"));
    };
    expect((await graduate(august10, { meanwhile: shadow, force: true })).kind).toBe("other-status");
    expect((await changes()).some(({ to }) => to === "graduated")).toBe(false);
    expect(workspace.read(`axes/${axis}.yaml`)).toContain("status: shadow");
  });

  it("takes another model under the same rubric for no repair", async () => {
    assisted.restore();
    const june3 = "2026-06-03T13:00:00Z";
    const [verdict] = monthOfVerdicts(
      "2026-06",
      { pass: 1, fail: 0 },
      { model: "another-model", at: "2026-06-03T10:00:00Z" },
    );
    if (verdict === undefined) throw new Error("no verdict");
    workspace.appendLog(axis, [verdict]);
    await workspace.at(june3, (app) => app.cycle.ingest());
    const outcome = await graduate(june3);
    expect(outcome.kind === "closed" && outcome.page.gate.doors.repair.missing).toEqual([
      { code: "rubric-unchanged" },
    ]);
    expect(outcome.kind === "closed" && outcome.page.edit.changed).toEqual(["model"]);
  });

  it("restarts streak and pool for the months closed after it", async () => {
    repaired.restore();
    await graduate(august10);
    workspace.appendLog(axis, monthOfVerdicts("2026-08", { pass: 20, fail: 5 }, { rubric: "sha256:rule-2" }));
    await workspace.run("2026-09-01T14:00:00Z");
    await workspace.grade("2026-09-02T13:00:00Z", agrees);
    await workspace.run("2026-09-02T14:00:00Z");
    const rows = await workspace.history("2026-09-03T13:00:00Z", axis);
    expect(rows.at(-1)?.pool?.passSize).toBe(20);
    expect(rows.at(-1)?.status).toEqual({ before: "graduated", after: "graduated" });
  });

  const points = [
    "store: status, change",
    "store: status, effects",
    "effect axis-file: claimed",
    "axis-file: after rename",
    "effect axis-file: performed",
    "effect vault-log: claimed",
    "vault-log: after append",
    "effect vault-log: performed",
  ];
  it("is decided once and written once, wherever it was stopped", async () => {
    repaired.restore();
    // The first stop leaves nothing; each later one goes on where the one before it ended.
    for (const point of points) {
      await graduate(august10, { step: stopAt(point) }).catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== "stopped") throw error;
      });
    }
    expect((await graduate(august10)).kind).toBe("already");
    expect((await changes()).filter(({ to }) => to === "graduated")).toHaveLength(1);
    expect(entries()).toBe(1);
    expect(workspace.read(`axes/${axis}.yaml`)).toContain("status: graduated");
    await workspace.run(august10);
    expect(entries()).toBe(1);
  });

  it("is finished by the next run where it was stopped, and the axis counts as graduated meanwhile", async () => {
    repaired.restore();
    await expect(graduate(august10, { step: stopAt("effect axis-file: before claim") })).rejects.toThrow(
      "stopped",
    );
    expect(workspace.read(`axes/${axis}.yaml`)).toContain("status: assisted");
    await workspace.run(august10);
    expect(workspace.read(`axes/${axis}.yaml`)).toContain("status: graduated");
    expect(entries()).toBe(1);
    expect(await changes()).toHaveLength(2);
  });
});
