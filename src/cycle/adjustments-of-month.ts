import { instructionGrowth } from "../core/instruction-growth.ts";
import { rankEntries } from "../core/ledger-order.ts";
import { monthAdjustmentSentences } from "../reports/adjustment-words.ts";
import { type LedgerContext, measurementsOf, readAdjustments } from "./read-adjustments.ts";

/** An edit is told of in the openings of about three months; by then it has helped or it has not. */
const toldForMs = 100 * 86_400_000;

/** Within this time an unchanged file is not measured again. */
const measuredForMs = 86_400_000;

/**
 * Measures the instruction files and answers what the month's opening entry says of the ledger: what is asked for most,
 * whether edits of the last months helped, which files only grow, and which three rules are most worth deleting.
 * Nothing where the ledger is empty and no folder of instructions is configured.
 */
export async function adjustmentsOfMonth(context: LedgerContext, at: number): Promise<readonly string[]> {
  const view = await readAdjustments(context);
  const known = await context.store.listInstructionSizes();
  // A pass that begins anew has measured already.
  const measured = measurementsOf(view.files, at).filter(({ file, sha256 }) => {
    const last = known.findLast((size) => size.file === file);
    return last === undefined || last.sha256 !== sha256 || at - last.at > measuredForMs;
  });
  await context.store.recordInstructionSizes(measured);
  return monthAdjustmentSentences({
    open: rankEntries(view.entries),
    effects: view.effects.filter(({ appliedAt }) => at - appliedAt <= toldForMs),
    growth: instructionGrowth(await context.store.listInstructionSizes(), view.entries),
    deletions: view.deletions,
  });
}
