import type { Strata } from "../../src/core/weighted-kappa.ts";
import { readReference } from "./reference.ts";

/** One stratified sample of `weighted-cases.json` with what R makes of it. */
export interface WeightedCase {
  readonly id: string;
  readonly N_P: number;
  readonly n_P: number;
  readonly founderPassInP: number;
  readonly N_F: number;
  readonly n_F: number;
  readonly founderPassInF: number;
  readonly cells: { readonly pp: number; readonly pf: number; readonly fp: number; readonly ff: number };
  readonly po: number;
  readonly pe: number;
  readonly founderPassRate: number;
  readonly kappa: number;
  readonly se_svykappa_with_replacement: number | null;
  readonly se_svykappa_fpc: number | null;
  readonly ci95_mover_jeffreys: readonly [number, number];
  readonly ci95_mover_jeffreys_fpc: readonly [number, number];
  readonly posterior_jeffreys: {
    readonly "p_kappa_below_0.6": number;
    readonly "p_kappa_below_0.4": number;
    readonly "p_kappa_below_0.8": number;
    readonly q025: number;
    readonly q50: number;
    readonly q975: number;
  };
  readonly posterior_uniform: { readonly "p_kappa_below_0.6": number };
}

export const weightedCases = readReference<{ readonly cases: readonly WeightedCase[] }>("weighted-cases").cases;

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
