import { type LensPrecision, lensPrecision } from "../core/finding-precision.ts";
import type { KeptFinding } from "../core/panel-record.ts";
import { verdictKeyOfId } from "../core/verdict.ts";
import { ImproveCronError } from "../errors.ts";
import type { CycleContext } from "./context.ts";
import { openDesks } from "./grading-desks.ts";

/** A finding as it is answered: instants as ISO 8601. */
interface ListedFinding extends Omit<KeptFinding, "at" | "dismissed"> {
  readonly at: string;
  readonly dismissed: { readonly at: string; readonly reason: string } | null;
}

export interface FindingList {
  readonly lenses: readonly LensPrecision[];
  /** Newest run first. */
  readonly findings: readonly ListedFinding[];
  /** Findings that would be listed if nothing in particular were asked for: those left out are in no figure. */
  readonly kept: number;
  /** Runs that are left out, findings or none: one of their verdicts is being graded blind. */
  readonly withheld: number;
}

/**
 * What was found, and how much of each lens' findings was kept. What was found in a draft tells what panel and lens said of it,
 * so a run of which any verdict is being graded is left out whole until its month is closed.
 */
export async function listFindings(
  context: CycleContext,
  filter: { readonly axis?: string; readonly lens?: string; readonly runId?: string },
): Promise<FindingList> {
  const { findings, withheld } = await findingsToSee(context, filter);
  const all = Object.keys(filter).length === 0 ? findings : (await findingsToSee(context, {})).findings;
  return {
    lenses: lensPrecision(findings),
    findings: findings.toReversed().map(listed),
    kept: all.length,
    withheld,
  };
}

async function findingsToSee(
  context: CycleContext,
  filter: { readonly axis?: string; readonly lens?: string; readonly runId?: string },
): Promise<{ readonly findings: readonly KeptFinding[]; readonly withheld: number }> {
  const withheld = await runsOnDesks(context, filter);
  const kept = await context.store.listFindings(filter);
  return {
    findings: kept.filter((finding) => !withheld.has(nameOf(finding))),
    withheld: withheld.size,
  };
}

/** The runs that gave a verdict, of the panel or of a lens, that is being graded now. */
async function runsOnDesks(
  context: CycleContext,
  { axis, runId }: { readonly axis?: string; readonly runId?: string },
): Promise<ReadonlySet<string>> {
  const { store, workspace } = context;
  const desks = await openDesks(context, ["planned", "sending", "created", "answered"]);
  const asked = new Set(desks.flatMap(({ items }) => items.map(({ verdictKey }) => verdictKey)));
  if (asked.size === 0) return new Set();
  const runs = await store.listPanelRuns({
    ...(axis === undefined ? {} : { axis }),
    ...(runId === undefined ? {} : { runId }),
  });
  const isAsked = (of: string, id: string): boolean =>
    asked.has(verdictKeyOfId(workspace, { axis: of, source: "panel", id }));
  return new Set(
    runs
      .filter((run) => [run.axis, ...run.lenses.map(({ lens }) => lens)].some((of) => isAsked(of, run.runId)))
      .map(nameOf),
  );
}

function nameOf({ axis, runId }: Pick<KeptFinding, "axis" | "runId">): string {
  return `${axis}\n${runId}`;
}

function listed({ at, dismissed, ...finding }: KeptFinding): ListedFinding {
  return {
    ...finding,
    at: new Date(at).toISOString(),
    dismissed:
      dismissed === null ? null : { at: new Date(dismissed.at).toISOString(), reason: dismissed.reason },
  };
}

/**
 * Dismisses a finding, for good: it was not worth acting on.
 *
 * @throws ImproveCronError `input` for an id that no finding has
 */
export async function dismissFinding(
  { now, store }: CycleContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<{
  readonly id: string;
  readonly outcome: "dismissed" | "already";
  readonly lens: LensPrecision | null;
}> {
  const [found] = await store.listFindings({ id });
  const outcome = found === undefined ? "unknown" : await store.dismissFinding({ id, at: now(), reason });
  if (found === undefined || outcome === "unknown")
    throw new ImproveCronError("input", `there is no finding ${id}`, "See: improve-cron findings list");
  const [lens = null] = lensPrecision(await store.listFindings({ lens: found.lens }));
  return { id, outcome, lens };
}
