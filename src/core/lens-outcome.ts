import { type Heard, isMalformed } from "./panel-hearing.ts";
import type { LensReport } from "./panel-report.ts";
import type { LensOutcome, PanelResult } from "./panel-result.ts";

/** FAIL is a BLOCKER or MAJOR of its own, after cap and refusal. */
export function outcomeOf({ lens, lost, quoted, refused, reports }: Heard): LensOutcome {
  const failed = quoted.some(({ severity }) => severity !== "ADVISORY");
  const unclear = lost !== null || refused.some(isMalformed);
  const passed = unclear ? null : "PASS";
  return {
    lens,
    word: failed ? "FAIL" : passed,
    lost,
    findings: quoted.length,
    rejected: refused.length,
    rubric: reports[0]?.rubric ?? null,
    model: reports[0]?.model ?? null,
    tokens: sumOf(reports, ({ tokens }) => tokens),
    costUsd: sumOf(reports, ({ costUsd }) => costUsd),
  };
}

/** What the lenses spent in all, as far as they say. */
export function tokensOf(heard: readonly Heard[]): PanelResult["tokens"] {
  const known = heard.flatMap((seat) => {
    const tokens = sumOf(seat.reports, ({ tokens: own }) => own);
    return tokens === null ? [] : [[seat.lens, tokens] as const];
  });
  if (known.length === 0) return null;
  return { total: known.reduce((sum, [, tokens]) => sum + tokens, 0), lenses: Object.fromEntries(known) };
}

function sumOf(reports: readonly LensReport[], amount: (report: LensReport) => number | null): number | null {
  const known = reports.map(amount).filter((one) => one !== null);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
}
