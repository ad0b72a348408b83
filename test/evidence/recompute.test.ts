import { describe, expect, it } from "vitest";
import { readHistory } from "../../src/cycle/read-history.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";

/** Three months: one with overrides, one clean, one that is reverted; then the founder changes his mind about all of them. */
describe("recomputing a month", () => {
  it("as of its close gives the row that was stored with the decision, whatever was learned since", async () => {
    const workspace = new Workspace();
    try {
      const refs: string[] = [];
      const months = [
        { month: "2026-03", at: "2026-04-01T13:00:00Z", overridden: 1 },
        { month: "2026-04", at: "2026-05-01T13:00:00Z", overridden: 0 },
        { month: "2026-05", at: "2026-06-01T13:00:00Z", overridden: 99 },
      ];
      for (const { month, at, overridden } of months) {
        workspace.appendLog(axis, monthOfVerdicts(month, { pass: 60, fail: 12, error: 2 }));
        await workspace.run(at);
        for (let look = 1; look <= 4; look += 1) {
          const now = Date.parse(at) + look * 86_400_000;
          let left = overridden;
          const answered = await workspace.grade(now, ({ ref, text }) => {
            refs.push(ref);
            if (!text.startsWith("pass")) return "FAIL";
            left -= 1;
            return left >= 0 ? "FAIL" : "PASS";
          });
          if (answered === 0) break;
          await workspace.run(now + 60_000);
        }
      }
      // Months later the founder turns every second word around, two minutes an item: a pace that nobody knew before.
      const late = Date.parse("2026-08-20T13:00:00Z");
      await workspace.at(late, async (app) => {
        const turned = [...new Set(refs)].filter((_, index) => index % 2 === 0);
        await app.localQueue.answer(
          turned.map((ref, index) => ({
            ref,
            grade: index % 3 === 0 ? "PASS" : "FAIL",
            reason: "On second thoughts.",
            by: "founder",
            at: late - 10_000_000 + index * 120_000,
            observedAt: late,
            via: "import",
          })),
        );
        const decisions = await app.store.listDecisions();
        expect(decisions.map(({ period }) => period)).toEqual(months.map(({ month }) => month));
        expect(new Set(decisions.map(({ action }) => action)).has("revert")).toBe(true);
        const now = await readHistory(app.cycle, { axis, since: null, asOf: null });
        for (const decision of decisions) {
          const stored = JSON.parse(decision.record);
          const rows = await readHistory(app.cycle, { axis, since: null, asOf: decision.at });
          const row = rows.find(({ period }) => period === decision.period);
          const { basis, ...first } = stored;
          // What is known of the decision itself was not there before it was made.
          expect(JSON.parse(JSON.stringify({ ...row, decidedOn: null, byNow: null }))).toEqual(first);
          expect(row?.decidedOn).toMatchObject({ table: first.table, policy: basis.policy });
          // Without the instant the same month reads otherwise: so the comparison is one.
          const today = now.find(({ period }) => period === decision.period);
          expect(today?.table).not.toEqual(first.table);
          expect(today?.decision).toEqual(first.decision);
        }
      });
    } finally {
      workspace.dispose();
    }
  });
});
