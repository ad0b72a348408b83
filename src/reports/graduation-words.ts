import type { EpochParts, GraduationPage } from "../core/graduation-page.ts";
import { gateProbability, type Missing } from "../core/regraduation-doors.ts";
import type { Regraduation } from "../core/regraduation.ts";
import type { Unfinished } from "../core/fresh-evidence.ts";
import { countOf, showProbability } from "./numbers.ts";
import { oneLine } from "./terminal-text.ts";

/** The doors as people read them. */
export const doorWords = {
  evidence: "evidence: fresh grades and clean weeks",
  repair: "repair: a shipped rubric edit",
  forced: "forced, with both doors closed",
} as const;

const notComputableWords = {
  "no-frame": "no month or batch of the epoch in use counts since the revert",
  "no-fail-stratum": "its months hold no FAIL verdict, and without one kappa cannot be estimated",
  "no-pass-stratum": "its months hold no PASS verdict, and without one kappa cannot be estimated",
  "no-grades": "PASS and FAIL verdicts of the epoch in use both need a fresh grade",
} as const;

/** What keeps a door closed, as a sentence without its full stop. */
export function missingWords(missing: Missing, gate: Pick<Regraduation, "kappaThreshold" | "days">): string {
  switch (missing.code) {
    case "probability":
      return `P(kappa < ${gate.kappaThreshold}) is ${showProbability(missing.value, missing.bar)}, to be at most ${missing.bar}`;
    case "not-computable":
      return `P(kappa < ${gate.kappaThreshold}) is not computable: ${notComputableWords[missing.because]}`;
    case "days":
      return (
        `${countOf(missing.needed, "more day")} without an override, to be ${missing.of} ` +
        `since ${beginWords(gate.days)}${gate.days.doubled ? " (doubled: a second revert within six months)" : ""}`
      );
    case "no-grade-in-days":
      return `no fresh grade since ${beginWords(gate.days)}`;
    case "unfinished":
      return `${unfinishedWords(missing.what)}: finish it, nothing of it is told or counted before`;
    case "never-reverted":
      return "it was never reverted, so there is nothing to repair";
    case "no-new-epoch":
      return "no verdict under an edited rubric yet";
    case "rubric-unchanged":
      return "the rubric is the one that was reverted: another model or other settings are no edit of it";
    case "epoch-switched-back":
      return "the rubric in use is one from before the revert";
  }
}

function beginWords({ lastOverrideAt }: Regraduation["days"]): string {
  return lastOverrideAt === null ? "the revert" : "the last override";
}

/** `2026-07: 4 of 10 answered`. */
export function unfinishedWords({ answered, batch, items, period }: Unfinished): string {
  const what = batch === null ? period : `the batch asked for from ${period}`;
  return `${what}: ${answered} of ${items} answered`;
}

/** How many further grades it takes at best. */
export function gradesNeededWords({ gradesNeeded, kappaThreshold }: Regraduation): string {
  if (gradesNeeded === null) return "no number of further grades is known to be enough";
  const { fail, pass } = gradesNeeded;
  if (pass + fail === 0) return "enough grades";
  return (
    `${countOf(pass + fail, "more grade")} (${pass} PASS, ${fail} FAIL), all agreeing, would bring ` +
    `P(kappa < ${kappaThreshold}) to ${gateProbability}`
  );
}

/** What was edited: `rubric 1a2b3c4d5e6f -> 6f5e4d3c2b1a`; null where nothing was. */
export function editWords({ before, changed, now }: GraduationPage["edit"]): string | null {
  if (before === null || now === null || changed.length === 0) return null;
  return changed
    .map((part) =>
      part === "settings"
        ? "judge settings changed"
        : `${part} ${partOf(before, part)} -> ${partOf(now, part)}`,
    )
    .join(", ");
}

function partOf(parts: EpochParts, part: "rubric" | "model"): string {
  return part === "model" ? oneLine(parts.model, 40) : shortHash(parts.rubric);
}

/** The first 12 characters of a fingerprint, without the name of its method. */
export function shortHash(fingerprint: string | null): string {
  return fingerprint === null ? "none" : oneLine(fingerprint.replace(/^sha256:/, ""), 80).slice(0, 12);
}

/** The figures of a page that was kept, in a line; null where it cannot be read, as one of another version may be. */
export function evidenceWords(kept: unknown): string | null {
  const gate = memberOf(kept, "gate");
  const strata = memberOf(gate, "strata");
  const days = memberOf(gate, "days");
  const graded = (stratum: string): unknown => memberOf(memberOf(strata, stratum), "graded");
  const [pass, fail, clean, p] = [
    graded("pass"),
    graded("fail"),
    memberOf(days, "clean"),
    memberOf(gate, "pBelowThreshold"),
  ];
  if (typeof pass !== "number" || typeof fail !== "number" || typeof clean !== "number") return null;
  return (
    `on ${pass} PASS and ${fail} FAIL fresh grades, ` +
    `P(kappa below) ${typeof p === "number" ? showProbability(p, gateProbability) : "not computable"}, ` +
    countOf(clean, "clean day")
  );
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
