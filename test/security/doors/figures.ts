import { agreementOf } from "../../../src/core/agreement.ts";
import { jeffreysInterval } from "../../../src/core/intervals.ts";
import { cohenKappa } from "../../../src/core/kappa.ts";
import { type BadInput, doorForEach } from "../bad-input.ts";

interface Figure {
  readonly status: string;
  readonly because?: string;
}
type Given = () => Figure;

const input = (shown: string, given: Given, expected: string, why: string): BadInput<Given> => ({
  given,
  expected,
  why,
  shown,
});
const table = (
  pp: number,
  pf: number,
  fp: number,
  ff: number,
): { readonly pp: number; readonly pf: number; readonly fp: number; readonly ff: number } => ({
  pp,
  pf,
  fp,
  ff,
});
const noCount = "undefined (invalid-input)";

export const figures = doorForEach<Given>({
  id: "figure",
  name: "Counts that no figure can be made of",
  means:
    "The functions behind the figures that are decided on. What cannot be computed is said with a reason, and is never 0, 1 or NaN.",
  inputs: [
    input("kappa of nothing", () => cohenKappa(table(0, 0, 0, 0)), "undefined (no-data)", "no grades"),
    input(
      "kappa where both say PASS alone",
      () => cohenKappa(table(9, 0, 0, 0)),
      "undefined (both-constant)",
      "0/0",
    ),
    input(
      "kappa where one says PASS alone",
      () => cohenKappa(table(9, 3, 0, 0)),
      "ok (one-rater-constant)",
      "0 by construction, and it says so",
    ),
    input("kappa of NaN", () => cohenKappa(table(Number.NaN, 1, 1, 1)), noCount, "no count"),
    input(
      "kappa of infinity",
      () => cohenKappa(table(Number.POSITIVE_INFINITY, 1, 1, 1)),
      noCount,
      "no count",
    ),
    input("kappa of a negative count", () => cohenKappa(table(-1, 1, 1, 1)), noCount, "no count"),
    input(
      "agreement of nothing",
      () => agreementOf(table(0, 0, 0, 0)).observed,
      "undefined (no-data)",
      "no grades",
    ),
    input("agreement of NaN", () => agreementOf(table(1, Number.NaN, 1, 1)).ac1, noCount, "no count"),
    input("an interval of 0 of 0", () => jeffreysInterval(0, 0), "undefined (no-data)", "no grades"),
    input("an interval of 3 of 2", () => jeffreysInterval(3, 2), noCount, "more than all"),
    input("an interval of NaN", () => jeffreysInterval(Number.NaN, 2), noCount, "no count"),
    input("an interval at level 1", () => jeffreysInterval(1, 2, 1), noCount, "no level"),
  ],
  tryOne: (given) => {
    const { because, status } = given();
    return because === undefined ? status : `${status} (${because})`;
  },
});
