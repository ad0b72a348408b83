import type Database from "better-sqlite3";
import type { Month } from "../../core/cycle.ts";
import type { Verdict } from "../../core/verdict.ts";

interface Tally {
  readonly verdict: Verdict;
  readonly period: Month;
  count: number;
  firstAt: number;
  lastAt: number;
  costUsd: number;
  costKnown: number;
}

/**
 * The monthly rollup: counted in memory while verdicts go in, written once per transaction.
 * A trigger would do the same for each row, at 2.5 times the cost of the whole import.
 */
export function monthTally(
  connection: Database.Database,
  workspace: string,
): () => { add(verdict: Verdict, period: Month): void; write(): void } {
  const upsert = connection.prepare(
    `INSERT INTO month_count (workspace, axis, period, epoch, word, artifact_kind, count, first_at, last_at, cost_usd, cost_known)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace, axis, period, epoch, word, artifact_kind) DO UPDATE SET
       count = count + excluded.count,
       first_at = min(first_at, excluded.first_at),
       last_at = max(last_at, excluded.last_at),
       cost_usd = cost_usd + excluded.cost_usd,
       cost_known = cost_known + excluded.cost_known`,
  );
  return () => {
    // By epoch first: one text for all rows of a judge, whose hash V8 keeps, while a text put together is hashed anew.
    const epochs = new Map<string, Map<string, Tally>>();
    return {
      add: (verdict, period) => {
        let tallies = epochs.get(verdict.epoch);
        if (tallies === undefined) {
          tallies = new Map();
          epochs.set(verdict.epoch, tallies);
        }
        // No part may hold a space.
        const group = `${period} ${verdict.word} ${verdict.artifact.kind} ${verdict.axis}`;
        let tally = tallies.get(group);
        if (tally === undefined) {
          const { at } = verdict;
          tally = { verdict, period, count: 0, firstAt: at, lastAt: at, costUsd: 0, costKnown: 0 };
          tallies.set(group, tally);
        }
        tally.count += 1;
        tally.firstAt = Math.min(tally.firstAt, verdict.at);
        tally.lastAt = Math.max(tally.lastAt, verdict.at);
        if (verdict.costUsd === null) return;
        tally.costUsd += verdict.costUsd;
        tally.costKnown += 1;
      },
      write: () => {
        for (const { verdict, period, count, firstAt, lastAt, costUsd, costKnown } of [
          ...epochs.values(),
        ].flatMap((tallies) => [...tallies.values()])) {
          const { axis, epoch, word, artifact } = verdict;
          upsert.run(
            workspace,
            axis,
            period,
            epoch,
            word,
            artifact.kind,
            count,
            firstAt,
            lastAt,
            costUsd,
            costKnown,
          );
        }
      },
    };
  };
}
