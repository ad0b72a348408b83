import type { Store } from "../store.ts";
import { listCriticCalls } from "./read-calls.ts";
import { listCycles, listDecisions } from "./read-cycles.ts";
import { listEffects, listStatusChanges } from "./read-effects.ts";
import { listGold, listGoldAnswers, listGoldRuns } from "./read-gold.ts";
import { listGrades, listItems } from "./read-items.ts";
import { listMonthCounts, listVerdicts, readVerdict } from "./read-verdicts.ts";
import type { ReadSession } from "./select.ts";

/** The part of the store that a history is read from, on a connection that somebody else has opened. Errors are SQLite's own. */
export function historyStore(session: ReadSession) {
  return {
    listCriticCalls: async (filter) => listCriticCalls(session, filter),
    listCycles: async (filter) => listCycles(session, filter),
    listDecisions: async (filter) => listDecisions(session, filter),
    listEffects: async (filter) => listEffects(session, filter),
    listGold: async (filter) => listGold(session, filter),
    listGoldAnswers: async (filter) => listGoldAnswers(session, filter),
    listGoldRuns: async (filter) => listGoldRuns(session, filter),
    listGrades: async (filter) => listGrades(session, filter),
    listItems: async (filter) => listItems(session, filter),
    listMonthCounts: async (filter) => listMonthCounts(session, filter),
    listStatusChanges: async (filter) => listStatusChanges(session, filter),
    listVerdicts: async (filter) => listVerdicts(session, filter),
    readVerdict: async (key) => readVerdict(session, key),
  } satisfies Partial<Store>;
}
