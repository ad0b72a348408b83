import type { Cycle, Item, Month } from "../core/cycle.ts";
import { type EffectPayload, messageKey, type PlannedEffect } from "../core/effect.ts";
import type { MonthPlan } from "../core/month-plan.ts";
import { openedMessage } from "../reports/decision-words.ts";
import { openedEntry, openedMarker } from "../reports/log-entry.ts";
import { probeSentences } from "../reports/probe-words.ts";
import type { CycleContext } from "./context.ts";
import type { PreparedProbes } from "./prepare-probes.ts";

/** A period as it is about to be opened. */
interface OpeningWords {
  readonly period: Month;
  readonly cycles: readonly Cycle[];
  readonly drawn: ReadonlyMap<string, readonly Item[]>;
  readonly plan: MonthPlan;
  readonly probes: PreparedProbes;
  readonly openedAt: number;
  readonly late: boolean;
  /** What the log says of the ledger of adjustments. */
  readonly adjustments: readonly string[];
  /** Where the items are graded; null where that has no address. */
  readonly address: string | null;
}

/** One log entry and one message for the period; axes that join later bring their own. */
export function openingEffects(context: CycleContext, opening: OpeningWords): readonly PlannedEffect[] {
  const { address, period, cycles, drawn, plan, probes, openedAt, late } = opening;
  const axis = late ? cycles.map((cycle) => cycle.axis).join("+") : "*";
  const words = {
    period,
    openedAt,
    timezone: context.timezone,
    rows: cycles.map((cycle) => ({ cycle, items: drawn.get(cycle.axis) ?? [] })),
    sentences: [...plan.notes.map(({ text }) => text), ...probeSentences(probes)],
    // Of the cycles and not of the plan: it counts the risk items that were really found.
    minutesPlanned: cycles.reduce((sum, cycle) => sum + cycle.minutesPlanned, 0),
  };
  const effect = (dedupeKey: string, payload: EffectPayload): PlannedEffect => ({
    axis,
    period,
    dedupeKey,
    payload,
  });
  const message = effect(messageKey(period, axis, "opened"), {
    kind: "message",
    message: openedMessage({ ...words, address, late }),
  });
  if (context.vaultLog === null) return [message];
  const marker = openedMarker(context.workspace, period, late ? axis : null);
  return [
    effect(`vault-log/${period}/${axis}/opened`, {
      kind: "vault-log",
      marker,
      markdown: openedEntry({ ...words, sentences: [...words.sentences, ...opening.adjustments], marker }),
    }),
    message,
  ];
}
