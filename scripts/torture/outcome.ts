import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { databaseOf } from "../../test/support/crash-workspace.ts";

/** What a workspace has come to, in lines that are the same wherever and whenever it came to it. */
export interface Outcome {
  /** Months, samples, grades, decisions and what was done about them. */
  readonly lines: readonly string[];
  /** The base samples alone: no clock and no fault may change whom they draw. */
  readonly samples: readonly string[];
  /** Every file of the workspace but what each run writes for itself. */
  readonly files: readonly string[];
}

const questions = [
  "SELECT 'cycle', axis, period, state, because, frame_pass, frame_fail FROM cycle",
  "SELECT 'item', axis, period, kind, batch, verdict_key, state FROM item",
  "SELECT 'grade', i.axis, i.period, i.verdict_key, g.grade, count(*) FROM grade_observation g JOIN item i USING (workspace, ref) GROUP BY 2, 3, 4, 5",
  "SELECT 'decision', axis, period, mode, action, reasons, evidence, literal_action, guarded_action, status_before, status_after FROM decision",
  "SELECT 'status', axis, status_from, status_to, changed_by, period FROM status_change",
  "SELECT 'effect', axis, period, dedupe_key, state FROM effect",
  "SELECT 'verdicts', axis, period, word, count(*) FROM verdict WHERE source = '' AND external_id NOT LIKE 'told-%' GROUP BY 2, 3, 4",
  "SELECT 'rejects', axis, count(*) FROM reject GROUP BY 2",
] as const;

/** Files that belong to a moment and not to the outcome. */
const passing = /(^|\/)(\.cache(\/|$)|messages\.jsonl$|.*\.lock-journal$|improve-cron\.db-(wal|shm)$|clock$)/;

export function readOutcome(place: string, home: string): Outcome {
  const connection = new Database(databaseOf(home), { fileMustExist: true });
  try {
    const lines = questions.flatMap((sql) =>
      connection
        .prepare<[], readonly unknown[]>(sql)
        .raw()
        .all()
        .map((row) => row.join(" | ").replaceAll(/\/\d{13}/g, "/INSTANT")),
    );
    const sorted = lines.toSorted();
    return {
      lines: sorted,
      samples: sorted.filter((line) => /^item \| .* \| (pass|fail) \| 1 \|/.test(line)).map(withoutState),
      files: filesBelow(place),
    };
  } finally {
    connection.close();
  }
}

function withoutState(line: string): string {
  return line.slice(0, line.lastIndexOf(" | "));
}

function filesBelow(place: string): readonly string[] {
  return readdirSync(place, { recursive: true, encoding: "utf8" })
    .filter((name) => !passing.test(name) && statSync(join(place, name)).isFile())
    .toSorted();
}
