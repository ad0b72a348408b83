import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Real judges against real humans; the set lies beside the repository where it is to be had, and is never copied into it. */
const file = join(import.meta.dirname, "../../../shared/data/llmdrift_prime.jsonl");

export const hasDriftData: boolean = existsSync(file);

export interface JudgedItem {
  readonly item: string;
  /** Null where the judge's answer could not be read. */
  readonly judge: "PASS" | "FAIL" | null;
  readonly human: "PASS" | "FAIL";
}

/** GPT-4's answers of one snapshot (`2023-03` or `2023-06`) to the prime question, beside the truth. */
export function driftSnapshot(snapshot: string): readonly JudgedItem[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .filter(({ judge, meta }) => judge === "gpt-4" && meta.snapshot === snapshot)
    .map(({ item_id, judge_verdict, human_verdict }) => ({
      item: `${snapshot} ${item_id}`,
      judge: judge_verdict,
      human: human_verdict,
    }));
}
