import type { Month } from "./cycle.ts";

/** What a critic was called for. */
export type CallPurpose = "probe" | "probe-check" | "gold" | "replay" | "lens" | "turn" | "doctor" | "other";

/** One call of a critic and what came of it, as it is kept: every call, whoever made it. Calls are only ever added. */
export interface CriticCall {
  readonly axis: string | null;
  /** The month that it was made for; null where it was made for none. */
  readonly period: Month | null;
  readonly purpose: CallPurpose;
  /** What belongs together: the id of a gold run, of a replay, of a round of probes. */
  readonly batch: string | null;
  /** What was judged: the SHA-256 (hex) of an artifact; null for what is written. */
  readonly subject: string | null;
  /** Fingerprint of the rubric that it was judged by; null where there was none. */
  readonly rubric: string | null;
  /** Epoch milliseconds, by the clock of the program: another time may be rehearsed. */
  readonly at: number;
  readonly outcome: "PASS" | "FAIL" | "written" | "no-answer";
  /** The kind of failure; null unless there was no answer. */
  readonly failure: string | null;
  /** What the critic gave as its reason, or the message of the failure. */
  readonly reason: string | null;
  readonly critic: string;
  readonly program: string | null;
  readonly cliVersion: string | null;
  readonly model: string | null;
  /** Who says so: `service`, `program` or `request`. */
  readonly modelFrom: string | null;
  /** Fingerprint of the judging prompt. */
  readonly prompt: string | null;
  readonly costUsd: number | null;
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly latencyMs: number;
  readonly sessionId: string | null;
}

/** What the calls of one axis for one purpose came to. */
export interface CallSum {
  readonly axis: string | null;
  readonly purpose: CallPurpose;
  readonly calls: number;
  /** Those that gave an answer. */
  readonly answered: number;
  /** US dollars of those whose cost is known. */
  readonly costUsd: number;
  readonly costKnown: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly latencyMs: number;
}
