import type { AgreementTable } from "./kappa.ts";
import { jeffreysInterval } from "./intervals.ts";
import { mcnemarExact } from "./mcnemar.ts";
import { type Estimate, moverInterval, moveRate } from "./mover-interval.ts";
import type { PanelResult } from "./panel-result.ts";
import { agreementOf } from "./agreement.ts";

type Word = "PASS" | "FAIL";

/** One draft that both judged. */
export interface ComparedDraft {
  readonly panel: Word;
  readonly reviewer: Word;
  /** What the founder says of it; null where he was not asked, or said both. */
  readonly founder: Word | null;
}

/** How one of the two did on the drafts that the founder graded. */
export interface ComparedSide {
  /** Graded drafts on which it said the founder's word, and the share with its Jeffreys interval. */
  readonly agreement: { readonly agreed: number; readonly n: number; readonly rate: number | null } & Limits;
  /** Of all drafts that both judged, graded ones standing for those like them. */
  readonly kappa:
    | ({ readonly status: "ok" } & Estimate)
    | ({
        readonly status: "unidentified" | "undefined";
        readonly value: null;
        readonly because: string;
      } & Limits);
}

interface Limits {
  readonly low: number | null;
  readonly high: number | null;
}

export interface PanelFigures {
  readonly drafts: number;
  readonly graded: number;
  readonly panel: ComparedSide;
  readonly reviewer: ComparedSide;
  /** By how much the panel agrees more often, -1 to 1, of all drafts that both judged; null where it is not identified. */
  readonly difference: Estimate | null;
  /** Graded drafts on which only one of them was right, and the exact McNemar p of so uneven a split. */
  readonly onlyPanelRight: number;
  readonly onlyReviewerRight: number;
  readonly p: number;
}

/** Drafts on which the two gave one pair of words. */
interface Cell {
  readonly panel: Word;
  readonly reviewer: Word;
  readonly size: number;
  readonly graded: number;
  readonly founderPass: number;
}

/**
 * Which of two is right more often, the panel or one reviewer? On drafts that both judged.
 *
 * Drafts are drawn for grading by the word of a critic, so that graded ones are no random part of all; they are one of those
 * with the same pair of words. So each of the four pairs counts with its size, and the graded of a pair stand for it
 * (post-stratification). Intervals are MOVER on the Jeffreys limits of the four shares. A pair that occurs and of which
 * nothing was graded leaves kappa and difference unidentified. Where the two agree, neither gains on the other.
 */
export function panelFigures(drafts: readonly ComparedDraft[]): PanelFigures {
  const graded = drafts.filter(({ founder }) => founder !== null);
  const cells = cellsOf(drafts);
  const onlyPanelRight = graded.filter(
    ({ founder, panel, reviewer }) => panel === founder && reviewer !== founder,
  ).length;
  const onlyReviewerRight = graded.filter(
    ({ founder, panel, reviewer }) => reviewer === founder && panel !== founder,
  ).length;
  return {
    drafts: drafts.length,
    graded: graded.length,
    panel: sideOf("panel", graded, cells),
    reviewer: sideOf("reviewer", graded, cells),
    difference: differenceOf(cells),
    onlyPanelRight,
    onlyReviewerRight,
    p: mcnemarExact(onlyPanelRight, onlyReviewerRight),
  };
}

function cellsOf(drafts: readonly ComparedDraft[]): readonly Cell[] {
  const words: readonly Word[] = ["PASS", "FAIL"];
  return words
    .flatMap((panel) => words.map((reviewer) => ({ panel, reviewer })))
    .map(({ panel, reviewer }) => {
      const own = drafts.filter((draft) => draft.panel === panel && draft.reviewer === reviewer);
      const graded = own.filter(({ founder }) => founder !== null);
      const founderPass = graded.filter(({ founder }) => founder === "PASS").length;
      return { panel, reviewer, size: own.length, graded: graded.length, founderPass };
    })
    .filter(({ size }) => size > 0);
}

