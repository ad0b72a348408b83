import type { Axis } from "../core/axis.ts";
import { ImproveCronError } from "../errors.ts";

/** The axis of this name. Throws {@link noSuchAxis} where no axis file names it. */
export function findAxis(axes: readonly Axis[], name: string): Axis {
  const axis = axes.find((one) => one.name === name);
  if (axis === undefined) throw noSuchAxis(name);
  return axis;
}

/** What is said to somebody who names an axis that is not there. */
export function noSuchAxis(name: string): ImproveCronError {
  return new ImproveCronError("input", `there is no axis ${name}`, "See: improve-cron axis list");
}
