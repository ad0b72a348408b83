import { placedFault } from "../config/config-problem.ts";
import type { AxisProblem } from "../config/config.ts";
import type { Axis } from "../core/axis.ts";
import type { Decision, StatusChange } from "../core/decided.ts";
import type { HistoryKappa } from "../core/history-row.ts";
import { foldLine } from "../reports/fold-line.ts";
import { kappaCell } from "../reports/kappa-words.ts";
import { countOf } from "../reports/numbers.ts";
import { alignTable } from "../reports/table.ts";
import { evidenceWords } from "../reports/graduation-words.ts";
import { oneLine } from "../reports/terminal-text.ts";
import { showInstant } from "../reports/time.ts";

/** One axis as `axis list` shows it. */
export interface AxisRow {
  readonly axis: string;
  readonly status: string;
  readonly title: string | null;
  readonly file: string;
  readonly verdictLog: string | null;
}

/** The axes as a table, then the axis files that cannot be used. */
export function renderAxisTable(rows: readonly AxisRow[], problems: readonly AxisProblem[]): string {
  const cells = rows.map(({ axis, status, file }) => [axis, status, file]);
  const table = rows.length === 0 ? ["There is no axis yet."] : alignTable(["axis", "status", "file"], cells);
  const faults = problems.map((problem) =>
    oneLine(`cannot be used: ${placedFault(problem)}. ${problem.hint}`),
  );
  return [...table, ...(faults.length === 0 ? [] : ["", ...faults])].join("\n");
}

/** One axis as `axis show` shows it: the facts of its file, how its status changed, its last decision. */
export interface ShownAxis extends Omit<Axis, "name"> {
  readonly axis: string;
  readonly statusChanges: readonly ShownStatusChange[];
  readonly lastDecision: LastDecision | null;
}

/** What was decided last, and what is known of that month by now. */
interface LastDecision extends Pick<Decision, "period" | "action" | "reasons" | "evidence"> {
  readonly kappa: HistoryKappa;
  readonly graded: { readonly pass: number; readonly fail: number };
  readonly overrides: number;
}

/** A change of the status word; `at` is ISO 8601, UTC. */
interface ShownStatusChange extends Omit<StatusChange, "at" | "evidence"> {
  readonly at: string;
  /** What was on the page of a graduation. */
  readonly evidence?: unknown;
}

/** The same for people: a fact a line, those that are given; instants in this zone and in UTC. */
export function renderAxis(shown: ShownAxis, timezone: string): string {
  const { statusChanges, lastDecision, ...facts } = shown;
  const given = Object.entries(facts).filter(([, value]) => value !== null && !isEmpty(value));
  const width = Math.max(...given.map(([name]) => wordsOf(name).length));
  const line = ([name, value]: readonly [string, unknown]): string =>
    `${wordsOf(name).padEnd(width)}  ${oneLine(typeof value === "string" ? value : JSON.stringify(value))}`;
  return [
    ...given.map(line),
    ...(lastDecision === null ? [] : ["", lastDecisionLine(lastDecision)]),
    ...(statusChanges.length === 0
      ? []
      : ["", ...statusChanges.flatMap((change) => statusChangeLines(change, timezone))]),
  ].join("\n");
}

function lastDecisionLine({ period, action, reasons, kappa, graded, overrides }: LastDecision): string {
  const why = reasons.length === 0 ? "" : ` (${reasons.join(", ")})`;
  const measured =
    `kappa ${kappa.status === "undefined" ? "not computable" : kappaCell(kappa)} ` +
    `(n = ${graded.pass} + ${graded.fail}), ${countOf(overrides, "override")} of ${graded.pass}`;
  return `last decision: ${period} ${action}${why}, ${measured}`;
}

function statusChangeLines(
  { at, by, door, evidence, from, reason, to }: ShownStatusChange,
  timezone: string,
): readonly string[] {
  const way = door === undefined ? by : door === "forced" ? `${by} by force` : `${by}, door of ${door}`;
  const figures = evidence === undefined ? null : evidenceWords(evidence);
  return [
    ...foldLine(
      oneLine(`${showInstant(Date.parse(at), timezone)} ${from ?? "new"} -> ${to}, ${way}: ${reason}`),
      80,
    ),
    ...(figures === null ? [] : [`  ${figures}`]),
  ];
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** `kappaThreshold` as people read it: `kappa threshold`. */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
}

/** What became of `axis assist`. */
export function renderAssisted(
  axis: string,
  outcome: {
    readonly changed: boolean;
    readonly status: string;
    readonly pending: readonly { readonly kind: string; readonly because: string | null }[];
  },
): string {
  const first = outcome.changed
    ? `${axis} is assisted now: a person confirms what it approves.`
    : `${axis} is ${oneLine(outcome.status)} already; nothing was changed.`;
  const waiting = outcome.pending.map(
    ({ kind, because }) => `still pending: ${kind}: ${oneLine(because ?? "")}`,
  );
  return [first, ...waiting].join("\n");
}
