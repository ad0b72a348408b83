import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type KeptWorkspace, keepWorkspace } from "../support/kept-workspace.ts";
import { answerItems, refsOf } from "../support/late-grades.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const log = "vault/01-projects/self-review/improve-cron-log.md";
const config = (further = ""): string =>
  `notify: [{ channel: stdout }]\ntop_up: { enabled: false }\n${further}`;

describe("a closed month whose grades change", () => {
  const workspace = new Workspace({ config: config() });
  let kept: KeptWorkspace;
  beforeAll(async () => {
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 90, fail: 10 }));
    await workspace.run("2026-06-01T13:00:00Z");
    await workspace.grade("2026-06-05T13:00:00Z", agrees);
    const { closed } = await workspace.run("2026-06-06T13:00:00Z");
    expect(closed).toEqual([{ period: "2026-05", axis, action: "keep" }]);
    kept = keepWorkspace(workspace);
  });
  beforeEach(() => kept.restore());
  afterAll(() => kept.dispose());

  /** From now on the founder fails so many of the PASS items. */
  async function overrides(now: string, count: number): Promise<void> {
    const refs = (await refsOf(workspace, now, "2026-05", "pass")).slice(0, 9);
    await answerItems(workspace, now, ({ ref }) => {
      const place = refs.indexOf(ref);
      return place === -1 ? undefined : place < count ? "FAIL" : "PASS";
    });
  }

  function markers(): readonly string[] {
    return [...workspace.read(log).matchAll(/\^ic-2026-05-verify-dispatch-corrected-\d+$/gm)].map(
      ([found]) => found,
    );
  }

  it("is corrected once in the log, by the next run; nothing else is touched", async () => {
    const axisFile = workspace.read(`axes/${axis}.yaml`);
    await overrides("2026-06-20T13:00:00Z", 4);
    await workspace.run("2026-06-21T13:00:00Z");
    await workspace.run("2026-06-22T13:00:00Z");
    expect(markers()).toEqual(["^ic-2026-05-verify-dispatch-corrected-1"]);
    const entry = workspace.read(log).split("## ").at(-1) ?? "";
    // What people need: both outcomes, why, and the command that acts on it.
    expect(entry).toContain("4 changed grades");
    expect(entry).toMatch(/guarded revert \(kappa-overwhelming/);
    expect(entry).toContain(`improve-cron axis assist ${axis}`);
    expect(workspace.read(`axes/${axis}.yaml`)).toBe(axisFile);
    const [row] = await workspace.history("2026-06-23T13:00:00Z");
    expect([row?.decision.action, row?.overrides, row?.status.after]).toEqual(["keep", 4, "graduated"]);
    expect(workspace.messages.filter((text) => /correct/i.test(text))).toEqual([]);
  });

  it("is not corrected where both modes would do the same", async () => {
    const [ref] = await refsOf(workspace, "2026-06-20T13:00:00Z", "2026-05", "risk");
    await answerItems(workspace, "2026-06-20T13:00:00Z", (item) => (item.ref === ref ? "FAIL" : undefined));
    await workspace.run("2026-06-21T13:00:00Z");
    expect(markers()).toEqual([]);
  });

  it("is entered again for another reading, and when it reads as decided again", async () => {
    await overrides("2026-06-20T13:00:00Z", 4);
    await workspace.run("2026-06-21T13:00:00Z");
    // Two overrides of 9: kappa is below the threshold, and guarded has too few grades to act.
    await overrides("2026-06-22T13:00:00Z", 2);
    await workspace.run("2026-06-23T13:00:00Z");
    await overrides("2026-06-24T13:00:00Z", 0);
    await workspace.run("2026-06-25T13:00:00Z");
    await overrides("2026-06-26T13:00:00Z", 4);
    await workspace.run("2026-06-27T13:00:00Z");
    expect(markers().map((marker) => marker.at(-1))).toEqual(["1", "2", "3", "4"]);
  });

  it("reads by the thresholds of its close: a changed config corrects nothing", async () => {
    workspace.write("improve-cron.yaml", config("decision: { kappa_threshold: 0.99, k_probability: 0.5 }\n"));
    await workspace.run("2026-06-21T13:00:00Z");
    expect(markers()).toEqual([]);
  });

  it("has no entry where there is no vault", async () => {
    workspace.write("improve-cron.yaml", config("vault_log: null\n"));
    await overrides("2026-06-20T13:00:00Z", 4);
    await workspace.run("2026-06-21T13:00:00Z");
    expect(markers()).toEqual([]);
  });
});
