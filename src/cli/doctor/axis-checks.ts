import { accessSync, constants, existsSync, type Stats, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { placedFault } from "../../config/config-problem.ts";
import type { AxisSet } from "../../config/config.ts";
import type { Axis } from "../../core/axis.ts";
import type { Month, MonthCount } from "../../core/cycle.ts";
import { ownAxis } from "../../core/own-decisions.ts";
import { expandLogPath } from "../../intake/log-files.ts";
import { countOf } from "../../reports/numbers.ts";
import { advice, type Check, finding, fine } from "./check.ts";

/** Each axis with its status, and each axis file that cannot be used. */
export function checkAxes({ axes, problems }: AxisSet): readonly Check[] {
  const usable = axes.map((axis) => fine(`axis ${axis.name}`, `${axis.status}, ${axis.file}`));
  const broken = problems.map((problem) => finding("axis file", placedFault(problem), problem.hint));
  if (usable.length === 0 && broken.length === 0) {
    return [
      finding(
        "axes",
        "there is no axis file",
        "Run `improve-cron init`, or write one into the folder that `axes` names.",
      ),
    ];
  }
  return [...usable, ...broken, ...axes.flatMap(checkRubric), ...axes.map(checkLog)];
}

/**
 * Verdicts since this month on for an axis without a file: mostly a slip in the name. Older ones are no finding, since
 * what is stored stays and nothing could mend them.
 */
export function checkNames(
  counts: readonly Pick<MonthCount, "axis" | "period" | "count">[],
  axes: AxisSet["axes"],
  since: Month,
): readonly Check[] {
  const known = new Set(axes.map(({ name }) => name));
  const strange = new Map<string, number>();
  for (const { axis, period, count } of counts) {
    // The program's own decisions wait for a file until somebody wants to grade them.
    if (!known.has(axis) && axis !== ownAxis && period >= since)
      strange.set(axis, (strange.get(axis) ?? 0) + count);
  }
  return [...strange].map(([axis, count]) =>
    finding(
      `axis ${axis}`,
      `${countOf(count, "verdict")} since ${since}, and no axis file: never sampled`,
      "Add an axis file of that name, or correct the name where the critic records.",
    ),
  );
}

function checkRubric(axis: Axis): readonly Check[] {
  if (axis.rubricPath === null || isReadableFile(axis.rubricPath)) return [];
  const meanwhile =
    axis.verdictLog === null
      ? "verdicts that name no rubric of their own are refused meanwhile"
      : "its log waits unread, and its month is not opened meanwhile";
  return [
    finding(
      `rubric of ${axis.name}`,
      `${axis.rubricPath} cannot be read: ${meanwhile}`,
      "Put the file back, or correct `rubric` in the axis file; the next `run` goes on by itself.",
    ),
  ];
}

const nothingRead = "nothing is read from it, and a month without its verdicts is closed as below-threshold";
const checkSpelling =
  "If the critic has spoken already, correct `verdict_log` in the axis file; if not, its first verdict makes the log.";

/** A log that is not there yet is told and no finding: a critic may not have spoken. A folder that is not there is a slip. */
function checkLog(axis: Axis): Check {
  const name = `log of ${axis.name}`;
  const { verdictLog } = axis;
  if (verdictLog === null) return fine(name, "none: its verdicts come through `record`");
  const folder = dirname(verdictLog);
  if (!existsSync(folder)) return missingFolder(name, folder);
  if (/[*?]/.test(basename(verdictLog))) {
    return expandLogPath(verdictLog).length > 0
      ? fine(name, verdictLog)
      : advice(name, `no file matches ${verdictLog}: ${nothingRead}`, checkSpelling);
  }
  const log = statOf(verdictLog);
  if (log === "missing") return advice(name, `${verdictLog} does not exist: ${nothingRead}`, checkSpelling);
  if (log !== "unreadable" && !log.isFile()) {
    return finding(name, `${verdictLog} is not a file`, "Correct `verdict_log` in the axis file.");
  }
  return isReadableFile(verdictLog)
    ? fine(name, verdictLog)
    : finding(name, `${verdictLog} cannot be read`, "Give this user the right to read it.");
}

function missingFolder(name: string, folder: string): Check {
  return finding(
    name,
    `the folder ${folder} does not exist`,
    "Make it, or correct `verdict_log` in the axis file.",
  );
}

/** A link that leads round in a circle, or a folder that may not be entered, is more than a log that is not there yet. */
function statOf(path: string): Stats | "missing" | "unreadable" {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? "missing";
  } catch {
    return "unreadable";
  }
}

function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
