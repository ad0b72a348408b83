import type { Axis } from "../core/axis.ts";
import type { Store } from "../store/store.ts";
import type { CycleContext } from "./context.ts";

/** What the store is asked for a history. */
type HistoryStore = Pick<
  Store,
  | "listCriticCalls"
  | "listCycles"
  | "listDecisions"
  | "listEffects"
  | "listGold"
  | "listGoldAnswers"
  | "listGoldRuns"
  | "listGrades"
  | "listItems"
  | "listMonthCounts"
  | "listStatusChanges"
  | "listVerdicts"
  | "readVerdict"
>;

/** The part of the month's world that a history is made of: all of it can be had without the rest of the program. */
export interface HistoryContext extends Pick<CycleContext, "workspace" | "timezone" | "now" | "decision"> {
  readonly store: HistoryStore;
  readonly burden: Pick<CycleContext["burden"], "minutesPerItem">;
  readonly readAxes: () => readonly HistoryAxis[];
}

/** What a history takes from an axis file. */
export type HistoryAxis = Pick<Axis, "name" | "status" | "kappaThreshold" | "overrideRate">;
