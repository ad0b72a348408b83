import type { Month } from "../core/cycle.ts";
import type { Decision } from "../core/decided.ts";
import { ownAxis } from "../core/own-decisions.ts";
import { markdownEntry } from "./log-entry.ts";
import { markdownTable } from "./markdown-text.ts";
import { workspacePart } from "./workspace-part.ts";

/**
 * The block id of the entry that tells of it.
 *
 * @example ownDecisionsMarker("default") // "^ic-own-decisions"
 */
export function ownDecisionsMarker(workspace: string): string {
  return `^ic-${workspacePart(workspace)}own-decisions`;
}

/** The log entry of the day on which the program's own decisions became an axis: once. */
export function ownDecisionsEntry(
  first: Month,
  decisions: readonly Pick<Decision, "axis" | "period">[],
  marker: string,
): string {
  const months = [...new Set(decisions.map(({ period }) => period))].filter((period) => period >= first);
  return markdownEntry(
    `${ownAxis}: the program's own decisions can be graded`,
    [
      `Three clean months in a row since ${first}: from now on each decision of improve-cron is recorded as a verdict of ` +
        `${ownAxis}, with its evidence as the artifact.`,
      `To grade them, add an axis file with the lines "axis: ${ownAxis}" and "status: assisted". Without it they are kept and ` +
        "nothing is asked.",
    ],
    markdownTable(
      ["month", "decisions"],
      months
        .toSorted()
        .map((month) => [month, String(decisions.filter(({ period }) => period === month).length)]),
    ),
    marker,
  );
}
