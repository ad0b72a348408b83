import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ProbeState } from "../../src/core/probe.ts";
import { settleProbes } from "../../src/cycle/settle-probes.ts";
import { scriptCritic, scriptedProbe } from "../support/fake-critics/probe-critic.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const opening = "2026-06-01T13:00:00Z";
const closing = "2026-07-01T13:00:00Z";
const later = "2026-07-05T13:00:00Z";

describe("a probe whose month has closed without an answer", () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = new Workspace();
    const probes = [scriptedProbe("Somebody sees to the invoice, then to the backup.", "unowned")];
    const critic = scriptCritic(workspace.path("critic.json"), { generate: { probes }, otherwise: "PASS" });
    workspace.write("rubric.md", "1. It names a check.\n");
    workspace.writeAxis(axis, `rubric: ../rubric.md\nprobes: 1\ncritic: ${critic}\n`);
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 10, fail: 0 }));
    await workspace.run(opening);
    await workspace.run(closing);
  });
  afterEach(() => workspace.dispose());

  async function settled(before: () => Promise<unknown>): Promise<ProbeState | undefined> {
    await before();
    return workspace.at(later, async (app) => {
      await settleProbes(app.cycle);
      const [probe] = await app.store.listProbes();
      return probe?.state;
    });
  }

  const passedOver = () =>
    workspace.at(later, async (app) => {
      const [probe] = await app.store.listProbes();
      const id = probe?.id ?? "";
      return app.store.moveProbes([{ id, from: ["verified"], to: "unneeded", at: app.clock.now() }]);
    });
  const answer = (grade: "PASS" | "FAIL", now = later) =>
    workspace.at(now, async (app) => {
      const items = await app.store.listItems({ axis });
      const ref = items.find(({ kind }) => kind === "probe")?.ref ?? "";
      const observedAt = app.clock.now();
      return app.localQueue.answer([
        { ref, grade, reason: null, by: "founder", at: null, observedAt, via: "import" },
      ]);
    });

  it("waits to be asked again, and is left alone where the judge has changed since", async () => {
    expect(await settled(async () => {})).toBe("verified");
    expect(await settled(passedOver)).toBe("unneeded");
  });

  it("takes an answer that comes late, and one that is changed", async () => {
    expect(await settled(passedOver)).toBe("unneeded");
    expect(await settled(() => answer("FAIL"))).toBe("confirmed");
    expect(await settled(() => answer("PASS", "2026-07-06T13:00:00Z"))).toBe("refuted");
  });
});
