import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Month } from "../../src/core/cycle.ts";
import { type DecisionStep, decideEach, type MonthEvidence } from "../../src/core/decision.ts";
import type { ShownRow } from "../../src/core/open-row.ts";
import { planMonth } from "../../src/core/month-plan.ts";
import { defaultBurden, defaultDecision, defaultSampling } from "../../src/core/policy.ts";
import { skeyOf } from "../../src/core/sampling.ts";
import { alignTable } from "../../src/reports/table.ts";
import { driftSnapshot, hasDriftData, type JudgedItem } from "../support/drift-data.ts";
import { type LogLine, Workspace } from "../support/workspace.ts";

const snapshots = ["2023-03", "2023-06"] as const;

/** One model name, two snapshots: its answers to the same 1,000 questions in March and in June 2023. */
describe.skipIf(!hasDriftData)(
  "a critic that drifts under the same name (shared/data is absent: skipped)",
  () => {
    describe("whole months, graded by the truth", () => {
      const workspace = new Workspace({ axes: { "is-prime": "" } });
      let rows: readonly ShownRow[] = [];

      beforeAll(async () => {
        const truth = new Map<string, "PASS" | "FAIL">();
        for (const [month, after] of [
          ["2023-03", "2023-04-02T13:00:00Z"],
          ["2023-06", "2023-07-02T13:00:00Z"],
        ] as const) {
          const items = driftSnapshot(month);
          for (const { item, human } of items) truth.set(item, human);
          workspace.appendLog(
            "is-prime",
            items.map((item, index) => lineOf(month, item, index)),
          );
          await workspace.run(after, { month, sampleTarget: 1000 });
          await workspace.grade(after, ({ text }) => truth.get(text) ?? null);
          await workspace.run(after, { month });
        }
        rows = await workspace.history("2023-07-02T14:00:00Z");
      }, 180_000);
      afterAll(() => workspace.dispose());

      it("have the frames and errors of the data", () => {
        expect(
          rows.map(({ period, frame, verdicts }) => [period, frame.pass, frame.fail, verdicts.error]),
        ).toEqual([
          ["2023-03", 635, 361, 4],
          ["2023-06", 13, 987, 0],
        ]);
        expect(rows.map(({ graded }) => (graded.pass ?? 0) + (graded.fail ?? 0))).toEqual([996, 1000]);
        expect(new Set(rows.map(({ epoch }) => epoch)).size).toBe(1);
      });

      it("have kappa .687 and .022", () => {
        expect(rows.map(({ kappa }) => kappa.value?.toFixed(3))).toEqual(["0.687", "0.022"]);
        const intervals = rows.map(({ period, kappa }) => [
          period,
          kappa.value?.toFixed(3) ?? "",
          `[${kappa.low?.toFixed(3)}, ${kappa.high?.toFixed(3)}]`,
        ]);
        console.log(alignTable(["month", "kappa", "95%"], intervals).join("\n"));
      });

      it("watch after March, where 147 of 635 passes are overridden, and revert after June, in both modes", () => {
        expect(rows.map(({ overrides }) => overrides)[0]).toBe(147);
        expect(rows.map(({ decision }) => decision.action)).toEqual(["watch", "revert"]);
        expect(rows.map(({ decision }) => decision.literal.action)).toEqual(["watch", "revert"]);
        expect(rows.map(({ decision }) => decision.guarded.action)).toEqual(["watch", "revert"]);
        expect(workspace.read("axes/is-prime.yaml")).toContain("status: assisted");
      });
    });

    it("at the default sizes, over 200 salts, is caught by June in every one", () => {
      const counts = new Map<string, number>();
      const add = (month: Month, mode: string, action: string) => {
        const name = `${month} ${mode} ${action}`;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      };
      const data = snapshots.map((month) => ({ month, items: driftSnapshot(month) }));
      for (let trial = 0; trial < 200; trial += 1) {
        const salt = createHash("sha256").update(`salt ${trial}`).digest("hex");
        const months: MonthEvidence[] = [];
        const steps: DecisionStep[] = [];
        for (const { month, items } of data) {
          months.push(drawMonth(month, items, salt, steps.at(-1)?.guarded.action === "watch"));
          const step = decideEach({ months, policy: defaultDecision }).at(-1);
          if (step === undefined) throw new Error("a month has a step");
          steps.push(step);
          add(month, "literal", step.literal.action);
          add(month, "guarded", step.guarded.action);
          // What is reverted starts anew.
          if (step.guarded.action === "revert") months.length = 0;
        }
      }
      const table = snapshots.flatMap((month) =>
        ["literal", "guarded"].map((mode) => [
          month,
          mode,
          ...["revert", "watch", "keep"].map((action) =>
            String(counts.get(`${month} ${mode} ${action}`) ?? 0),
          ),
        ]),
      );
      console.log(alignTable(["month", "mode", "revert", "watch", "keep"], table).join("\n"));
      const of = (month: Month, mode: string, action: string) =>
        counts.get(`${month} ${mode} ${action}`) ?? 0;
      for (const month of snapshots) {
        for (const mode of ["literal", "guarded"]) {
          const all = ["revert", "watch", "keep", "none"].map((action) => of(month, mode, action));
          expect(all.reduce((sum, one) => sum + one, 0)).toBe(200);
        }
      }
      expect(of("2023-06", "literal", "revert")).toBe(200);
      expect(of("2023-03", "guarded", "revert")).toBeLessThan(of("2023-03", "literal", "revert"));
    });

    it("leaves 64 PASS and 2 FAIL to the hour in March", () => {
      const evidence = drawMonth("2023-03", driftSnapshot("2023-03"), "00".repeat(32), false);
      expect([evidence.pass.graded, evidence.fail.graded]).toEqual([64, 2]);
    });
  },
);

