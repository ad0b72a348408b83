import type { LensPrecision } from "../core/finding-precision.ts";
import { foldLine } from "./fold-line.ts";
import { noNumber, showInterval, showPercent } from "./numbers.ts";
import { alignTable } from "./table.ts";
import { oneLine } from "./terminal-text.ts";

/** What the list shows of a finding. */
interface ShownFinding {
  readonly id: string;
  readonly lens: string;
  readonly runId: string;
  readonly severity: string;
  readonly block: number | null;
  readonly issue: string;
  readonly rejected: string | null;
  readonly dismissed: { readonly reason: string } | null;
}

const columns = 80;
const shownFindings = 30;

/** Findings for people: how much of each lens' was kept, then the newest ones. */
export function renderFindings(list: {
  readonly lenses: readonly LensPrecision[];
  readonly findings: readonly ShownFinding[];
  readonly kept: number;
  readonly withheld: number;
}): string {
  const withheld = withheldLines(list.withheld);
  if (list.findings.length === 0) {
    if (withheld.length > 0) return withheld.join("\n");
    return list.kept === 0
      ? "no findings yet: they come with improve-cron panel run DIR, or panel ingest DIR"
      : `no findings of this kind, of ${list.kept} that are kept. All: improve-cron findings list`;
  }
  const table = alignTable(
    ["lens", "findings", "dismissed", "kept [95%]", "refused"],
    list.lenses.map((lens) => [
      lens.lens,
      String(lens.findings),
      String(lens.dismissed),
      keptWords(lens),
      `${lens.refused} of ${lens.all}`,
    ]),
    { align: ["left", "right", "right", "left", "right"] },
  );
  const shown = list.findings
    .slice(0, shownFindings)
    .map((finding) => foldLine(findingLine(finding), columns).join("\n"));
  const more = list.findings.length - shown.length;
  return [
    ...table,
    "",
    ...shown,
    ...(more === 0 ? [] : [`and ${more} more: --json has them all`]),
    ...(withheld.length === 0 ? [] : ["", ...withheld]),
    "",
    "Dismiss one: improve-cron findings dismiss ID --reason STR",
  ].join("\n");
}

function withheldLines(runs: number): readonly string[] {
  if (runs === 0) return [];
  const what = runs === 1 ? "1 run is" : `${runs} runs are`;
  return foldLine(
    `${what} left out, with findings or without: verdicts of it are being graded blind. It comes back when its month is closed.`,
    columns,
  );
}

function findingLine({ block, dismissed, id, issue, lens, rejected, runId, severity }: ShownFinding): string {
  const state = rejected === null ? "" : ` refused: ${rejected}.`;
  const end = dismissed === null ? "" : ` (dismissed: ${oneLine(dismissed.reason, 80)})`;
  return `${id} ${severity} ${oneLine(lens)}, ${oneLine(runId, 40)} block ${block ?? noNumber}:${state} ${oneLine(issue, 160)}${end}`;
}

/** The share of a lens' findings that was kept, with its interval and n. */
export function keptWords({
  findings,
  high,
  kept,
  low,
}: Pick<LensPrecision, "findings" | "kept" | "low" | "high">): string {
  return kept === null ? noNumber : `${showPercent(kept)} ${showInterval(low, high, 2)} of ${findings}`;
}
