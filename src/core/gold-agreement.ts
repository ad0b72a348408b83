import { differenceInterval } from "./difference-interval.ts";
import type { GoldAnswer, GoldItem } from "./gold-record.ts";
import { isRetired, splitNow } from "./gold-set.ts";
import { jeffreysInterval } from "./intervals.ts";
import { mcnemarExact } from "./mcnemar.ts";
import type { Rate } from "./mover-interval.ts";
import { type RoganGladen, roganGladen } from "./rogan-gladen.ts";

/** `count` of `n` with its share, 0 to 1, and 95% Jeffreys interval; the three are null where n is 0. */
export interface RateFigure extends Rate {
  readonly rate: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** How a critic does on one half of the gold set. */
export interface GoldFigures {
  /** Items on which it gave the founder's word. */
  readonly agreement: RateFigure;
  /** Of the items that the founder passes, those that it passes: the TPR. */
  readonly truePass: RateFigure;
  /** Of the items that the founder fails, those that it fails: the TNR. */
  readonly trueFail: RateFigure;
  /** Of the probes that the founder fails, those that it lets through. */
  readonly escape: RateFigure;
}

/** How a critic did in one run. Items that are retired by now are left out, wherever they stood then. */
export interface GoldAgreement {
  readonly holdout: GoldFigures;
  /** Known to whoever edits the rubric: it may be good on these and on nothing else. */
  readonly exposed: GoldFigures;
}

/**
 * How well does a critic agree with the gold set? Only answers of the first turn count, and a call that gave no verdict is
 * neither agreement nor disagreement. An item that the rubric quotes by now is out of the holdout figures of every run.
 */
export function goldAgreement(items: readonly GoldItem[], answers: readonly GoldAnswer[]): GoldAgreement {
  const judged = judgedItems(items, answers);
  const half = (split: GoldItem["split"]): GoldFigures =>
    figuresOf(judged.filter(({ item }) => splitNow(item) === split));
  return { holdout: half("holdout"), exposed: half("exposed") };
}

interface JudgedItem {
  readonly item: GoldItem;
  readonly word: "PASS" | "FAIL";
}

function judgedItems(items: readonly GoldItem[], answers: readonly GoldAnswer[]): readonly JudgedItem[] {
  const words = wordsOf(answers, 1);
  return items.flatMap((item) => {
    const word = words.get(item.id);
    return word === undefined || isRetired(item) ? [] : [{ item, word }];
  });
}

function wordsOf(answers: readonly GoldAnswer[], repeat: number): ReadonlyMap<string, "PASS" | "FAIL"> {
  return new Map(
    answers.flatMap(({ goldId, word, repeat: turn }) =>
      turn !== repeat || word === "ERROR" ? [] : [[goldId, word] as const],
    ),
  );
}

function figuresOf(judged: readonly JudgedItem[]): GoldFigures {
  const passes = judged.filter(({ item }) => item.label === "PASS");
  const fails = judged.filter(({ item }) => item.label === "FAIL");
  const probes = fails.filter(({ item }) => item.origin === "probe");
  return {
    agreement: figureOf(judged, ({ item, word }) => word === item.label),
    truePass: figureOf(passes, ({ word }) => word === "PASS"),
    trueFail: figureOf(fails, ({ word }) => word === "FAIL"),
    escape: figureOf(probes, ({ word }) => word === "PASS"),
  };
}

function figureOf<T>(all: readonly T[], which: (one: T) => boolean): RateFigure {
  return rateFigure(all.filter(which).length, all.length);
}

/** A rate with its interval. */
function rateFigure(count: number, n: number): RateFigure {
  const { low, high } = jeffreysInterval(count, n);
  return { count, n, rate: n === 0 ? null : count / n, low, high };
}

/** Answers to the same items in two runs. */
export interface GoldFlips {
  /** Items with a verdict in both that are not the same verdict. */
  readonly flipped: RateFigure;
  readonly passToFail: number;
  readonly failToPass: number;
  /** Exact McNemar p, two-sided: small where they lean one way. Null where no item can be compared. */
  readonly p: number | null;
}

/** How many answers to identical input changed from one run to another? Which label an item has makes no difference. */
export function goldFlips(before: readonly GoldAnswer[], now: readonly GoldAnswer[]): GoldFlips {
  const then = wordsOf(before, 1);
  const changes = [...wordsOf(now, 1)].flatMap(([id, to]) => {
    const from = then.get(id);
    return from === undefined ? [] : [{ from, to }];
  });
  const passToFail = changes.filter(({ from, to }) => from === "PASS" && to === "FAIL").length;
  const failToPass = changes.filter(({ from, to }) => from === "FAIL" && to === "PASS").length;
  return {
    flipped: rateFigure(passToFail + failToPass, changes.length),
    passToFail,
    failToPass,
    p: changes.length === 0 ? null : mcnemarExact(passToFail, failToPass),
  };
}

/**
 * How often does the critic contradict itself within one run? Items that were judged a second time, and those whose second word
 * was another. It is what flips from run to run have to be held against: a critic that is unsteady flips without having changed.
 */
export function judgedTwice(answers: readonly GoldAnswer[]): RateFigure {
  const first = wordsOf(answers, 1);
  const pairs = [...wordsOf(answers, 2)].flatMap(([id, word]) => {
    const before = first.get(id);
    return before === undefined ? [] : [{ before, word }];
  });
  return figureOf(pairs, ({ before, word }) => before !== word);
}

/** Whether answers flipped more often from run to run than within the runs; null where that cannot be told. */
export function exceedsOwnNoise(flipped: Rate, twice: readonly Rate[]): boolean | null {
  const noise = {
    count: twice.reduce((sum, { count }) => sum + count, 0),
    n: twice.reduce((sum, { n }) => sum + n, 0),
  };
  const difference = differenceInterval(noise, flipped);
  return difference === null ? null : difference.low > 0;
}

/**
 * Which share of production would the founder pass, told from the critic's own PASS rate and how it does on gold? Probes are left
 * out, since they were written to mislead the critic and would understate its TNR; so are risk items, which were picked,
 * imported ones, and whatever is exposed. Production's own grades tell the same without faith in the gold set: see
 * `truePassRate`.
 *
 * @param drawn refs of the items that were drawn at random
 */
export function goldTruePassRate(
  criticPass: Rate,
  items: readonly GoldItem[],
  answers: readonly GoldAnswer[],
  drawn: ReadonlySet<string>,
): RoganGladen & { readonly goldItems: number } {
  const usable = judgedItems(items, answers).filter(
    ({ item }) =>
      item.origin === "regrade" &&
      item.itemRef !== null &&
      drawn.has(item.itemRef) &&
      splitNow(item) === "holdout",
  );
  const { truePass, trueFail } = figuresOf(usable);
  return { ...roganGladen({ criticPass, goldPass: truePass, goldFail: trueFail }), goldItems: usable.length };
}
