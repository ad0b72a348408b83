import type { AdjustmentEffect } from "../core/adjustment-effect.ts";
import type { DeletionCandidate, DeletionReason } from "../core/deletion-request.ts";
import type { InstructionGrowth } from "../core/instruction-growth.ts";
import type { RankReason } from "../core/ledger-order.ts";
import { countOf, showPercent } from "./numbers.ts";
import { oneLine } from "./terminal-text.ts";

/** Why an entry stands where it stands, as one phrase. */
export function rankWords(because: readonly RankReason[]): string {
  return because
    .map((reason) => {
      switch (reason.code) {
        case "disagreements":
          return countOf(reason.n, "disagreement");
        case "asked":
          return reason.n === 1 ? "asked once" : `asked ${reason.n} times`;
        case "askers":
          return `by ${reason.n}`;
        case "deletion":
          return "takes away";
        case "reinforcement":
          return "edit before applying";
      }
    })
    .join(", ");
}

/** Whether what an edit was to mend became rarer, with the numbers that say so. */
export function effectSentence(effect: Omit<AdjustmentEffect, "appliedAt">): string {
  const { after, basis, before, commit, difference, file, says, section } = effect;
  const of = basis === "overrides" ? "overrides of graded PASS verdicts" : "panel runs that ask for it";
  const interval =
    difference === null
      ? ""
      : ` (difference ${showPercent(difference.value)}, 95% from ${showPercent(difference.low)} to ${showPercent(difference.high)})`;
  const what = {
    rarer: "became rarer",
    "more-often": "happens more often",
    "no-clear-change": "no clear change",
    "not-enough": "not enough to say",
  }[says];
  return (
    `${oneLine(file, 80)}, ${oneLine(section, 60)}, edited in ${commit.slice(0, 12)}: ${what}; ` +
    `${of}: ${shareOf(before)} before, ${shareOf(after)} after${interval}`
  );
}

function shareOf({ count, n }: AdjustmentEffect["before"]): string {
  return `${count} of ${n}`;
}

/** A rule that is worth deleting, with what speaks for it. */
export function deletionSentence({ because, file, line, rule, section }: DeletionCandidate): string {
  const place = line === null ? oneLine(file, 80) : `${oneLine(file, 80)}:${line}`;
  const what = rule === null ? `a rule of ${oneLine(section, 60)}` : `"${oneLine(rule, 80)}"`;
  return `${place} ${what}: ${because.map(deletionReason).join("; ")}`;
}

function deletionReason(reason: DeletionReason): string {
  switch (reason.code) {
    case "deletion-asked":
      return reason.n === 1 ? "its deletion is asked for" : `its deletion is asked for ${reason.n} times`;
    case "contradicts":
      return `line ${reason.line} says the opposite`;
    case "called-contradictory":
      return "it is said to contradict another rule";
    case "no-effect":
      return "what it was written for became no rarer";
    case "dismissed":
      return "what it was written for was dismissed since";
    case "unnamed":
      return `unchanged for ${reason.days} days, and nobody has named its section since`;
  }
}

/** How a file grew; null where it was measured less than twice. */
export function growthSentence(
  growth: Pick<InstructionGrowth, "applied" | "file" | "grown" | "onlyGrows"> & {
    readonly sizes: readonly { readonly bytes: number; readonly lines: number }[];
  },
): string | null {
  const { applied, file, grown, onlyGrows, sizes } = growth;
  const last = sizes.at(-1);
  if (grown === null || last === undefined) return null;
  const warning = onlyGrows ? "; it only ever grows: ask what can go" : "";
  return (
    `${oneLine(file, 80)}: ${countOf(last.bytes, "byte")} in ${countOf(last.lines, "line")}, ${signed(grown.bytes)} and ` +
    `${signed(grown.lines)} over ${countOf(sizes.length, "measurement")}; applied: ${applied.additive} that add, ` +
    `${applied.subtractive} that take away${warning}`
  );
}

function signed(n: number): string {
  return n > 0 ? `+${n}` : String(n);
}

/** What a month's opening entry says of the ledger, in sentences. Names, numbers and rules only: no finding quotes a draft here. */
export function monthAdjustmentSentences(month: {
  readonly open: readonly {
    readonly file: string;
    readonly section: string;
    readonly because: readonly RankReason[];
  }[];
  readonly effects: readonly AdjustmentEffect[];
  readonly growth: readonly InstructionGrowth[];
  readonly deletions: readonly DeletionCandidate[];
}): readonly string[] {
  const [first] = month.open;
  return [
    ...(first === undefined
      ? []
      : [
          `Adjustments: ${month.open.length} open (improve-cron adjustments list); first ${oneLine(first.file, 80)}, ` +
            `${oneLine(first.section, 60)}: ${rankWords(first.because)}.`,
        ]),
    ...month.effects.map((effect) => `${effectSentence(effect)}.`),
    ...month.growth.filter(({ onlyGrows }) => onlyGrows).map((growth) => `${growthSentence(growth) ?? ""}.`),
    ...(month.deletions.length === 0
      ? []
      : [
          `Worth deleting, which nothing in the loop asks for by itself: ` +
            `${month.deletions.map((one, index) => `(${index + 1}) ${deletionSentence(one)}`).join(". ")}.`,
        ]),
  ];
}
