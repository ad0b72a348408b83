import type { MergedFinding, PanelResult } from "../core/panel-result.ts";
import { outsidePeer } from "../core/panel-policy.ts";
import { foldLine } from "./fold-line.ts";
import { countOf, noNumber, showNumber } from "./numbers.ts";
import { oneLine } from "./terminal-text.ts";

/** What the page shows beside the panel's own answer. */
export interface PanelPage extends PanelResult {
  readonly id: string;
  readonly axis: string;
  readonly run: { readonly outcome: "stored" | "duplicate" | "other-version"; readonly version: number };
  readonly verdicts: readonly {
    readonly axis: string;
    readonly verdict: string;
    readonly outcome: string;
    readonly because: string | null;
  }[];
  readonly notes: readonly { readonly file: string; readonly line: number; readonly reason: string }[];
  readonly dryRun: boolean;
}

const columns = 80;
/** Of a list that is longer, a page shows so many; all of them are in the JSON. */
const shownOfEach = 20;

const reasonWords: Readonly<Record<PanelResult["reasons"][number], string>> = {
  blocker: "a BLOCKER stands",
  major: "a MAJOR stands",
  "ai-risk": "it reads as written by a machine",
  "ai-risk-missing": "no usable aiRisk",
  "lens-missing": "a lens did not answer",
  "finding-malformed": "a finding cannot be checked",
  "blocks-unusable": "blocks of the draft cannot be used",
  "no-lenses": "no lens was asked",
};

/**
 * A panel run for people: the verdict first, then what was refused, then what was found, gravest first.
 *
 * @param again the command that completes a run which lacks a lens
 */
export function renderPanel(page: PanelPage, again: string): string {
  const { adjustments, aiRisk, findings, notes, rejected, rejectedAdjustments, strengths, warnings } = page;
  const why = page.reasons.map((reason) => reasonWords[reason]).join("; ");
  const sections: readonly (readonly string[])[] = [
    [`${page.verdict}${why === "" ? "" : `: ${why}`}`, ...incompleteLines(page)],
    list(
      "Refused, since the quote is not where it says (they count for nothing)",
      rejected.map(
        ({ block, evidence, foundIn, id, issue, reason, severity }) =>
          `${id} ${severity} ${reason}, block ${block ?? noNumber}${foundIn === undefined ? "" : `, found in ${foundIn.join(", ")}`}: ` +
          `"${oneLine(evidence ?? "", 60)}" ${oneLine(issue, 120)}`,
      ),
    ),
    list(
      "Could not be read, or only in part",
      notes.map(({ file, line, reason }) => `${oneLine(file)}:${line}: ${oneLine(reason, 160)}`),
    ),
    list(`Warnings`, warnings.map(warningText)),
    ...findingSections(findings),
    [
      `wow: ${page.wowMedian === null ? noNumber : showNumber(page.wowMedian, 1)}, median of ${countOf(page.wowCount, "score")}`,
      ...page.wowMoments
        .slice(0, shownOfEach)
        .map(({ lens, moment }) => fold(`  ${oneLine(lens)}: ${oneLine(moment, 200)}`)),
    ],
    [fold(`aiRisk: ${aiRisk === null ? noNumber : oneLine(JSON.stringify(aiRisk), 600)}`)],
    list(
      "Strengths",
      strengths.map(
        ({ evidence, lens, why: because }) =>
          `${oneLine(lens)}: "${oneLine(evidence ?? "", 80)}" ${oneLine(because ?? "", 120)}`,
      ),
    ),
    list(
      "Adjustments asked for (see: improve-cron adjustments list)",
      adjustments.map(
        ({ file, kind, lenses, section, suggestion }) =>
          `${kind}${kind === "reinforcement" ? " (edit before applying)" : ""} ${oneLine(file, 60)}, ${oneLine(section, 60)}: ` +
          `${oneLine(suggestion, 160)} (${lenses.map((lens) => oneLine(lens)).join(", ")})`,
      ),
    ),
    page.noDeletion ? ["Nothing is asked to be taken away: instructions that only grow get worse."] : [],
    list(
      "Adjustments refused",
      rejectedAdjustments.map(
        ({ file, lens, reason }) =>
          `${oneLine(lens)}: ${reason}${file === null ? "" : ` ${oneLine(file, 80)}`}`,
      ),
    ),
    page.peerVerdict === null ? [] : [fold(`The peer's own verdict: ${oneLine(page.peerVerdict, 200)}`)],
    [fold(tokenLine(page))],
    [...keptLines(page)],
    [...nextLines(page, again)],
  ];
  return sections
    .filter((section) => section.length > 0)
    .map((section) => section.join("\n"))
    .join("\n\n");
}

function findingSections(findings: readonly MergedFinding[]): readonly (readonly string[])[] {
  if (findings.length === 0) return [["No findings."]];
  return ["BLOCKER", "MAJOR", "ADVISORY"].map((severity) => {
    const own = findings.filter((finding) => finding.severity === severity);
    return own.length === 0 ? [] : list(severity, own.map(findingText));
  });
}

