import { excerpt } from "./answer-text.ts";
import { type Failure, type FailureClock, failureInText, failureOf } from "./failure-text.ts";
import type { ProgramEnd, ProgramOutput } from "./run-program.ts";

/**
 * Why a program that did not come to an end of its own cannot have answered; null where it came to one, and its standard
 * output is to be read, whatever its exit code.
 */
export function failureOfEnd(end: Exclude<ProgramEnd, ProgramOutput>, timeoutMs: number): Failure {
  switch (end.kind) {
    case "not-started":
      return failureOfStart(end.code, end.because);
    case "timed-out":
      return failureOf("timeout", withSaid(`no answer within ${timeoutMs / 1000} s`, end.said));
    case "output-cap":
      return failureOf("output-cap", withSaid("it wrote more than is read", end.said));
    case "cancelled":
      return failureOf("cancelled", "it was ended before it answered");
  }
}

function failureOfStart(code: string, because: string): Failure {
  if (code === "ENOENT" || code === "EACCES" || code === "ENOTDIR") return failureOf("not-found", because);
  return failureOf(code === "E2BIG" ? "too-long" : "environment", because);
}

/** Why a program ended without an answer on its standard output: its exit code and what it said on standard error. */
export function failureWithoutAnswer(output: ProgramOutput, clock: FailureClock): Failure {
  const { exitCode, signal, said } = output;
  if (exitCode === 127 || exitCode === 126) {
    const message = withSaid(`it ended with ${exitCode}: something that it needs is not there`, said);
    return failureOf("not-found", message, {
      hint: "Call it by an interpreter with its full path: PATH under cron is another one than in a terminal.",
    });
  }
  if (exitCode === 0) return failureOf("empty", withSaid("it ended well and answered nothing", said));
  const known = said === "" ? null : failureInText(said, clock);
  if (known !== null) return known;
  return failureOf(
    "crashed",
    withSaid(`it ended with ${exitCode ?? signal ?? "no code"} and no answer`, said),
  );
}

function withSaid(what: string, said: string): string {
  return said === "" ? what : `${what}; it said: ${excerpt(said.slice(-400), 400)}`;
}
