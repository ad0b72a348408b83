import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askMore } from "../../src/cycle/ask-more.ts";
import { assistAxis } from "../../src/cycle/assist-axis.ts";
import { listOpenGrading, readTextToGrade, takePageGrade } from "../../src/cycle/open-grading.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const opening = "2026-06-01T13:00:00Z";
const later = "2026-06-10T13:00:00Z";
const given = Date.parse("2026-06-02T08:00:00Z");

let workspace: Workspace;
beforeEach(async () => {
  workspace = new Workspace({ axes: { "verify-dispatch": "intent: Would you send it?\n" } });
  workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 10, fail: 1 }));
  await workspace.run(opening);
});
afterEach(() => workspace.dispose());

describe("listOpenGrading", () => {
  it("lists what is open with the grades so far, and nothing that tells the critic's word", async () => {
    const open = await workspace.at(later, (app) => listOpenGrading(app.cycle));
    expect(open.items).toHaveLength(6);
    expect(open).toMatchObject({ minutesPerItem: 1.5, elsewhere: [] });
    // The same whenever it is asked for, and of this database alone.
    expect((await workspace.at(later, (app) => listOpenGrading(app.cycle))).workspace).toBe(open.workspace);
    const other = new Workspace({ database: "none" });
    const there = await other.at(later, (app) => listOpenGrading(app.cycle));
    other.dispose();
    expect(there.workspace).not.toBe(open.workspace);
    expect(open.workspace).toMatch(/^[0-9a-f]{16}$/);
    for (const item of open.items) {
      expect(Object.keys(item).toSorted()).toEqual(
        ["axis", "due", "grade", "intent", "period", "reason", "ref", "title"].toSorted(),
      );
      expect(item).toMatchObject({ intent: "Would you send it?", due: "2026-07-01", grade: null });
    }
  });

  it("lists a batch that was asked for of a closed month, and takes its grades in time", async () => {
    await workspace.grade(later, agrees);
    await workspace.run("2026-07-01T13:00:00Z");
    await workspace.at("2026-07-02T13:00:00Z", async ({ cycle, store }) => {
      expect((await listOpenGrading(cycle)).items).toEqual([]);
      await assistAxis(cycle, "verify-dispatch", "two wrong");
      await askMore(cycle, "verify-dispatch", 3, { publish: true });
      const { items } = await listOpenGrading(cycle);
      const asked = await store.listItems({ axis: "verify-dispatch", asked: true });
      expect(items.map(({ ref }) => ref).toSorted()).toEqual(asked.map(({ ref }) => ref).toSorted());
      expect(items).toHaveLength(3);
      const ref = items[0]?.ref ?? "";
      expect(await readTextToGrade(cycle, ref)).not.toBeNull();
      expect(await takePageGrade(cycle, { ref, grade: "PASS", reason: null, at: given })).toEqual({
        outcome: "stored",
        late: false,
        before: null,
        counts: "PASS",
      });
      expect((await listOpenGrading(cycle)).items.find((item) => item.ref === ref)?.grade).toBe("PASS");
    });
  });

  it("counts what waits in another queue, and gives none of it out", async () => {
    workspace.write(
      "improve-cron.yaml",
      "queue: notion\nnotion: { parent: 0123456789abcdef0123456789abcdef }\nnotify: [{ channel: stdout }]\n",
    );
    workspace.appendLog("verify-dispatch", monthOfVerdicts("2026-06", { pass: 10, fail: 1 }));
    await workspace.run("2026-07-01T13:00:00Z");
    await workspace.at("2026-07-01T14:00:00Z", async ({ cycle, store }) => {
      const open = await listOpenGrading(cycle);
      expect(open.items).toEqual([]);
      expect(open.elsewhere).toEqual([{ queue: "notion", items: 6 }]);
      const [item] = await store.listItems({ period: "2026-06" });
      expect(await readTextToGrade(cycle, item?.ref ?? "")).toBeNull();
      expect(
        await takePageGrade(cycle, { ref: item?.ref ?? "", grade: "PASS", reason: null, at: given }),
      ).toEqual({
        outcome: "rejected",
        because: "elsewhere",
      });
    });
  });
});

describe("takePageGrade", () => {
  it("stores a word once, lets the newer one count, and takes one back", async () => {
    await workspace.at(later, async ({ cycle, store }) => {
      const [item] = (await listOpenGrading(cycle)).items;
      const ref = item?.ref ?? "";
      expect(await readTextToGrade(cycle, ref)).toMatch(/^(pass|fail) text/);
      const take = (
        grade: "PASS" | "FAIL" | null,
        at: number,
        reason: string | null = null,
      ): ReturnType<typeof takePageGrade> => takePageGrade(cycle, { ref, grade, reason, at });
      expect(await take("FAIL", given, "cold")).toEqual({
        outcome: "stored",
        late: false,
        before: null,
        counts: "FAIL",
      });
      expect(await take("FAIL", given, "cold")).toMatchObject({ outcome: "duplicate", counts: "FAIL" });
      expect(await take("PASS", given - 1)).toMatchObject({
        outcome: "stored",
        before: "FAIL",
        counts: "FAIL",
      });
      // A word that only confirms is kept: an older one that comes in late must not beat it.
      expect(await take("FAIL", given + 1, "cold")).toMatchObject({ outcome: "stored", counts: "FAIL" });
      expect((await listOpenGrading(cycle)).items[0]).toMatchObject({ grade: "FAIL", reason: "cold" });
      expect(await take(null, given + 2)).toMatchObject({ outcome: "stored", before: "FAIL", counts: null });
      expect((await listOpenGrading(cycle)).items[0]).toMatchObject({ grade: null });
      const [stored] = await store.listItems({ ref });
      expect(stored?.state).toBe("created");
      const { observations } = await store.listGrades({ axis: "verify-dispatch" });
      expect(observations.map(({ via }) => via)).toEqual(["page", "page", "page", "page"]);
    });
  });

  it("keeps a grade for a month that was closed meanwhile, and says that it is late", async () => {
    const refs = await workspace.at(later, async (app) =>
      (await listOpenGrading(app.cycle)).items.map(({ ref }) => ref),
    );
    await workspace.grade(later, (item) => (item.ref === refs[0] ? null : agrees(item)));
    await workspace.run("2026-07-01T13:00:00Z");
    await workspace.at("2026-07-02T13:00:00Z", async ({ cycle }) => {
      const late = {
        ref: refs[0] ?? "",
        grade: "PASS",
        reason: null,
        at: Date.parse("2026-07-02T12:00:00Z"),
      } as const;
      expect(await takePageGrade(cycle, late)).toEqual({
        outcome: "stored",
        late: true,
        before: null,
        counts: "PASS",
      });
      expect(await takePageGrade(cycle, { ...late, ref: "nowhere" })).toEqual({
        outcome: "rejected",
        because: "unknown-ref",
      });
    });
  });
});
