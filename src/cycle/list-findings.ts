import { type LensPrecision, lensPrecision } from "../core/finding-precision.ts";
import type { KeptFinding } from "../core/panel-record.ts";
import { ImproveCronError } from "../errors.ts";
import type { CycleContext } from "./context.ts";

/** A finding as it is answered: instants as ISO 8601. */
interface ListedFinding extends Omit<KeptFinding, "at" | "dismissed"> {
  readonly at: string;
  readonly dismissed: { readonly at: string; readonly reason: string } | null;
}

export interface FindingList {
  readonly lenses: readonly LensPrecision[];
  /** Newest run first. */
  readonly findings: readonly ListedFinding[];
  /** Findings that are kept at all, whatever was asked for. */
  readonly kept: number;
}

/** What was found, and how much of each lens' findings was kept. */
export async function listFindings(
  { store }: CycleContext,
  filter: { readonly axis?: string; readonly lens?: string; readonly runId?: string },
): Promise<FindingList> {
  const findings = await store.listFindings(filter);
  const all = Object.keys(filter).length === 0 ? findings : await store.listFindings();
  return {
    lenses: lensPrecision(findings),
    findings: findings.toReversed().map(listed),
    kept: all.length,
  };
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
