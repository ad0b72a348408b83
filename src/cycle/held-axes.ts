import type { Axis } from "../core/axis.ts";
import type { PendingStep } from "../core/run-summary.ts";
import type { CycleContext } from "./context.ts";

/** Which axes a run must leave alone, since what it would decide on is not all there. */
export interface HeldAxes {
  /** Whether the month of an axis may not be opened now: what is opened on half of its verdicts stays so for ever. */
  readonly opening: (axis: string) => boolean;
  /** Whether the month of an axis may not be closed now: without its file nothing could be decided for it. */
  readonly closing: (axis: string) => boolean;
}

/**
 * Holds back the axes whose log could not be read in this pass, and while an axis file cannot be used those that have
 * no other file: it may be theirs. An axis whose file is simply gone is not held.
 *
 * @param unread the axes whose logs could not be read; null where none could
 */
export function heldAxes(
  context: Pick<CycleContext, "axisFaults" | "readAxes">,
  unread: ReadonlySet<string> | null,
): HeldAxes {
  const fileMayBeFaulty = (axis: string): boolean =>
    context.axisFaults().length > 0 && !hasFile(context.readAxes(), axis);
  return {
    opening: (axis) => unread === null || unread.has(axis) || fileMayBeFaulty(axis),
    closing: fileMayBeFaulty,
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
