import { verdictWordOf } from "../core/verdict.ts";
import { amountOf, excerpt, recordOf, textOf } from "./answer-text.ts";
import type { CallWarning, Judged } from "./critic.ts";
import { type Failure, failureOf } from "./failure-text.ts";

/** The form of a verdict, as models are asked for it. */
export const verdictSchema = {
  type: "object",
  properties: { verdict: { type: "string", enum: ["PASS", "FAIL"] }, reason: { type: "string" } },
} as const;

export type ReadVerdict =
  | (Pick<Judged, "word" | "rawWord" | "reason" | "score" | "warnings"> & { readonly kind: "verdict" })
  | { readonly kind: "none"; readonly failure: Failure };

/** Reasons shorter than this are told: a schema can be met without a thought. Letters and digits. */
const shortReason = 12;

/**
 * Reads a verdict out of an answer: `verdict` in any case (ITERATE and SCRAP are FAIL), `reason`, `score`. A reason that is
 * only there to fill the form makes it no verdict: the model gave up and met the schema.
 */
export function readVerdict(answer: unknown, restore: (quote: string) => string): ReadVerdict {
  const given = recordOf(answer);
  const rawWord = given?.["verdict"];
  if (given === null || typeof rawWord !== "string") {
    return none(
      failureOf("unparseable", `no \`verdict\` in ${excerpt(JSON.stringify(answer) ?? "nothing")}`),
    );
  }
  const word = verdictWordOf(rawWord);
  if (word === null)
    return none(failureOf("unparseable", `${excerpt(rawWord, 40)} is neither PASS nor FAIL`));
  const reason = textOf(given["reason"]);
  if (word === "ERROR") return none(failureOf("failed", reason ?? "it answered ERROR"));
  const written = given["reason"] ?? null;
  if (written !== null && typeof written !== "string") {
    return none(failureOf("unparseable", "its reason is no text"));
  }
  if (written !== null && isFiller(written)) {
    return none(
      failureOf("filler", `the reason only fills the form: ${JSON.stringify(excerpt(written, 80))}`),
    );
  }
  return {
    kind: "verdict",
    word,
    rawWord,
    reason: reason === null ? null : restore(reason),
    score: amountOf(given["score"]),
    warnings: reason === null ? [] : warningsOf(reason),
  };
}

function none(failure: Failure): ReadVerdict {
  return { kind: "none", failure };
}

function warningsOf(reason: string): readonly CallWarning[] {
  if (lettersOf(reason).length >= shortReason) return [];
  return [{ code: "short-reason", message: `the reason is only ${JSON.stringify(reason)}` }];
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

const filler =
  /^(?:|string|text|reasons?|(?:your|the|some)?reason(?:here|goeshere)?|explanation|verdict|pass|fail|passorfail|value|answer|test|example|na|none|null|nil|undefined|unknown|tbd|to ?do|place ?holder.*|loremipsum.*|x+)$/;

/** Whether a text has the look of a form filled in without a thought: `string`, `...`, `<reason>`, `N/A`, the verdict again. */
export function isFiller(text: string): boolean {
  return (
    filler.test(lettersOf(text)) ||
    /^\s*(?:<[^<>]*>|\{+[^{}]*\}+|\[(?:insert|your|reason)\b[^[\]]*\])\s*$/iu.test(text)
  );
}
