import type { AdjustmentKind } from "../core/adjustment-record.ts";
import type { DeletionCandidate } from "../core/deletion-request.ts";
import { groupBySection, type RankReason } from "../core/ledger-order.ts";
import { deletionSentence, effectSentence, growthSentence, rankWords } from "./adjustment-words.ts";
import { foldLine } from "./fold-line.ts";
import { countOf } from "./numbers.ts";
import { oneLine } from "./terminal-text.ts";

/** What the text needs of an entry. */
interface ListedEntry {
  readonly id: string;
  readonly file: string;
  readonly section: string;
  readonly kind: AdjustmentKind;
  readonly state: "open" | "applied" | "dismissed";
  readonly commit: string | null;
  readonly reason: string | null;
  readonly settledAt: string | null;
  readonly problems: readonly string[];
  readonly suggestion: string;
  readonly askers: readonly string[];
  readonly axes: readonly string[];
  readonly sources: { readonly override: number };
  readonly askedSince: number;
  readonly rank: number | null;
  readonly because: readonly RankReason[];
}

export interface ListedAdjustments {
  readonly open: number;
  readonly applied: number;
  readonly dismissed: number;
  readonly files: number;
  readonly entries: readonly ListedEntry[];
  readonly effects: readonly Parameters<typeof effectSentence>[0][];
  readonly growth: readonly Parameters<typeof growthSentence>[0][];
  readonly deletions: readonly DeletionCandidate[];
  readonly unread: readonly { readonly file: string; readonly because: string }[];
  readonly uncommitted: readonly string[];
}

const columns = 80;
/** What a person reads before he stops reading. */
const entriesShown = 10;
/** Of one entry. */
const problemsShown = 3;

/**
 * The ledger for a person: the first entries by rank, under their file and section, with what put each there; the rest as a
 * number; then whether edits helped, how files grew, and what could go.
 */
export function renderAdjustments(list: ListedAdjustments, options: { readonly all: boolean }): string {
  const open = list.entries.filter(({ state }) => state === "open");
  const settled = list.entries.filter(({ state }) => state !== "open");
  const shown = options.all ? open : open.slice(0, entriesShown);
  const rest = open.length - shown.length;
  const lines = [
    `${countOf(list.open, "open adjustment")} in ${countOf(list.files, "file")}` +
      `${rest > 0 ? `, the first ${shown.length} here` : ""}; ${list.applied} applied, ${list.dismissed} dismissed`,
    ...groups(shown),
    ...(rest > 0
      ? ["", `and ${rest} more: improve-cron adjustments list --all, or --file F for one file`]
      : []),
    ...section("Applied and dismissed", settled.map(settledLine)),
    ...section("Whether edits helped", list.effects.map(effectSentence)),
    ...section(
      "Instruction files",
      [
        ...list.growth.flatMap((growth) => growthSentence(growth) ?? []),
        ...list.uncommitted.map((file) => `${oneLine(file, 80)} differs from HEAD`),
        ...list.unread.map(({ because, file }) => `${oneLine(file, 80)} was not read: ${because}`),
      ].slice(0, options.all ? undefined : entriesShown),
    ),
    ...section(
      "Worth deleting, which nothing in the loop asks for by itself",
      list.deletions.map(deletionSentence),
    ),
    ...nextLines(list, shown),
  ];
  return lines.join("\n");
}

function groups(entries: readonly ListedEntry[]): readonly string[] {
  return groupBySection(entries).flatMap(({ entries: own, file, section: name }) => [
    "",
    `${oneLine(file, 60)} > ${oneLine(name, 60)}`,
    ...own.flatMap(entryLines),
  ]);
}

/** What a person does next. */
function nextLines(list: ListedAdjustments, shown: readonly ListedEntry[]): readonly string[] {
  if (list.open + list.applied + list.dismissed === 0) {
    return ["They come from panels, dialogues, and your disagreements of closed months."];
  }
  if (list.open === 0) return [];
  const disputed = shown.find(({ sources }) => sources.override > 0)?.axes[0];
  return [
    "",
    "Made by hand and committed: improve-cron adjustments apply ID --commit SHA",
    "Not wanted: improve-cron adjustments dismiss ID --reason STR",
    ...(disputed === undefined
      ? []
      : foldLine(`Let two critics argue it out: improve-cron dialogue open --axis ${disputed}`, columns)),
  ];
}

function entryLines(entry: ListedEntry): readonly string[] {
  const { askers, because, id, kind, problems, rank, suggestion } = entry;
  const names = askers.slice(0, 3).map((asker) => oneLine(asker, 30));
  const more = askers.length - names.length;
  const by = `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return [
    ...foldLine(`  ${rank ?? ""}. ${id} ${kind}: ${rankWords(because)} (${by})`, columns),
    ...(kind === "reinforcement" ? [] : problemLines(problems)),
    ...foldLine(`     -> ${oneLine(suggestion, 160)}`, columns),
  ];
}

function problemLines(problems: readonly string[]): readonly string[] {
  const more = problems.length - problemsShown;
  return [
    ...problems
      .slice(0, problemsShown)
      .flatMap((problem) => foldLine(`     ${oneLine(problem, 160)}`, columns)),
    ...(more > 0 ? [`     and ${more} more: --json has them all`] : []),
  ];
}

function settledLine(entry: ListedEntry): string {
  const { askedSince, commit, file, id, reason, section: place, settledAt, state } = entry;
  const how =
    state === "applied"
      ? `applied in ${(commit ?? "").slice(0, 12)}`
      : `dismissed because ${oneLine(reason ?? "", 120)}`;
  const again =
    askedSince > 0 ? `; asked again ${askedSince === 1 ? "once" : `${askedSince} times`} since` : "";
  return `${id} ${oneLine(file, 60)} > ${oneLine(place, 60)}: ${how} (${(settledAt ?? "").slice(0, 10)})${again}`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  return ["", `${title}:`, ...lines.flatMap((line) => foldLine(`  ${line}`, columns))];
}
