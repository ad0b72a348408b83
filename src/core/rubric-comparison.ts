import { mcnemarExact } from "./mcnemar.ts";
import type { VerdictWord } from "./verdict.ts";

/** What a critic said of one item under one rubric. */
export interface RubricAnswer {
  /** The key of the verdict that the item is known by: the same item has the same key in both files. */
  readonly key: string;
  /** The item as the file names it. */
  readonly name: string;
  /** ERROR: the critic gave no verdict. */
  readonly word: VerdictWord;
}

/** An item that the two rubrics judge differently. */
export interface Flip {
  readonly key: string;
  readonly name: string;
  readonly from: "PASS" | "FAIL";
  readonly to: "PASS" | "FAIL";
}

/** Two rubrics on the same items. Names are in the order of the files. */
export interface RubricComparison {
  /** Items with PASS or FAIL under both. */
  readonly items: number;
  /** The old rubric's word first, then the new one's. */
  readonly table: {
    readonly passPass: number;
    readonly passFail: number;
    readonly failPass: number;
    readonly failFail: number;
  };
  readonly flips: readonly Flip[];
  /** Exact McNemar p, two-sided; null where no item can be compared. */
  readonly p: number | null;
  /** Which way the flips lean: `stricter` has more PASS -> FAIL. */
  readonly direction: "stricter" | "more-lenient" | "even";
  /** Items that one file lacks. */
  readonly onlyOld: readonly string[];
  readonly onlyNew: readonly string[];
  /** Items without a verdict in at least one of the files. */
  readonly withoutVerdict: readonly string[];
}

/**
 * What does an edit of a rubric change in a critic's answers to the same items? The order of either file changes nothing but
 * the order of the names.
 *
 * @throws RangeError where a list names an item twice: which answer counts is for the reader of the file to say.
 */
export function compareRubrics(
  old: readonly RubricAnswer[],
  edited: readonly RubricAnswer[],
): RubricComparison {
  const oldByKey = byKey(old);
  const newByKey = byKey(edited);
  const table = { passPass: 0, passFail: 0, failPass: 0, failFail: 0 };
  const flips: Flip[] = [];
  const withoutVerdict: string[] = [];
  for (const before of old) {
    const after = newByKey.get(before.key);
    if (after === undefined) continue;
    const [from, to] = [before.word, after.word];
    if (from === "ERROR" || to === "ERROR") {
      withoutVerdict.push(before.name);
      continue;
    }
    table[cellOf(from, to)] += 1;
    if (from !== to) flips.push({ key: before.key, name: before.name, from, to });
  }
  const items = table.passPass + table.passFail + table.failPass + table.failFail;
  return {
    items,
    table,
    flips,
    p: items === 0 ? null : mcnemarExact(table.passFail, table.failPass),
    direction: directionOf(table.passFail - table.failPass),
    onlyOld: old.filter(({ key }) => !newByKey.has(key)).map(({ name }) => name),
    onlyNew: edited.filter(({ key }) => !oldByKey.has(key)).map(({ name }) => name),
    withoutVerdict,
  };
}

function byKey(answers: readonly RubricAnswer[]): ReadonlyMap<string, RubricAnswer> {
  const found = new Map<string, RubricAnswer>();
  for (const answer of answers) {
    if (found.has(answer.key)) throw new RangeError(`the item ${answer.name} is answered twice`);
    found.set(answer.key, answer);
  }
  return found;
}

function cellOf(from: "PASS" | "FAIL", to: "PASS" | "FAIL"): keyof RubricComparison["table"] {
  if (from === "PASS") return to === "PASS" ? "passPass" : "passFail";
  return to === "PASS" ? "failPass" : "failFail";
}

function directionOf(difference: number): RubricComparison["direction"] {
  if (difference === 0) return "even";
  return difference > 0 ? "stricter" : "more-lenient";
}
