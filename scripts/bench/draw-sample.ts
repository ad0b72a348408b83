import Database from "better-sqlite3";
import type { Store } from "../../src/store/store.ts";
import { interleave } from "./compare.ts";
import { openBenchStore } from "./import-log.ts";
import { lastMonth } from "./made-verdicts.ts";
import { type Result, resultOf } from "./result.ts";

const perAxis = 20;

/**
 * G7: 20 PASS verdicts of one month from each of 12 axes, by the store, against `ORDER BY random()` on the same index;
 * and how both grow from a tenth of the rows to all of them.
 */
export async function measureSampling(
  databases: { readonly large: string; readonly small: string; readonly rows: number },
  rounds: number,
): Promise<readonly Result[]> {
  const large = await openSampled(databases.large);
  const small = await openSampled(databases.small);
  try {
    const times = await interleave(
      [
        { name: "20 from each of 12 axes", run: () => large.byStore() },
        { name: "ORDER BY random()", run: () => large.byRandom() },
        { name: "the same, of a tenth of the rows", run: () => small.byStore() },
        { name: "random(), of a tenth of the rows", run: () => small.byRandom() },
      ],
      rounds,
    );
    const result = (what: string, against: string, limit: number | null): Result =>
      resultOf(times, {
        goal: "G7",
        what,
        against,
        limit,
      });
    return [
      // The goal is set at ten million rows, where the random order has ten times as much to sort.
      result("20 from each of 12 axes", "ORDER BY random()", databases.rows >= 10_000_000 ? 0.1 : null),
      result("20 from each of 12 axes", "the same, of a tenth of the rows", 1.5),
      result("ORDER BY random()", "random(), of a tenth of the rows", null),
    ];
  } finally {
    await large.close();
    await small.close();
  }
}

async function openSampled(file: string): Promise<{
  readonly byStore: () => Promise<number>;
  readonly byRandom: () => number;
  readonly close: () => Promise<void>;
}> {
  const store = await openBenchStore(file);
  const database = new Database(file, { readonly: true });
  const strata = (await store.listMonthCounts({ period: lastMonth })).filter(({ word }) => word === "PASS");
  if (strata.length !== 12) throw new Error(`${strata.length} axes have PASS verdicts in ${lastMonth}`);
  const wanted = strata.reduce((sum, { count }) => sum + Math.min(count, perAxis), 0);
  const draw = database
    .prepare<unknown[], number>(
      `SELECT seq FROM verdict INDEXED BY verdict_sample
       WHERE workspace = 'default' AND axis = ? AND period = ? AND epoch_id = (SELECT id FROM epoch WHERE fingerprint = ?)
         AND word = 'PASS' ORDER BY random() LIMIT ${perAxis}`,
    )
    .pluck();
  const read = database.prepare("SELECT * FROM verdict WHERE seq = ?");
  return {
    byStore: async () => {
      const begun = performance.now();
      let drawn = 0;
      for (const { axis, epoch } of strata) drawn += (await drawByStore(store, axis, epoch)).length;
      return timeOf(begun, drawn, wanted);
    },
    byRandom: () => {
      const begun = performance.now();
      let drawn = 0;
      for (const { axis, epoch } of strata) {
        for (const seq of draw.all(axis, lastMonth, epoch)) if (read.get(seq) !== undefined) drawn += 1;
      }
      return timeOf(begun, drawn, wanted);
    },
    close: async () => {
      database.close();
      await store.close();
    },
  };
}

/** The ids of all that is drawn of the last month, axis by axis. */
export async function drawAll(store: Store): Promise<readonly string[]> {
  const strata = (await store.listMonthCounts({ period: lastMonth })).filter(({ word }) => word === "PASS");
  const drawn: string[] = [];
  for (const { axis, epoch } of strata) drawn.push(...(await drawByStore(store, axis, epoch)));
  return drawn;
}

async function drawByStore(store: Store, axis: string, epoch: string): Promise<readonly string[]> {
  const watermark = Number.MAX_SAFE_INTEGER;
  const draw = {
    axis,
    period: lastMonth,
    epoch,
    word: "PASS",
    n: perAxis,
    skip: 0,
    acceptRef: true,
    watermark,
  } as const;
  return (await store.drawSample(draw)).map(({ key }) => key);
}

function timeOf(begun: number, drawn: number, wanted: number): number {
  const ms = performance.now() - begun;
  if (drawn !== wanted) throw new Error(`${drawn} of ${wanted} verdicts were drawn`);
  return ms;
}
