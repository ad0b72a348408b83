import { expect, it } from "vitest";
import { agrees, monthOfVerdicts, Workspace } from "./workspace.ts";

const axis = "verify-dispatch";
const june1 = "2026-06-01T13:00:00Z";

async function openMonth(): Promise<Workspace> {
  const workspace = new Workspace();
  workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 60, fail: 20 }));
  await workspace.run(june1);
  return workspace;
}

it("two workspaces draw the same verdicts in the same order", async () => {
  const draws: unknown[] = [];
  for (let time = 0; time < 2; time += 1) {
    const workspace = await openMonth();
    const items = await workspace.at(june1, ({ store }) => store.listItems({ axis }));
    expect(items.length).toBeGreaterThan(5);
    draws.push(items.map(({ kind, verdictKey, orderKey }) => [kind, verdictKey, orderKey]));
    workspace.dispose();
  }
  expect(draws[0]).toEqual(draws[1]);
});

it("what was answered at an instant lies before the next look at the same instant", async () => {
  const workspace = await openMonth();
  await workspace.at(june1, async ({ clock }) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    clock.now();
  });
  const before = await workspace.at(june1, async ({ clock }) => clock.now());
  expect(before - Date.parse(june1)).toBeGreaterThanOrEqual(290);
  await workspace.grade(june1, agrees);
  const { observations } = await workspace.at(june1, ({ store }) => store.listGrades({ axis }));
  const now = await workspace.at(june1, async ({ clock }) => clock.now());
  expect(observations.length).toBeGreaterThan(5);
  for (const { observedAt } of observations) expect(observedAt).toBeLessThanOrEqual(now);
  // Another instant is what it says.
  expect(await workspace.at("2026-05-31T13:00:00Z", async ({ clock }) => clock.now())).toBeLessThan(
    Date.parse(june1),
  );
  workspace.dispose();
});
