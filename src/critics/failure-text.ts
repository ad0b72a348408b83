import { limitResetAt } from "../core/limit-reset.ts";
import { excerpt } from "./answer-text.ts";
import type { FailureKind } from "../core/critic-failure.ts";
import type { NoAnswer } from "./critic.ts";

/** A failure before it is known of which call. */
export type Failure = Omit<NoAnswer, "kind" | "run">;

export interface FailureClock {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The machine's own zone. */
  readonly zone: string;
}

const hints: Readonly<Record<FailureKind, string | null>> = {
  "not-found": "Install the program, or correct `critic` where it is named.",
  auth: "Log in again, or give it a key or a long-lived token in its environment: cron has no keychain.",
  limit: "Wait for the limit to end; the month stays open and goes on then.",
  environment: "Run the program by hand and mend what it complains of.",
  timeout: "Give it more time (`timeout_seconds`) if the work needs it.",
  unavailable: "Try again later.",
  budget: "Raise `max_cost_usd` of the critic if the work is worth it.",
  "output-cap": "Let it write its answer and nothing else.",
  "too-long": "Give it shorter artifacts, or a model that takes longer ones.",
  request: "Correct `model` of the critic.",
  refused: null,
  "cut-off": null,
  unparseable: "Let it answer with one JSON value of the schema that it is given, and nothing around it.",
  filler: null,
  empty: null,
  crashed: "Run the program by hand with the same request.",
  failed: null,
  cancelled: null,
};

/** A failure of a kind, with the usual hint. */
export function failureOf(
  failure: FailureKind,
  message: string,
  facts: { readonly hint?: string; readonly resetAt?: number | null } = {},
): Failure {
  return { failure, message, hint: facts.hint ?? hints[failure], resetAt: facts.resetAt ?? null };
}

/**
 * What texts of failing programs mean, the first that fits. Only for what programs say of themselves, never for words of
 * a model or of an artifact.
 */
const meanings: readonly (readonly [FailureKind, RegExp])[] = [
  ["too-long", /prompt is too long|context (length|window)|input exceeds|too many (input )?tokens|E2BIG/i],
  ["cut-off", /output token maximum|max_(output_)?tokens|maximum number of turns/i],
  [
    "environment",
    /is corrupted|unknown option|unexpected argument|unrecognized (option|argument)|trusted directory/i,
  ],
  ["timeout", /request timed out/i],
  [
    "limit",
    /\b429\b|too many requests|(hit|reached|exceeded) (your|the) .{0,40}(limit|cap|quota)|(usage|rate|session|weekly|spend(ing)?|5-hour)[ _-]?(limit|cap)|limit (was |has been )?reached|quota|credit balance|insufficient[ _](funds|credits?)|out of (extra )?(usage|credits?)/i,
  ],
  [
    "auth",
    /\b40[13]\b|not logged in|run \/?\w* ?\/?login|log ?in again|(invalid|incorrect|missing|expired).{0,12}api[ _-]?key|api[ _-]?key.{0,20}(invalid|missing|expired|not valid|required)|(token|login|session|credentials?).{0,12}(expired|revoked|invalid)|unauthori[sz]ed|authentication|request not allowed|forbidden/i,
  ],
  [
    "request",
    /invalid_json_schema|(invalid|not a valid).{0,20}schema|model.{0,80}(not found|does not exist|not supported|may not exist)|invalid_request_error|bad request|\b40[04]\b/i,
  ],
  [
    "unavailable",
    /\b5\d\d\b|overloaded|high demand|temporar(y|ily)|internal server error|service unavailable|bad gateway|connection (error|refused|reset|closed)|stream (disconnected|closed)|retry limit|fetch failed|network error|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|error sending request/i,
  ],
  [
    "environment",
    /ENOSPC|EROFS|EACCES|EPERM|no space left|read-only file system|permission denied|does not exist|no such file|exec format|cannot execute|skip-permissions/i,
  ],
];

/** What the text of a failing program means, or null where it means nothing known. A limit comes with its end. */
export function failureInText(text: string, clock: FailureClock): Failure | null {
  const [kind] = meanings.find(([, pattern]) => pattern.test(text)) ?? [];
  if (kind === undefined) return null;
  const resetAt = kind === "limit" ? limitResetAt(text, clock.now, clock.zone) : null;
  return failureOf(kind, excerpt(text), { resetAt });
}

/** What an answer of the service with this HTTP status means; null where the status alone does not tell. */
export function failureOfStatus(status: number, text: string, clock: FailureClock): Failure | null {
  const message = excerpt(text === "" ? `the service answered ${status}` : text);
  if (status === 401 || status === 403) return failureOf("auth", message);
  if (status === 402 || status === 429) {
    return failureOf("limit", message, { resetAt: limitResetAt(text, clock.now, clock.zone) });
  }
  if (status === 413) return failureOf("too-long", message);
  if (status === 404) return failureOf("request", message);
  if (status === 408 || status >= 500) return failureOf("unavailable", message);
  // 400 may be a long prompt, an empty account or a bad schema: only the text tells.
  return status === 400 ? (failureInText(text, clock) ?? failureOf("request", message)) : null;
}
