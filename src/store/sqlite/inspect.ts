import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { StoreFinding } from "../store.ts";
import { appendOnlyTables } from "./append-only.ts";
import { companionsOf } from "./place.ts";
import { schemaState } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { quickCheck } from "./quick-check.ts";
import { readAtOnce, type Session } from "./session.ts";

/**
 * Looks for what must not be: damage, a rollup that does not add up, guards that are missing, rows without the row
 * they belong to, files that others can read. Reads only. Raw SQL, since it asks about the database and not about rows.
 */
export function inspectStore(
  session: Session,
  options: { readonly quickCheck: boolean },
): readonly StoreFinding[] {
  return readAtOnce(session, () => [
    ...(options.quickCheck ? [integrity(session)] : []),
    references(session),
    schema(session),
    guards(session),
    rollup(session),
    decisions(session),
    verdictsOfItems(session),
    artifacts(session),
    durability(session),
    privacy(session),
  ]);
}

function finding(name: string, problems: readonly string[], good: string, fix: string): StoreFinding {
  if (problems.length === 0) return { name, ok: true, message: good, fix: null };
  const shown = problems.slice(0, 5).join("; ");
  const rest = problems.length > 5 ? `; and ${problems.length - 5} more` : "";
  return { name, ok: false, message: `${shown}${rest}`, fix };
}

const restore =
  "Keep the database as it is, copy it and its -wal aside together, and put the newest good backup in its place.";

function integrity(session: Session): StoreFinding {
  return finding("database integrity", quickCheck(session.connection), "quick_check finds nothing", restore);
}

function references(session: Session): StoreFinding {
  const rows = session.connection
    .prepare<[], { table: string; parent: string }>('SELECT "table", parent FROM pragma_foreign_key_check')
    .all();
  const problems = rows.map(
    ({ table, parent }) => `a row of ${table} refers to a ${parent} that is not there`,
  );
  return finding("database references", problems, "every row has the rows it refers to", restore);
}

function schema(session: Session): StoreFinding {
  const state = schemaState(session.connection, migrations);
  const problems = state.kind === "current" ? [] : [`the schema is ${state.kind}`];
  return finding(
    "database schema",
    problems,
    "it is the schema of this program",
    "Install the version of improve-cron that wrote this database.",
  );
}

/** A table rebuilt by a careless migration loses STRICT and its triggers without a word. */
function guards(session: Session): StoreFinding {
  const loose = session.connection
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .pluck()
    .all();
  const triggers = new Set(
    session.connection
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      .pluck()
      .all(),
  );
  const unguarded = appendOnlyTables.filter(
    (table) => !triggers.has(`${table}_no_update`) || !triggers.has(`${table}_no_delete`),
  );
  return finding(
    "database guards",
    [
      ...loose.map((table) => `the table ${table} is not STRICT`),
      ...unguarded.map((table) => `the table ${table} would allow changes`),
    ],
    "tables are strict, and what is only added cannot be changed",
    "Somebody changed the schema by hand: put the newest backup in its place, or ask for help with a copy of the database.",
  );
}

interface CountedGroup {
  readonly name: string;
  readonly kept: number | null;
  readonly counted: number | null;
}

function rollup(session: Session): StoreFinding {
  // Sums of costs are left out: added in another order they differ in the last digits.
  const rows = session.connection
    .prepare<[string, string], CountedGroup>(
      `WITH counted AS (
         SELECT axis, period, fingerprint AS epoch, word, artifact_kind, count(*) AS n, min(at) AS first_at,
           max(at) AS last_at, count(cost_usd) AS cost_known
         FROM verdict JOIN epoch ON epoch.id = verdict.epoch_id
         WHERE verdict.workspace = ? GROUP BY 1, 2, 3, 4, 5),
       kept AS (SELECT * FROM month_count WHERE workspace = ?)
       SELECT concat_ws(' ', axis, period, word, artifact_kind) AS name, kept.count AS kept, counted.n AS counted
       FROM counted FULL JOIN kept USING (axis, period, epoch, word, artifact_kind)
       WHERE kept.count IS NOT counted.n OR kept.first_at IS NOT counted.first_at
         OR kept.last_at IS NOT counted.last_at OR kept.cost_known IS NOT counted.cost_known`,
    )
    .all(session.workspace, session.workspace);
  const problems = rows.map(
    ({ name, kept, counted }) => `${name}: the rollup says ${kept ?? 0}, the verdicts are ${counted ?? 0}`,
  );
  return finding("monthly rollup", problems, "it agrees with a recount of the verdicts", restore);
}

function decisions(session: Session): StoreFinding {
  const problems = session.connection
    .prepare<[string], string>(
      `SELECT axis || ' ' || period || iif(decision.decided_at IS NULL, ' is closed without a decision', ' has a decision and is not closed')
       FROM cycle LEFT JOIN decision USING (workspace, axis, period)
       WHERE workspace = ? AND (state = 'closed') <> (decision.decided_at IS NOT NULL)`,
    )
    .pluck()
    .all(session.workspace);
  return finding("decisions", problems, "every closed month has its decision", restore);
}

function verdictsOfItems(session: Session): StoreFinding {
  // Probes and gold items are no verdicts of the month.
  const problems = session.connection
    .prepare<[string], string>(
      `SELECT 'the verdict of item ' || ref || ' is not there' FROM item
       WHERE workspace = ? AND kind IN ('pass', 'fail', 'risk', 'reask') AND NOT EXISTS (
         SELECT 1 FROM verdict WHERE verdict.workspace = item.workspace AND verdict.key = unhex(item.verdict_key))`,
    )
    .pluck()
    .all(session.workspace);
  return finding("items", problems, "every item has its verdict", restore);
}

function artifacts(session: Session): StoreFinding {
  const problems = session.connection
    .prepare<[string], string>(
      `SELECT DISTINCT 'the artifact ' || lower(hex(artifact_hash)) || ' is not there' FROM verdict
       WHERE workspace = ? AND artifact_kind = 'snapshot' AND NOT EXISTS (
         SELECT 1 FROM artifact WHERE artifact.workspace = verdict.workspace AND artifact.sha256 = verdict.artifact_hash)`,
    )
    .pluck()
    .all(session.workspace);
  return finding("artifacts", problems, "every snapshot that a verdict names is there", restore);
}

function durability(session: Session): StoreFinding {
  const mode = session.connection.pragma("synchronous", { simple: true });
  return finding(
    "durability",
    mode === 2 ? [] : [`synchronous is ${String(mode)}, not 2 (FULL)`],
    "a stored verdict survives a power cut (synchronous=FULL)",
    "The connection was opened by other means than this program's.",
  );
}

function privacy(session: Session): StoreFinding {
  const file = session.connection.name;
  const open = [dirname(file), file, ...companionsOf(file)].filter((path) => {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode;
    return mode !== undefined && (mode & 0o077) !== 0;
  });
  return finding(
    "database privacy",
    open.map((path) => `${path} can be read by others`),
    "only you can read it",
    `Run: chmod -R go-rwx ${dirname(file)}`,
  );
}
