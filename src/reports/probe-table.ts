import type { ProbeReport } from "../core/probe-report.ts";
import { countOf, showInterval, showPercent } from "./numbers.ts";
import { whyFewer } from "./probe-words.ts";
import { alignTable } from "./table.ts";

/** What `probes list` prints. */
export function renderProbeReport({ blind, judges, probes }: ProbeReport): string {
  const table =
    probes.length === 0
      ? []
      : [
          ...alignTable(
            ["axis", "month", "state", "passed", "failure mode", "id"],
            probes.map(({ axis, failureMode, id, judged, passVotes, period, state }) => [
              axis,
              period,
              state,
              judged === 0 ? "-" : `${passVotes} of ${judged}`,
              failureMode,
              id.slice(0, 12),
            ]),
          ),
          "",
        ];
  const rates = judges.map(({ axis, caught, epoch, escaped, graded, high, judged, low }) => {
    const escape =
      graded === 0
        ? "none graded"
        : `${escaped} of ${graded} escaped, ${showPercent(escaped / graded)} ${showInterval(low, high)}`;
    return `${axis}, epoch ${epoch.slice(0, 12)}: the critic caught ${caught} of ${judged}; ${escape}`;
  });
  const hidden = blind.map(
    ({ axis, period, probes: count }) =>
      `${axis}, ${period}: ${countOf(count, "probe")}, told of when the month has closed`,
  );
  const lines = [...table, ...rates, ...hidden];
  return lines.length === 0
    ? "No probes yet. They are made when a month is opened, for axes whose file names a critic."
    : lines.join("\n");
}

/** What `probes run` prints: a line for each axis. */
export function renderProbesRun(
  runs: readonly {
    readonly axis: string;
    readonly period: string;
    readonly wanted: number;
    readonly made: number;
    readonly because: string | null;
  }[],
): string {
  if (runs.length === 0) return "There is no axis to make probes for.";
  return runs
    .map(({ axis, because, made, period, wanted }) => {
      const ready = `${axis}: ${made} of ${countOf(wanted, "probe")} ready for ${period}`;
      return because === null ? ready : `${ready}; ${whyFewer(because)}`;
    })
    .join("\n");
}
