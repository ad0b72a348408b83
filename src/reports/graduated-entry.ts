import type { GraduationPage } from "../core/graduation-page.ts";
import { gateProbability } from "../core/regraduation-doors.ts";
import { doorWords, editWords, missingWords, shortHash } from "./graduation-words.ts";
import { kappaBecause, kappaCell } from "./kappa-words.ts";
import { markdownEntry } from "./log-entry.ts";
import { workspacePart } from "./workspace-part.ts";
import { markdownTable } from "./markdown-text.ts";
import { countOf, noNumber, showInterval, showProbability } from "./numbers.ts";
import { oneLine } from "./terminal-text.ts";
import { showInstant } from "./time.ts";

/**
 * The block id of the entry of an axis' n-th graduation.
 *
 * @example graduatedMarker("default", "verify-dispatch", 1) // "^ic-verify-dispatch-graduated-1"
 */
export function graduatedMarker(workspace: string, axis: string, number: number): string {
  return `^ic-${workspacePart(workspace)}${axis}-graduated-${number}`;
}

/**
 * The log entry of a graduation: when and why autonomy was lost, what was edited, what was graded since, by which door it came
 * back, and the founder's reason. Figures and his own words only: agents read the vault.
 */
export function graduatedEntry(
  page: GraduationPage,
  facts: {
    readonly at: number;
    readonly door: keyof typeof doorWords;
    readonly reason: string;
    readonly timezone: string;
    readonly marker: string;
  },
): string {
  const { axis, edit, gate } = page;
  const { door, timezone } = facts;
  const { since } = gate;
  const words = editWords(edit);
  const lost =
    since === null
      ? "It had not acted alone before."
      : `It had lost its autonomy on ${showInstant(since.at, timezone)}` +
        `${since.period === null ? "" : `, for ${since.period}`} (${since.by}): ${oneLine(since.reason, 300)}.`;
  const edited =
    words === null
      ? "Its rubric is the one from before."
      : `Since then: ${words}` +
        `${gate.epoch.firstAt === null ? "" : `, first verdict ${showInstant(gate.epoch.firstAt, timezone)}`}.`;
  const applied = edit.applied.map(
    ({ askers, commit, file, section }) =>
      `Edited ${oneLine(file, 80)}, ${oneLine(section, 80)}${commit === null ? "" : ` in ${oneLine(commit, 64).slice(0, 12)}`}, ` +
      `as asked for by ${oneLine(askers.join(", "), 80)}.`,
  );
  const missing = door === "forced" ? [...gate.doors.evidence.missing, ...gate.doors.repair.missing] : [];
  return markdownEntry(
    `${axis}: graduated${door === "forced" ? " by force" : ""}`,
    [
      `Graduated ${showInstant(facts.at, timezone)} by the founder (${doorWords[door]}): ${oneLine(facts.reason, 300)}.`,
      lost,
      edited,
      ...applied,
      ...(missing.length === 0
        ? []
        : [`Missing at that moment: ${missing.map((one) => missingWords(one, gate)).join("; ")}.`]),
    ],
    markdownTable(["figure", axis], figures(page)),
    facts.marker,
  );
}

function figures({ confirmations, gate }: GraduationPage): readonly (readonly string[])[] {
  const { days, epoch, escape, kappa, kappaThreshold, pBelowThreshold, strata, streak } = gate;
  const because = kappaBecause(kappa.because);
  const confirmed = confirmations.confirmed + confirmations.refused;
  return [
    ["epoch", shortHash(epoch.now)],
    [
      "fresh grades",
      `${strata.pass.graded} PASS, ${strata.fail.graded} FAIL (frame ${strata.pass.size} PASS, ${strata.fail.size} FAIL)`,
    ],
    ["overrides", `${strata.pass.graded - strata.pass.founderPass} of ${strata.pass.graded}`],
    ["reverse overrides", `${strata.fail.founderPass} of ${strata.fail.graded}`],
    ["kappa", [kappaCell({ ...kappa, bounds: null }), because].filter((one) => one !== null).join(", ")],
    [
      `P(kappa < ${kappaThreshold})`,
      `${showProbability(pBelowThreshold, gateProbability)} (bar ${gateProbability})`,
    ],
    ["clean days", `${countOf(days.clean, "day")} of ${days.required}${days.doubled ? " (doubled)" : ""}`],
    ["streak", String(streak)],
    [
      "probe escape",
      escape.graded === 0
        ? "none graded"
        : `${escape.escaped} of ${escape.graded} ${showInterval(escape.low, escape.high)}`,
    ],
    ["confirmed while assisted", confirmed === 0 ? noNumber : `${confirmations.confirmed} of ${confirmed}`],
  ];
}
