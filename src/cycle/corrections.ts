import type { Month } from "../core/cycle.ts";
import type { Decision } from "../core/decided.ts";
import { readDecisionRecord } from "../core/decision-record.ts";
import type { PlannedEffect } from "../core/effect.ts";
import type { AxisRecord } from "../core/evidence.ts";
import type { Reading } from "../core/reading.ts";
import { recompute } from "../core/recompute.ts";
import { type Correction, correctionEntry, correctionMarker } from "../reports/correction-words.ts";
import { policyOf, readAxisRecord } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";

/**
 * Plans one entry in the vault log for each closed month that reads otherwise by the grades of now than it was decided: another
 * action in either mode, with the thresholds of its close. No decision is rewritten, no status is changed, nobody
 * is sent a message. A month that comes to yet another reading, or back to the decided one, is entered again.
 */
export async function planCorrections(context: CycleContext): Promise<void> {
  // Without a vault there is no log to correct; `verify` tells.
  if (context.vaultLog === null) return;
  const decisions = await context.store.listDecisions();
  const effects: PlannedEffect[] = [];
  for (const axis of new Set(decisions.map((decision) => decision.axis))) {
    const { record } = await readAxisRecord(context, axis);
    const periods = new Map(record.items.map(({ ref, period }) => [ref, period]));
    // A grade of an unknown item may be of any month.
    const graded = record.observations.map(({ ref }): Month => periods.get(ref) ?? "");
    const known: Known = { record, graded, oldest: oldestFromEach(graded) };
    for (const decision of record.decisions) {
      if (!isOvertaken(known, decision)) continue;
      const effect = await correctionOf(context, record, decision);
      if (effect !== null) effects.push(effect);
    }
  }
  if (effects.length > 0) await context.store.planEffects(effects, context.now());
}

interface Known {
  readonly record: AxisRecord;
  /** The month that each observation grades an item of. */
  readonly graded: readonly Month[];
  /** The oldest of these from each observation on. */
  readonly oldest: readonly Month[];
}

function oldestFromEach(months: readonly Month[]): readonly Month[] {
  return months
    .toReversed()
    .reduce<Month[]>((oldest, month) => {
      const last = oldest.at(-1);
      oldest.push(last === undefined || month < last ? month : last);
      return oldest;
    }, [])
    .toReversed();
}

/** Whether anything came after the close that could change its reading: most months are not looked at any further. */
function isOvertaken({ record, graded, oldest }: Known, decision: Decision): boolean {
  const stored = readDecisionRecord(decision.record);
  // A damaged record corrects nothing: `verify` tells of it.
  if (stored.kind === "damaged") return false;
  const isOfMonth = (month: Month | undefined): boolean => month !== undefined && month <= decision.period;
  const grades = stored.basis?.grades;
  const late =
    grades === undefined
      ? record.observations.some(
          ({ observedAt }, index) => observedAt > decision.at && isOfMonth(graded[index]),
        )
      : isOfMonth(oldest[Math.max(0, grades)]);
  const months = stored.basis?.months;
  const looked = new Set(months);
  const [first = decision.period] = months ?? [];
  // Of older months than those it looked at most were set aside by a restart; only their instants tell.
  return (
    late ||
    record.cycles.some(
      ({ closedAt, openedAt, period }) =>
        period < decision.period &&
        !looked.has(period) &&
        ((months !== undefined && period > first) || (closedAt ?? openedAt) > decision.at),
    )
  );
}

async function correctionOf(
  context: CycleContext,
  record: AxisRecord,
  decision: Decision,
): Promise<PlannedEffect | null> {
  const { axis, period } = decision;
  const file = context.readAxes().find(({ name }) => name === axis) ?? null;
  const result = recompute(record, decision, {
    workspace: context.workspace,
    policy: policyOf(context, file),
  });
  const { now } = result;
  if (now === null) return null;
  const prefix = `vault-log/${period}/${axis}/corrected-`;
  const earlier = (await context.store.listEffects({ period })).filter(({ dedupeKey }) =>
    dedupeKey.startsWith(prefix),
  );
  const logged = earlier.at(-1)?.dedupeKey.split("/").at(-1) ?? readingName(decision);
  if (logged === readingName(now)) return null;
  const number = earlier.length + 1;
  const correction: Correction = {
    workspace: context.workspace,
    axis,
    period,
    number,
    decision,
    decided: result.decided,
    now,
    gradeChanges: result.gradeChanges,
    otherMonths: result.because.includes("months"),
    status: file?.status ?? null,
    at: context.now(),
    timezone: context.timezone,
  };
  return {
    axis,
    period,
    dedupeKey: `${prefix}${number}/${readingName(now)}`,
    payload: {
      kind: "vault-log",
      marker: correctionMarker(context.workspace, period, axis, number),
      markdown: correctionEntry(correction),
    },
  };
}

/** What a month comes to, as far as a correction is concerned: what each mode would do. */
function readingName({ guarded, literal }: Pick<Reading, "literal" | "guarded">): string {
  return `literal-${literal.action}-guarded-${guarded.action}`;
}
