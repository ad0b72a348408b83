import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Axis } from "../../src/core/axis.ts";
import type { IntakeReport } from "../../src/core/intake.ts";
import type { Store } from "../../src/store/store.ts";
import { openStore } from "../../src/store/sqlite/sqlite-store.ts";
import { testSalt } from "../support/salted-database.ts";

/** 5 June 2026, 13:00 UTC. */
export const now = Date.UTC(2026, 5, 5, 13);

/** A folder that is gone after the test, links resolved. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "improve-cron-intake-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store of its own in that folder, real SQLite. */
export async function temporaryStore(folder: string): Promise<Store> {
  const store = await openStore({
    file: join(folder, "state", "improve-cron.db"),
    workspace: "default",
    timezone: "America/New_York",
    now: () => now,
    randomBytes: testSalt,
  });
  onTestFinished(() => store.close());
  return store;
}

/** A named pipe. */
export function makePipe(path: string): string {
  execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", path]);
  return path;
}

/** An axis whose file says as little as possible. */
export function axisOf(name: string, facts: Partial<Axis> = {}): Axis {
  return {
    name,
    status: "graduated",
    file: `/config/axes/${name}.yaml`,
    intent: null,
    title: null,
    rubricPath: null,
    verdictLog: null,
    model: null,
    settings: {},
    timezone: null,
    acceptRef: false,
    artifactRoots: [],
    kappaThreshold: null,
    overrideRate: null,
    passRate: null,
    probes: null,
    critic: null,
    ...facts,
  };
}

export function axesOf(...axes: readonly Axis[]): ReadonlyMap<string, Axis> {
  return new Map(axes.map((axis) => [axis.name, axis]));
}

/** A line of a log of May 2026. */
export function lineOf(id: string, facts: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    axis: "verify-dispatch",
    verdict: "PASS",
    at: "2026-05-03T14:12:00-04:00",
    id,
    artifact: { text: `reply ${id}` },
    ...facts,
  });
}

export function codeOf(reason: string): string {
  return reason.slice(0, reason.indexOf(":"));
}

/** The counts of a report, after checking that they add up. */
export function countsOf(
  report: IntakeReport,
): readonly [stored: number, duplicate: number, rejected: number] {
  expect(report.read).toBe(report.stored + report.duplicate + report.rejected);
  expect(report.rejects).toHaveLength(report.rejected);
  return [report.stored, report.duplicate, report.rejected];
}