function sideOf(
  side: "panel" | "reviewer",
  graded: readonly ComparedDraft[],
  cells: readonly Cell[],
): ComparedSide {
  const agreed = graded.filter((draft) => draft[side] === draft.founder).length;
  const { high, low } = jeffreysInterval(agreed, graded.length);
  const rate = graded.length === 0 ? null : agreed / graded.length;
  return { agreement: { agreed, n: graded.length, rate, low, high }, kappa: kappaOf(side, cells) };
}

function kappaOf(side: "panel" | "reviewer", cells: readonly Cell[]): ComparedSide["kappa"] {
  const none = { value: null, low: null, high: null };
  if (cells.every(({ graded }) => graded === 0)) return { status: "undefined", ...none, because: "no-data" };
  if (cells.some(({ graded }) => graded === 0))
    return { status: "unidentified", ...none, because: "ungraded-stratum" };
  if (cells.every((cell) => cell[side] === "PASS") || cells.every((cell) => cell[side] === "FAIL"))
    return { status: "unidentified", ...none, because: "empty-stratum" };
  const at = (shares: readonly number[]): number => {
    const { kappa } = agreementOf(tableAt(side, cells, shares));
    return kappa.status === "ok" ? kappa.value : 0;
  };
  const shares = cells.map(shareOf);
  const moved = cells.flatMap((cell, index) =>
    moveRate(rateOf(cell), cell[side] === "PASS" ? "raises" : "lowers", 0.95, (share) =>
      at(shares.with(index, share)),
    ),
  );
  const value = at(shares);
  return { status: "ok", value, ...moverInterval(value, moved, [-1, 1]) };
}

/** The table of all drafts, in shares of them, with these founder-PASS shares of the cells. */
function tableAt(
  side: "panel" | "reviewer",
  cells: readonly Cell[],
  shares: readonly number[],
): AgreementTable {
  const table = { pp: 0, pf: 0, fp: 0, ff: 0 };
  for (const [index, cell] of cells.entries()) {
    const passed = cell.size * (shares[index] ?? 0);
    if (cell[side] === "PASS") {
      table.pp += passed;
      table.pf += cell.size - passed;
    } else {
      table.fp += passed;
      table.ff += cell.size - passed;
    }
  }
  return table;
}

function differenceOf(cells: readonly Cell[]): Estimate | null {
  if (cells.length === 0 || cells.some(({ graded }) => graded === 0)) return null;
  const total = cells.reduce((sum, { size }) => sum + size, 0);
  const at = (shares: readonly number[]): number =>
    cells.reduce((sum, cell, index) => {
      if (cell.panel === cell.reviewer) return sum;
      const panelRight = 2 * (shares[index] ?? 0) - 1;
      return sum + (cell.size / total) * (cell.panel === "PASS" ? panelRight : -panelRight);
    }, 0);
  const shares = cells.map(shareOf);
  const moved = cells.flatMap((cell, index) =>
    cell.panel === cell.reviewer
      ? []
      : moveRate(rateOf(cell), cell.panel === "PASS" ? "raises" : "lowers", 0.95, (share) =>
          at(shares.with(index, share)),
        ),
  );
  return { value: at(shares), ...moverInterval(at(shares), moved, [-1, 1]) };
}

function shareOf({ founderPass, graded }: Cell): number {
  return founderPass / graded;
}

function rateOf({ founderPass, graded }: Cell): { readonly count: number; readonly n: number } {
  return { count: founderPass, n: graded };
}

/**
 * What a panel would have said without one of its own: FAIL where another found a BLOCKER or MAJOR, or where aiRisk stands
 * against the draft and is not the one's. Null where the run was not complete.
 */
export function wordWithout(result: PanelResult, lens: string, aiRiskFrom: string | null): Word | null {
  if (!result.complete) return null;
  const byRisk = lens !== aiRiskFrom && result.reasons.some((reason) => reason.startsWith("ai-risk"));
  const byFinding = result.findings.some(({ issues }) =>
    issues.some((issue) => issue.lens !== lens && issue.severity !== "ADVISORY"),
  );
  return byRisk || byFinding ? "FAIL" : "PASS";
}