function lineOf(month: Month, item: JudgedItem, index: number): LogLine {
  const day = String(1 + (index % 28)).padStart(2, "0");
  return {
    verdict: item.judge ?? { error: "unparseable" },
    at: `${month}-${day}T12:00:00Z`,
    id: item.item,
    text: item.item,
  };
}

/** The month's sample at the default sizes, graded by the truth. */
function drawMonth(month: Month, items: readonly JudgedItem[], salt: string, raised: boolean): MonthEvidence {
  const stratum = (word: "PASS" | "FAIL") => items.filter(({ judge }) => judge === word);
  const [pass, fail] = [stratum("PASS"), stratum("FAIL")];
  const plan = planMonth(
    [
      {
        axis: "is-prime",
        counts: [countOf(month, "PASS", pass.length), countOf(month, "FAIL", fail.length)],
        acceptRef: false,
        passRate: defaultSampling.passRate,
        firstMonth: false,
        sampleTarget: null,
        probes: 0,
        raised,
      },
    ],
    defaultSampling,
    defaultBurden,
  ).axes[0];
  if (plan === undefined) throw new Error("one axis has one plan");
  const draw = (of: readonly JudgedItem[], n: number) =>
    of
      .map((one) => ({ one, skey: skeyOf(salt, createHash("sha256").update(one.item).digest("hex")) }))
      .toSorted((a, b) => a.skey - b.skey)
      .slice(0, n)
      .map(({ one }) => one);
  const [drawnPass, drawnFail] = [draw(pass, plan.passSize), draw(fail, plan.failSize)];
  const overrides = drawnPass.filter(({ human }) => human === "FAIL").length;
  const n = drawnPass.length;
  return {
    period: month,
    epoch: plan.epoch,
    frame: plan.frame,
    base: { sampled: n, answered: n, graded: n, overrides },
    pass: { graded: n, overrides },
    fail: {
      graded: drawnFail.length,
      founderPass: drawnFail.filter(({ human }) => human === "PASS").length,
    },
  };
}

function countOf(period: Month, word: "PASS" | "FAIL", count: number) {
  return {
    axis: "is-prime",
    period,
    epoch: "one",
    word,
    artifact: "snapshot" as const,
    count,
    firstAt: 0,
    lastAt: 1,
    costUsd: 0,
    costKnown: 0,
  };
}
