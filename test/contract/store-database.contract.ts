import { describe, expect, it } from "vitest";
import { verdictKey } from "../../src/core/verdict.ts";
import {
  aBatch,
  aCycle,
  aDecision,
  aGrade,
  aStatusChange,
  aVerdict,
  anEffect,
  anItem,
  epoch,
  sha256,
  verdicts,
} from "../store/samples.ts";
import type { RunRecord } from "../../src/store/store.ts";
import { type StoreBench, saltHex } from "./store-engine.ts";

function run(startedAt: number): RunRecord {
  return {
    startedAt,
    finishedAt: startedAt + 1,
    trigger: "run",
    pid: 4242,
    status: "pending",
    summary: "1 opened",
  };
}

function add(word: string) {
  return (value: string | null): string => (value === null ? word : `${value} ${word}`);
}

/** What every store must do about: the database itself. */
export function databaseContract({ newStore, newEngine }: StoreBench): void {
  describe("the database itself", () => {
    it("keeps settings, and with onlyIfAbsent the first word", async () => {
      const store = await newStore();
      expect(await store.readSetting("first_run_period")).toBeNull();
      expect(await store.writeSetting("first_run_period", "2026-04", { onlyIfAbsent: true })).toBe("2026-04");
      expect(await store.writeSetting("first_run_period", "2026-05", { onlyIfAbsent: true })).toBe("2026-04");
      expect(await store.writeSetting("last_seen", "1")).toBe("1");
      expect(await store.writeSetting("last_seen", "2")).toBe("2");
      expect(await store.readSetting("last_seen")).toBe("2");
    });

    it("changes a setting to what is made of the one that stands", async () => {
      const engine = await newEngine();
      const [one, two] = [await engine.open(), await engine.open()];
      const other = await engine.open({ workspace: "second", timezone: "UTC" });
      expect(await one.changeSetting("waiting", () => null)).toBeNull();
      expect(await one.readSetting("waiting")).toBeNull();
      expect(await one.changeSetting("waiting", add("a"))).toBe("a");
      expect(await other.changeSetting("waiting", add("z"))).toBe("z");
      const words = Array.from({ length: 20 }, (_, i) => `w${i}`);
      await Promise.all(
        words.map((word, i) => (i % 2 === 0 ? one : two).changeSetting("waiting", add(word))),
      );
      expect((await one.readSetting("waiting"))?.split(" ").toSorted()).toEqual(["a", ...words].toSorted());
      const stands = await one.readSetting("waiting");
      expect(await two.changeSetting("waiting", () => null)).toBe(stands);
      const refused = two.changeSetting("waiting", () => {
        throw new Error("not this one");
      });
      await expect(refused).rejects.toThrow("not this one");
      expect(await one.changeSetting("waiting", () => "")).toBe("");
      expect(await two.readSetting("waiting")).toBe("");
    });

    it("lists the latest runs first", async () => {
      const store = await newStore();
      for (const startedAt of [1, 2, 3]) await store.recordRun(run(startedAt));
      expect(await store.listRuns(2)).toEqual([run(3), run(2)]);
    });

    it("counts the runs of a trigger", async () => {
      const engine = await newEngine();
      const [store, other] = [
        await engine.open(),
        await engine.open({ workspace: "second", timezone: "UTC" }),
      ];
      for (const trigger of ["run", "double", "run", "double", "double"])
        await store.recordRun({ ...run(1), trigger });
      expect(await store.countRuns("double")).toBe(3);
      expect(await store.countRuns("daemon")).toBe(0);
      expect(await other.countRuns("double")).toBe(0);
    });

    it("keeps the salt it was made with", async () => {
      const engine = await newEngine();
      expect(await (await engine.open()).readSalt()).toBe(saltHex);
      expect(await (await engine.open({ workspace: "second" })).readSalt()).toBe(saltHex);
    });

    it("keeps workspaces apart", async () => {
      const engine = await newEngine();
      const [one, two] = [await engine.open(), await engine.open({ workspace: "second", timezone: "UTC" })];
      for (const store of [one, two]) {
        await store.recordVerdicts(aBatch([aVerdict()]));
        await store.planOpening({
          period: "2026-05",
          cycles: [aCycle()],
          items: [anItem("same")],
          effects: [anEffect("same")],
          openedAt: 1,
        });
        await store.writeSetting("last_seen", "1");
      }
      await one.appendGrades([aGrade("same")]);
      await one.recordStatusChange(aStatusChange(), []);
      expect((await two.listGrades({ axis: "verify-dispatch" })).mark).toBe(0);
      expect(await two.listStatusChanges()).toEqual([]);
      expect(await two.listMonthCounts({})).toMatchObject([{ count: 1 }]);
      expect(await two.listItems({})).toHaveLength(1);
      expect(await two.listEffects()).toHaveLength(1);
      expect(
        await two.drawSample({
          axis: "verify-dispatch",
          period: "2026-05",
          epoch,
          word: "PASS",
          n: 5,
          skip: 0,
          watermark: 100,
          acceptRef: true,
        }),
      ).toHaveLength(1);
    });

    it("refuses another zone once a verdict is stored, and takes it before", async () => {
      const engine = await newEngine();
      await engine.open();
      const store = await engine.open({ timezone: "Asia/Tokyo" });
      // 31 May, 16:00 UTC is 1 June in Tokyo.
      await store.recordVerdicts(aBatch([aVerdict({ at: Date.UTC(2026, 4, 31, 16) })]));
      expect(await store.listMonthCounts({})).toMatchObject([{ period: "2026-06" }]);
      const error: unknown = await engine.open({ timezone: "UTC" }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "config" });
      expect(String(error)).toContain("Asia/Tokyo");
      expect(String(error)).toContain("UTC");
      await engine.open({ timezone: "Asia/Tokyo" });
      // Another workspace has a zone of its own.
      await engine.open({ timezone: "UTC", workspace: "second" });
    });

    it.each(["verdict", "artifact", "grade_observation", "decision", "status_change"])(
      "refuses to change or delete rows of %s",
      async (table) => {
        const engine = await newEngine();
        const store = await engine.open();
        const text = "what the critic saw";
        const verdict = aVerdict({ artifact: { kind: "snapshot", sha256: sha256(text) } });
        await store.recordVerdicts(aBatch([verdict], [text]));
        await store.planOpening({
          period: "2026-05",
          cycles: [aCycle()],
          items: [anItem("one")],
          effects: [],
          openedAt: 1,
        });
        await store.appendGrades([aGrade("one")]);
        const { mark } = await store.listGrades({ axis: "verify-dispatch" });
        await store.closeCycle({
          axis: "verify-dispatch",
          period: "2026-05",
          closedAt: 9,
          gradesMark: mark,
          decision: aDecision(),
          statusChange: aStatusChange(),
          effects: [],
        });
        await expect(engine.execute(`UPDATE ${table} SET workspace = 'other'`)).rejects.toThrow(
          /only ever added/,
        );
        await expect(engine.execute(`DELETE FROM ${table}`)).rejects.toThrow(/only ever added/);
      },
    );

    it("finds nothing wrong with a database in use", async () => {
      const store = await newStore();
      const text = "what the critic saw";
      const verdict = aVerdict({ artifact: { kind: "snapshot", sha256: sha256(text) }, costUsd: 0.1 });
      await store.recordVerdicts(aBatch([verdict, ...verdicts(30, "p", { costUsd: 0.1 })], [text]));
      await store.planOpening({
        period: "2026-05",
        cycles: [aCycle()],
        items: [anItem("one", { verdictKey: verdictKey("default", verdict) })],
        effects: [],
        openedAt: 1,
      });
      await store.closeCycle({
        axis: "verify-dispatch",
        period: "2026-05",
        closedAt: 9,
        gradesMark: 0,
        decision: aDecision(),
        statusChange: null,
        effects: [],
      });
      const findings = await store.inspect({ quickCheck: true });
      expect(findings.filter(({ ok }) => !ok)).toEqual([]);
      expect(findings.every(({ fix }) => fix === null)).toBe(true);
      expect(findings.length).toBeGreaterThan((await store.inspect({ quickCheck: false })).length);
    });
  });
}
