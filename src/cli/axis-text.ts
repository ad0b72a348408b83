import type { AxisProblem } from "../config/config.ts";
import type { Axis } from "../core/axis.ts";
import type { Decision, StatusChange } from "../core/decided.ts";
import { alignTable } from "../reports/table.ts";
import { oneLine } from "../reports/terminal-text.ts";

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
  const faults = problems.map(({ file, line, message, hint }) =>
    oneLine(`cannot be used: ${file}${line === null ? "" : `:${line}`}: ${message} ${hint}`),
  );
  return [...table, ...(faults.length === 0 ? [] : ["", ...faults])].join("\n");
}

/** One axis as `axis show` shows it: the facts of its file, how its status changed, its last decision. */
export interface ShownAxis extends Omit<Axis, "name"> {
  readonly axis: string;
  readonly statusChanges: readonly ShownStatusChange[];
  readonly lastDecision: Pick<
    Decision,
    "period" | "action" | "reasons" | "evidence" | "kappa" | "overrides"
  > | null;
}

/** A change of the status word; `at` is ISO 8601, UTC. */
interface ShownStatusChange extends Omit<StatusChange, "at"> {
  readonly at: string;
}

/** The same for people: a fact a line, those that are given. */
export function renderAxis(shown: ShownAxis): string {
  const { statusChanges, lastDecision, ...facts } = shown;
  const given = Object.entries(facts).filter(([, value]) => value !== null && !isEmpty(value));
  const width = Math.max(...given.map(([name]) => wordsOf(name).length));
  const line = ([name, value]: readonly [string, unknown]): string =>
    `${wordsOf(name).padEnd(width)}  ${oneLine(typeof value === "string" ? value : JSON.stringify(value))}`;
  return [
    ...given.map(line),
    ...(lastDecision === null ? [] : ["", lastDecisionLine(lastDecision)]),
    ...(statusChanges.length === 0 ? [] : ["", ...statusChanges.map(statusChangeLine)]),
  ].join("\n");
}

function lastDecisionLine(decision: NonNullable<ShownAxis["lastDecision"]>): string {
  const { period, action, reasons, kappa, overrides } = decision;
  const why = reasons.length === 0 ? "" : ` (${reasons.join(", ")})`;
  const measured = `kappa ${kappa === null ? "not computable" : kappa.toFixed(3)}, ${overrides} overrides`;
  return `last decision: ${period} ${action}${why}, ${measured}`;
}

function statusChangeLine({ at, from, to, by, reason }: ShownStatusChange): string {
  return oneLine(`${at} ${from ?? "new"} -> ${to}, ${by}: ${reason}`);
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
