import type { Finding, Rule } from "./rule.ts";

function notAbove(
  low: readonly [path: readonly string[], value: number],
  high: readonly [path: readonly string[], value: number],
  equality: "equal allowed" | "equal refused" = "equal allowed",
): readonly Finding[] {
  const [path, value] = low;
  const [beside, bound] = high;
  const strict = equality === "equal refused";
  if (value < bound || (value === bound && !strict)) return [];
  return [
    {
      path,
      value,
      beside,
      message: `must ${strict ? "be below" : "not be above"} ${beside.join(".")}, which is ${bound}`,
      hint: "Lower the one or raise the other.",
    },
  ];
}

/** Of two bounds that belong together, the lower one is not above the higher one. */
export const orderedBounds: Rule = {
  name: "order",
  check: ({ decision, sampling, cost, probes }) => {
    const { cusum } = decision;
    return [
      ...notAbove(
        [["decision", "cusum", "from"], cusum.from],
        [["decision", "cusum", "to"], cusum.to],
        "equal refused",
      ),
      ...notAbove(
        [["decision", "k_probability"], decision.k_probability],
        [["decision", "overwhelming_probability"], decision.overwhelming_probability],
      ),
      ...notAbove(
        [["sampling", "fail_min"], sampling.fail_min],
        [["sampling", "fail_target"], sampling.fail_target],
      ),
      ...notAbove([["cost", "warn"], cost.warn], [["cost", "alarm"], cost.alarm]),
      ...notAbove([["probes", "per_axis"], probes.per_axis], [["probes", "generate"], probes.generate]),
    ];
  },
};
