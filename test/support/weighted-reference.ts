import { z } from "zod";
import type { Strata } from "../../src/core/weighted-kappa.ts";
import { readReference } from "./reference.ts";

const interval = z.tuple([z.number(), z.number()]);
const weightedFile = z.object({
  cases: z.array(
    z.object({
      id: z.string(),
      N_P: z.number(),
      n_P: z.number(),
      founderPassInP: z.number(),
      N_F: z.number(),
      n_F: z.number(),
      founderPassInF: z.number(),
      cells: z.object({ pp: z.number(), pf: z.number(), fp: z.number(), ff: z.number() }),
      po: z.number(),
      pe: z.number(),
      founderPassRate: z.number(),
      kappa: z.number(),
      se_svykappa_with_replacement: z.number().nullable(),
      se_svykappa_fpc: z.number().nullable(),
      ci95_mover_jeffreys: interval,
      ci95_mover_jeffreys_fpc: interval,
      posterior_jeffreys: z.object({
        "p_kappa_below_0.6": z.number(),
        "p_kappa_below_0.4": z.number(),
        "p_kappa_below_0.8": z.number(),
        q025: z.number(),
        q50: z.number(),
        q975: z.number(),
      }),
      posterior_uniform: z.object({ "p_kappa_below_0.6": z.number() }),
    }),
  ),
});

/** One stratified sample of `weighted-cases.json` with what R makes of it. */
export type WeightedCase = z.infer<typeof weightedFile>["cases"][number];

export const weightedCases = readReference("weighted-cases", weightedFile).cases;

export function strataOf(one: WeightedCase): Strata {
  return strata([one.N_P, one.n_P, one.founderPassInP], [one.N_F, one.n_F, one.founderPassInF]);
}

/** Strata as triples of size, graded and founder-PASS. */
export function strata(
  pass: readonly [number, number, number],
  fail: readonly [number, number, number],
): Strata {
  return {
    pass: { size: pass[0], graded: pass[1], founderPass: pass[2] },
    fail: { size: fail[0], graded: fail[1], founderPass: fail[2] },
  };
}
