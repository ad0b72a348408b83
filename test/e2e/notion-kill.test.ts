import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runMonth } from "../../src/cycle/run-month.ts";
import { readPlace } from "../../src/regrade/notion/place.ts";
import { NotionWorkspace } from "../regrade/notion/notion-workspace.ts";
import { buildCrashRunner } from "../support/crash-build.ts";
import { inParallel } from "../support/crash-pool.ts";
import { type NotionDouble, openNotionDouble } from "../support/notion-double/double.ts";
import { monthOfVerdicts } from "../support/workspace.ts";

// Every trial: a founder's folder, a process that is killed while one of its requests is at one point of its way, and
// the monthly job once more. What stands in Notion has to be what a run leaves that nobody disturbed. Every third point
// is tried; NOTION_KILL_POINTS=all tries them all.

const itemCount = 15;

let folder = "";
let runner = "";

beforeAll(async () => {
  const source = join(import.meta.dirname, "../regrade/notion/kill-runner.ts");
  ({ folder, file: runner } = await buildCrashRunner("notion-kill-runner", source));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface KillPoint {
  readonly nth: number;
  readonly phase: "arrived" | "answered";
}

interface Trial {
  /** What the process asked for until it ended. */
  readonly sent: readonly string[];
  readonly pages: readonly string[];
  readonly tasks: number;
  readonly states: ReadonlySet<string>;
  readonly pending: number;
  readonly violations: readonly string[];
  readonly wasKilled: boolean;
}

async function attempt(point: KillPoint | null): Promise<Trial> {
  const double = await openNotionDouble({ quirks: { lagMs: 10_000 } });
  const workspace = new NotionWorkspace(double, { config: configOf(double) });
  workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 100, fail: 50 }));
  try {
    await workspace.setUp();
    double.clock.advance(60_000);
    const begun = double.requests.length;
    const wasKilled = await runUntil(workspace, double, point);
    const sent = double.requests.slice(begun).map(({ operation }) => operation ?? "");
    double.clock.advance(1000);
    const { items, pending, place } = await workspace.now(async (app) => {
      const summary = await runMonth(app.cycle, { month: null, sampleTarget: null });
      double.clock.advance(900_000);
      await runMonth(app.cycle, { month: null, sampleTarget: null });
      return {
        pending: summary.pending.length,
        items: await app.store.listItems({ axis: "verify-dispatch" }),
        place: await readPlace({
          read: (name) => app.store.readSetting(`notion/${name}`),
          write: async () => {},
        }),
      };
    });
    const live = (dataSourceId: string | undefined) =>
      double.rows(dataSourceId ?? "").filter(({ inTrash }) => !inTrash);
    return {
      sent,
      pages: live(place?.items.dataSourceId)
        .map(({ values }) => values["Ref"] ?? "")
        .toSorted(),
      tasks: live(place?.tasks.dataSourceId).length,
      states: new Set(items.map(({ state }) => state)),
      pending,
      // The child does not wait between its requests.
      violations: double.violations
        .filter(({ kind }) => kind !== "rate")
        .map(({ kind, detail }) => `${kind}: ${detail}`),
      wasKilled,
    };
  } finally {
    workspace.dispose();
    await double.close();
  }
}

/** Whether the process was killed; without a point it runs to its end. */
async function runUntil(
  workspace: NotionWorkspace,
  double: NotionDouble,
  point: KillPoint | null,
): Promise<boolean> {
  const child = spawn(process.execPath, [runner, workspace.configFile, String(double.clock.now())], {
    cwd: workspace.folder,
    env: { PATH: process.env["PATH"], NOTION_TOKEN: double.token },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<ChildProcess["signalCode"]>((resolve) =>
    child.on("exit", () => resolve(child.signalCode)),
  );
  const first = double.requests.length;
  const stop = double.onRequest(async (request, phase) => {
    if (point === null || request.n !== first + point.nth || phase !== point.phase) return;
    child.kill("SIGKILL");
    await ended;
  });
  const signal = await ended;
  stop();
  return signal === "SIGKILL";
}

function configOf(double: NotionDouble): string {
  return `queue: notion
notion: { parent: "${double.parentPageId}", base_url: "${double.url}" }
notify: [{ channel: stdout }]
sampling: { pass_rate: 0.10, fail_rate: 0.10 }
`;
}

describe("killed at requests of a month", () => {
  it("leaves one page for each item and one task, whatever the point", { timeout: 240_000 }, async () => {
    const whole = await attempt(null);
    expect(whole).toMatchObject({ wasKilled: false, tasks: 1, pending: 0, violations: [] });
    expect(whole.pages).toHaveLength(itemCount);

    // When a request has arrived it is carried out, and everything before it was taken note of. When it was answered, that
    // is known nowhere yet; only where something was made does that make a difference.
    const points = whole.sent.flatMap((operation, index): readonly KillPoint[] => {
      const point = { nth: index + 1, phase: "arrived" } as const;
      return operation === "pages.create" ? [point, { ...point, phase: "answered" }] : [point];
    });
    expect(points.length).toBeGreaterThan(2 * itemCount);
    const tried = process.env["NOTION_KILL_POINTS"] === "all" ? points : points.filter((_, n) => n % 3 === 0);
    const failures: string[] = [];
    let killed = 0;
    await inParallel(tried, 2, async (point) => {
      const trial = await attempt(point);
      if (trial.wasKilled) killed += 1;
      const name = `request ${point.nth} ${point.phase}`;
      if (!trial.wasKilled) failures.push(`${name}: was not killed`);
      if (new Set(trial.pages).size !== itemCount || trial.pages.length !== itemCount) {
        failures.push(`${name}: ${trial.pages.length} pages of ${new Set(trial.pages).size} items`);
      }
      if (trial.tasks !== 1) failures.push(`${name}: ${trial.tasks} tasks`);
      if ([...trial.states].join() !== "created") failures.push(`${name}: items ${[...trial.states].join()}`);
      if (trial.pending !== 0) failures.push(`${name}: ${trial.pending} steps pending`);
      failures.push(...trial.violations.map((violation) => `${name}: ${violation}`));
    });
    expect(failures).toEqual([]);
    expect(killed).toBe(tried.length);
  });
});
