import { ownText } from "./own-value.ts";
import { outsidePeer, type PanelPolicy } from "./panel-policy.ts";
import { type LensReport, readReport, type ReportReading } from "./panel-report.ts";
import { canonicalJson } from "./rubric.ts";

/** One chair of the panel and what came from it. */
export interface Seat {
  readonly lens: string;
  readonly mayBlock: boolean;
  /** `stranger`: a report of a lens that the panel does not have. */
  readonly kind: "lens" | "peer" | "stranger";
  /** Reports of this lens that can be read; the first one's figures count, the findings of all do. */
  readonly reports: readonly LensReport[];
  /** Why a report of it cannot be read, or that there is none; null where all that came can be. */
  readonly lost: string | null;
}

/**
 * Puts the reports of a run on the chairs of its panel: the lenses as configured, the peer, then strangers by name.
 * Nothing depends on the order of the reports. Where one lens reported more than once, the one whose figures count is
 * chosen by what it says: one that gives the aiRisk which is needed, of those the lower score, then by its text.
 */
export function seatReports(
  run: { readonly reports: readonly unknown[]; readonly peer?: unknown },
  policy: PanelPolicy,
): readonly Seat[] {
  const given = new Map<string, unknown[]>();
  for (const report of run.reports) {
    const lens = nameOf(report);
    given.set(lens, [...(given.get(lens) ?? []), report]);
  }
  const peer = policy.peer ?? outsidePeer;
  if (run.peer !== undefined && run.peer !== null) given.set(peer, [...(given.get(peer) ?? []), run.peer]);
  const lenses = policy.lenses.map(({ name, mayBlock }) =>
    seatOf({ lens: name, mayBlock, kind: "lens" }, given, policy),
  );
  const own = new Set(policy.lenses.map(({ name }) => name));
  const peers =
    policy.peer === null || own.has(policy.peer)
      ? []
      : [seatOf({ lens: policy.peer, mayBlock: false, kind: "peer" }, given, policy)];
  const strangers = [...given.keys()]
    .filter((lens) => !own.has(lens) && lens !== policy.peer)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((lens) => seatOf({ lens, mayBlock: false, kind: "stranger" }, given, policy));
  return [...lenses, ...peers, ...strangers];
}

/** The lens of a report that names none. */
export const nameless = "?";

/** A truncated report still begins with its lens, as a rule: good enough to say who was lost, and for nothing else. */
function nameOf(report: unknown): string {
  if (typeof report !== "string") return ownText(report, "lens") ?? nameless;
  try {
    return ownText(JSON.parse(report), "lens") ?? nameless;
  } catch {
    return /"lens"\s*:\s*"([a-z0-9-]{1,63})"/u.exec(report)?.[1] ?? nameless;
  }
}

function seatOf(
  chair: Pick<Seat, "lens" | "mayBlock" | "kind">,
  given: ReadonlyMap<string, readonly unknown[]>,
  policy: PanelPolicy,
): Seat {
  const readings = (given.get(chair.lens) ?? [undefined]).map((one) => ofChair(readReport(one), chair));
  const reports = readings.flatMap((reading) => (reading.kind === "report" ? [reading.report] : []));
  const losses = readings.flatMap((reading) => (reading.kind === "lost" ? [reading.because] : [])).toSorted();
  const first = policy.aiRiskFrom === chair.lens ? byRisk : byText;
  return {
    ...chair,
    reports: reports.toSorted(first),
    // What the one that cannot be read would have said is not known, however well another one reads.
    lost: losses[0] ?? null,
  };
}

/** A lens answers for itself: the report of another one in its place is nobody's. The peer is called as it likes. */
function ofChair(reading: ReportReading, { kind, lens }: Pick<Seat, "lens" | "kind">): ReportReading {
  if (reading.kind === "lost" || kind !== "lens") return reading;
  const named = reading.report.lens;
  return named === null || named === lens ? reading : { kind: "lost", because: "other lens" };
}

function byRisk(a: LensReport, b: LensReport): number {
  const [one, other] = [a.aiRiskScore ?? Infinity, b.aiRiskScore ?? Infinity];
  return one === other ? byText(a, b) : one - other;
}

function byText(a: LensReport, b: LensReport): number {
  const [one, other] = [textOf(a), textOf(b)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Nesting without end has no text; such reports are then all alike. */
function textOf(report: LensReport): string {
  try {
    return canonicalJson(report);
  } catch {
    return "";
  }
}
