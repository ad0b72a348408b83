import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { VerdictWord } from "../../src/core/verdict.ts";

/** Public sets of machine verdicts with human labels, beside the repository where they are to be had; never part of it. */
const folder = join(import.meta.dirname, "../../../shared/data");

/** The sets, by the names of their files. */
export const judgedSets = ["llmdrift_prime", "icescore_conala", "xstest", "pandalm", "llmbar"] as const;

export type JudgedSet = (typeof judgedSets)[number];

/** Whether the sets are there to be read. */
export const hasJudgedSets: boolean = judgedSets.every((set) => existsSync(fileOf(set)));

/** One verdict of a judge, and what people say of the same item. */
interface JudgedVerdict {
  readonly item: string;
  /** ERROR where the judge's answer was no verdict: unreadable, a refusal, a tie. */
  readonly word: VerdictWord;
  /** Null where people were tied. */
  readonly human: "PASS" | "FAIL" | null;
}

/** All verdicts of one judge on one axis, as one month of one critic. */
export interface JudgedMonth {
  readonly set: JudgedSet;
  readonly axis: string;
  readonly judge: string;
  readonly verdicts: readonly JudgedVerdict[];
}

const word = z.enum(["PASS", "FAIL"]).nullable();
const row = z.object({
  item_id: z.string(),
  axis: z.string(),
  judge: z.string(),
  judge_verdict: word,
  human_verdict: word,
  meta: z.object({ snapshot: z.string().optional() }),
});

/**
 * Each judge on each axis of a set as a month of its own; a snapshot of a model is a month too.
 * Throws where a line is not as the set's README says.
 */
export function readJudgedMonths(set: JudgedSet): readonly JudgedMonth[] {
  const months = new Map<string, { readonly month: JudgedMonth; readonly verdicts: JudgedVerdict[] }>();
  for (const line of readFileSync(fileOf(set), "utf8").split("\n")) {
    if (line === "") continue;
    const read = row.parse(JSON.parse(line));
    const { axis, meta } = read;
    const judge = meta.snapshot === undefined ? read.judge : `${read.judge} ${meta.snapshot}`;
    const name = `${axis}\n${judge}`;
    let known = months.get(name);
    if (known === undefined) {
      const verdicts: JudgedVerdict[] = [];
      known = { month: { set, axis, judge, verdicts }, verdicts };
      months.set(name, known);
    }
    known.verdicts.push({
      item: read.item_id,
      word: read.judge_verdict ?? "ERROR",
      human: read.human_verdict,
    });
  }
  return [...months.values()].map(({ month }) => month);
}

function fileOf(set: JudgedSet): string {
  return join(folder, `${set}.jsonl`);
}
