import type { InstructionSize } from "./adjustment-record.ts";
import type { LedgerEntry } from "./ledger.ts";

/** How an instruction file grew, and what is asked of it. */
export interface InstructionGrowth {
  readonly file: string;
  /** Ascending by instant; a file that did not change between two measurements stands here twice. */
  readonly sizes: readonly InstructionSize[];
  /** Last less first; null with fewer than two measurements. */
  readonly grown: { readonly bytes: number; readonly lines: number } | null;
  /** Entries that add (faults, reinforcements) and that take away (deletions): applied, and open. */
  readonly applied: { readonly additive: number; readonly subtractive: number };
  readonly open: { readonly additive: number; readonly subtractive: number };
  /** It grew at least twice and never shrank. */
  readonly onlyGrows: boolean;
}

/** How did the instruction files grow? Every file that was measured or that an entry names, by name. */
export function instructionGrowth(
  sizes: readonly InstructionSize[],
  entries: readonly LedgerEntry[],
): readonly InstructionGrowth[] {
  const files = [...new Set([...sizes, ...entries].map(({ file }) => file))];
  return files
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((file) => {
      const own = sizes.filter((size) => size.file === file).toSorted((a, b) => a.at - b.at);
      const [first, last] = [own[0], own.at(-1)];
      const grown =
        own.length < 2 || first === undefined || last === undefined
          ? null
          : { bytes: last.bytes - first.bytes, lines: last.lines - first.lines };
      const named = entries.filter((entry) => entry.file === file);
      const steps = own.slice(1).map(({ bytes }, index) => bytes - (own[index]?.bytes ?? bytes));
      return {
        file,
        sizes: own,
        grown,
        applied: directionsOf(named, "applied"),
        open: directionsOf(named, "open"),
        onlyGrows: steps.filter((step) => step > 0).length >= 2 && steps.every((step) => step >= 0),
      };
    });
}

function directionsOf(
  entries: readonly LedgerEntry[],
  state: "applied" | "open",
): { readonly additive: number; readonly subtractive: number } {
  const own = entries.filter((entry) => entry.state.kind === state);
  const subtractive = own.filter(({ kind }) => kind === "deletion").length;
  return { additive: own.length - subtractive, subtractive };
}