/** The quote, then what each lens says of it, one below the other. */
function findingText({ block, evidence, issues }: MergedFinding): string {
  const more = issues.length - shownOfEach;
  const said = issues
    .slice(0, shownOfEach)
    .map(
      ({ id, issue, lens, severity, suggestion }) =>
        `${oneLine(lens)}, ${severity}${id === null ? "" : `, ${id}`}: ${oneLine(issue, 200)}` +
        (suggestion === null || suggestion === "" ? "" : ` -> ${oneLine(suggestion, 160)}`),
    );
  if (more > 0) said.push(`and ${more} more on this quote`);
  if (block === null) return said.join("\n    ");
  return [`block ${block}: "${oneLine(evidence ?? "", 200)}"`, ...said].join("\n    ");
}

const warningWords: Readonly<Record<string, string>> = {
  "severity-capped": "may not block: counted as MAJOR",
  "unknown-severity": "has a severity that does not exist: counted as MAJOR",
  "severity-case": "wrote its severity in another case",
  "finding-malformed": "cannot be checked: no block, or no quote",
  "lens-missing": "did not answer",
  "duplicate-lens": "reported more than once: its findings count, its figures once",
  "unknown-lens": "is no lens of this panel: its findings count, capped at MAJOR, and nothing else",
  "wow-invalid": "gave a wow that is no number of 0 to 10: not counted",
  "ai-risk-invalid": "gave an aiRisk that is no number of 0 to 10",
  "ai-risk-disputed": "gave two aiRisks, one of them against the draft",
};

/** A warning in words, with whatever it names: the code, whom it is about, and what was written. */
function warningText(warning: string): string {
  const [code = "", about = "", ...written] = warning.split(":");
  const words = warningWords[code];
  const detail = written.length === 0 ? "" : ` (${oneLine(written.join(":"), 60)})`;
  return words === undefined ? oneLine(warning, 160) : `${oneLine(about, 80)} ${words}${detail}`;
}

/** Nothing for an empty list; a long one says how much of it is not shown. */
function list(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, shownOfEach).map((item) => fold(`  ${item}`));
  const more = items.length - shown.length;
  return [
    `${title} (${items.length}):`,
    ...shown,
    ...(more === 0 ? [] : [`  and ${more} more: --json has them all`]),
  ];
}

function fold(line: string): string {
  return line
    .split("\n")
    .flatMap((one) => foldLine(one, columns))
    .join("\n");
}

function tokenLine({ lenses, tokens }: PanelPage): string {
  if (tokens === null) return "Tokens: not told";
  const each = lenses
    .filter((lens) => lens.tokens !== null)
    .map(({ lens, tokens: own }) => `${oneLine(lens)} ${own ?? 0}`);
  return `Tokens: ${tokens.total} (${each.join(", ")})`;
}

/** What is missing, and what is kept all the same. */
function incompleteLines({ axis, complete, lenses }: PanelPage): readonly string[] {
  if (complete) return [];
  const lost = lenses
    .filter((lens) => lens.lost !== null && lens.lens !== outsidePeer)
    .map(({ lens }) => oneLine(lens));
  const who = lost.length === 0 ? "" : ` without ${lost.join(", ")}`;
  return [
    fold(
      `Not complete${who}: no verdict of ${axis} is stored. Lenses that answered keep theirs, each on the axis of its name.`,
    ),
  ];
}

function keptLines(page: PanelPage): readonly string[] {
  const { axis, dryRun, id, run, verdicts } = page;
  const words = {
    stored: "kept",
    duplicate: "known already",
    "other-version": `the same id with other content: kept as version ${run.version} beside the first`,
  };
  const head = `Run ${oneLine(id, 80)} on ${axis}: ${words[run.outcome]}${dryRun ? " (dry run: not kept)" : ""}`;
  const each = verdicts.map(
    ({ axis: own, because, outcome, verdict }) =>
      `  ${own}: ${verdict} ${outcome}${because === null ? "" : `: ${oneLine(because, 160)}`}`,
  );
  const without = [
    ...(page.complete ? [] : [`  ${axis}: no verdict, since the run is not complete`]),
    ...page.lenses
      .filter(({ word }) => word === null)
      .map(
        ({ lens, lost }) => `  ${oneLine(lens)}: no verdict${lost === null ? "" : `, ${oneLine(lost, 80)}`}`,
      ),
  ];
  return [head, ...each, ...without].map(fold);
}

/** What a person does about a run that lacks something. */
function nextLines({ complete, reasons }: PanelPage, again: string): readonly string[] {
  if (complete) return [];
  const first = reasons.includes("lens-missing")
    ? "Next, once the lens answers:"
    : "Next, once what is named above is mended:";
  // A line of its own, so that it can be copied.
  return [first, `  ${oneLine(again)}`];
}
