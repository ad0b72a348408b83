import type { TakenAway, Unfinished } from "./fresh-evidence.ts";
import type { Regraduation, RegraduationInput } from "./regraduation.ts";
import type { Strata } from "./weighted-kappa.ts";

/** P(kappa < threshold) of at most this opens the door of evidence. */
export const gateProbability = 0.1;

/** What keeps a door closed. */
export type Missing =
  | { readonly code: "probability"; readonly value: number; readonly bar: number }
  /** `no-fail-stratum`, `no-pass-stratum`: the frames hold no such verdict. Else a stratum without a grade. */
  | {
      readonly code: "not-computable";
      readonly because: "no-frame" | "no-fail-stratum" | "no-pass-stratum" | "no-grades";
    }
  | { readonly code: "days"; readonly needed: number; readonly of: number }
  | { readonly code: "no-grade-in-days" }
  /** Answers are in that nobody may look at yet. */
  | { readonly code: "unfinished"; readonly what: Unfinished }
  | { readonly code: "never-reverted" }
  | { readonly code: "no-new-epoch" }
  /** A new epoch by model or settings alone: nothing of the rubric was repaired. */
  | { readonly code: "rubric-unchanged" }
  /** The rubric in use is one from before the reverted one. */
  | { readonly code: "epoch-switched-back" };

/** What keeps the door of evidence closed; empty where it is open. */
export function evidenceMissing(gate: {
  readonly strata: Strata;
  readonly pBelowThreshold: number | null;
  readonly days: Regraduation["days"];
  readonly unfinished: readonly Unfinished[];
}): readonly Missing[] {
  const { days, pBelowThreshold, strata, unfinished } = gate;
  const missing: Missing[] = [];
  if (pBelowThreshold === null) missing.push({ code: "not-computable", because: whyNot(strata) });
  else if (pBelowThreshold > gateProbability) {
    missing.push({ code: "probability", value: pBelowThreshold, bar: gateProbability });
  }
  if (days.needed > 0) missing.push({ code: "days", needed: days.needed, of: days.required });
  if (days.grades === 0) missing.push({ code: "no-grade-in-days" });
  for (const what of unfinished) {
    if (what.answered > 0) missing.push({ code: "unfinished", what });
  }
  return missing;
}

function whyNot({ pass, fail }: Strata): Extract<Missing, { code: "not-computable" }>["because"] {
  if (pass.size + fail.size === 0) return "no-frame";
  if (fail.size === 0) return "no-fail-stratum";
  if (pass.size === 0) return "no-pass-stratum";
  return "no-grades";
}

/** What keeps the door of repair closed; empty where it is open. */
export function repairMissing(
  { record, rubrics }: RegraduationInput,
  since: TakenAway | null,
  { before, now }: Regraduation["epoch"],
): readonly Missing[] {
  if (since === null) return [{ code: "never-reverted" }];
  const last = before.at(-1);
  if (now === null || now === last) return [{ code: "no-new-epoch" }];
  if (before.includes(now)) return [{ code: "epoch-switched-back" }];
  const rubricOf = (epoch: string): string => rubrics.get(epoch) ?? epoch;
  const rubric = rubricOf(now);
  if (last !== undefined && rubric === rubricOf(last)) return [{ code: "rubric-unchanged" }];
  const firstUnder = (wanted: string): number =>
    record.counts
      .filter(({ epoch, word }) => word !== "ERROR" && rubricOf(epoch) === wanted)
      .reduce((earliest, { firstAt }) => Math.min(earliest, firstAt), Number.POSITIVE_INFINITY);
  const isOld = before
    .map(rubricOf)
    .some((decided) => decided === rubric || firstUnder(rubric) < firstUnder(decided));
  return isOld ? [{ code: "epoch-switched-back" }] : [];
}
