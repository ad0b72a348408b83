import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordVerdict } from "../src/index.ts";
import { Workspace } from "./support/workspace.ts";

describe("recordVerdict, the way in for programs", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace();
  });
  afterEach(() => workspace.dispose());

  const record = (verdict: Readonly<Record<string, unknown>>) =>
    recordVerdict(verdict, { config: workspace.configFile });

  it("stores, knows what it has, and refuses with a reason", async () => {
    const good = { axis: "verify-dispatch", verdict: "PASS", id: "d-1", artifact: { text: "by Friday" } };
    const first = await record({ ...good, at: "2026-05-03T14:12:00-04:00" });
    expect(first).toMatchObject({ outcome: "stored", because: null });
    expect(first.id).toMatch(/^v-[0-9a-f]{16}$/);
    expect(await record({ ...good, at: "2026-05-03T14:12:00-04:00" })).toEqual({
      ...first,
      outcome: "duplicate",
    });
    const conflict = await record({ ...good, verdict: "FAIL", at: "2026-05-03T14:12:00-04:00" });
    expect(conflict.outcome).toBe("rejected");
    expect(conflict.because).toMatch(/^conflict/);
    const refused = await record({ axis: "../x", verdict: "PASS" });
    expect(refused).toMatchObject({ outcome: "rejected", id: null });
    expect(refused.because).toMatch(/^bad-axis/);
    const counts = await workspace.at("2026-06-01T00:00:00Z", (app) => app.store.listMonthCounts({}));
    expect(counts.map(({ period, word, count }) => [period, word, count])).toEqual([["2026-05", "PASS", 1]]);
  });

  it("takes a retry without a time for the same verdict", async () => {
    const said = { axis: "verify-dispatch", verdict: "PASS", id: "d-2", artifact: { text: "by Friday" } };
    const first = await record(said);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await record(said)).toEqual({ ...first, outcome: "duplicate" });
    expect((await record({ ...said, verdict: "FAIL" })).outcome).toBe("rejected");
    expect((await record({ ...said, at: "2026-05-03T14:12:00Z" })).outcome).toBe("rejected");
  });

  it("throws where there is no config", async () => {
    await expect(
      recordVerdict({ axis: "a", verdict: "PASS" }, { config: workspace.path("none.yaml") }),
    ).rejects.toMatchObject({ code: "config" });
  });
});
