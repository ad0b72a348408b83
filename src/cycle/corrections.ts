import type { Decision } from "../core/decided.ts";
import type { PlannedEffect } from "../core/effect.ts";
import type { AxisRecord } from "../core/evidence.ts";
import { overtakenDecisions } from "../core/overtaken.ts";
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
    for (const decision of overtakenDecisions(record)) {
      const effect = await correctionOf(context, record, decision);
      if (effect !== null) effects.push(effect);
    }
  }
  if (effects.length > 0) await context.store.planEffects(effects, context.now());
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
