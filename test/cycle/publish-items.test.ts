import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../../src/app.ts";
import type { Item } from "../../src/core/cycle.ts";
import { listBlindItems } from "../../src/cycle/blind-items.ts";
import type { CycleContext } from "../../src/cycle/context.ts";
import { runMonth } from "../../src/cycle/run-month.ts";
import type { RegradeQueue } from "../../src/regrade/queue.ts";
import { damageArtifacts } from "../support/tamper.ts";
import { type LogLine, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const june1 = "2026-06-01T13:00:00Z";
const june2 = "2026-06-02T13:00:00Z";
const [dispatch, vault] = ["verify-dispatch", "verify-vault-write"];

/** The program with a queue outside it that is in reach, or not yet. */
function withQueue(app: App, reachable: boolean): CycleContext {
  const queue: RegradeQueue = {
    kind: "local",
    outside: true,
    publish: async ({ ref }) =>
      reachable
        ? { ref, state: "created", externalId: null, url: null }
        : { ref, state: "waiting", because: "away", everywhere: true },
    collect: async () => ({ status: "ok", observations: [], withdrawn: [] }),
  };
  return { ...app.cycle, queue, queueOf: () => queue };
}

/** May of an axis, in texts that no other axis has. */
function mayOf(axis: string): readonly LogLine[] {
  return monthOfVerdicts("2026-05", { pass: 30, fail: 5 }).map((line) => ({
    ...line,
    text: `${line.id} of ${axis}`,
  }));
}

describe("an item whose artifact is damaged", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace({ axes: { [dispatch]: "", [vault]: "" } });
    for (const axis of [dispatch, vault]) {
      workspace.writeLog(axis, mayOf(axis));
    }
  });
  afterEach(() => workspace.dispose());

  const itemsAt = (now: string, axis: string): Promise<readonly Item[]> =>
    workspace.at(now, (app) => app.store.listItems({ axis }));

  const runWith = (now: string, reachable: boolean) =>
    workspace.at(now, (app) => runMonth(withQueue(app, reachable), { month: null, sampleTarget: null }));

  it("is not published, and holds neither the others of its month nor other axes", async () => {
    await runWith(june1, false);
    const planned = await itemsAt(june1, dispatch);
    expect(new Set(planned.map(({ state }) => state))).toEqual(new Set(["planned", "sending"]));
    const [damaged] = planned;
    if (damaged === undefined) throw new Error("no item");
    await damageArtifacts(workspace, june1, [damaged]);
    const { pending } = await runWith(june2, true);
    expect(pending.map(({ kind, axis, period }) => [kind, axis, period])).toEqual([
      ["publish", dispatch, "2026-05"],
    ]);
    expect(pending[0]?.because).toContain(damaged.ref);
    const states = (await itemsAt(june2, dispatch)).map(({ ref, state }) => [ref === damaged.ref, state]);
    expect(states.filter(([, state]) => state !== "created")).toEqual([[true, damaged.state]]);
    expect((await itemsAt(june2, vault)).every(({ state }) => state === "created")).toBe(true);
  });

  it("is left out of what can be graded, listed and exported; every other item is there", async () => {
    await workspace.run(june1);
    const [damaged, ...others] = await itemsAt(june1, dispatch);
    if (damaged === undefined) throw new Error("no item");
    await damageArtifacts(workspace, june1, [damaged]);
    const shown = await workspace.at(june1, (app) => listBlindItems(app.cycle, { axis: null }));
    const expected = [...others, ...(await itemsAt(june1, vault))].map(({ ref }) => ref);
    expect(shown.map(({ ref }) => ref).toSorted()).toEqual(expected.toSorted());
    // The next month opens beside it.
    workspace.appendLog(dispatch, monthOfVerdicts("2026-06", { pass: 30, fail: 5 }));
    const { opened } = await workspace.run("2026-07-01T13:00:00Z");
    expect(opened.filter(({ axis }) => axis === dispatch)).toMatchObject([
      { period: "2026-06", state: "open" },
    ]);
  });
});
