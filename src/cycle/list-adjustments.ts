import type { AdjustmentEffect } from "../core/adjustment-effect.ts";
import type { AdjustmentKind, InstructionSize } from "../core/adjustment-record.ts";
import { headingForm } from "../core/adjustments.ts";
import type { DeletionCandidate } from "../core/deletion-request.ts";
import type { InstructionGrowth } from "../core/instruction-growth.ts";
import type { UnreadInstruction } from "../core/instructions.ts";
import { type RankedEntry, rankEntries, type RankReason } from "../core/ledger-order.ts";
import type { LedgerEntry } from "../core/ledger.ts";
import { type AdjustmentView, type LedgerContext, readAdjustments } from "./read-adjustments.ts";

/** An entry as it is shown: instants as ISO 8601, UTC. */
interface ShownEntry {
  readonly id: string;
  readonly file: string;
  readonly section: string;
  readonly kind: AdjustmentKind;
  readonly state: "open" | "applied" | "dismissed";
  readonly commit: string | null;
  /** Why it was dismissed. */
  readonly reason: string | null;
  /** When it was applied or dismissed. */
  readonly settledAt: string | null;
  readonly problem: string;
  readonly problems: readonly string[];
  readonly suggestion: string;
  readonly askers: readonly string[];
  readonly axes: readonly string[];
  readonly clause: string | null;
  readonly times: number;
  readonly sources: LedgerEntry["sources"];
  readonly disagreements: number;
  readonly askedSince: number;
  readonly editFirst: boolean;
  readonly firstAt: string;
  readonly lastAt: string;
  /** Of open entries, from 1, with what put it there; null for the others. */
  readonly rank: number | null;
  readonly because: readonly RankReason[];
}

export interface AdjustmentList {
  readonly open: number;
  readonly applied: number;
  readonly dismissed: number;
  /** Files with open entries. */
  readonly files: number;
  /** Open ones by rank; with `all` then the applied and the dismissed, the latest first. */
  readonly entries: readonly ShownEntry[];
  readonly effects: readonly (Omit<AdjustmentEffect, "appliedAt"> & { readonly appliedAt: string })[];
  readonly growth: readonly (Omit<InstructionGrowth, "sizes"> & {
    readonly sizes: readonly (Omit<InstructionSize, "at"> & { readonly at: string })[];
  })[];
  readonly deletions: readonly DeletionCandidate[];
  readonly unread: readonly UnreadInstruction[];
  /** Files that differ from HEAD, or are not in it. */
  readonly uncommitted: readonly string[];
}

/** The ledger as `adjustments list` answers it, of one file or of all. */
export async function listAdjustments(
  context: LedgerContext,
  options: { readonly file: string | null; readonly all: boolean },
): Promise<AdjustmentList> {
  const view = await readAdjustments(context);
  const isAsked = ({ file }: { readonly file: string }): boolean =>
    options.file === null || file === options.file;
  const entries = view.entries.filter(isAsked);
  const ranked = rankEntries(entries);
  const settled = entries
    .filter(({ state }) => state.kind !== "open")
    .toSorted((a, b) => settledAt(b) - settledAt(a) || (a.id < b.id ? -1 : 1));
  const files = view.files.filter(isAsked);
  return {
    open: ranked.length,
    applied: settled.filter(({ state }) => state.kind === "applied").length,
    dismissed: settled.filter(({ state }) => state.kind === "dismissed").length,
    files: new Set(ranked.map(({ file }) => file)).size,
    entries: [...ranked.map(shownRanked), ...(options.all ? settled.map((entry) => shown(entry)) : [])],
    effects: view.effects
      .filter(isAsked)
      .map((effect) => ({ ...effect, appliedAt: new Date(effect.appliedAt).toISOString() })),
    growth: view.growth.filter(isAsked).map((growth) => ({
      ...growth,
      sizes: growth.sizes.map((size) => ({ ...size, at: new Date(size.at).toISOString() })),
    })),
    deletions: view.deletions.filter(isAsked),
    unread: files.filter((file) => file.kind === "unread"),
    uncommitted: files.flatMap((file) =>
      file.kind === "file" && file.differsFromHead === true ? [file.file] : [],
    ),
  };
}

function settledAt({ state }: LedgerEntry): number {
  return state.kind === "open" ? 0 : state.at;
}

function shownRanked(entry: RankedEntry): ShownEntry {
  return { ...shown(entry), rank: entry.rank, because: entry.because };
}

function shown(entry: LedgerEntry): ShownEntry {
  const { events: _events, firstAt, lastAt, proposals: _proposals, state, ...facts } = entry;
  return {
    ...facts,
    state: state.kind,
    commit: state.kind === "applied" ? state.commit : null,
    reason: state.kind === "dismissed" ? state.reason : null,
    settledAt: state.kind === "open" ? null : new Date(state.at).toISOString(),
    firstAt: new Date(firstAt).toISOString(),
    lastAt: new Date(lastAt).toISOString(),
    rank: null,
    because: [],
  };
}

/** An open entry at the line of its section; 0 where the file has no such section. */
interface PlacedEntry {
  readonly entry: RankedEntry;
  readonly line: number;
}

/** The open entries of one file by their place in it, with its lines; none where it cannot be read. */
export interface PatchFile {
  readonly file: string;
  readonly lines: readonly string[] | null;
  readonly entries: readonly PlacedEntry[];
}

/** What a patch for reading shows. */
export function placeEntries(view: AdjustmentView, file: string | null): readonly PatchFile[] {
  const ranked = rankEntries(view.entries).filter((entry) => file === null || entry.file === file);
  const names = [...new Set(ranked.map((entry) => entry.file))].toSorted((a, b) => (a < b ? -1 : 1));
  return names.map((name) => {
    const reading = view.files.find((one) => one.file === name);
    const lines = reading?.kind === "file" ? reading.text.split(/\r\n|\r|\n/u) : null;
    const entries = ranked
      .filter((entry) => entry.file === name)
      .map((entry) => ({ entry, line: lines === null ? 0 : lineOf(entry.section, lines) }))
      .toSorted((a, b) => a.line - b.line || a.entry.rank - b.entry.rank);
    return { file: name, lines, entries };
  });
}

/** From 1: the first heading, else the first rule, of that name. */
function lineOf(section: string, lines: readonly string[]): number {
  const form = headingForm(section);
  const heading = lines.findIndex((line) => /^ {0,3}#/u.test(line) && headingForm(line) === form);
  if (heading !== -1) return heading + 1;
  return (
    lines.findIndex((line) => headingForm(line.replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/u, "")) === form) + 1
  );
}
