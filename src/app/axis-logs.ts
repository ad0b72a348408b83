import type { Axis } from "../core/axis.ts";
import type { IntakeNote, IntakeResult } from "../intake/intake-result.ts";
import { ingestLog, type LogRequest } from "../intake/verdict-log.ts";

/** What came of the log of one axis. */
export interface AxisIntake {
  readonly axis: string;
  readonly result: IntakeResult;
}

/** Reads on in the log of every axis that names one. */
export async function ingestAxisLogs(
  axes: readonly Axis[],
  reading: Pick<LogRequest, "now" | "sink" | "onProgress">,
): Promise<readonly AxisIntake[]> {
  const results: AxisIntake[] = [];
  const known = byName(axes);
  for (const axis of axes) {
    if (axis.verdictLog === null) continue;
    const result = await ingestLog({ axis, path: axis.verdictLog, axes: known, ...reading });
    results.push({ axis: axis.name, result });
  }
  return results;
}

/** With these, verdicts of the month may stand where nobody can read them now. */
const waitingKinds: ReadonlySet<IntakeNote["kind"]> = new Set<IntakeNote["kind"]>([
  "rubric-unreadable",
  "log-unreadable",
  "log-not-a-file",
  "log-gone",
]);

/** A log that is not there yet is nothing to wait for; one that is there and cannot be read is. */
export function isWaiting({ kind }: IntakeNote): boolean {
  return waitingKinds.has(kind);
}

/** Axes by their names. */
export function byName(axes: readonly Axis[]): ReadonlyMap<string, Axis> {
  return new Map(axes.map((axis) => [axis.name, axis]));
}
