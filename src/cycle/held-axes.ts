import type { Axis } from "../core/axis.ts";
import type { PendingStep } from "../core/run-summary.ts";
import type { CycleContext } from "./context.ts";

/** Which axes a run must leave alone, since what it would decide on is not all there. `files`: as they were read for it. */
export interface HeldAxes {
  /** Whether the month of an axis may not be opened now: what is opened on half of its verdicts stays so for ever. */
  readonly opening: (axis: string, files?: readonly Axis[]) => boolean;
  /** Whether the month of an axis may not be closed now: without its file nothing could be decided for it. */
  readonly closing: (axis: string, files?: readonly Axis[]) => boolean;
}

/**
 * Holds back the axes whose log could not be read in this pass, and while an axis file cannot be used those that have
 * no other file: it may be theirs. An axis that never had a file is not held; one whose file is gone is, for a while.
 *
 * @param unread the axes whose logs could not be read; null where none could
 * @param onceFiled the axes that had a file at an earlier run
 */
export function heldAxes(
  context: Pick<CycleContext, "axisFaults" | "readAxes">,
  unread: ReadonlySet<string> | null,
  onceFiled: ReadonlySet<string>,
): HeldAxes {
  const lacksFile = (axis: string, files = context.readAxes()): boolean =>
    !hasFile(files, axis) && (onceFiled.has(axis) || context.axisFaults().length > 0);
  return {
    opening: (axis, files) => unread === null || unread.has(axis) || lacksFile(axis, files),
    closing: lacksFile,
  };
}

/** The axis files that cannot be used, as steps that wait. */
export function faultySteps(context: Pick<CycleContext, "axisFaults">): readonly PendingStep[] {
  return context
    .axisFaults()
    .map(({ because, hint }) => ({ kind: "axis-file", period: null, axis: null, because, hint }));
}

function hasFile(axes: readonly Axis[], axis: string): boolean {
  return axes.some(({ name }) => name === axis);
}
