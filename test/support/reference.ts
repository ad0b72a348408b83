import { readFileSync } from "node:fs";
import { z } from "zod";

/** Reads a file of `test/fixtures/reference`, checked to be what the test takes it for. */
export function readReference<Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema> {
  const file = new URL(`../fixtures/reference/${name}.json`, import.meta.url);
  return schema.parse(JSON.parse(readFileSync(file, "utf8")));
}

const numberOrNone = z.number().nullable();
const kappaFile = z.object({
  cases: z.array(
    z.object({
      id: z.string(),
      table: z.tuple([z.tuple([z.number(), z.number()]), z.tuple([z.number(), z.number()])]),
      expected: z.object({
        status: z.string(),
        kappa: numberOrNone,
        kappaMax: numberOrNone,
        po: numberOrNone,
        pe: numberOrNone,
        pabak: numberOrNone,
        pabak_se: numberOrNone,
        ac1: numberOrNone,
        ac1_se: numberOrNone,
        prevIndex: numberOrNone,
        biasIndex: numberOrNone,
        ppos: numberOrNone,
        pneg: numberOrNone,
        ase: numberOrNone,
        ase0: numberOrNone,
        z: numberOrNone,
        ci95: z.tuple([z.number(), z.number()]).nullable(),
      }),
    }),
  ),
});
const realFile = z.object({
  cases: z.array(
    z.object({
      set: z.string(),
      axis: z.string(),
      judge: z.string(),
      table: z.tuple([z.number(), z.number(), z.number(), z.number()]),
      agree: z.number(),
      kappa: z.number(),
      se: z.number(),
      ci95: z.tuple([z.number(), z.number()]),
    }),
  ),
});

/** The tables of `kappa-cases.json` as counts, with what eight libraries make of them. */
export const kappaCases = readReference("kappa-cases", kappaFile).cases.map(({ id, table, expected }) => {
  const [[pp, pf], [fp, ff]] = table;
  return { id, counts: { pp, pf, fp, ff }, expected };
});

/** The tables of `real-2x2.json`: real judges against people, to six digits. */
export const realCases = readReference("real-2x2", realFile).cases.map(({ set, axis, judge, ...rest }) => {
  const [pp, pf, fp, ff] = rest.table;
  return { id: `${set} ${axis} ${judge}`, counts: { pp, pf, fp, ff }, expected: rest };
});

/** A measure as a number, null where it says that there is none. */
export function numberOf(
  measured:
    | { readonly status: "ok"; readonly value: number }
    | { readonly status: "undefined" | "unidentified" }
    | undefined,
): number | null {
  return measured?.status === "ok" ? measured.value : null;
}

/** Nothing where a number is as expected (null: no number), else one line on how it is not; to collect over all cases. */
export function deviation(
  what: string,
  mine: number | null,
  expected: number | null,
  within: number,
): readonly string[] {
  const same = mine === null || expected === null ? mine === expected : Math.abs(mine - expected) < within;
  return same ? [] : [`${what}: ${mine} instead of ${expected}`];
}
