import type { Finding, Rule } from "./rule.ts";

function unusualRate(key: "pass_rate" | "fail_rate", value: number): readonly Finding[] {
  const reason =
    value > 0 && value < 0.05
      ? "below 5% the sample is the minimum in all but the largest months, and a drift shows late"
      : value > 0.2 && value <= 1
        ? "above 20% the hour of grading is spent on a critic that is mostly right"
        : null;
  if (reason === null) return [];
  const path = ["sampling", key];
  return [{ path, value, message: reason, hint: "5% to 20% is usual, 0.10 the default.", warning: true }];
}

/** Rates that are allowed and unusual. */
export const samplingRates: Rule = {
  name: "sampling-rate",
  check: ({ sampling }) => [
    ...unusualRate("pass_rate", sampling.pass_rate),
    ...unusualRate("fail_rate", sampling.fail_rate),
  ],
};

/** Without graded FAIL verdicts kappa is only bounded. */
export const failSampling: Rule = {
  name: "fail-sampling",
  check: ({ sampling }) =>
    sampling.fail_rate === 0 && sampling.fail_min === 0
      ? [
          {
            path: ["sampling", "fail_rate"],
            value: sampling.fail_rate,
            message:
              "with fail_rate and fail_min at 0 no FAIL verdict is graded, and kappa can only be bounded",
            hint: "Leave them at 0.10 and 2 unless only the overrides matter.",
            warning: true,
          },
        ]
      : [],
};
