import type { AdjustmentKind } from "./adjustment-record.ts";
import { headingForm } from "./adjustments.ts";
import type { LedgerEntry } from "./ledger.ts";

/** Why an entry stands where it stands. */
export type RankReason =
  | { readonly code: "disagreements"; readonly n: number }
  | { readonly code: "asked"; readonly n: number }
  | { readonly code: "askers"; readonly n: number }
  | { readonly code: "deletion" }
  | { readonly code: "reinforcement" };

/** An entry with its place in the list. */
export interface RankedEntry extends LedgerEntry {
  /** From 1. */
  readonly rank: number;
  readonly because: readonly RankReason[];
}

const kindOrder: Readonly<Record<AdjustmentKind, number>> = { deletion: 0, fault: 1, reinforcement: 2 };

/**
 * Which of the open entries first? Those that name no fault (reinforcements) come last. Else by evidence: the founder's
 * disagreements on that section, then how often it was proposed, then by how many; among equals deletions, which nothing in
 * the loop asks for by itself, then the oldest. Every entry comes with what put it there.
 */
export function rankEntries(entries: readonly LedgerEntry[]): readonly RankedEntry[] {
  return entries
    .filter(({ state }) => state.kind === "open")
    .toSorted(
      (a, b) =>
        Number(a.kind === "reinforcement") - Number(b.kind === "reinforcement") ||
        b.disagreements - a.disagreements ||
        b.times - a.times ||
        b.askers.length - a.askers.length ||
        kindOrder[a.kind] - kindOrder[b.kind] ||
        a.firstAt - b.firstAt ||
        (a.id < b.id ? -1 : 1),
    )
    .map((entry, index) => ({ ...entry, rank: index + 1, because: reasonsOf(entry) }));
}

function reasonsOf(entry: LedgerEntry): readonly RankReason[] {
  const { askers, disagreements, kind, times } = entry;
  return [
    ...(disagreements > 0 ? [{ code: "disagreements", n: disagreements } as const] : []),
    { code: "asked", n: times },
    ...(askers.length > 1 ? [{ code: "askers", n: askers.length } as const] : []),
    ...(kind === "fault" ? [] : [{ code: kind } as const]),
  ];
}

/** Entries of one section of one file. */
export interface LedgerGroup<T> {
  readonly file: string;
  readonly section: string;
  readonly entries: readonly T[];
}

/** Ranked entries by file and section: each file where its first entry stands, each section where its own does. */
export function groupBySection<T extends { readonly file: string; readonly section: string }>(
  ranked: readonly T[],
): readonly LedgerGroup<T>[] {
  const files = new Map<string, Map<string, LedgerGroup<T> & { readonly entries: T[] }>>();
  for (const entry of ranked) {
    const { file, section } = entry;
    const sections = files.get(file) ?? new Map<string, LedgerGroup<T> & { readonly entries: T[] }>();
    files.set(file, sections);
    const name = headingForm(section);
    const group = sections.get(name) ?? { file, section, entries: [] };
    sections.set(name, group);
    group.entries.push(entry);
  }
  return [...files.values()].flatMap((sections) => [...sections.values()]);
}
