import Database from "better-sqlite3";
import type { Verdict } from "../../src/core/verdict.ts";
import { connect } from "../../src/store/sqlite/connection.ts";
import { monthTally } from "../../src/store/sqlite/month-tally.ts";
import { compare, interleave } from "./compare.ts";
import { importInto, openBenchStore, removeDatabase } from "./import-log.ts";
import { type Result, resultOf } from "./result.ts";

/**
 * G8: the counts of all axes and months from the rollup, against a GROUP BY on the covering index; how the first grows
 * from a tenth and a hundredth of the rows to all of them; and what keeping the rollup costs an import.
 */
export async function measureHistory(
  databases: {
    readonly large: string;
    readonly small: string;
    readonly smallest: string;
    readonly rows: number;
  },
  rounds: number,
): Promise<readonly Result[]> {
  const large = await openBenchStore(databases.large);
  const small = await openBenchStore(databases.small);
  const smallest = await openBenchStore(databases.smallest);
  const database = new Database(databases.large, { readonly: true });
  try {
    const groupBy = database
      .prepare(
        `SELECT axis, period, epoch_id, word, artifact_kind, count(*) FROM verdict INDEXED BY verdict_sample
         WHERE workspace = 'default' GROUP BY axis, period, epoch_id, word, artifact_kind`,
      )
      .raw();
    const counted = (await large.listMonthCounts({})).length;
    const grouped = groupBy.all().length;
    if (counted !== grouped) throw new Error(`${counted} groups in the rollup, ${grouped} on the index`);
    const times = await interleave(
      [
        {
          name: "counts of 12 axes x 24 months",
          run: () => timed(() => large.listMonthCounts({})),
        },
        { name: "GROUP BY on the index", run: () => timed(() => groupBy.all()) },
        {
          name: "the same, of a tenth of the rows",
          run: () => timed(() => small.listMonthCounts({})),
        },
        {
          name: "the same, of a hundredth of the rows",
          run: () => timed(() => smallest.listMonthCounts({})),
        },
      ],
      rounds,
    );
    const result = (against: string, limit: number | null): Result =>
      resultOf(times, {
        goal: "G8",
        what: "counts of 12 axes x 24 months",
        against,
        limit,
      });
    return [
      // The goal is set at ten million rows.
      result("GROUP BY on the index", databases.rows >= 10_000_000 ? 1 / 500 : null),
      result("the same, of a tenth of the rows", null),
      result("the same, of a hundredth of the rows", 1.5),
    ];
  } finally {
    database.close();
    await large.close();
    await small.close();
    await smallest.close();
  }
}

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The share that counting by month has in an import: the counting alone, against the whole of it. */
export async function measureUpkeep(
  { log, first, file }: { readonly log: string; readonly first: string; readonly file: string },
  rounds: number,
): Promise<readonly Result[]> {
  const source = new Database(first, { readonly: true });
  const rows = source
    .prepare<[], { verdict: string; period: string }>(
      `SELECT period, json_object('axis', axis, 'epoch', (SELECT fingerprint FROM epoch WHERE id = epoch_id), 'word', word,
         'at', at, 'costUsd', cost_usd, 'artifact', json_object('kind', artifact_kind)) AS verdict FROM verdict ORDER BY seq`,
    )
    .all()
    .map(({ verdict, period }) => ({ verdict: parseVerdict(verdict), period }));
  source.close();
  const onEmptyDatabase = async (work: () => Promise<number> | number): Promise<number> => {
    removeDatabase(file);
    await (await openBenchStore(file)).close();
    return work();
  };
  const count = (): number => {
    const database = connect(file);
    const tallyMonths = monthTally(database, "default");
    const begun = performance.now();
    // As the import does it: one rollup for each transaction of ten thousand rows.
    for (let from = 0; from < rows.length; from += 10_000) {
      database.exec("BEGIN IMMEDIATE");
      const tally = tallyMonths();
      for (const { verdict, period } of rows.slice(from, from + 10_000)) tally.add(verdict, period);
      tally.write();
      database.exec("COMMIT");
    }
    const ms = performance.now() - begun;
    database.close();
    return ms;
  };
  const times = await interleave(
    [
      { name: "keeping the counts", run: () => onEmptyDatabase(count) },
      { name: "the whole import", run: () => onEmptyDatabase(() => importInto(file, log)) },
    ],
    rounds,
  );
  const comparison = compare(times, "keeping the counts", "the whole import");
  return [
    {
      goal: "G8",
      what: "keeping the counts",
      against: "the whole import",
      limit: 0.05,
      cpuRatio: null,
      ...comparison,
    },
  ];
}

/** The part of a verdict that is counted. */
function parseVerdict(json: string): Verdict {
  const verdict: Verdict = JSON.parse(json);
  return verdict;
}
